import { expect, it } from 'vitest';
import { importSettingsDefault } from '../../../src/contract/import-configuration.js';
import type { ImportRules } from '../../../src/files/input/import-rules.js';
import { openAsPlanned, openInput } from '../../../src/files/open.js';
import { chunked } from '../reading.js';

const ROWS = 6_000;
const text = `transactionReference,amount,currency,transactionDate\n${Array.from(
  { length: ROWS },
  (_, index) => `R${index},${['1.50', '20.00', '3.00'][index % 3]},CHF,2026-11-20T10:00:00+01:00\n`,
).join('')}`;
const rulesWith = (settings: Partial<ImportRules['settings']>): ImportRules => ({
  name: 'Small',
  settings: { ...importSettingsDefault, ...settings },
  atMs: Date.parse('2026-11-21T00:00:00Z'),
});

/** What the thread that makes batches is given: rows still to be written, and rows with the fields at fault. */
async function groupsUnder(importRules: ImportRules | undefined) {
  const input = await openInput({ stdin: chunked(text) }, { format: 'auto', ...(importRules && { importRules }) });
  await input.close();
  const groups = await openAsPlanned({ stdin: chunked(text) }, structuredClone(input.plan), 'runs');
  let runs = 0;
  const fields: (readonly string[] | null)[] = [];
  for await (const group of groups ?? [])
    if ('write' in group) runs += 1;
    else fields.push(...group.map(({ notImported }) => notImported?.fields ?? null));
  return { hasRuns: runs > 0, rows: fields.length, fields: fields.slice(0, 3) };
}

it.each([undefined, rulesWith({})])('a row with an amount of more than four decimals tells it before it is sent', async (importRules) => {
  const options = { format: 'auto', ...(importRules && { importRules }) } as const;
  const told = async (kind: 'Sales' | 'Settlement', isStrict = false) => {
    const payout = kind === 'Sales' ? 'terminalId' : 'payoutId';
    const fine = `transactionReference,${payout},amount,currency,transactionDate\nA,P,1.2345,CHF,2026-11-20T10:00:00Z\nB,P,1.23456,CHF,2026-11-20T10:00:00Z\n`;
    const input = await openInput({ stdin: chunked(fine) }, { ...options, kind, isStrict });
    const rows = [];
    for await (const group of input.rows) rows.push(...group);
    await input.close();
    return rows.map(({ notImported, faults }) => notImported?.fields ?? faults.map(({ code }) => code));
  };
  expect(await told('Sales')).toEqual([[], ['amount']]);
  expect(await told('Settlement')).toEqual([[], ['amount']]);
  expect(await told('Sales', true)).toEqual([[], ['AMOUNT_DECIMALS']]);
});

it('rows that need no look are written as they come, but where a rule of the tenant is about them', async () => {
  expect(await groupsUnder(undefined)).toMatchObject({ hasRuns: true });
  expect(await groupsUnder(rulesWith({ requiredFields: ['amount'], currencyCheck: false }))).toMatchObject({ hasRuns: true });
  const none = { hasRuns: false, rows: ROWS };
  expect(await groupsUnder(rulesWith({ amountMax: 10 }))).toEqual({ ...none, fields: [null, ['amount'], null] });
  expect(await groupsUnder(rulesWith({ amountMin: 2 }))).toEqual({ ...none, fields: [['amount'], null, null] });
  const all = (field: string) => ({ ...none, fields: [[field], [field], [field]] });
  expect(await groupsUnder(rulesWith({ requiredFields: ['terminalId'] }))).toEqual(all('terminalId'));
  expect(await groupsUnder(rulesWith({ transactionAgeDaysMax: 0 }))).toEqual(all('transactionDate'));
});
