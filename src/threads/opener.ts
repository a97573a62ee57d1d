/** Loads what opens the store, in whichever thread. */
import type { SharedStoreModule, StoreModule } from '../store/store-module.js';

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
