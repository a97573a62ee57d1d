/** A thread on which a store is administered: each call opens the administration, does one thing and closes it. */
import { failureData } from '../contract/failure-data.js';
import { own } from '../contract/own-names.js';
import type { Administration } from '../store/administering/administration.js';
import type { AdministrationAnswer, AdministrationTask } from './administration.js';
import { openerIn, sharedOpenerIn } from './opener.js';

export default async function administer({ place, actor, from, method, args }: AdministrationTask): Promise<AdministrationAnswer> {
  try {
    const administration = await opened(place, { actor, from });
    try {
      // The caller's types have seen to it that the method and its arguments belong together.
      const target = callsOn(administration) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
      return { value: await own(target, method)?.(...args) };
    } finally {
      await administration.close();
    }
  } catch (error) {
    return { failure: failureData(error) };
  }
}

async function opened(
  { module, directory, database }: AdministrationTask['place'],
  who: Pick<AdministrationTask, 'actor' | 'from'>,
): Promise<Administration> {
  if (database !== undefined) return (await sharedOpenerIn(module)).openAdministration({ database, ...who });
  return (await openerIn(module)).openAdministration({ directory, now: () => new Date(), ...who });
}

/** A function cannot be sent to a thread: new settings come as they are to be. */
function callsOn(administration: Administration) {
  return {
    ...administration,
    changeSettings: (
      configuration: string,
      {
        settings,
        ...change
      }: Omit<Parameters<Administration['changeImportConfiguration']>[1], 'settings'> & {
        settings: Parameters<Parameters<Administration['changeImportConfiguration']>[1]['settings']>[0] | undefined;
      },
    ) => administration.changeImportConfiguration(configuration, { ...change, settings: (before) => settings ?? before }),
  };
}
