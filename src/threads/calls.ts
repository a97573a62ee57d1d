/** Calls from the main thread to the one that writes. Types only. */

import type { Binding } from '../store/store.js';

/** A call of a method, on the data as a whole or on a tenant's. */
export interface Call {
  id: number;
  binding: Binding | null;
  method: string;
  args: unknown[];
}
