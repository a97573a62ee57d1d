/** Asks a person, if there is one: a terminal on both sides, and no --no-input. A password is not shown while it is typed. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Host } from './host.js';
import type { Output } from './output.js';

/** Whether there is a person to ask; `inputAllowed` is false with --no-input. */
export function canAsk(host: Host, inputAllowed: boolean): boolean {
  return inputAllowed && host.stdin.isTTY === true && host.stderr.isTTY === true;
}

/** What was typed; null at Ctrl-C and at the end of input. */
export async function askHidden(host: Host, output: Output, question: string): Promise<string | null> {
  // readline echoes what is typed to its output, so that one swallows everything.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: host.stdin, output: nowhere, terminal: true });
  // Only now: what is typed before the terminal has stopped to echo is shown.
  output.aside(question);
  const answer = await new Promise<string | null>((resolve) => {
    reader.once('SIGINT', () => resolve(null));
    reader.once('close', () => resolve(null));
    reader.question('', resolve);
  });
  reader.close();
  output.aside('\n');
  return answer;
}

/** What was typed, shown as it is typed; null at Ctrl-C and at the end of input. */
export async function askLine(host: Host, question: string): Promise<string | null> {
  const reader = createInterface({ input: host.stdin, output: host.stderr, terminal: true });
  const answer = await new Promise<string | null>((resolve) => {
    reader.once('SIGINT', () => resolve(null));
    reader.once('close', () => resolve(null));
    reader.question(question, resolve);
  });
  reader.close();
  return answer;
}
