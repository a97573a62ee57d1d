import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal, peekJournal } from '../../../src/client/journal/journal.js';
import { entryOf, type JournalEntry, lineOf } from '../../../src/client/journal/journal-entry.js';
import { readJournal } from '../../../src/client/journal/journal-read.js';
import { type JournalState, keyHolds, mayBeTaken } from '../../../src/client/journal/journal-state.js';
import { SalesError } from '../../../src/contract/problem.js';

const planned = (b: string): JournalEntry => ({ t: 'planned', b, first: 1, last: 2, rows: 2, sha: 'ab', key: `key-${b}` });
const sending = (b: string, number: number): JournalEntry => ({ t: 'sending', b, try: number, ms: 1_000 });
const last = (b: string, number: number): JournalEntry => ({ t: 'last', b, try: number });
const acked = (b: string): JournalEntry => ({ t: 'acked', b, uploadId: `upload-${b}` });

const entries: JournalEntry[] = [
  ...[planned('1'), sending('1', 1), last('1', 1), acked('1')],
  ...[planned('2'), sending('2', 1), last('2', 1), { t: 'doubt', b: '2', try: 1, why: 'cut – ä' } as const, sending('2', 2), last('2', 2)],
  { t: 'refused', b: '2', http: 400, rows: [{ index: 1, faults: [] }] },
  ...[planned('2.1'), sending('2.1', 1), last('2.1', 1), { t: 'unsent', b: '2.1', try: 1, why: 'busy' } as const],
  ...[sending('2.1', 2), last('2.1', 2), acked('2.1')],
  ...[planned('3'), sending('3', 1), last('3', 1), { t: 'halved', b: '3' } as const],
  ...[planned('3.1'), sending('3.1', 1), last('3.1', 1)],
];
const textOf = (list: readonly JournalEntry[]) => list.map((entry, index) => lineOf(entry, index + 1)).join('');
const whole = Buffer.from(textOf(entries), 'utf8');

/** What may be at the server without an answer, by the lines alone: an oracle that shares nothing with the state. */
function possiblyTaken(list: readonly JournalEntry[]): string[] {
  const open = new Set<string>();
  const doubts = new Set<string>();
  for (const entry of list) {
    if (entry.t === 'last') open.add(entry.b);
    else if (entry.t === 'doubt') doubts.add(entry.b);
    else if (entry.t === 'unsent') open.delete(entry.b);
    else if (entry.t === 'acked' || entry.t === 'refused' || entry.t === 'halved') {
      open.delete(entry.b);
      doubts.delete(entry.b);
    }
  }
  return [...new Set([...open, ...doubts])].sort();
}

const takenIn = (state: JournalState) => [...state.batches].filter(([, part]) => mayBeTaken(part)).map(([id]) => id);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sales-journal-'));
  path = join(folder, 'journal.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'read';
  } catch (error) {
    if (error instanceof SalesError) return error.code;
    throw error;
  }
};

