/** When the engine collects the garbage of a server, by a flag of V8, which applies to all its threads. Why: docs/decisions/heap-flags.md. */
import { setFlagsFromString } from 'node:v8';

/**
 * Lets the old generation of a thread double before it is collected. By itself V8 takes a thread that mostly waits for one that should stay
 * small, and collects it after a tenth: the main thread's few objects then were looked through for every third body that came, because its
 * pieces, as Node reads them, count as well.
 */
export function letOldDouble(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
