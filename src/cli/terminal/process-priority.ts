/** Lowers the priority of an upload, because nobody waits for it: a till or a server on the same machine goes first. */
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
