/** Loads what opens the store, in whichever thread. */
import type { MatchReader } from '../store/matching.js';
import type { SharedStoreModule, StoreModule } from '../store/store-module.js';
import type { StorePlace } from './data.js';

/** The default export of the module at this URL; see `StorePlace` in data.ts. */
export async function openerIn(module: string): Promise<StoreModule> {
  const { default: opener } = (await import(module)) as { default: StoreModule };
  return opener;
}

/** The default export of the module at this URL, for a store that several servers share. */
export async function sharedOpenerIn(module: string): Promise<SharedStoreModule> {
  const { default: opener } = (await import(module)) as { default: SharedStoreModule };
  return opener;
}

/** Opens what reads what there is to match. A store that is shared has no cache in this process. */
export async function matchReaderOf(
  { module, directory, database }: StorePlace,
  options: { cacheKib?: number } = {},
): Promise<MatchReader> {
  if (database !== undefined) return (await sharedOpenerIn(module)).openMatcher({ database });
  return (await openerIn(module)).openMatchReader({ directory, ...options });
}