describe('a journal', () => {
  it('gives back what was appended', async () => {
    const journal = await openJournal(path);
    await Promise.all(entries.map((entry) => journal.append([entry])));
    await journal.close();
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect(takenIn(await peekJournal(path))).toEqual(['3.1']);
  });

  it('keeps the doubt of a try whose end it does not know, whatever became of the next one', async () => {
    const [first, second] = [planned('1'), { ...sending('1', 2), ms: 9_000 }];
    writeFileSync(path, textOf([first, sending('1', 1), last('1', 1), second, { t: 'unsent', b: '1', try: 2, why: 'busy' }]));
    const state = await peekJournal(path);
    expect(takenIn(state)).toEqual(['1']);
    expect(state.batches.get('1')).toMatchObject({ sentMs: 1_000, tries: 2 });
  });

  it('counts on the key no longer than the server has said at any try that it may have taken', async () => {
    const tries = (...keyMs: number[]) => keyMs.flatMap((ms, at) => [{ ...sending('1', at + 1), keyMs: ms }, last('1', at + 1)]);
    for (const [first, second] of [
      [5_000, 90_000],
      [90_000, 5_000],
    ] as const) {
      writeFileSync(path, textOf([planned('1'), ...tries(first, second)]));
      const part = (await peekJournal(path)).batches.get('1');
      expect(part && [keyHolds(part, 90_000, 5_999), keyHolds(part, 90_000, 6_000)]).toEqual([true, false]);
    }
  });

  it('forgets a doubt once a person has said to send the part again, and knows the one that comes after', async () => {
    const lost: JournalEntry = { t: 'resend', b: '1' };
    const before = [planned('1'), sending('1', 1), last('1', 1), lost];
    const notSent = { t: 'unsent', b: '1', try: 2, why: 'busy' } as const;
    const takenAfter = async (...after: JournalEntry[]) => {
      writeFileSync(path, textOf([...before, ...after]));
      return takenIn(await peekJournal(path));
    };
    expect(await takenAfter()).toEqual([]);
    expect(await takenAfter(sending('1', 2), notSent)).toEqual([]);
    expect(await takenAfter(sending('1', 2), last('1', 2))).toEqual(['1']);
  });

  it('is finished no more once something follows', async () => {
    const finished: JournalEntry = { t: 'finished', exit: 7, rows: { read: 2, accepted: 0, rejected: 0, inDoubt: 2, unsent: 0 } };
    const skipped = [planned('1'), sending('1', 1), last('1', 1), finished];
    writeFileSync(path, textOf(skipped));
    expect((await peekJournal(path)).finished).toMatchObject({ exit: 7 });
    writeFileSync(path, textOf([...skipped, { t: 'resend', b: '1' }]));
    expect((await peekJournal(path)).finished).toBeNull();
  });

  it('cut at every byte proves no less than its whole lines, and can be added to', async () => {
    for (let length = 0; length <= whole.length; length++) {
      const cut = whole.subarray(0, length);
      const lines = cut.filter((byte) => byte === 0x0a).length;
      const read = readJournal(cut, path);
      expect(read.lines).toBe(lines);
      const taken = takenIn(read.state);
      expect(taken).toEqual(possiblyTaken(entries.slice(0, lines)));
    }
    for (let length = whole.length - 300; length < whole.length; length += 7) {
      writeFileSync(path, whole.subarray(0, length));
      const journal = await openJournal(path);
      await journal.append([{ t: 'finished', exit: 7, rows: { read: 0, accepted: 0, rejected: 0, inDoubt: 0, unsent: 0 } }]);
      await journal.close();
      expect((await peekJournal(path)).finished?.exit).toBe(7);
    }
  });

  it('takes a torn line after "sending" for the one that says that the last byte went', async () => {
    const upTo = textOf(entries.slice(0, 2));
    for (const torn of ['{', lineOf(last('1', 1), 3).replace('"last"', '"lost"')]) {
      writeFileSync(path, upTo + torn);
      const journal = await openJournal(path);
      expect(takenIn(journal.state)).toEqual(['1']);
      await journal.close();
      expect(readFileSync(path, 'utf8')).toBe(textOf(entries.slice(0, 3)));
    }
  });

  it('with any single bit flipped is refused, or proves at least what stood before the last line', () => {
    let seed = 20_261_121;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    let refused = 0;
    for (let run = 0; run < 1_000; run++) {
      const bytes = Buffer.from(whole);
      const at = next(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << next(8));
      const found = codeOf(() => readJournal(bytes, path));
      if (found === 'read') {
        // The end of the line before counts as the last line's, too.
        expect(at).toBeGreaterThanOrEqual(whole.lastIndexOf(0x0a, whole.length - 2));
        const { state, torn } = readJournal(bytes, path);
        for (const entry of torn) state.apply(entry);
        expect(takenIn(state)).toEqual(['3.1']);
      } else {
        expect(found).toBe('disk');
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(900);
  });

  it('does not mind its last lines repeated', () => {
    for (let count = 1; count <= 12; count++) {
      const repeated = textOf(entries)
        .split('\n')
        .slice(-count - 1)
        .join('\n');
      const { state, lines } = readJournal(Buffer.concat([whole, Buffer.from(repeated)]), path);
      expect({ lines, taken: takenIn(state) }).toEqual({ lines: entries.length, taken: ['3.1'] });
    }
  });

  it('refuses lines out of order, and lines left out, naming file and line', () => {
    const lines = textOf(entries).trimEnd().split('\n');
    for (let at = 0; at < lines.length - 1; at++) {
      const swapped = [...lines];
      [swapped[at], swapped[at + 1]] = [lines[at + 1] ?? '', lines[at] ?? ''];
      expect(codeOf(() => readJournal(Buffer.from(`${swapped.join('\n')}\n`), path))).toBe('disk');
      const missing = lines.filter((_, index) => index !== at);
      expect(() => readJournal(Buffer.from(`${missing.join('\n')}\n`), path)).toThrow(`${path} is damaged at line ${at + 1}`);
    }
  });

  it('refuses a line that is whole and does not follow', () => {
    expect(codeOf(() => readJournal(Buffer.from(textOf([planned('1'), last('1', 1), acked('1')])), path))).toBe('disk');
    expect(codeOf(() => readJournal(Buffer.from(textOf([planned('1'), planned('1'), acked('1')])), path))).toBe('disk');
  });

  it('shares one write between lines that wait at the same time, in the order of the calls, with noted lines before what comes after them', async () => {
    const journal = await openJournal(path);
    const first = journal.append([planned('1')]);
    journal.note([planned('2')]);
    const later = [journal.append([sending('1', 1)]), journal.append([sending('2', 1), last('1', 1)])];
    journal.note([planned('3')]);
    expect(new Set(later).size).toBe(1);
    expect(new Set([first, ...later]).size).toBe(1);
    await first;
    expect([...journal.state.batches.keys()]).toEqual(['1', '2', '3']);
    await journal.append([sending('3', 1)]);
    await journal.close();
    const lines = [planned('1'), planned('2'), sending('1', 1), sending('2', 1), last('1', 1), planned('3'), sending('3', 1)];
    expect(readFileSync(path, 'utf8')).toBe(textOf(lines));
  });

  it('is for its owner only, and stays as it was when it cannot be written', async () => {
    const journal = await openJournal(path);
    await journal.append([planned('1')]);
    const before = readFileSync(path);
    await journal.close();
    await expect(journal.append([sending('1', 1)])).rejects.toMatchObject({ code: 'disk', message: expect.stringContaining(path) });
    await expect(journal.append([sending('1', 1)])).rejects.toBe(journal.failure);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(journal.state.batches.get('1')?.tries).toBe(0);
  });

  it('knows a line only as it was written', () => {
    const line = lineOf(acked('1'), 4).trimEnd();
    expect(entryOf(line)).toEqual({ number: 4, entry: acked('1') });
    expect(entryOf(line.replace('upload-1', 'upload-2'))).toBeNull();
  });
});
