/**
 * An answer that is the same for all who ask: a function that gives what `find` found at most `keptMs.value` ago, or how it failed at most `keptMs.failure` ago. Whoever asks while it is
 * being found waits for that.
 */
export function kept<Value>(
  find: () => Promise<Value>,
  keptMs: { value: number; failure: number },
  nowMs: () => number = () => performance.now(),
): () => Promise<Value> {
  let last: { found: Promise<Value>; untilMs: number } | null = null;
  return () => {
    if (last && nowMs() < last.untilMs) return last.found;
    const asked = { found: find(), untilMs: Number.POSITIVE_INFINITY };
    last = asked;
    const settle = (forMs: number) => () => {
      asked.untilMs = nowMs() + forMs;
    };
    asked.found.then(settle(keptMs.value), settle(keptMs.failure));
    return asked.found;
  };
}
