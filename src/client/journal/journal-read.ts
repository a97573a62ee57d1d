/**
 * From a journal's bytes to what they prove. A last line that is not whole was being written when the program or the machine went:
 * it is left out. Any other damage is refused, because a line that cannot be read may be the one that says "sent".
 */
import { SalesError } from '../../contract/problem.js';
import { entryOf, type JournalEntry } from './journal-entry.js';
import { emptyState, type JournalState } from './journal-state.js';

export interface ReadJournal {
  state: JournalState;
  /** Lines that hold. */
  lines: number;
  /** Where the last of them ends. */
  goodBytes: number;
  /** What must be added because the torn end may have said it: that the last byte was about to go. */
  torn: JournalEntry[];
}

const NEWLINE = 0x0a;
/** How far back an exact repetition of a line is known as one. */
const RECENT_LINES = 64;

/** Fails with `disk`, naming `path` and the line. */
export function readJournal(bytes: Buffer, path: string): ReadJournal {
  const state = emptyState();
  const recent: string[] = [];
  let [lines, physical, start] = [0, 0, 0];
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    physical += 1;
    const text = bytes.toString('utf8', start, end);
    const read = entryOf(text);
    if (!read && end === bytes.length - 1) break;
    if (!read) throw damaged(path, physical, 'it has been altered');
    start = end + 1;
    if (read.number !== lines + 1) {
      if (recent.includes(text)) continue;
      throw damaged(path, physical, `it is number ${read.number} and should be ${lines + 1}`);
    }
    apply(state, read.entry, path, physical);
    lines += 1;
    recent.push(text);
    if (recent.length > RECENT_LINES) recent.shift();
  }
  return { state, lines, goodBytes: start, torn: tornEntries(state, bytes.subarray(start)) };
}

/**
 * An end that cannot be read was synced before the last byte went, if it was the `last` of a try and damage came later; then the server may
 * have the batch. Any batch that waited for an answer can be meant. An end with its line end may also be two lines, `sending` and `last`,
 * run together; then it is the youngest, which has had no try.
 */
function tornEntries({ batches }: JournalState, end: Buffer): JournalEntry[] {
  if (end.length === 0) return [];
  const open = [...batches.values()].filter((batch) => batch.answer === null && batch.openTry === null);
  const torn: JournalEntry[] = [];
  for (const { plan, tries } of open) {
    if (tries > 0) torn.push({ t: 'last', b: plan.b, try: tries });
    else if (end.at(-1) === NEWLINE) torn.push({ t: 'sending', b: plan.b, try: 1, ms: 0 }, { t: 'last', b: plan.b, try: 1 });
  }
  return torn;
}

function apply(state: JournalState, entry: JournalEntry, path: string, line: number): void {
  try {
    state.apply(entry);
  } catch (error) {
    throw damaged(path, line, error instanceof Error ? error.message : 'it does not follow from the lines before it');
  }
}

function damaged(path: string, line: number, why: string): SalesError {
  const folder = path.replace(/[\\/][^\\/]*$/, '');
  return new SalesError('disk', `The journal ${path} is damaged at line ${line}: ${why}. Nothing was sent.`, {
    hint: [
      `Restore the folder from a backup. If there is none, move it away (${folder}) and upload the same file with the same flags again. A server with idempotent uploads (`,
      ['sales', 'ping'],
      ' shows it) stores nothing twice; for any other, check with ',
      ['sales', 'list'],
      ' or ',
      ['sales', 'list', '--settlement'],
      ' first',
    ],
  });
}
