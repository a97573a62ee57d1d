/** A change that a page makes: whether it is under way, and what went wrong with it, in words. */
import { useRef, useState } from 'preact/hooks';
import { CallError } from '../api.js';

export interface Action {
  busy: boolean;
  problem: string | null;
  /** True where it was done. Does nothing while another one is under way. */
  run(change: () => Promise<unknown>): Promise<boolean>;
  forget(): void;
}

/** `textOf`: words for what went wrong, where the server's own do not do. */
export function useAction(textOf: (error: CallError) => string = ({ message }) => message): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);
  return {
    busy,
    problem,
    forget: () => setProblem(null),
    run: async (change) => {
      if (isBusy.current) return false;
      isBusy.current = true;
      setBusy(true);
      setProblem(null);
      try {
        await change();
        return true;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setProblem(textOf(error));
        return false;
      } finally {
        isBusy.current = false;
        setBusy(false);
      }
    },
  };
}
