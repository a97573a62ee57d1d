/** The messages by which the main thread calls the writer thread. Types only. */

import type { Binding } from '../store/store.js';

/** A call of a method, either of the data as a whole (`binding` is null) or of one tenant's. */
export interface Call {
  id: number;
  binding: Binding | null;
  method: string;
  args: unknown[];
}
