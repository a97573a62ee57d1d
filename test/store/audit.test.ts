import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type AuditEntry, type AuditHead, checkChain, type KeptAuditRow, nextAuditRow } from '../../src/store/audit.js';

const text = fc.string({ maxLength: 12 });
const entries: fc.Arbitrary<AuditEntry[]> = fc.array(
  fc.record({
    actor: text,
    origin: fc.option(text),
    action: text,
    object: text,
    outcome: fc.constantFrom('done', 'refused'),
    requestId: fc.option(text),
    details: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null))),
  }),
  { minLength: 1, maxLength: 12 },
);

function chainOf(list: readonly AuditEntry[]): KeptAuditRow[] {
  const rows: KeptAuditRow[] = [];
  let head: AuditHead | null = null;
  for (const [index, entry] of list.entries()) {
    const row = nextAuditRow(head, entry, new Date(1_700_000_000_000 + index).toISOString());
    rows.push(row);
    head = row;
  }
  return rows;
}

const changed = (value: string | number | null) => (typeof value === 'number' ? value + 1 : `${value ?? ''}x`);

describe('a chain', () => {
  test.prop([entries])('is whole as it was written, and its head is the last row', (list) => {
    const rows = chainOf(list);
    const last = rows.at(-1);
    expect(checkChain(rows, null)).toEqual({ rows: rows.length, head: { key: last?.key, hash: last?.hash }, broken: null });
  });

  test.prop([entries, fc.nat(), fc.constantFrom('at', 'actor', 'origin', 'action', 'object', 'outcome', 'requestId', 'details', 'hash')])(
    'shows where any member of any row was changed',
    (list, at, member) => {
      const rows = chainOf(list);
      const index = at % rows.length;
      const row = rows[index] as KeptAuditRow;
      rows[index] = { ...row, [member]: changed(row[member as keyof KeptAuditRow]) };
      expect(checkChain(rows, null).broken?.key).toBe(index + 1);
    },
  );

  test.prop([entries, fc.nat(), fc.boolean()])('shows a row that was left out before the end', (list, at, numbered) => {
    const rows = chainOf(list);
    const index = at % rows.length;
    rows.splice(index, 1);
    const closed = numbered ? rows : rows.map((row, key) => ({ ...row, key: key + 1 }));
    expect(checkChain(closed, null).broken?.key).toBe(index === rows.length ? undefined : index + 1);
  });

  test.prop([entries, fc.nat(), fc.nat()])('shows rows that changed places', (list, one, other) => {
    const rows = chainOf(list);
    const [a, b] = [one % rows.length, other % rows.length];
    if (a === b) return;
    const [first, second] = [rows[a] as KeptAuditRow, rows[b] as KeptAuditRow];
    [rows[a], rows[b]] = [
      { ...second, key: first.key },
      { ...first, key: second.key },
    ];
    expect(checkChain(rows, null).broken?.key).toBe(Math.min(a, b) + 1);
  });

  test.prop([entries, fc.nat(), fc.nat()])('shows a row that was put in, hashed like one of the chain', (list, at, like) => {
    const rows = chainOf(list);
    const index = at % rows.length;
    const before = rows[index - 1] ?? null;
    const forged = nextAuditRow(before, { ...(list[like % list.length] as AuditEntry), action: 'forged' }, '2026-01-01T00:00:00.000Z');
    const after = rows.slice(index).map((row) => ({ ...row, key: row.key + 1 }));
    expect(checkChain([...rows.slice(0, index), forged, ...after], null).broken?.key).toBe(index + 2);
  });

  test.prop([entries, fc.nat()])('shows with a head that was kept that its end was cut off, or written anew', (list, at) => {
    const rows = chainOf(list);
    const kept = rows.at(-1) as KeptAuditRow;
    const left = rows.slice(0, at % rows.length);
    expect(checkChain(left, null).broken).toBeNull();
    expect(checkChain(left, kept).broken?.key).toBe(left.length + 1);
    const anew = chainOf(list.map((entry) => ({ ...entry, actor: `${entry.actor}!` })));
    expect(checkChain(anew, null).broken).toBeNull();
    expect(checkChain(anew, kept).broken?.key).toBe(rows.length);
    expect(checkChain([...rows, nextAuditRow(kept, list[0] as AuditEntry, '2026-01-01T00:00:00.000Z')], kept).broken).toBeNull();
  });
});

it('hashes what it always hashed', () => {
  const entry: AuditEntry = {
    actor: 'local:root',
    origin: null,
    action: 'user.add',
    object: 'user:1',
    outcome: 'done',
    requestId: null,
    details: { name: 'ann' },
  };
  const first = nextAuditRow(null, entry, '2026-11-21T10:00:00.000Z');
  const second = nextAuditRow(first, entry, '2026-11-21T10:00:01.000Z');
  // By hand: printf '["",1,"2026-11-21T10:00:00.000Z","local:root",null,"user.add","user:1","done",null,"{\"name\":\"ann\"}"]' | sha256sum
  expect([first.hash, second.hash]).toMatchInlineSnapshot(`
    [
      "32987ff697c03b9a06b197c94c2dac7c41fb8bde1ba709c2b3279f8a7f080203",
      "f2368356b2c2894dd4d748f64a6f18a5ea0199a2766043d93a7882767f614b22",
    ]
  `);
});
