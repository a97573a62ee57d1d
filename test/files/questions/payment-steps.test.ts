/** Exports with a line for each step of a payment, each with its whole amount. */
import { expect, it } from 'vitest';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { read, refusal } from '../reading.js';

const steps = (kinds: string[], reference: string) =>
  kinds.map((kind, at) => `${reference};2026-11-20T08:12:0${at}Z;${kind};12.50;EUR\n`).join('');

it('the steps of a payment are asked, and how they are sent all the same', async () => {
  const text = `Psp Reference;Date;Record Type;Amount;Currency\n${steps(['Received', 'Authorised', 'Settled'], 'P1')}`;
  const { message, hint } = await refusal(text);
  expect(message).toBe(
    'Line 3: column 4 (D) "Amount" has the amount of line 2 once more, for the same payment (column 1 (A) "Psp Reference") and another step (column 3 (C) "Record Type"), as far as the names tell. Each line would be sent as a sale.',
  );
  expect(hint).toBe(
    "If they are steps of one payment, say which of them is the sale:   --only 'Record Type=Received'   or   --only 'Record Type=Authorised';   if each line is a sale:   --set 'additionalData.Record Type=Record Type'",
  );
  const rows = [{ keep: true, column: 'Record Type', values: ['Settled'] }];
  expect((await read(text, { rules: { ...noRules, rows } })).rows.map(({ transaction }) => transaction?.amount ?? null)).toEqual([
    null,
    null,
    12.5,
  ]);
  const rules = { ...noRules, columns: { 'additionalData.Record Type': 'Record Type' } };
  expect((await read(text, { rules })).rows.map(({ transaction }) => transaction?.amount)).toEqual([12.5, 12.5, 12.5]);
});

it.each([
  ['Transaction ID;Date;Status;Amount;Currency', ['authorized', 'settled']],
  ['Transaction ID;Date;Transaction Type;Amount;Currency', ['Authorization', 'Capture']],
  ['Belegnummer;Datum;Vorgang;Betrag;Währung', ['Reservierung', 'Buchung']],
])('so under %s', async (header, kinds) => {
  const { message, hint } = await refusal(`${header}\n${steps(kinds, 'P1')}${steps(kinds, 'P2')}`);
  expect(message).toContain('Each line would be sent as a sale');
  const [, flag = ''] = /--set '?(\S.*?=.*?)'?$/.exec(hint) ?? [];
  const [field = '', column = ''] = flag.split('=');
  expect((await read(`${header}\n${steps(kinds, 'P1')}`, { rules: { ...noRules, columns: { [field]: column } } })).rows).toHaveLength(2);
});

it('the lines of a receipt below a line of its total are asked', async () => {
  const text = [
    'Date;Receipt;Line Type;Total;SKU;Currency',
    '2026-11-20T08:12:00Z;1001;Sale;6.50;;EUR',
    '2026-11-20T08:12:00Z;1001;Sale Line;4.00;E1;EUR',
    '2026-11-20T08:12:00Z;1001;Sale Line;2.50;C1;EUR',
    '2026-11-20T08:12:00Z;1001;Payment;6.50;;EUR',
  ].join('\n');
  expect((await refusal(text)).message).toContain('Each line would be sent as a sale');
});

it('rows that a server holds are sales, each of them', async () => {
  const header =
    'transactionId,transactionState,transactionMatchState,transactionReference,transactionDate,transactionTypes,amount,Artikel';
  const row = (kind: string, item: string) => `x,Processed,Unmatched,P1,2026-11-20T08:12:00Z,${kind},12.50,${item}\n`;
  const { rows } = await read(`${header}\n${row('Received', 'A')}${row('Authorised', 'B')}${row('Settled', 'C')}`);
  expect(rows.map(({ transaction }) => transaction?.amount)).toEqual([12.5, 12.5, 12.5]);
});

it('of the rejects of a file it was asked before', async () => {
  const rows = [1, 2].flatMap((one) => ['A', 'B'].map((kind) => `P${one},2026-11-20T08:12:00Z,${kind},12.50,2,X,Y`));
  const { rows: sent } = await read(`Transaction ID,Date,Status,Amount,_line,_code,_error\n${rows.join('\n')}\n`);
  expect(sent.flatMap(({ faults }) => faults)).toEqual([]);
});

it.each<[string, string[]]>([
  ['a refund that has no minus', [steps(['Sale', 'Refund'], 'P1'), steps(['Sale', 'Refund'], 'P2')]],
  ['a second try', [steps(['Declined', 'Approved'], 'P1'), steps(['Declined', 'Approved'], 'P2')]],
  ['few of many', [steps(['One', 'Two'], 'P1'), steps(['One', 'Two'], 'P2'), ...['P3', 'P4', 'P5'].map((one) => steps(['One'], one))]],
  ['one that was paid in two halves', [steps(['Card', 'Cash'], 'P1')]],
  ['a receipt whose number begins anew each day', [steps(['Visa', 'Maestro'], '1'), steps(['Maestro', 'Visa'], '2')]],
  ['the same kind', [steps(['Sale', 'Sale'], 'P1'), steps(['Sale', 'Sale'], 'P2')]],
  ['no payment', [steps(['Sale', 'Other'], ''), steps(['Sale', 'Other'], '')]],
])('%s is none', async (_, rows) => {
  for (const name of ['Status', 'Type']) {
    const { rows: read_ } = await read(`Transaction ID;Date;${name};Amount;Currency\n${rows.join('')}`);
    expect(read_.flatMap(({ faults }) => faults)).toEqual([]);
  }
});
