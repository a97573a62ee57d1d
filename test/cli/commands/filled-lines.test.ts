/** Lines of the spreadsheet as people and programs leave them: each way to write what it has is read, and what is not of its row is refused. */
import { describe, expect, it } from 'vitest';
import { checkOf, outColumns } from '../../../src/cli/commands/exceptions/out-file.js';
import { type FilledLine, filledLines } from '../../../src/cli/commands/match/filled-lines.js';
import { sendLines } from '../../../src/cli/commands/match/line-results.js';
import type { SalesApi } from '../../../src/client/http/api.js';
import { SalesError } from '../../../src/contract/problem.js';

const id = '0199a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';
const record = '0199a5d4-8a10-7c21-9d2e-3a7b0c9d8e7f';
const suggestion = '0199a5d4-0000-7c21-9d2e-3a7b0c9d0001';
const row = {
  ...{ id, check: checkOf(id, '1234.50', '2026-10-05'), side: 'Sale', day: '2026-10-05', amount: '1234.50', currency: 'EUR' },
  ...{ candidate1: `record ${record} (71.12 EUR, 2026-10-05)`, suggestion, version: 'v0123456789abcdef-00c0ffee' },
};

async function read(over: Record<string, string>, header: readonly string[] = outColumns, user = 'anna'): Promise<FilledLine> {
  const cells = new Map(Object.entries({ ...row, ...over }));
  const table = {
    ...{ format: 'csv' as const, delimiter: ';', header },
    rows: [{ line: 2, cells: header.map((name) => cells.get(name.trim()) ?? ''), broken: null }],
  };
  const [line] = await filledLines(table, { user, today: '2026-11-20', kindOf: async () => null });
  if (!line) throw new Error('the line has a decision');
  return line;
}
const decision = async (over: Record<string, string>) => {
  const { asked } = await read(over);
  if ('why' in asked) throw new Error(asked.why);
  return asked.decision;
};
const why = async (over: Record<string, string>) => {
  const { asked } = await read(over);
  return 'why' in asked ? asked.why : null;
};

