/**
 * Settlement records: each layout in fixtures/settlements is read as a person who knows it says, with its flags alone; a file of the other kind
 * is told.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readingOptions } from '../../src/cli/flags/mapping-flags.js';
import { addReadingFlags, type ReadingFlags } from '../../src/cli/flags/reading-flags.js';
import { hintText } from '../../src/cli/terminal/hint-text.js';
import { SettlementRecordUpload } from '../../src/contract/settlement.js';
import { settlementTypes } from '../../src/contract/states.js';
import { settlements } from '../../src/files/columns/exports/settlements.js';
import { readMappingFile } from '../../src/files/columns/mapping-file.js';
import { mappingProposal } from '../../src/files/columns/mapping-proposal.js';
import { mergedRules, noRules, type Remembered } from '../../src/files/input/mapping-rules.js';
import { type OpenOptions, openAsPlanned, openInput } from '../../src/files/open.js';
import { incomplete } from '../../src/files/questions/open-questions.js';
import { valuesOf } from '../../src/files/rows/sale.js';
import { chunked, refusal } from './reading.js';

interface Layout {
  title: string;
  known: string | null;
  source: string | null;
  flags: string[];
  records: (SettlementRecordUpload & { line: number })[];
  notImported?: number[];
  leftOut: { line: number; why: string }[];
}

const folder = fileURLToPath(new URL('../../fixtures/settlements/', import.meta.url));
const layouts = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    name,
    path: `${folder}${name}/export.csv`,
    ...(JSON.parse(readFileSync(`${folder}${name}/records.json`, 'utf8')) as Layout),
  }));

async function optionsOf(flags: readonly string[]): Promise<OpenOptions> {
  const command = addReadingFlags(new Command()).parse(flags as string[], { from: 'user' });
  return readingOptions({ ...command.opts<ReadingFlags>(), settlement: true, isProfileZone: true });
}

async function records(source: string | { path: string }, options: Partial<OpenOptions> = {}, remembered?: Remembered) {
  const opened = () => (typeof source === 'string' ? { stdin: chunked(source) } : source);
  const input = await openInput(opened(), { format: 'auto', kind: 'Settlement', ...options }, remembered);
  const read = async (groups: typeof input.rows) => {
    const rows = [];
    for await (const group of groups) rows.push(...group);
    return rows.map(({ line, sale, faults, leftOut, notImported }) => ({
      line,
      record: sale && valuesOf(sale),
      faults,
      leftOut,
      notImported,
    }));
  };
  try {
    const rows = await read(input.rows);
    // As another thread reads it.
    const again = await openAsPlanned(opened(), structuredClone(input.plan));
    expect(again && (await read(again))).toEqual(rows);
    return { description: input.description, rows };
  } finally {
    await input.close();
  }
}

describe('layouts of settlement exports', () => {
  it.each(layouts.map((layout) => [layout.name, layout] as const))(
    '%s',
    async (_, { path, known, source, flags, records: expected, ...layout }) => {
      if (source !== null) expect(new URL(source).protocol).toBe('https:');
      const { description, rows } = await records({ path }, await optionsOf(flags));
      expect(description).toMatchObject({ kind: 'Settlement', missing: [] });
      expect(description.columns?.known?.name ?? null).toBe(known);
      expect(incomplete(description)).toBeNull();
      expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
      const read = rows.flatMap(({ line, record }) => (record ? [{ line, ...record, additionalData: undefined }] : []));
      expect(read).toEqual(expected);
      for (const { record } of rows) if (record) expect(SettlementRecordUpload.safeParse(record).success).toBe(true);
      expect(rows.flatMap(({ line, notImported }) => (notImported ? [line] : []))).toEqual(layout.notImported ?? []);
      expect(rows.flatMap(({ line, leftOut }) => (leftOut === undefined ? [] : [line]))).toEqual(layout.leftOut.map(({ line }) => line));
    },
  );

  it.each(layouts.map((layout) => [layout.name, layout] as const))('%s, by the mapping that is proposed for it', async (_, layout) => {
    const options = await optionsOf(layout.flags);
    const proposed = await openInput({ path: layout.path }, { ...options, isProposal: true });
    await proposed.close();
    const text = mappingProposal(proposed.description, [], 'sales');
    expect(text).toContain('become settlement records');
    const rules = mergedRules(readMappingFile(text, 'test.map', 'Settlement'), options.rules ?? noRules);
    const { rows } = await records({ path: layout.path }, { ...options, rules });
    const read = rows.flatMap(({ line, record }) => (record ? [{ line, ...record, additionalData: undefined }] : []));
    expect(read).toEqual(layout.records);
  });

  it('are there for each export that is known, with its source', () => {
    expect(new Set(layouts.flatMap(({ known }) => known ?? []))).toEqual(new Set(settlements.map(({ name }) => name)));
    for (const { sources } of settlements) for (const source of sources) expect(new URL(source).protocol).toBe('https:');
  });

  it('are not looked for below rows of another table where their files have none', async () => {
    const razorpay = readFileSync(`${folder}razorpay-settlement-recon/export.csv`, 'utf8');
    const { rows } = await records(`settlementDate,amount,currency,type\n2026-11-20,5.00,INR,Sale\n${razorpay}`);
    expect(rows.map(({ record, faults }) => record?.amount ?? faults[0]?.code).slice(0, 2)).toEqual([5, 'COLUMN_COUNT']);
  });

  it('are recognised by their own marks alone', () => {
    for (const { marks } of settlements)
      expect(settlements.filter((other) => other.marks.every((mark) => marks.includes(mark)))).toHaveLength(1);
  });
});

const own = 'payoutId,settlementDate,amount,currency,type,fee\n';

describe('fees', () => {
  const fees = async (header: string, ...rows: string[]) => {
    const text = `Auszahlungsnummer,Gutschrift am,Brutto,Währung,${header}\n${rows.map((row) => `A1,2026-11-23,${row}\n`).join('')}`;
    const read = await records(text, { rules: { ...noRules, columns: { settlementDate: '2' } } });
    return { fees: read.rows.map(({ record }) => record?.fee), values: read.description.values };
  };

  it('are costs, also where a file writes them with a minus, and it says so', async () => {
    const { fees: read, values } = await fees('Gebühr', '10.00,EUR,-0.20', '5.00,EUR,0', '-5.00,EUR,0.10');
    expect(read).toEqual([0.2, 0, -0.1]);
    expect(values).toContainEqual({ field: 'fee', shown: 'fees with a minus' });
  });

  it('are as they stand where some are given back, and under the name of the API', async () => {
    expect((await fees('Gebühr', '10.00,EUR,-0.20', '5.00,EUR,0.10')).fees).toEqual([-0.2, 0.1]);
    expect((await fees('fee', '10.00,EUR,-0.20')).fees).toEqual([-0.2]);
  });

  it('have the sign that they had under the same header, whatever rows a file has of it', async () => {
    const head = 'Auszahlungsnummer;Gutschrift am;Brutto;Währung;Gebühr\n';
    const refund = 'A1;23.11.2026;-5,00;EUR;0,10\n';
    const whole = await records(`${head}A1;23.11.2026;10,00;EUR;-0,20\n${refund}`);
    const { asRead } = whole.description.columns ?? {};
    const again = await records(`${head}${refund}`, {}, () => (asRead ? { on: '2026-11-24', reading: {}, ...asRead } : null));
    expect(again.rows[0]?.record).toEqual(whole.rows[1]?.record);
    expect(again.rows[0]?.record).toMatchObject({ fee: -0.1 });
  });

  it('beside a refund whose net amount alone has a minus are no question under a header that was settled before', async () => {
    const head = 'type,payoutId,settlementDate,amount,fee,netAmount,currency\n';
    const whole = await records(`${head}Sale,A1,2026-11-23,10.00,0.20,9.80,EUR\n`);
    const { asRead } = whole.description.columns ?? {};
    const again = await records(`${head}Refund,A1,2026-11-24,5.00,0.10,-5.10,EUR\n`, {}, () =>
      asRead ? { on: '2026-11-24', reading: {}, ...asRead } : null,
    );
    expect(again.rows[0]?.record).toMatchObject({ amount: 5, netAmount: -5.1 });
  });

  it('of several columns are added, exactly', async () => {
    const text = 'payoutId,settlementDate,amount,currency,Scheme,Acquiring,Other\nP,2026-11-23,1,EUR,0.1,0.2,\n';
    const read = await records(text, { rules: { ...noRules, columns: { fee: 'Scheme + Acquiring + Other' } } });
    expect(read.rows[0]?.record?.fee).toBe(0.3);
  });
});

describe('numbers of JSON, which always have a point,', () => {
  const record = { payoutId: 'P', settlementDate: '2026-11-23', currency: 'EUR', Brutto: '1.234,50' };
  const read = async (more: object, columns: Record<string, string>) =>
    (await records(JSON.stringify([{ ...record, ...more }]), { decimal: ',', rules: { ...noRules, columns } })).rows[0];

  it('are added as such', async () => {
    const row = await read({ Kommission: 1.234, Marge: 2, Karten: '0,5' }, { fee: 'Kommission + Marge + Karten' });
    expect(row).toMatchObject({ record: { amount: 1234.5, fee: 3.734 }, faults: [] });
  });

  it('are such on either side', async () => {
    const row = await read({ Haben: null, Soll: 1.234 }, { netAmount: 'Haben - Soll' });
    expect(row).toMatchObject({ record: { amount: 1234.5, netAmount: -1.234 }, faults: [] });
  });
});

describe('where records are', () => {
  it.each([
    [
      'below titles',
      'Abrechnung 4711\nKunde;Muster AG\n\nAuszahlungsnummer;Gutschrift am;Bruttoumsatz;Disagio\nA1;23.11.2026;100,00;1,00\n',
    ],
    ['in a list of any name', JSON.stringify({ payouts: [{ payoutId: 'A1', payoutDate: '2026-11-23', amount: 100, fee: 1 }] })],
  ])('%s', async (_, text) => {
    const { rows } = await records(text, { rules: { ...noRules, constants: { currency: 'EUR' } } });
    expect(rows.map(({ record }) => record)).toEqual([{ payoutId: 'A1', payoutDate: '2026-11-23', amount: 100, currency: 'EUR', fee: 1 }]);
  });
});

describe('references of rows that are no payments', () => {
  const stripe = (header: string, ...row: string[]) =>
    records(
      `automatic_payout_id,balance_transaction_id,gross,fee,net,reporting_category,currency,available_on_utc,${header}\npo_1,txn_1,-5,0,-5,refund,eur,2026-11-23,${row.join()}\n`,
    );

  it('are at fault where they stand', async () => {
    const { rows } = await stripe('charge_id,source_id', 'ch_1', 're_'.padEnd(5_000, '1'));
    expect(rows[0]?.faults).toMatchObject([{ field: 'transactionReference', column: 'source_id' }]);
    const other = await stripe('charge_id,source_id', 'ch_'.padEnd(5_000, '1'), 're_1');
    expect(other.rows[0]?.faults.at(-1)).toMatchObject({ field: 'originalReference', column: 'charge_id' });
  });

  it('are not lost where their own column is missing', async () => {
    const { rows } = await stripe('charge_id', 'ch_1');
    expect(rows[0]?.record).toMatchObject({ transactionReference: 'ch_1', originalReference: 'ch_1' });
  });
});

it('an amount that is negative because of its row is so before and after the fee', async () => {
  const text =
    'payoutId,settlementDate,Art,amount,Netto,currency\nP,2026-11-23,Storno,50,49.5,EUR\nP,2026-11-23,Storno,-50,-49.5,EUR\nP,2026-11-23,Verkauf,50,49.5,EUR\n';
  const { rows } = await records(text, { rules: { ...noRules, negative: [{ column: 'Art', values: ['Storno'] }] } });
  expect(rows.map(({ record }) => [record?.amount, record?.netAmount])).toEqual([
    [-50, -49.5],
    [-50, -49.5],
    [50, 49.5],
  ]);
});

describe('faults of records', () => {
  it.each([
    ['PO-1,2026-11-23,1,EUR,Payement,', 'TYPE_UNKNOWN', 'type'],
    ['PO-1,2026-11-23,1,EUR,,1.2.3', 'AMOUNT_INVALID', 'fee'],
    ['PO-1,yesterday,1,EUR,,', 'DAY_INVALID', 'settlementDate'],
  ])('%s', async (row, code, field) => {
    const { rows } = await records(`${own}${row}\n`);
    expect(rows[0]?.faults).toMatchObject([{ code, field, column: field }]);
  });

  it('a number of payments that is none', async () => {
    const { rows } = await records('payoutId,settlementDate,amount,currency,transactionCount\nP,2026-11-23,1,EUR,1.5\n');
    expect(rows[0]?.faults).toMatchObject([{ code: 'COUNT_INVALID', field: 'transactionCount' }]);
  });

  it('a payout without its number is not imported, and a record may have any of three dates', async () => {
    const { rows } = await records(`${own},2026-11-23,1,EUR,Payout,\nPO-1,2026-11-23,1,EUR,Payout,\nPO-1,,1,EUR,Sale,\n`);
    expect(rows.map(({ notImported }) => notImported?.fields ?? [])).toEqual([['payoutId'], [], ['transactionDate']]);
  });

  it('a total of a till without its terminal or its number of payments is not imported', async () => {
    const head = 'type,businessDate,amount,currency,terminalId,transactionCount\n';
    const lines = ['K1,12', ',12', 'K1,'].map((cells) => `TillTotal,2026-11-23,90,EUR,${cells}\n`);
    const { rows } = await records(head + lines.join(''));
    expect(rows.map(({ notImported }) => notImported?.fields ?? [])).toEqual([[], ['terminalId'], ['transactionCount']]);
  });

  it('a fee or payout may have the day of its payout alone, a payment may not', async () => {
    const head = 'payoutId,payoutDate,amount,currency,type\n';
    const lines = ['Fee', 'Payout', 'Chargeback', 'Sale', 'Reversal'].map((type) => `PO-1,2026-11-24,1,EUR,${type}\n`);
    const { rows, description } = await records(head + lines.join(''));
    expect(description.missing).toEqual([]);
    expect(rows.map(({ notImported }) => notImported?.fields ?? [])).toEqual([[], [], [], ['transactionDate'], ['transactionDate']]);
  });

  it('each type of the API is read as itself; written otherwise, its name may be another word', async () => {
    const head = 'payoutId,settlementDate,amount,currency,type\n';
    const line = (type: string) => `PO-1,2026-11-24,1,EUR,${type}\n`;
    const { rows } = await records(head + settlementTypes.map(line).join(''));
    expect(rows.map(({ record }) => record?.type)).toEqual([...settlementTypes]);
    const others = await records(head + ['transfer', 'Payout', 'tax'].map(line).join(''));
    expect(others.rows.map(({ record, faults }) => record?.type ?? faults?.map(({ code }) => code))).toEqual([
      'Payout',
      'Payout',
      ['TYPE_UNKNOWN'],
    ]);
  });

  it('payments with the day of their payout alone are refused as a file, with what to say if it is the day of booking', async () => {
    const text = 'Auszahlungsnummer;Gutschrift am;Bruttoumsatz;Disagio;Währung\nA1;23.11.2026;100,00;1,00;EUR\n';
    const { description } = await records(text);
    const refused = incomplete(description);
    expect(refused?.message).toBe('The file has no transactionDate, businessDate or settlementDate, without which servers import no row.');
    expect(hintText(refused?.hint ?? '')).toContain(
      "if they were booked on the day of their payout:   --set 'settlementDate=Gutschrift am'",
    );
    const rules = { ...noRules, columns: { settlementDate: 'Gutschrift am' } };
    expect((await records(text, { rules })).rows).toMatchObject([{ record: { settlementDate: '2026-11-23', amount: 100 } }]);
  });

  it('a full card number is refused as that of a sale is', async () => {
    const { rows } = await records('payoutId,settlementDate,amount,currency,cardNumberMasked\nP,2026-11-23,1,EUR,4242424242424242\n');
    expect(rows[0]?.faults).toMatchObject([{ code: 'CARD_NUMBER_UNMASKED' }]);
    expect(JSON.stringify(rows)).not.toContain('4242424242424242');
  });
});

describe('records as JSON', () => {
  const record = { payoutId: 'PO-1', settlementDate: '2026-11-23', amount: 12.5, fee: 0.2, currency: 'EUR' };

  it.each([
    ['a document', JSON.stringify({ records: [record] })],
    ['lines', `${JSON.stringify(record)}\n${JSON.stringify(record)}\n`],
  ])('%s', async (_, text) => {
    const { rows, description } = await records(text);
    expect(description.missing).toEqual([]);
    for (const row of rows) expect(row).toMatchObject({ record, faults: [] });
  });

  it('as a server lists them, with what it adds left out, and its duplicates marked', async () => {
    const listed = { recordId: '0197', state: 'Processed', matchState: 'Skip', matchId: null, ...record };
    const { rows } = await records(JSON.stringify([listed]));
    expect(rows[0]?.record).toEqual(record);
  });
});

it('a column that would be another field than before is asked about in the words of records', async () => {
  const mapping = ['additionalData.payoutId', 'settlementDate', 'amount', 'currency'];
  const earlier = { rules: noRules, mapping, byContent: [], agreements: [], written: {}, on: '2026-11-20', reading: {} };
  const text = 'payoutId,settlementDate,amount,currency\nPO-1,2026-11-23,1,EUR\n';
  await expect(records(text, {}, () => earlier)).rejects.toThrow('The same settlement records, read in two ways, count twice.');
});

it.each([
  [
    'a fee with its tax and what is withheld',
    'MDR,GST,TDS',
    '10.00,0.20,0.04,0.01,9.75',
    '20.00,0.40,0.07,0.02,19.51',
    '--set fee=MDR+GST+TDS',
  ],
  ['but not the taxes and the tip of the sale', 'VAT,GST,Tip', '10.00,0.50,0.04,0.00,9.46', '20.00,1.00,0.07,0.00,18.93', ''],
])('a fee in several columns, of which a tax is one, is asked about: %s', async (_, names, one, two, answer) => {
  const text = `payoutId,settlementDate,currency,amount,${names},Left\n${[one, two].map((cells) => `PO-1,2026-11-23,EUR,${cells}\n`).join('')}`;
  if (answer === '') expect((await records(text)).rows).toHaveLength(2);
  else expect((await refusal(text, { kind: 'Settlement' })).hint).toContain(answer);
});

it.each([
  ['a sign before thousands', ['1.000.000,7.000,993.000', '75.000,525,74.475'], [1_000_000, 7_000, 993_000]],
  ['but not one before decimals', ['1.250,0.50,1.000', '2.250,0.50,2.000'], null],
])('what one column of amounts shows counts for another: %s', async (_, rows, sums) => {
  const text = `payoutId,settlementDate,currency,amount,fee,netAmount\n${rows.map((cells) => `PO-1,2026-11-23,IDR,${cells}\n`).join('')}`;
  if (sums === null) expect((await refusal(text, { kind: 'Settlement' })).questions[0]?.code).toBe('DECIMAL_SIGN_AMBIGUOUS');
  else expect((await records(text)).rows[0]?.record).toMatchObject({ amount: sums[0], fee: sums[1], netAmount: sums[2] });
});

it.each([
  ['settledTIme', '2026-11-23T10:00:00Z', '2026-11-23'],
  ['Settlement_time', '2026-11-23 10:00:00', '2026-11-23'],
  ['Settled', '23.11.2026', '2026-11-23'],
  ['Settled', '20261123', '2026-11-23'],
  ['Settled', 'Yes', undefined],
])('%s with %s is the day of settlement: %s', async (name, cell, day) => {
  const text = `payoutId,businessDate,currency,amount,${name}\nPO-1,2026-11-22,CHF,10.00,${cell}\nPO-1,2026-11-22,CHF,11.00,${cell}\n`;
  expect((await records(text)).rows.map(({ record }) => record?.settlementDate)).toEqual([day, day]);
});

it('a sign in amounts of a currency without decimals is before thousands, which need not be asked', async () => {
  const text = (currency: string) =>
    `payoutId,settlementDate,currency,amount\nPO-1,2026-11-23,${currency},"12,800"\nPO-1,2026-11-23,${currency},"1,500"\n`;
  expect((await records(text('JPY'))).rows.map(({ record }) => record?.amount)).toEqual([12_800, 1_500]);
  expect((await records(text('KRW').replace('12,800', '₩9,000'))).rows.map(({ record }) => record?.amount)).toEqual([9_000, 1_500]);
  expect((await refusal(text('EUR'), { kind: 'Settlement' })).questions[0]?.code).toBe('DECIMAL_SIGN_AMBIGUOUS');
});

it('a fee that no name tells is asked about, but not of a header that was settled before', async () => {
  const rows = ['10.00,0.30,9.70', '20.00,0.60,19.40', '35.00,0.95,34.05'].map((cells) => `PO-1,2026-11-23,EUR,${cells}\n`);
  const text = `payoutId,settlementDate,currency,amount,Kept,Left\n${rows.join('')}`;
  await expect(records(text)).rejects.toThrow('a fee, and what is left after it, would not be read');
  const earlier = { rules: noRules, mapping: null, byContent: [], agreements: [], written: {}, on: '2026-11-20', reading: {} };
  expect((await records(text, {}, () => earlier)).rows.map(({ record }) => record?.amount)).toEqual([10, 20, 35]);
});

// Benevity's report of donations, in a test of a converter on GitHub.
it('a second column of fees, which the fee cannot have in it, is asked about', async () => {
  const text = (other: string, ...rows: string[]) =>
    `payoutId,settlementDate,currency,amount,${other},Merchant Fee\n${rows.map((cells) => `PO-1,2026-11-23,USD,${cells}\n`).join('')}`;
  const support = text('Cause Support Fee', '599.88,0.00,0.00', '1000.00,29.00,0.00', '100.00,0.00,1.45');
  const { questions, hint } = await refusal(support, { kind: 'Settlement' });
  expect(questions.map(({ code, field }) => `${code} ${field}`)).toEqual(['COLUMN_AMBIGUOUS fee']);
  expect(hint.replaceAll("'", '')).toBe(
    'If the fee is these together:   --set fee=Merchant Fee+Cause Support Fee;   if that is the whole fee:   --set fee=Merchant Fee',
  );
  // A part of the fee is in it; a rate is none.
  const part = await records(text('Processing part of the fee', '10.00,0.20,0.39', '20.00,0.40,0.40'));
  const rate = await records(text('Fee rate', '10.00,1.4 %,0.14', '20.00,1.4 %,0.28'));
  for (const { rows } of [part, rate]) expect(rows).toHaveLength(2);
});

// Fio banka's file of terminals, by its manual.
it('of several columns of fees, the one that is the others together is offered', async () => {
  const rows = ['200.00,0.00,,,', '4500.00,27.00,18.00,6.75,2.25', '990.00,9.90,6.00,2.90,1.00'].map(
    (cells) => `PO-1,2026-11-23,CZK,${cells}\n`,
  );
  const text = `payoutId,settlementDate,currency,amount,All the fees,Bank fee,Interchange fee,Scheme's fee\n${rows.join('')}`;
  const { hint } = await refusal(text, { kind: 'Settlement' });
  expect(hint).toContain("If it is:   --set 'fee=All the fees'");
});

// A payment service's detailed settlement, by its test on GitHub.
it('the day on which a reserve is released is not offered as that of a booked record', async () => {
  const text = 'posting date,reserve release,gross,fee,currency\n2020-02-17,2020-08-17,100,1,SEK\n2020-02-18,,250,2,SEK\n';
  const { description } = await records(text);
  expect(description.mapping?.slice(0, 2)).toEqual(['settlementDate', 'additionalData.reserve release']);
});

describe('the other kind', () => {
  it.each([
    ['records with the names of the API', `${own}PO-1,2026-11-23,1,EUR,,\n`, {}, 'settle'],
    ['records as JSON', JSON.stringify([{ payoutId: 'P', settlementDate: '2026-11-23', amount: 1, currency: 'EUR' }]), {}, 'settle'],
    ['an export that has no sales', readFileSync(`${folder}paypal-settlement/export.csv`, 'utf8'), {}, 'settle'],
    [
      'sales with the names of the API',
      'transactionTypes,eftTransactionDate,amount,currency\nSale,2026-11-20T10:00:00Z,1,EUR\n',
      { kind: 'Settlement' },
      'upload',
    ],
    [
      'sales as JSON, where nothing says that they are records',
      JSON.stringify({ transactions: [{ terminalId: 'T1', transactionDate: '2026-11-20T10:00:00Z', amount: 1, currency: 'EUR' }] }),
      { kind: 'Settlement' },
      'upload',
    ],
    ['sales by words', 'Datum,Betrag,Währung,Beleg\n2026-11-20T10:00:00Z,1,EUR,17\n', { kind: 'Settlement' }, 'upload'],
  ] as const)('%s', async (_, text, options, command) => {
    const { code, hint } = await refusal(text, options);
    expect(code).toBe('inputUnusable');
    expect(hint).toContain(`sales ${command} FILE`);
  });

  it('is told before anything is asked about it as sales', async () => {
    const { message, hint, questions } = await refusal(readFileSync(`${folder}mollie-settlement/export.csv`, 'utf8'));
    expect(message).toBe('The file tells what was paid out: it may be settlement records. As sales it leaves 1 question open.');
    expect(hint).toMatch(/^Where a till sends these sales, send it as records: +sales settle FILE +Otherwise: .*--timezone/);
    expect(questions).toMatchObject([{ code: 'TIMEZONE_MISSING' }]);
    const asRecords = await refusal(readFileSync(`${folder}mollie-settlement/export.csv`, 'utf8'), { kind: 'Settlement' });
    expect(asRecords.message).not.toContain('paid out');
  });

  it('what is both is read as the command says', async () => {
    const path = `${folder}stripe-payout-itemised/export.csv`;
    const sales = await openInput({ path }, { format: 'auto' });
    expect(sales.description.columns?.known?.name).toBe('Stripe itemised payouts');
    expect(sales.description.kind).toBeUndefined();
    await sales.close();
  });
});
