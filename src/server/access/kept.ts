/** An answer that many ask for and that is the same for all: found once, then kept for a while. */

/**
 * A function that gives what `find` found at most `keptMs` ago, be it a value or a failure. Whoever asks while it is being found waits for
 * that.
 */
export function kept<Value>(
  find: () => Promise<Value>,
  keptMs: number,
  nowMs: () => number = () => performance.now(),
): () => Promise<Value> {
  let last: { found: Promise<Value>; untilMs: number } | null = null;
  return () => {
    if (last && nowMs() < last.untilMs) return last.found;
    const asked = { found: find(), untilMs: Number.POSITIVE_INFINITY };
    last = asked;
    const settle = () => {
      asked.untilMs = nowMs() + keptMs;
    };
    asked.found.then(settle, settle);
    return asked.found;
  };
}
