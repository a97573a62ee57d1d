/**
 * What to do about a batch that the server may have: as --in-doubt says, or as a person at the terminal says. Nothing is resent
 * automatically.
 */
import type { OnDoubt } from '../../client/sending/sending.js';
import type { UploadKind } from '../../contract/states.js';
import type { Run } from '../flags/run.js';
import type { InDoubtPolicy } from '../flags/sending-flags.js';
import { kindWords } from '../terminal/kind-words.js';
import { askLine, canAsk, Interrupted } from '../terminal/prompt.js';

/** Asks what to do with each batch in doubt, of rows of `kind`. Where no person can be asked, the answer is `stop`. */
export function doubtDecision(policy: InDoubtPolicy, kind: UploadKind, { host, output, flags }: Run): OnDoubt {
  const { list, sale } = kindWords[kind];
  return async (batch, isFresh) => {
    if (policy === 'resend' || policy === 'skip') return policy;
    // A batch that came into doubt just now is looked into first; the question is for the next run.
    if (policy === 'stop' || isFresh || output.flags.json || !canAsk(host, flags.input)) return 'stop';
    output.message(
      'IN DOUBT',
      `Batch ${batch.batch}, ${batch.rows} rows, lines ${batch.firstLine} to ${batch.lastLine}: ${batch.reason}`,
      'yellow',
    );
    output.message(
      '',
      `The server may already have them: ${output.commandLine(...list, '--sort', 'date')}. Sending them again may record each ${sale} twice.`,
    );
    const question = 'Send them again, skip them and continue, or stop? [resend/skip/STOP] ';
    const answer = (await askLine(host, question).catch(stopped))?.trim().toLowerCase();
    return answer === 'resend' || answer === 'skip' ? answer : 'stop';
  };
}

/** Ctrl-C stops the upload in good order, as the answer does. */
function stopped(error: unknown): null {
  if (error instanceof Interrupted) return null;
  throw error;
}
