/** An upload is for nobody who waits: on a machine that also sells, or serves others, they go first. */
import { constants, getPriority, setPriority } from 'node:os';

/** For the threads that are begun from here on, too. Never takes a priority that is lower already for a higher one. */
export function giveWay(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that does not let us is one that decides by itself.
  }
}
