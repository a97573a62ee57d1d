/**
 * What a page loads: asked for again when its key changes, with the last answer kept in its place until the next one is there, so that
 * nothing on the page moves while it loads.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { CallError } from './api.js';

export interface Loaded<Value> {
  /** The last answer, maybe of the key before; undefined before the first. */
  value: Value | undefined;
  /** Whether `value` answers the present key. */
  isCurrent: boolean;
  error: CallError | null;
  again(): void;
}

/** Matching looks again at the rows of a decision: after seconds, or where it has much to do, after two minutes. */
export function afterDecision(again: () => void): void {
  for (const seconds of [0, 1, 2, 4, 8, 16, 32, 64, 128]) setTimeout(again, seconds * 1_000);
}

/** `key` names what is asked for; null asks for nothing. */
export function useLoaded<Value>(key: string | null, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<{ key: string | null; value?: Value; error: CallError | null }>({ key: null, error: null });
  const [round, setRound] = useState(0);
  const loader = useRef(load);
  loader.current = load;
  useEffect(() => {
    if (key === null) return;
    const giveUp = new AbortController();
    loader.current(giveUp.signal).then(
      (value) => giveUp.signal.aborted || setState({ key, value, error: null }),
      (error) => {
        if (giveUp.signal.aborted) return;
        const failure = error instanceof CallError ? error : new CallError(0, String(error));
        setState((before) => ({ ...before, key, error: failure }));
      },
    );
    return () => giveUp.abort();
  }, [key, round]);
  return {
    value: state.value,
    isCurrent: state.key === key && state.error === null,
    error: state.key === key ? state.error : null,
    again: () => setRound((count) => count + 1),
  };
}