describe('a line with a decision', () => {
  const skip = { decision: 'skip', note: 'paid by voucher' };

  it.each([
    ['as it was written', {}],
    ['with a decimal comma and groups', { amount: '1.234,50' }],
    ['without zeros at the end', { amount: '1234,5' }],
    ['with groups of another kind', { amount: "1'234.50" }],
    ['with a currency', { amount: '1.234,50 €' }],
    ['with a day as Germans write it', { day: '05.10.2026' }],
    ['with a day as Americans write it', { day: '10/05/2026' }],
    ['with a day as the British write it', { day: '05/10/2026' }],
    ['with a time', { day: '2026-10-05T00:00:00' }],
    ['with a year of two digits', { day: '05.10.26' }],
    ['with apostrophes', { id: `'${id}`, amount: "'1234.50", day: "'2026-10-05", decision: "'skip" }],
    ['with blanks and capitals', { id: ` ${id.toUpperCase()} `, decision: ' Skip ' }],
  ])('is read %s', async (_, over) => {
    expect(await read({ ...skip, ...over })).toMatchObject({
      ...{ line: 2, id, word: 'skip', amount: 1234.5, currency: 'EUR' },
      asked: { decision: { action: 'Skip', transactionIds: [id], recordIds: [], text: 'paid by voucher' } },
    });
  });

  it.each([
    ['of another amount', { amount: '1234.51' }],
    ['of another day', { day: '2026-10-06' }],
    ['of another row', { id: record }],
    ['of a rounded amount', { amount: '1234' }],
    ['of a day that a program made of the amount', { amount: '1234. Mai' }],
    ['without its amount', { amount: '' }],
  ])('is refused where its cells are %s', async (_, over) => {
    expect(await why({ ...skip, ...over })).toMatch(/are not of one row/);
  });

  it('of a row without amount and day fits where both are empty', async () => {
    const bare = { ...skip, amount: '', day: '', check: checkOf(id, '', '') };
    expect(await decision(bare)).toMatchObject({ action: 'Skip' });
    expect(await read(bare)).toMatchObject({ amount: null });
    expect(await why({ ...bare, amount: '1.00' })).toMatch(/are not of one row/);
  });

  it('becomes each decision', async () => {
    expect(await decision({ decision: 'approve' })).toMatchObject({
      ...{ action: 'Approve', matchId: suggestion },
      seen: { id, version: 'v0123456789abcdef' },
    });
    expect(await decision({ decision: 'reject', note: 'no' })).toMatchObject({ action: 'Unlink', matchId: suggestion, text: 'no' });
    expect(await decision({ decision: 'note', note: "'=asked" })).toMatchObject({ action: 'Note', text: '=asked' });
    const claim = { action: 'Claim', transactionIds: [id], remindOn: '2026-12-01' };
    for (const remindOn of ['2026-12-01', '01.12.2026', '2026-12-01T00:00:00'])
      expect(await decision({ decision: 'claim', remindOn })).toMatchObject(claim);
    expect(await decision({ side: 'Payout', decision: 'claim', remindOn: '2026-12-01' })).toMatchObject({
      action: 'Claim',
      recordIds: [id],
    });
    const link = { action: 'Link', transactionIds: [id], recordIds: [record], cause: 'TillError' };
    for (const name of [record, record.slice(-8), `${row.candidate1}`, ` ${record.toUpperCase()};`])
      for (const cause of ['TillError', 'till error']) expect(await decision({ decision: 'link', with: name, cause })).toMatchObject(link);
  });

  it.each([
    [{ decision: 'skip' }, /say why in the column note/],
    [{ decision: 'delete' }, /no decision "delete": write approve/],
    [{ decision: 'approve', suggestion: '' }, /no suggestion/],
    [{ decision: 'link' }, /needs a sale and a settlement record/],
    [{ decision: 'link', with: id }, /needs a sale and a settlement record/],
    [{ decision: 'link', with: '7' }, /"7" in the column with is not an id/],
    [{ decision: 'link', with: `${record} and more` }, /"and" in the column with is not an id/],
    [{ decision: 'link', with: suggestion }, /There is no sale or settlement record/],
    [{ decision: 'link', with: record, cause: 'Weather' }, /no cause "Weather": write Tip/],
    [{ decision: 'claim' }, /needs a day/],
    [{ decision: 'claim', remindOn: '01/12/2026' }, /needs a day/],
    [{ decision: 'claim', remindOn: '2026-11-20' }, /2026-11-20 is no day to come/],
    [{ decision: 'note', note: 'card 4111111111111111' }, /^The column note must hold no full card number/],
    [{ decision: 'skip', note: 'x', version: '' }, /version of this line is missing/],
    [{ decision: 'skip', note: 'x', side: 'Account', id: '' }, /Only sales, settlement records and payouts/],
  ])('%j is refused with what is missing', async (over, told) => {
    expect(await why(over as Record<string, string>)).toMatch(told);
  });

  it('is the same decision in whatever order, and another one of another user or file', async () => {
    const { decisionId } = await decision(skip);
    const moved = await read(skip, [...outColumns].reverse());
    expect(moved.asked).toMatchObject({ decision: { decisionId } });
    const others = [await decision({ ...skip, note: 'x' }), await decision({ ...skip, version: 'v0123456789abcdef-00c0ffef' })];
    const byOther = await read(skip, outColumns, 'bernd');
    const ids = [decisionId, ...others.map((one) => one.decisionId), 'decision' in byOther.asked && byOther.asked.decision.decisionId];
    expect(new Set(ids).size).toBe(4);
  });
});

it('columns are found by their names alone; without one, or with two of a name, nothing is read', async () => {
  const moved = ['Remark', ...[...outColumns].reverse(), ' '].map((name) => (name === 'id' ? ' ID ' : name));
  const cells = (header: readonly string[]) =>
    filledLines({ format: 'csv', delimiter: ',', header, rows: [] }, { user: 'anna', today: '2026-11-20', kindOf: async () => null });
  await expect(cells(moved)).resolves.toEqual([]);
  await expect(cells(outColumns.filter((name) => name !== 'version'))).rejects.toThrow('no column version');
  await expect(cells([...outColumns, 'Note'])).rejects.toThrow('column note twice');
});

it('what was sent before a failure is told, and what was not', async () => {
  const line = await read({ decision: 'skip', note: 'x' });
  const lines = [...Array.from({ length: 450 }, () => line), { ...line, asked: { why: 'no' } }];
  let requests = 0;
  const api = {
    ask: async (_: string, { body }: { body: { decisions: { decisionId: string }[] } }) => {
      requests += 1;
      if (requests === 2) throw new SalesError('network');
      return { results: body.decisions.map(({ decisionId }) => ({ decisionId, outcome: 'Done', code: null, detail: null })) };
    },
  } as unknown as SalesApi;
  const { results, failure } = await sendLines(api, lines, false);
  expect(failure).toMatchObject({ code: 'network' });
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  expect(counts).toEqual({ Done: 200, Unknown: 200, Unsent: 50, Refused: 1 });
});
