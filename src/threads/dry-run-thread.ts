/** The thread that makes a dry run of matching, or looks at what rows suggest: it reads on its own connection, in a snapshot, and writes nothing. */
import { failureData } from '../contract/failure-data.js';
import { dryRunOf } from '../matcher/dry-run.js';
import { suggestionsOf } from '../matcher/suggest.js';
import type { DryRunAnswer, DryRunTask } from './dry-run.js';
import { giveWay } from './give-way.js';
import { matchReaderOf } from './opener.js';

/** Everything else gets ahead of it, but matching itself: somebody waits for the answer. */
const NICER_BY = 5;
giveWay(NICER_BY);

export default async function dryRun(task: DryRunTask): Promise<DryRunAnswer> {
  const { place, tenantId } = task;
  try {
    const reader = await matchReaderOf(place);
    try {
      return { value: await (task.name === 'dryRun' ? dryRunOf(reader, tenantId, task.asked) : suggestionsOf(reader, tenantId)) };
    } finally {
      await reader.close();
    }
  } catch (error) {
    return { failure: failureData(error) };
  }
}
