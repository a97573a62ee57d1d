/** `--yes`, or a person at the terminal who says the same. */
import { SalesError } from '../../contract/problem.js';
import { displayText } from '../terminal/display-text.js';
import { askLine, canAsk } from '../terminal/prompt.js';
import type { Run } from './run.js';

interface YesQuestion {
  /** The action, as it goes on after "This would". */
  would: string;
  question: string;
  /** The failure where the answer is no. */
  no: string;
  /** Shows what the question is about. */
  show?: () => void;
}

/** Fails with `usage` where nobody says yes. */
export async function confirm({ would, question, no, show }: YesQuestion, { host, output, flags }: Run): Promise<void> {
  if (flags.yes) return;
  if (output.flags.json || !canAsk(host, flags.input)) {
    throw new SalesError('usage', `This would ${would}.`, { hint: 'To confirm, add --yes' });
  }
  show?.();
  const answer = (await askLine(host, `${displayText(question)} [y/N] `))?.trim().toLowerCase();
  if (answer !== 'y' && answer !== 'yes') throw new SalesError('usage', no);
}
