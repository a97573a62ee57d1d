/** An upload is for nobody who waits: on a machine that also sells, or serves others, they go first. */
import { constants, getPriority, setPriority } from 'node:os';

/** Lowers the priority of this process, and of the threads that it begins from here on; never raises one that is lower already. */
export function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that does not let us is one that decides by itself.
  }
}
