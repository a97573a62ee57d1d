/** Calls from the main thread to the one that writes. Types only. */

/** A call of a method, on the data as a whole or on a tenant's. */
export interface Call {
  id: number;
  tenantId: string | null;
  method: string;
  args: unknown[];
}
