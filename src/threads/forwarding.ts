/** Methods that are called somewhere else: on another thread, or with what belongs around them. */
import type { TenantData } from './data.js';

/** An object with a method for each name, such as a proxy of an object in another thread: each method hands its name and arguments to `call`. */
export function forwarding<Methods>(
  names: Record<keyof Methods, unknown>,
  call: (name: keyof Methods, given: never) => Promise<unknown>,
): Methods {
  const methods = (Object.keys(names) as (keyof Methods)[]).map((name) => [name, (...given: never) => call(name, given)]);
  return Object.fromEntries(methods) as Methods;
}

/** Changes that decide again about the rows of an upload. */
export type UploadChanges = Pick<TenantData, 'reprocess' | 'withdraw' | 'restore'>;
