/** Asks a person, if there is one: a terminal on both sides, and no --no-input. A password is not shown while it is typed. */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Host } from './host.js';
import type { Output } from './output.js';

/** Whether there is a person to ask; `inputAllowed` is false with --no-input. */
export function canAsk(host: Host, inputAllowed: boolean): boolean {
  return inputAllowed && host.stdin.isTTY === true && host.stderr.isTTY === true;
}

/** Ctrl-C instead of an answer: the command ends, as by the signal. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted.');
  }
}

/** What was typed; null at the end of input. Fails with {@link Interrupted} at Ctrl-C. */
export async function askHidden(host: Host, output: Output, question: string): Promise<string | null> {
  // readline echoes what is typed to its output, so that one swallows everything.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompter = prompterOn(createInterface({ input: host.stdin, output: nowhere, terminal: true }), host);
  // Only now: what is typed before the terminal has stopped to echo is shown.
  output.aside(question);
  try {
    return await prompter.ask('');
  } finally {
    prompter.close();
    output.aside('\n');
  }
}

/** What was typed, shown as it is typed; null at the end of input. Fails with {@link Interrupted} at Ctrl-C. */
export async function askLine(host: Host, question: string): Promise<string | null> {
  const prompter = openPrompter(host);
  try {
    return await prompter.ask(question);
  } finally {
    prompter.close();
  }
}

/** Several questions to one person; what is typed ahead is not lost. */
export interface Prompter {
  /** As {@link askLine}. */
  ask(question: string): Promise<string | null>;
  close(): void;
}

export function openPrompter(host: Host): Prompter {
  const reader = createInterface({ input: host.stdin, output: host.stderr, terminal: true });
  // What comes next begins a line of its own.
  reader.on('SIGINT', () => void host.stderr.write('\n'));
  return prompterOn(reader, host);
}

/** Lines that were typed before anybody asked for them. */
const typedAhead = new WeakMap<object, string[]>();

function prompterOn(reader: Interface, { stdin }: Pick<Host, 'stdin'>): Prompter {
  const typed = typedAhead.get(stdin) ?? [];
  typedAhead.set(stdin, typed);
  let ended: 'interrupted' | 'end' | null = 'readableEnded' in stdin && stdin.readableEnded ? 'end' : null;
  let wake = () => {};
  reader.on('line', (line) => {
    typed.push(line);
    wake();
  });
  reader.on('SIGINT', () => {
    ended = 'interrupted';
    wake();
  });
  reader.on('close', () => {
    ended ??= 'end';
    wake();
  });
  return {
    ask: async (question) => {
      if (ended !== 'interrupted') {
        reader.setPrompt(question);
        if (ended === null) reader.prompt();
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (typed.length === 0 && ended === null) await woken;
      }
      if (ended === 'interrupted') throw new Interrupted();
      return typed.shift() ?? null;
    },
    close: () => reader.close(),
  };
}
