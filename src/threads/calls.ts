/** The messages by which the main thread calls the writer thread. Types only. */
import type { Binding } from '../store/access.js';
import type { Data, TenantData } from './data.js';

/** The methods that can be called from another thread. */
type Callable<Of> = { [Name in keyof Of]-?: NonNullable<Of[Name]> extends (...args: never[]) => Promise<unknown> ? Name : never }[keyof Of];
export type DataMethod = Callable<Data>;
/** Searches and dry runs are not the writer's; see reader-thread and dry-run-thread. */
export type TenantMethod = Exclude<Callable<TenantData>, 'search' | 'dryRun' | 'suggestions'>;

export type ArgumentsOf<Of, Name extends keyof Of> =
  NonNullable<Of[Name]> extends (...args: infer Arguments) => unknown ? Arguments : never;
export type ValueOf<Of, Name extends keyof Of> = NonNullable<Of[Name]> extends (...args: never[]) => Promise<infer Value> ? Value : never;

/** A call of a method, either of the data as a whole or of one tenant's. */
export type Call = { id: number; args: unknown[] } & (
  | { binding: null; method: DataMethod }
  | { binding: Readonly<Binding>; method: TenantMethod }
);
