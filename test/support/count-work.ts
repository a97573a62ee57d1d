/**
 * Counts what code does, for tests of how its work grows: every block of it that ran, by the engine's own count. No time is measured. It counts from
 * the import of this file on, since code that ran before is not compiled to count.
 */
import { type Profiler, Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** How often blocks of files ran while `act` did; `begin` is how their paths go on from the package. */
export async function workOf(begin: string, act: () => Promise<unknown>): Promise<number> {
  // Which sets all counts to 0.
  await session.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = (script: Profiler.ScriptCoverage) => script.functions.flatMap(({ ranges }) => ranges.map(({ count }) => count));
  return result
    .filter(({ url }) => url.includes(begin))
    .flatMap(counts)
    .reduce((sum, count) => sum + count, 0);
}
