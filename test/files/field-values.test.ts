/**
 * Files of public bug reports, issues and manuals that were read wrong in silence, asked about in vain or refused, by what was misunderstood:
 * arithmetic, shape and the forms of values. Each is small, and has what a bookkeeper says is right; variants are named with their source.
 */
import { readFileSync } from 'node:fs';
import { fc, test as property } from '@fast-check/vitest';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readingOptions } from '../../src/cli/flags/mapping-flags.js';
import { addReadingFlags } from '../../src/cli/flags/reading-flags.js';
import { phraseText } from '../../src/contract/phrase.js';
import { SalesError } from '../../src/contract/problem.js';
import { openInput } from '../../src/files/open.js';
import { incomplete } from '../../src/files/questions/open-questions.js';
import { valuesOf } from '../../src/files/rows/sale.js';
import { encoded } from '../../src/files/text/encodings.js';
import { columnNotes } from '../../src/jobs/file-notes.js';
import { chunked, read, refusal } from './reading.js';

type Fields = Record<string, unknown>;
/** What becomes of a file: its questions, as code and field with all flags that answer them, or its rows by line. */
interface Outcome {
  questions: string[];
  answers: string[];
  rows: Record<number, Fields>;
  faults: Record<number, string[]>;
  leftOut: number[];
  refused: string | null;
}

async function outcomeOf(content: string | Uint8Array, flags: readonly string[]): Promise<Outcome> {
  const isSettlement = flags.includes('--settlement');
  const command = addReadingFlags(new Command()).exitOverride();
  command.parse(
    flags.filter((flag) => flag !== '--settlement'),
    { from: 'user' },
  );
  const outcome: Outcome = { questions: [], answers: [], rows: {}, faults: {}, leftOut: [], refused: null };
  try {
    const options = await readingOptions({ ...command.opts(), ...(isSettlement && { settlement: true as const }) });
    const input = await openInput({ stdin: chunked(content) }, options);
    const lacking = incomplete(input.description);
    if (lacking) throw lacking;
    for await (const group of input.rows) {
      for (const { line, sale, faults, leftOut } of group) {
        if (sale) outcome.rows[line] = valuesOf(sale);
        else if (leftOut === undefined) outcome.faults[line] = faults.map(({ code }) => code);
        else outcome.leftOut.push(line);
      }
    }
    await input.close();
  } catch (error) {
    if (!(error instanceof SalesError) || error.code !== 'inputUnusable') throw error;
    outcome.refused = error.message;
    outcome.questions = (error.questions ?? []).map(({ code, field }) => `${code} ${field}`);
    const answers = error.questions ? error.questions.flatMap(({ answer }) => [answer].flat()) : [error.hint ?? []].flat();
    outcome.answers = answers.flatMap((part) => (typeof part === 'string' ? [] : [part.join(' ')]));
  }
  return outcome;
}

const file = (name: string) => readFileSync(new URL(`field/${name}`, import.meta.url));
const lines = (...all: string[]) => `${all.join('\n')}\n`;
const zurich = ['--timezone', 'Europe/Zurich'];
const records = ['--settlement', ...zurich];
const instants = ({ rows }: Outcome) => Object.values(rows).map(({ transactionDate }) => new Date(String(transactionDate)).toISOString());
const amounts = ({ rows }: Outcome) => Object.values(rows).map(({ amount }) => amount);
const nothingAsked = { questions: [], faults: {}, refused: null };

describe('the guard of a spreadsheet before a value', () => {
  it('WooPayments: fees and refunds', async () => {
    const flags = [...records, '--set', 'amount=Amount', '--set', 'currency=Payout Currency'];
    const outcome = await outcomeOf(file('01-woopayments-apostrophe.csv'), flags);
    expect(outcome).toMatchObject({
      ...nothingAsked,
      rows: {
        2: { amount: 100, fee: 3.2, netAmount: 96.8 },
        3: { amount: 1250.5, fee: 36.56, netAmount: 1213.94 },
        4: { amount: -70, netAmount: -70 },
      },
    });
  });

  // github.com/pretix/pretix/issues/1394: refunds in the export of orders.
  it('pretix: a refund in quotes, and times and offsets behind the guard', async () => {
    const rows = [`A1,2026-11-02,"'10:15:00","'+01:00",75.63,EUR`, `A2,'2026-11-03,"'11:15:00","'+01:00","'-75.63",EUR`];
    const outcome = await outcomeOf(lines('Order code,Date,Time,Timezone,Total,Currency', ...rows), zurich);
    expect(outcome).toMatchObject(nothingAsked);
    expect(amounts(outcome)).toEqual([75.63, -75.63]);
    expect(instants(outcome)).toEqual(['2026-11-02T09:15:00.000Z', '2026-11-03T10:15:00.000Z']);
  });

  // github.com/hhurz/tableExport.jquery.plugin/issues/296: every number below zero, with a decimal comma where the page has one.
  it('tableExport: a decimal comma, a plus, an amount in parentheses', async () => {
    const amountsOf = ["'-0,02", "'+12,50", "'(3,00)", "1'234,50"];
    const rows = amountsOf.map((amount, at) => `2026-11-0${at + 1}T10:00:00Z;${amount};CHF;R${at}`);
    expect(amounts(await outcomeOf(lines('Datum;Betrag;Währung;Beleg', ...rows), zurich))).toEqual([-0.02, 12.5, -3, 1234.5]);
  });

  it('is none before a text, and none in the middle', async () => {
    const outcome = await outcomeOf(lines('Date,Amount,Currency,Receipt', "2026-11-02T10:00:00Z,12'-,EUR,'t Hof"), zurich);
    expect(outcome.faults).toEqual({ 2: ['AMOUNT_INVALID'] });
  });
});

describe('gross, fee and net', () => {
  it('Amazon Pay: one question with one possible answer is none', async () => {
    const outcome = await outcomeOf(file('07-amazon-pay-settlement.csv'), records);
    expect(outcome).toMatchObject({
      ...nothingAsked,
      rows: {
        3: { amount: 120, fee: 2.63, netAmount: 117.37, payoutId: '5044000001' },
        5: { amount: -20, fee: -0.38, netAmount: -19.62, type: 'Refund' },
        7: { amount: -96.54, type: 'Payout' },
      },
    });
  });

  it('ProudCity: a refund that is positive as gross alone is asked about, with the word that tells refunds', async () => {
    const outcome = await outcomeOf(file('14-proudcity-refund-gross.csv'), records);
    expect(outcome.questions).toEqual(['COLUMN_AMBIGUOUS amount']);
    expect(outcome.answers[0]).toBe('--negative Entry=Refund');
    const answered = await outcomeOf(file('14-proudcity-refund-gross.csv'), [...records, '--negative', 'Entry=Refund']);
    expect(answered).toMatchObject({ ...nothingAsked, rows: { 4: { amount: -20, fee: -0.88, netAmount: -19.12 } } });
  });

  it('a day of refunds alone: the net amount tells that fees were given back', async () => {
    const outcome = await outcomeOf(file('57-refunds-only-day.csv'), records);
    expect(outcome).toMatchObject({ rows: { 2: { amount: -20, fee: -0.35, netAmount: -19.65 }, 3: { fee: -0.88 } } });
  });

  // github.com/vippsas/vipps-developers/issues/87: fees that are written without a sign, on sales and refunds alike.
  it('fees without a sign in both directions have that of the net amount', async () => {
    const rows = ['2026-11-02T10:00:00Z,100.00,1.75,98.25,NOK,p1', '2026-11-02T11:00:00Z,-100.00,1.75,-98.25,NOK,p1'];
    const outcome = await outcomeOf(lines('Date,Gross,Fee,Net,Currency,Payout ID', ...rows), records);
    expect(outcome).toMatchObject({ ...nothingAsked, rows: { 2: { fee: 1.75 }, 3: { fee: -1.75, netAmount: -98.25 } } });
  });

  it('a later row that breaks it is a fault, and so is nothing paid beside a net amount', async () => {
    const rows = Array.from({ length: 5_100 }, (_, at) => `r${at},2026-11-02T10:00:00Z,40.00,1.46,38.54,USD,p1`);
    const text = lines('Id,Date,Gross,Fee,Net,Currency,Payout ID', ...rows, 'x,2026-11-03T10:00:00Z,20.00,-0.88,-19.12,USD,p1');
    expect((await outcomeOf(text, records)).faults).toEqual({ 5102: ['COLUMNS_CONTRADICT'] });
    const nothing = lines(
      'Id,Date,Gross,Net,Currency,Payout ID',
      ...rows.slice(0, 3).map((row) => row.replace(',1.46', '')),
      'y,2026-11-03T10:00:00Z,0.00,-50.00,USD,p1',
    );
    expect((await outcomeOf(nothing, records)).faults).toEqual({ 5: ['COLUMNS_CONTRADICT'] });
  });

  it('a row of a fee has an amount of 0, and is never one to be left out', async () => {
    const rows = ['Verkauf;10,00;0,10;9,90', 'Verkauf;20,00;0,20;19,80', 'Gebühr;0,00;19,90;-19,90'];
    const text = (...some: string[]) => lines('Datum;Uhrzeit;Art;Brutto;Gebühr;Netto', ...some.map((row) => `01.10.2026;10:00;${row}`));
    const flags = [...records, '--timezone', 'Europe/Berlin', '--const', 'currency=EUR'];
    const outcome = await outcomeOf(text(...rows), flags);
    expect(outcome).toMatchObject({ ...nothingAsked, rows: { 4: { type: 'Fee', amount: 0, fee: 19.9, netAmount: -19.9 } } });
    const apart = await outcomeOf(text(...rows, 'Gebühr;5,00;0,00;-19,90'), flags);
    expect(apart.questions).toEqual(['COLUMN_AMBIGUOUS amount']);
    expect(apart.answers.join()).not.toContain('leave-out');
  });

  const asTheyAre = ['--set fee=fee', '--set netAmount=net_amount'];

  // docs.moyasar.com/guides/settlements/file-format
  it.each([
    ['vat,total_fee', ['0.30,2.30', '0.78,5.98'], ['--set fee=total_fee', '--set fee=fee+vat', ...asTheyAre]],
    ['vat,note', ['0.30,a', '0.78,b'], ['--set fee=fee+vat', ...asTheyAre]],
    ['note,remark', ['a,b', 'c,d'], []],
  ])("a column with the API's name for the fee that is a part of it: %s", async (names, [one, two], answers) => {
    const rows = [`115.00,112.70,2.00,${one}`, `230.00,224.02,5.20,${two}`].map((row) => `2026-03-01T10:15:00Z,SAR,${row}`);
    const outcome = await outcomeOf(lines(`transaction_date,currency,amount,net_amount,fee,${names}`, ...rows), records);
    expect(outcome.answers).toEqual(answers);
  });

  // A payment program's detailed settlements, by its tests: what of two columns is the net amount was another question.
  it('is asked beside an answer about the net amount, and not once it is said that the columns are right', async () => {
    const rows = ['96,100,3,1,96', '216,250,8,2,240'].map((row) => `2026-02-16,P1,SEK,${row}`);
    const text = lines('businessDate,payoutId,currency,payout amount,amount,fee,interchange,net', ...rows);
    const said = [...records, '--set', 'netAmount=net'];
    expect((await outcomeOf(text, said)).answers).toEqual(['--set fee=fee+interchange', '--set fee=fee', '--set netAmount=net']);
    expect((await outcomeOf(text, [...said, '--set', 'fee=fee'])).questions).toEqual([]);
  });

  // Paymob, and Banricompras by way of github.com/ottimizza
  it.each(['refund_or_chargeback_amount', 'VALOR CANCELADO'])('what was given back or cancelled is no part of a fee: %s', async (name) => {
    const rows = ['800.00,24.00,276.00,500.00', '1200.00,0.00,1200.00,0.00', '450.00,13.50,436.50,0.00'];
    const text = lines(`payoutId,businessDate,currency,amount,Kept,Left,${name}`, ...rows.map((row) => `P1,2026-05-03,EGP,${row}`));
    const outcome = await outcomeOf(text, records);
    expect(outcome.answers.filter((answer) => answer.includes('fee='))).toEqual([]);
    const again = text.replace('Kept,Left', 'Commission,Net');
    expect((await outcomeOf(again, records)).answers.filter((answer) => answer.includes('fee='))).toEqual([
      '--set fee=COLUMN',
      '--set fee=Commission',
    ]);
  });

  it('a column of what was returned is no refund where amount and fee make the net amount without it', async () => {
    const rows = ['1001,650,45,0,605', '1002,0,45,480,-45', '1003,1200,45,0,1155'].map((row) => `P1,2026-07-05,EGP,${row}`);
    const text = lines('payoutId,businessDate,currency,order_id,amount,courier_fee,returned_amount,net_due', ...rows);
    const outcome = await outcomeOf(text, records);
    expect(outcome.answers[0]).toBe('--set additionalData.returned_amount=returned_amount');
    const apart = await outcomeOf(text.replace('480,-45', '480,-525'), records);
    expect(apart.answers[0]).toBe('--set amount=amount - returned_amount');
  });

  it('the currency whose name begins as that of the amount is asked about', async () => {
    const rows = ['USD,80.00,1.20,72.10', 'GBP,33.30,0.50,38.02'].map((row) => `P1,2026-09-18,${row},EUR`);
    const text = (currency: string) => lines(`payout_id,payout_date,${currency},charge_amount,fee,net,currency`, ...rows);
    const outcome = await outcomeOf(text('charge_currency'), records);
    expect(outcome.questions).toContain('COLUMN_AMBIGUOUS currency');
    expect(outcome.answers).toContain('--set currency=charge_currency');
    expect((await outcomeOf(text('home_currency'), records)).questions).not.toContain('COLUMN_AMBIGUOUS currency');
  });

  // Uber Eats; a Turkish marketplace; a practice's card fees, which are in two columns.
  it.each([
    ['Sales (incl. VAT),Uber service fee,Total payout', '25.00,-7.50,17.50', '40.00,-12.00,28.00', '--set amount=Sales (incl. VAT)'],
    ['Määrä,Palkkio,Net Hakedis', '1500,120,1380', '820.5,65.64,754.86', '--set amount=Määrä'],
    ['Gross Amt,Disc. Fee,Per Trans. Fee,Net Amt', '55,-1.64,-0.3,53.06', '50,-1.5,-0.3,48.2', '--set fee=Disc. Fee+Per Trans. Fee'],
  ])('a fee and what it leaves make a file one of records, and the amount is before them: %s', async (names, one, two, answer) => {
    const text = lines(`Date,Currency,${names}`, ...[one, two].map((row) => `2026-09-14,EUR,${row}`));
    const outcome = await outcomeOf(text, records);
    expect(outcome.answers).toContain(answer);
    const asSales = await outcomeOf(text, [...zurich, '--time', '12:00']);
    expect(asSales.questions).toContain('KIND_UNCERTAIN amount');
  });

  it('a number that many orders share is no reference', async () => {
    const rows = ['F-101,30.00,-3.00', 'F-102,55.50,-6.66', 'F-103,42.00,-5.04'].map(
      (row, at) => `28516702000141,2022-07-0${at + 1},BRL,${row}`,
    );
    const outcome = await outcomeOf(lines('documentNumber,businessDate,currency,orderId,amount,fee', ...rows), records);
    expect(outcome.rows[2]).toMatchObject({ orderId: 'F-101', amount: 30 });
    expect(outcome.rows[2]).not.toHaveProperty('transactionReference');
  });

  it('a list of payouts has what was paid out as its amount', async () => {
    const text = lines('payout_id,payout_date,payout_amount,utr', 'P1,2026-08-06,6837.75,U1', 'P2,2026-08-08,14276.44,U2');
    const outcome = await outcomeOf(text, [...records, '--const', 'currency=INR']);
    expect(outcome.questions).toEqual(['KIND_UNCERTAIN amount', 'FIELD_MISSING amount']);
    expect(outcome.answers).toContain('--set amount=payout_amount');
    const told = await outcomeOf(text, [...records, '--const', 'currency=INR', '--const', 'type=Payout']);
    expect(told.answers).toEqual(['--set amount=payout_amount']);
  });

  it('taxes beside an amount and what it is without them are no fee', async () => {
    const rows = ['2026-11-02T10:00:00Z,120.00,20.00,100.00,EUR,p1', '2026-11-02T11:00:00Z,60.00,10.00,50.00,EUR,p1'];
    const outcome = await outcomeOf(lines('Date,Transaction Amount,VAT,Base,Currency,Payout ID', ...rows), records);
    expect(outcome.rows[2]).not.toHaveProperty('fee');
  });
});

// Statements of M-PESA, and the totals of waiters: names and values stand above the header.
it.each([
  [
    'Organization Name:,ACME\nShort Code:,556677\n',
    'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Balance',
    'TB2,2026-10-02 12:30:00,Pay Bill,3000.00,,5100.00',
  ],
  ['Veranstaltung,Sommerfest\nDatum,15.08.2026\n', 'RANG,BEDIENUNG,KARTE,ANZAHL BONS', '#1,Lisa,400.00,112'],
])('sales and records have the same header line: %s', async (titles, header, row) => {
  for (const kind of ['Sales', 'Settlement'] as const) {
    const input = await openInput({ stdin: chunked(`${titles}${header}\n${row}\n`) }, { format: 'auto', kind, isProposal: true });
    expect(input.description.header).toEqual(header.split(','));
    await input.close();
  }
});

describe('a day and its time', () => {
  it('GOV.UK Pay: columns that share the rest of their names', async () => {
    const flags = ['--timezone', 'Europe/London', '--sales', '--const', 'currency=GBP', '--set', 'amount=Total Amount'];
    const outcome = await outcomeOf(file('20-govuk-date-and-time.csv'), flags);
    expect(outcome).toMatchObject(nothingAsked);
    expect(instants(outcome)).toEqual(['2026-11-14T11:20:48.000Z', '2026-11-14T11:40:10.000Z', '2026-11-15T09:00:00.000Z']);
  });

  // Toast, check details (Opened Date, Opened Time); sheltermanager/asm3 issue 1285 (LOGDATE, LOGTIME).
  it.each([
    ['Opened Date', 'Opened Time'],
    ['LOGDATE', 'LOGTIME'],
    ['Buchungsdatum', 'Buchungszeit'],
  ])('%s and %s', async (date, time) => {
    const rows = ['20.11.2026,14:05,12.50,CHF,1', '20.11.2026,09:25,8.00,CHF,2'];
    const outcome = await outcomeOf(lines(`${date},${time},Amount,Currency,Receipt`, ...rows), zurich);
    expect(outcome.questions.filter((question) => question.startsWith('TIME_OF_DAY'))).toEqual([]);
    if (outcome.questions.length === 0) expect(instants(outcome)).toEqual(['2026-11-20T13:05:00.000Z', '2026-11-20T08:25:00.000Z']);
  });

  it('how long something took is no time of day', async () => {
    const rows = ['20.11.2026,00:05:10,12.50,CHF,1', '20.11.2026,00:25:00,8.00,CHF,2'];
    const outcome = await outcomeOf(lines('Transaction Date,Transaction Duration,Amount,Currency,Receipt', ...rows), zurich);
    expect(outcome.questions).toEqual(['TIME_OF_DAY_MISSING transactionDate']);
  });

  it('ezBookkeeping: a time with its day is not joined with itself', async () => {
    const outcome = await outcomeOf(file('32-ezbookkeeping-time-and-zone.csv'), zurich);
    expect(outcome).toMatchObject(nothingAsked);
    expect(instants(outcome)).toEqual(['2026-02-12T22:00:00.000Z', '2026-06-30T21:00:00.000Z']);
  });

  it('nor where no zone stands beside it', async () => {
    const outcome = await outcomeOf(lines('Time,Amount,Currency,Receipt', '2026-02-13 00:00:00,60,EUR,1'), zurich);
    expect(outcome.answers.filter((answer) => answer.includes('Time+Time'))).toEqual([]);
  });
});

describe('moments as plain numbers', () => {
  it('Stripe: created', async () => {
    const flags = [...zurich, '--set', 'amount=amount', '--set', 'transactionDate=created', '--minor-units'];
    const outcome = await outcomeOf(file('24-stripe-charges-epoch.json'), flags);
    expect(amounts(outcome)).toEqual([12.5, 4000]);
    expect(instants(outcome)).toEqual(['2026-11-02T10:00:00.000Z', '2026-11-02T12:00:00.000Z']);
  });

  // github.com/brarcher/budget-watch/issues/144 and github.com/hsadok/guiabolso2csv/issues/1: milliseconds under "date".
  it.each(['date', 'data'])('milliseconds under "%s"', async (name) => {
    const rows = ['1,1793613600000,12.50,EUR', '2,1793617200123,8.00,EUR'];
    const outcome = await outcomeOf(lines(`Receipt,${name},Amount,Currency`, ...rows), zurich);
    expect(instants(outcome)).toEqual(['2026-11-02T10:00:00.000Z', '2026-11-02T11:00:00.123Z']);
  });

  it.each([
    ['TXN_AT', []],
    ['XYZ', ['FIELD_MISSING transactionDate']],
  ])('one behind the other, which a name has to say: %s', async (name, questions) => {
    const rows = ['1,20261102110000,12.50,EUR', '2,20261102120000,8.00,EUR'];
    const outcome = await outcomeOf(lines(`Receipt,${name},Amount,Currency`, ...rows), zurich);
    expect(outcome.questions).toEqual(questions);
    if (questions.length > 0) expect(outcome.answers).toEqual([`--set transactionDate=${name}`]);
    else expect(instants(outcome)).toEqual(['2026-11-02T10:00:00.000Z', '2026-11-02T11:00:00.000Z']);
  });

  it('numbers of receipts of the same length are none', async () => {
    const rows = ['1793613600,2026-11-02T10:00:00Z,12.50,EUR', '1793617200,2026-11-02T11:00:00Z,8.00,EUR'];
    const outcome = await outcomeOf(lines('Receipt,Date,Amount,Currency', ...rows), zurich);
    expect(outcome.rows[2]).toMatchObject({ transactionReference: '1793613600' });
  });
});

describe('questions in vain', () => {
  it('two amounts that are the same in every row', async () => {
    expect(amounts(await outcomeOf(file('58-equal-amounts.csv'), zurich))).toEqual([10, 12, -12]);
  });

  it('they are a question where one row differs, and a fault behind the rows read ahead', async () => {
    const rows = Array.from({ length: 5_100 }, (_, at) => `2026-11-02T10:00:00Z,${at}.00,${at}.00,EUR,r${at}`);
    const header = 'Date,Total Amount,Transaction Amount,Currency,Receipt';
    const other = '2026-11-03T10:00:00Z,12.00,-12.00,EUR,x';
    expect((await outcomeOf(lines(header, ...rows.slice(0, 300), other), zurich)).questions).toEqual(['COLUMN_AMBIGUOUS amount']);
    expect((await outcomeOf(lines(header, ...rows, other), zurich)).faults).toEqual({ 5102: ['COLUMNS_CONTRADICT'] });
  });

  it('two references, or two dates, that are the same in every row', async () => {
    const rows = ['2026-11-02T10:00:00Z,2026-11-02T10:00:00Z,10.00,EUR,A1,A1', '2026-11-02T11:00:00Z,2026-11-02T11:00:00Z,8.00,EUR,A2,A2'];
    const outcome = await outcomeOf(lines('Created At,Captured At,Amount,Currency,Transaction ID,Payment ID', ...rows), zurich);
    expect(outcome).toMatchObject({ ...nothingAsked, rows: { 2: { transactionReference: 'A1' } } });
  });

  it('Adyen: the only date is the moment of the event', async () => {
    expect(instants(await outcomeOf(file('60-event-date.ndjson'), zurich))).toEqual([
      '2026-11-02T09:00:00.000Z',
      '2026-11-03T09:00:00.000Z',
    ]);
  });

  // Eventbrite, attendees: the date of a concert stands in every row of its guests.
  it('the date of a concert is asked about', async () => {
    const rows = ['1,2026-12-24T20:00:00Z,10.00,EUR', '2,2026-12-24T20:00:00Z,10.00,EUR'];
    const { questions } = await outcomeOf(lines('Order,Event Date,Amount,Currency', ...rows), zurich);
    expect(questions).toEqual(['COLUMN_UNCERTAIN transactionDate']);
  });

  it('the day of a chargeback, which few rows have, is no candidate', async () => {
    const outcome = await outcomeOf(file('61-created-and-chargeback.csv'), records);
    expect(outcome).toMatchObject(nothingAsked);
    expect(instants(outcome)).toEqual(['2026-09-11T08:00:00.000Z', '2026-09-12T09:00:00.000Z']);
  });

  // Nexi Payengine, settlements: chargebackDate; and the same in a language without words here.
  it.each(['disputedOn', 'riitautettu'])('nor is a day "%s" that one of three rows has', async (name) => {
    const rows = [
      't1,2026-09-11 10:00:00,,10.20,EUR',
      't2,2026-09-12 11:00:00,2026-09-20 10:00:00,7.50,EUR',
      't3,2026-09-12 12:00:00,,7.50,EUR',
    ];
    const outcome = await outcomeOf(lines(`id,createdAt,${name},Amount,Currency`, ...rows), zurich);
    expect(outcome).toMatchObject(nothingAsked);
    expect(instants(outcome)[0]).toBe('2026-09-11T08:00:00.000Z');
  });
});

describe('whole amounts of programs', () => {
  const asked = { questions: ['AMOUNT_IN_CENTS amount'], answers: expect.arrayContaining(['--minor-units']) };

  it('Square, payments: an amount nested with its currency', async () => {
    expect(await outcomeOf(file('22-square-payments-json.json'), zurich)).toMatchObject(asked);
    expect(amounts(await outcomeOf(file('22-square-payments-json.json'), [...zurich, '--minor-units']))).toEqual([12.5, 9, 45.99]);
  });

  it('Wompi and others: cents in the name', async () => {
    expect(await outcomeOf(file('56-amount-in-cents-camel.ndjson'), zurich)).toMatchObject(asked);
    expect(amounts(await outcomeOf(file('56-amount-in-cents-camel.ndjson'), [...zurich, '--minor-units']))).toEqual([12.5, 3.3]);
  });

  // docs.adyen.com/development-resources/currency-codes: amount.value in minor units; the same flattened to columns.
  it.each(['amount.value,amount.currency', 'amount_money_amount,amount_money_currency', 'total[amount],total[currency]'])(
    '%s',
    async (names) => {
      const rows = ['2026-11-02T10:00:00Z,1250,EUR,p1', '2026-11-02T11:00:00Z,40,EUR,p2'];
      expect((await outcomeOf(lines(`createdAt,${names},pspReference`, ...rows), zurich)).questions).toEqual(['AMOUNT_IN_CENTS amount']);
    },
  );

  // github.com/opencollective/opencollective/issues/4525: 100000 USD in the attached file are 1,000; and ids as its API writes them.
  it('two rows beside ids and moments of a program', async () => {
    const rows = [
      '3b9d1f2c-0a11-4c57-9c35-2f7f5a1c0d11,2026-11-02T10:00:00.123Z,100000,USD',
      '7b9d1f2c-0a11-4c57-9c35-2f7f5a1c0d12,2026-11-02T11:00:00.456Z,2550,USD',
    ];
    expect((await outcomeOf(lines('id,created_at,amount,currency', ...rows), zurich)).questions).toEqual(['AMOUNT_IN_CENTS amount']);
  });

  it.each([
    ['small prices', ['12', '355'], 'USD'],
    ['amounts with decimals', ['1250.00', '355'], 'USD'],
    ['a currency without cents', ['1250', '355'], 'JPY'],
  ])('%s there are none', async (_, [one, two], currency) => {
    const rows = [`ch_1A2b3C4d,2026-11-02T10:00:00Z,${one},${currency}`, `ch_5A2b3C4d,2026-11-02T11:00:00Z,${two},${currency}`];
    expect((await outcomeOf(lines('id,created_at,amount,currency', ...rows), zurich)).questions).toEqual([]);
  });

  it.each([['12300', '900'], ['50', '1250', '990'], ['1250']])('round, with a small one among them, or alone: %s', async (...all) => {
    const rows = all.map((amount, at) => `ch_${at}A2b3C4d,2026-11-02T1${at}:00:00Z,${amount},USD`);
    expect((await outcomeOf(lines('id,created_at,amount,currency', ...rows), zurich)).questions).toEqual(['AMOUNT_IN_CENTS amount']);
  });

  // docs.clover.com, REST API v3, payments: no currency, and moments as milliseconds or as ISO 8601 writes them.
  it.each([
    [1791200000000, 1791203600000],
    ['2026-10-05T10:00:00.000Z', '2026-10-05T11:00:00.000Z'],
  ])('payments of Clover, whose currency is to be said: %s', async (...moments) => {
    const elements = moments.map((createdTime, at) => ({ id: `9${at}Z`, amount: [1899, 500][at], tipAmount: 300 * at, createdTime }));
    const text = JSON.stringify({ elements }, null, 1);
    expect((await outcomeOf(text, zurich)).questions).toEqual(['AMOUNT_IN_CENTS amount', 'FIELD_MISSING currency']);
    expect(await outcomeOf(text, [...zurich, '--const', 'currency=USD'])).toMatchObject(asked);
    expect(amounts(await outcomeOf(text, [...zurich, '--const', 'currency=JPY']))).toEqual([1899, 500]);
  });

  // github.com/Mangopay/mangopay4-nodejs-sdk: test/settlement_sample.csv, names that a program runs together, and ids of PayPal.
  it('settlements of Mangopay', async () => {
    const rows = ['6TU984332A894613W,PAYMENT,SETTLED,19-06-2025,1000,EUR,,0', '7TU984332A894614X,PAYMENT,SETTLED,19-06-2025,2550,EUR,,70'];
    const [names] = file('10-mangopay-settlement.csv').toString().replace('ExternalPaymentMethod,', '').split('\n');
    const flags = ['--settlement', '--const', 'acquirerId=Mangopay', '--set', 'fee=ExternalProviderFees'];
    expect(await outcomeOf(lines(names ?? '', ...rows), flags)).toMatchObject(asked);
  });

  // developerhub.ppro.com, refunds: names in capitals, and moments as databases write them.
  it('refunds of PPRO, whose amount was turned', async () => {
    const rows = ['900001;SUCCEEDED;1250;EUR;2026-10-05 08:12:11', '900002;SUCCEEDED;99900;PLN;2026-10-05 09:12:11'];
    const text = lines('REFUNDID;REFUNDSTATE;AMOUNT;CURRENCY;INITTS', ...rows);
    const turned = [...zurich, '--set', 'amount=- AMOUNT', '--set', 'transactionDate=INITTS'];
    expect(await outcomeOf(text, turned)).toMatchObject(asked);
    expect(amounts(await outcomeOf(text, [...turned, '--minor-units']))).toEqual([-12.5, -999]);
  });

  // developer.zettle.com/docs/api/purchase: amounts in öre, with ids of its own form.
  const purchases = [10000, 4500, -4500].map((amount, at) => ({
    ...{ purchaseUUID: `${'STU'[at]}hNaGb-nSiMAJPESKGynSG`, amount, vatAmount: amount / 10, country: 'SE', currency: 'SEK' },
    ...{ timestamp: `2026-10-28T1${at}:31:29.748+0000`, purchaseNumber: 71 + at, refund: amount < 0 },
  }));

  it('purchases of Zettle', async () => {
    const text = JSON.stringify({ purchases }, null, 1);
    expect(await outcomeOf(text, zurich)).toMatchObject(asked);
    expect(await outcomeOf(text, [...zurich, '--set', 'amount=amount'])).toMatchObject(asked);
    expect(amounts(await outcomeOf(text, [...zurich, '--minor-units']))).toEqual([100, 45, -45]);
    expect(amounts(await outcomeOf(text, [...zurich, '--no-minor-units']))).toEqual([10000, 4500, -4500]);
  });

  // The same page: how it was paid stands in a list.
  it.each([
    ['IZETTLE_CASH', 1],
    ['cash', 1],
    ['IZETTLE_CARD', 0],
  ])('a list of payments with %s among them is noted', async (type, notes) => {
    const text = JSON.stringify({ purchases: purchases.map((one) => ({ ...one, payments: [{ amount: one.amount, type }] })) });
    const { description } = await read(text, { minorUnits: true });
    const said = columnNotes(description).filter(({ field }) => field === 'brandId');
    expect(said.map((note) => [phraseText(note.said).slice(-69), note.help])).toEqual(
      Array.from({ length: notes }, () => ['"payments" has lists with cash in them, which counts as sold by card.', undefined]),
    );
  });

  // The same page: a purchase has its place, whose decimals are not those of money.
  it.each([
    ['of the place', { gpsCoordinates: { latitude: 59.3, accuracyMeters: 8.5 } }, asked.questions],
    ['of a price', { unitPrice: 59.3 }, []],
  ])('decimals %s beside the amount', async (_, more, questions) => {
    const text = JSON.stringify({ purchases: purchases.map((one) => ({ ...one, ...more })) }, null, 1);
    expect((await outcomeOf(text, zurich)).questions).toEqual(questions);
  });

  // developer.squareup.com/reference/square/payments-api/list-payments: each amount is nested with its currency.
  const payments = ['1250', '8000'].map((amount, at) => ({
    ...{ id: `p${at}`, created_at: `2026-10-28T1${at}:12:33Z`, receipt_number: `q${at}` },
    ...Object.fromEntries(
      Object.entries({ amount_money: Number(amount), tip_money: 250, total_money: Number(amount) + 250 }).map(([name, money]) => [
        name,
        { amount: money, currency: 'USD' },
      ]),
    ),
  }));

  it('payments of Square, whose amount was chosen, and whose currency is the one beside it', async () => {
    const text = JSON.stringify({ payments }, null, 1);
    const first = await outcomeOf(text, zurich);
    expect(first.questions).toEqual(['COLUMN_AMBIGUOUS amount']);
    expect(first.answers).toEqual(expect.arrayContaining(['--minor-units', '--no-minor-units']));
    const chosen = [...zurich, '--set', 'amount=total_money.amount'];
    expect(await outcomeOf(text, chosen)).toMatchObject(asked);
    const read = await outcomeOf(text, [...chosen, '--minor-units']);
    expect(amounts(read)).toEqual([15, 82.5]);
    expect(Object.values(read.rows)).toMatchObject([{ currency: 'USD' }, { currency: 'USD' }]);
  });

  it('nor are whole amounts of a till', async () => {
    const rows = ['20.11.2026 10:00;1250;CHF;17', '20.11.2026 11:00;355;CHF;18'];
    expect(amounts(await outcomeOf(lines('Datum;Betrag;Währung;Beleg', ...rows), zurich))).toEqual([1250, 355]);
  });
});

describe('three digits behind a sign', () => {
  const oneTwelve = [...zurich, '--time', '12:00'];

  it('oinkoin: beside amounts of two decimals they may be thousands, and are a fault', async () => {
    const outcome = await outcomeOf(file('25-monefy-mixed-decimals.csv'), oneTwelve);
    expect(outcome).toMatchObject({
      faults: { 2: ['AMOUNT_INVALID'], 4: ['AMOUNT_INVALID'] },
      rows: { 3: { amount: 50.32 }, 5: { amount: 12.5 } },
    });
    const said = await outcomeOf(file('25-monefy-mixed-decimals.csv'), [...oneTwelve, '--decimal', '.']);
    expect(amounts(said)).toEqual([1, 50.32, 2.5, 12.5]);
  });

  const day = '2026-11-02T10:00:00Z';
  const table = (...all: [string, string][]) =>
    lines('Date;Amount;Currency;Receipt', ...all.map(([amount, currency], at) => `${day};${amount};${currency};R${at}`));

  it.each<[string, [string, string][], number[]]>([
    [
      'decimals of fuel pumps, of which some have four',
      [
        ['12.345', 'EUR'],
        ['50.32', 'EUR'],
        ['7.1234', 'EUR'],
      ],
      [],
    ],
    [
      'three decimals below one',
      [
        ['0.125', 'EUR'],
        ['12.345', 'EUR'],
        ['50.32', 'EUR'],
      ],
      [],
    ],
    [
      'dinars',
      [
        ['1.250', 'KWD'],
        ['50.32', 'KWD'],
        ['2.500', 'BHD'],
      ],
      [],
    ],
    // github.com/moneymanagerex/moneymanagerex/issues/579: four decimals behind a comma.
    [
      'four decimals of a bank',
      [
        ['-200,0000', 'RUB'],
        ['1,5000', 'RUB'],
      ],
      [],
    ],
    [
      'groups behind the other sign',
      [
        ['1.000,50', 'EUR'],
        ['2.500', 'EUR'],
        ['12,50', 'EUR'],
      ],
      [],
    ],
    [
      'a comma with three digits',
      [
        ['50,32', 'EUR'],
        ['1,000', 'EUR'],
        ['2,500 EUR', 'EUR'],
      ],
      [3, 4],
    ],
    [
      'a sign of its own beside it',
      [
        ['€50.32', 'EUR'],
        ['€1.000', 'EUR'],
      ],
      [3],
    ],
    [
      'half a yen',
      [
        ['1200', 'JPY'],
        ['12.5', 'JPY'],
        ['12.50', 'EUR'],
        ['1200.00', 'JPY'],
      ],
      [3],
    ],
  ])('%s', async (_, rows, faults) => {
    const outcome = await outcomeOf(table(...rows), zurich);
    expect(outcome.questions).toEqual([]);
    expect(Object.keys(outcome.faults).map(Number)).toEqual(faults);
  });

  it('behind the rows that were looked at, too', async () => {
    const rows = Array.from({ length: 6_000 }, (_, at): [string, string] => [`${at}.50`, 'EUR']);
    const outcome = await outcomeOf(table(...rows, ['1.000', 'EUR']), zurich);
    expect(outcome.faults).toEqual({ 6002: ['AMOUNT_INVALID'] });
  });

  const header = 'type,acquirerId,transactionDate,transactionReference,amount,fee,tax,netAmount,currency,settlementCurrency,settlementDate';
  const settled = (...all: string[]) =>
    lines(
      header,
      ...all.map((cells, at) => `Sale,AQ,2026-10-06T12:40:00Z,R${at},${cells},2026-10-07`),
      `Sale,AQ,2026-10-06T12:40:00Z,R,10.50,0.10,,10.40,EUR,,2026-10-07`,
    );

  it('are decimals of dinars in each column of a row', async () => {
    const outcome = await outcomeOf(settled('12.345,1.123,,11.222,KWD,', '12.34,1.12,,11.220,EUR,KWD', '1.234,0.10,,1.134,EUR,'), records);
    expect(outcome).toMatchObject({
      ...nothingAsked,
      faults: { 4: ['AMOUNT_INVALID', 'AMOUNT_INVALID'] },
      rows: { 2: { amount: 12.345, fee: 1.123, netAmount: 11.222 }, 3: { amount: 12.34, netAmount: 11.22 }, 5: { amount: 10.5 } },
    });
  });

  it('are decimals of dinars in what is added or turned', async () => {
    const added = await outcomeOf(settled('20.345,-1.123,-2.111,17.111,KWD,'), [...records, '--set', 'fee=fee + tax']);
    expect(added).toMatchObject({ questions: [], faults: {} });
    expect(added.rows[2]).toMatchObject({ amount: 20.345, fee: 3.234, netAmount: 17.111 });
  });

  const cell = fc.oneof(fc.constant(''), fc.constantFrom('1.234', '-12.345', '0.125', '1.5', '2,500', '7', 'KWD 3.125', '1.2345', 'x'));
  property.prop([fc.array(fc.tuple(cell, cell, cell, fc.constantFrom('KWD', 'EUR', 'JPY', '')), { minLength: 1, maxLength: 4 })])(
    'leave no row without a cell that it has',
    async (all) => {
      const { rows } = await outcomeOf(
        settled(...all.map(([amount, fee, net, currency]) => `${amount},${fee},,${net},${currency},`)),
        records,
      );
      for (const [at, [amount, fee, netAmount]] of all.entries())
        for (const [field, text] of Object.entries({ amount, fee, netAmount }))
          if (rows[at + 2]) expect(rows[at + 2]?.[field] !== undefined, `${field} ${text}`).toBe(text !== '');
    },
  );
});

describe('money that went back, in rows without a minus before their amount', () => {
  const back = (type: string, cells: string) =>
    lines(
      'type,acquirerId,transactionDate,amount,fee,netAmount,currency,settlementDate',
      'Sale,AQ,2026-10-06T12:40:00Z,10.50,0.10,10.40,EUR,2026-10-07',
      `${type},AQ,2026-10-06T12:45:00Z,${cells},EUR,2026-10-07`,
    );

  it.each([
    ['Refund', '20.00,0.10,19.90', { amount: -20, fee: -0.1, netAmount: -19.9 }],
    ['Refund', '20.00,0.10,-20.10', { amount: -20, fee: 0.1, netAmount: -20.1 }],
    ['Refund', '20.00,-0.10,-19.90', { amount: -20, fee: -0.1, netAmount: -19.9 }],
    ['Chargeback', '60.00,15.00,-75.00', { amount: -60, fee: 15, netAmount: -75 }],
    ['Chargeback', '60.00,0.00,-60.00', { amount: -60, fee: 0, netAmount: -60 }],
    ['Chargeback', '60.00,,-60.00', { amount: -60, netAmount: -60 }],
  ])('is asked about: %s %s', async (type, cells, read) => {
    const asked = await outcomeOf(back(type, cells), records);
    expect(asked).toMatchObject({ questions: ['SIGNS_UNCERTAIN amount'], answers: [`--negative type=${type}`, '--set type=type'] });
    const said = await outcomeOf(back(type, cells), [...records, '--negative', `type=${type}`]);
    expect(said).toMatchObject({ ...nothingAsked, rows: { 3: read } });
  });

  it('is no question where the fee is more than the amount', async () => {
    const outcome = await outcomeOf(back('Refund', '5.00,20.00,-15.00'), records);
    expect(outcome).toMatchObject({ ...nothingAsked, rows: { 3: { amount: 5, fee: 20, netAmount: -15 } } });
  });
});

describe('exchange rates', () => {
  it('have as many digits as they need, whatever amounts have', async () => {
    const rows = ['A-1,12.50,EUR,11.51,CHF,0.921', 'A-2,20.00,EUR,21.24,CHF,1.062', 'A-3,5.00,EUR,5.00,EUR,1'];
    const header = 'transactionReference,amount,currency,netAmount,settlementCurrency,exchangeRate,settlementDate';
    const outcome = await outcomeOf(lines(header, ...rows.map((row) => `${row},2026-11-05`)), records);
    expect(outcome).toMatchObject(nothingAsked);
    expect(amounts(outcome)).toEqual([12.5, 20, 5]);
  });
});

describe('a footer of names and values', () => {
  it('Antom: the mark of the end of the file', async () => {
    const flags = [
      '--settlement',
      '--timezone',
      'Asia/Shanghai',
      '--set',
      'transactionDate=transactionCreationTime',
      '--set',
      'amount=transactionAmountValue',
      '--minor-units',
    ];
    const outcome = await outcomeOf(file('15-antom-end-line.csv'), flags);
    expect(outcome).toMatchObject({ ...nothingAsked, rows: { 2: { amount: 10 }, 3: { amount: -5 } }, leftOut: [4] });
  });

  const table = (...footer: string[]) =>
    lines('Date;Receipt;Amount;Currency;Till', '20.11.2026 10:00;R1;12,50;CHF;1', '20.11.2026 11:00;R2;8,00;CHF;1', ...footer);

  it.each<[string, string[], number[]]>([
    ['names and values', ['Number of rows;2', 'Exported on;21.11.2026', 'Exported by;till 1;;;'], [4, 5, 6]],
    ['a sentence', ['', 'This list was written on 21.11.2026 by the till.'], [5]],
    ['a line of dashes before the end', ['-----', 'EOF'], [4, 5]],
    ['a total before it', ['Total;;20,50;;', '<END>'], [4, 5]],
  ])('%s', async (_, footer, leftOut) => {
    const outcome = await outcomeOf(table(...footer), zurich);
    expect(outcome).toMatchObject({ ...nothingAsked, leftOut });
    expect(instants(outcome)).toEqual(['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z']);
  });

  // developerhub.ppro.com/simple-api/docs/common-footer-for-all-files: a row for each of three names.
  it('PPRO: names of two columns, whatever the first cells of sales are', async () => {
    const rows = ['PAYMENT,ABC-1,2026-11-02T10:00:00Z,12.50,EUR', 'REFUND,ABC-2,2026-11-02T11:00:00Z,-2.50,EUR'];
    const footer = ['SETTLEMENT_DATE,2026-11-05', 'RECORD_COUNT,2', 'CHECKSUM_AGGREGATE_AMOUNT,10.00'];
    const outcome = await outcomeOf(lines('type,transaction_reference,transaction_date,amount,currency', ...rows, ...footer), records);
    expect(outcome).toMatchObject({ ...nothingAsked, leftOut: [4, 5, 6] });
    expect(amounts(outcome)).toEqual([12.5, -2.5]);
  });

  // docs.mangopay.com/api-reference/settlements/settlement-file: an empty row, and names with single values.
  it('Mangopay: behind a row of commas', async () => {
    const rows = [
      'auth-1-a9,PAYMENT,2026-11-02T10:00:00Z,12.50,EUR',
      ',,,,',
      'ExternalProviderName,Adyen,,,',
      'TotalSettlementAmount,12.50,,,',
    ];
    const header = 'ExternalProviderReference,ExternalTransactionType,ProcessingDate,TransactionAmount,Currency';
    const flags = [
      ...records,
      '--set',
      'transactionDate=ProcessingDate',
      '--set',
      'amount=TransactionAmount',
      '--const',
      'acquirerId=Mangopay',
    ];
    expect(await outcomeOf(lines(header, ...rows), flags)).toMatchObject({ ...nothingAsked, leftOut: [4, 5] });
  });

  it.each<[string, string[], number[]]>([
    ['a sale that was cut', ['20.11.2026 12:00;R'], [4]],
    ['its date alone', ['20.11.2'], [4]],
    ['a number', ['R3'], [4]],
    ['one that sales follow', ['<END>', '20.11.2026 12:00;R3;8,00;CHF;1'], [4]],
    ['one with an amount', ['Rounding;;0,05'], [4]],
  ])('%s is none', async (_, rows, faults) => {
    expect(Object.keys((await outcomeOf(table(...rows), zurich)).faults).map(Number)).toEqual(faults);
  });
});

describe('the total of an order in several of its rows', () => {
  it('Thelia: once for each tax', async () => {
    const outcome = await outcomeOf(file('40-thelia-tax-lines.csv'), ['--timezone', 'Europe/Paris']);
    expect(outcome.questions).toEqual(['AMOUNT_REPEATED amount']);
    const said = await outcomeOf(file('40-thelia-tax-lines.csv'), ['--timezone', 'Europe/Paris', '--set', 'additionalData.tax=tax']);
    expect(amounts(said)).toEqual([115, 115, 40, 61, 61]);
  });

  const table = (name: string, ...all: string[]) => lines(`Order,Date,${name},Total,Currency`, ...all);
  const at = '2026-11-02 10:00:00';

  // github.com/thelia/thelia/pull/3848: once for each coupon; the same where an order was sent in parcels, or under a name that nobody knows.
  it.each(['coupons', 'parcel', 'Lähetys'])('once for each %s', async (name) => {
    const rows = [`A1,${at},x,30.00,EUR`, `A1,${at},y,30.00,EUR`, `A2,${at},x,12.00,EUR`, `A3,${at},x,9.00,EUR`, `A3,${at},y,9.00,EUR`];
    expect((await outcomeOf(table(name, ...rows), zurich)).questions).toEqual(['AMOUNT_REPEATED amount']);
  });

  it.each<[string, string[]]>([
    ['one order that may have been paid in halves', [`A1,${at},x,30.00,EUR`, `A1,${at},y,30.00,EUR`, `A2,${at},x,12.00,EUR`]],
    ['orders of different amounts', [`A1,${at},x,30.00,EUR`, `A1,${at},y,20.00,EUR`, `A2,${at},x,12.00,EUR`, `A2,${at},y,12.00,EUR`]],
    [
      'orders of different moments',
      [`A1,${at},x,30.00,EUR`, 'A1,2026-11-02 11:00:00,y,30.00,EUR', `A2,${at},x,9.00,EUR`, 'A2,2026-11-03 11:00:00,y,9.00,EUR'],
    ],
  ])('%s are sales', async (_, rows) => {
    expect((await outcomeOf(table('note', ...rows), zurich)).questions).toEqual([]);
  });
});

describe('text of another code page', () => {
  it('a file from Poland: asked with its words, and read as it is said', async () => {
    const outcome = await outcomeOf(file('42-polish-code-page.csv'), ['--timezone', 'Europe/Warsaw']);
    expect(outcome.refused).toContain('"£ódŸ-1"');
    expect(outcome.rows).toEqual({});
    const said = await outcomeOf(file('42-polish-code-page.csv'), ['--timezone', 'Europe/Warsaw', '--encoding', 'windows-1250']);
    expect(said.rows[2]).toMatchObject({ amount: 12.5, terminalId: 'Łódź-1' });
    const asItStands = await outcomeOf(file('42-polish-code-page.csv'), ['--timezone', 'Europe/Warsaw', '--encoding', 'windows-1252']);
    expect(asItStands.rows[2]).toMatchObject({ terminalId: '£ódŸ-1' });
  });

  const table = (...words: string[]) =>
    lines('Date;Amount;Currency;Receipt;Shop', ...words.map((word, at) => `02.11.2026 10:0${at};1,00;EUR;R${at};${word}`));

  // github.com/aniav/ynab-csv/issues/19 (German letters), github.com/actualbudget/actual/issues/8986 (Czech ones), firefly-iii issue 1286.
  it.each([
    ['ibm850', ['Müller', 'Käse', 'Größe']],
    ['macintosh', ['Café', 'Zürich', 'Müller']],
    ['windows-1250', ['Příbram', 'šťastný', 'Plzeň']],
    ['windows-1251', ['Москва', 'Тверь', 'Казань']],
    ['windows-1253', ['Αθήνα', 'Πάτρα', 'Βόλος']],
  ] as const)('%s', async (encoding, words) => {
    const outcome = await outcomeOf(encoded(table(...words), encoding), zurich);
    expect(outcome.refused).toMatch(/not UTF-8/);
    const said = await outcomeOf(encoded(table(...words), encoding), [...zurich, '--encoding', encoding]);
    expect(Object.values(said.rows)).toHaveLength(3);
  });

  it('of western Europe it is read, whatever signs stand there', async () => {
    const words = ['Müller & Söhne', '¿Qué?', 'Nescafé®Gold', 'O´Neil', 'L’été', '„Käse“', '25°C', 'col·lecció', 'SOFÍA'];
    expect(Object.values((await outcomeOf(encoded(table(...words), 'windows-1252'), zurich)).rows)).toHaveLength(9);
  });
});

describe('of several columns of one name', () => {
  // A vending machine's days and moments.
  it('moments are proposed before their days', async () => {
    const text = lines(
      'date,datetime,amount,currency',
      '2026-11-01,2026-11-01 11:30:00,4.50,EUR',
      '2026-11-02,2026-11-02 10:15:50,5.00,EUR',
    );
    expect((await outcomeOf(text, zurich)).answers.slice(0, 2)).toEqual(['--set transactionDate=datetime', '--set transactionDate=date']);
  });

  // MTN's payments by phone: each of their sums has its currency behind it.
  it('the currency behind the amount is proposed first', async () => {
    const text = lines('Fee,Currency,Amount,Currency,Balance,Currency,Date', ',,1500,XAF,,,2026-11-02 01:26:26');
    const { questions, answers } = await outcomeOf(text, zurich);
    expect(questions).toContain('COLUMN_AMBIGUOUS currency');
    expect(answers[0]).toBe('--set currency=4');
  });
});

describe('a lacking field names the columns whose cells would do', () => {
  // Authorize.Net, transaction download: the abbreviation of a zone behind each time.
  it('a date with a zone behind it is a date', async () => {
    const rows = ['1,03-Nov-2026 12:05:11 AM PST,02-Nov-2026 10:15:30 AM PST,45.00,USD', '2,,02-Nov-2026 12:15:30 PM PST,25.00,USD'];
    const outcome = await outcomeOf(lines('Transaction ID,Settlement Date/Time,Submit Date/Time,Amount,Currency', ...rows), [
      '--timezone',
      'America/Los_Angeles',
    ]);
    expect(outcome).toMatchObject(nothingAsked);
    expect(instants(outcome)).toEqual(['2026-11-02T18:15:30.000Z', '2026-11-02T20:15:30.000Z']);
  });

  it('under names that say nothing', async () => {
    const outcome = await outcomeOf(
      lines('Ref,Moment,Wert,Whg', 'A1,03-Nov-2026 10:00 PST,12.50,eur', 'A2,03-Nov-2026 10:05 PST,8.25,eur'),
      zurich,
    );
    expect(outcome.answers).toEqual(['--set amount=Wert', '--set transactionDate=Moment']);
  });

  // The file of a Turkish weighbridge, of a French bakery (its number of a ticket came out of a spreadsheet), and of a label at Bandcamp.
  it.each([
    ['the one that the others are together is first', 'Giriş;Tartım;Toplam', ['50,00;120,00;170,00', '50,00;180,00;230,00'], 'Toplam'],
    ['no number of a ticket', 'ticket_number;Xy', ['150040.0;24,00', '150041.0;1,20'], 'Xy'],
    ['no number of pieces', 'Quantity;Xy', ['1.0;24,00', '1.0;1,20'], 'Xy'],
    ['no balance', 'balance of revenue share;Xy', ['0.15;8.50', '0.15;5.00'], 'Xy'],
  ])('of several amounts: %s', async (_, names, rows, first) => {
    const all = rows.map((cells, at) => `2026-11-0${at + 1} 10:00;${cells}`);
    expect((await outcomeOf(lines(`Zeit;${names}`, ...all), zurich)).answers[0]).toBe(`--set amount=${first}`);
  });

  // Columns of the study "19,560 Indian takeaway orders": a number of products is no money.
  it('a number of pieces beside a quantity and a price is not taken', async () => {
    const names = 'Order Number,Order Date,Item Name,Quantity,Product Price,Total products';
    const rows = ['16118,2019-08-08 20:25,Naan,1,3.5,2', '16117,2019-08-09 20:25,Balti,1,8.95,1', '16116,2019-08-10 20:25,Naan,2,0.8,2'];
    expect((await outcomeOf(lines(names, ...rows), zurich)).questions).toContain('FIELD_MISSING amount');
  });

  // Takings of a Turkish acquirer, and the items of a till at Square, of which a discount was taken off.
  it.each([
    ['what a fee leaves', 'Määrä,Palkkio,Net', ['100.00,2.00,98.00', '50.00,1.00,49.00'], 'Määrä'],
    [
      'a price before its discount',
      'Gross Sales,Discounts,Net Sales,Tax',
      ['40.00,-5.00,35.00,1.06', '12.00,0.00,12.00,0.00'],
      "'Net Sales'",
    ],
  ])('proposed first is not %s', async (_, names, rows, first) => {
    const all = rows.map((cells, at) => `2026-11-0${at + 1} 10:00,A${at},${cells}`);
    expect((await outcomeOf(lines(`Date,Receipt,${names}`, ...all), [...zurich, '--sales'])).answers[0]).toBe(
      `--set amount=${first}`.replaceAll("'", ''),
    );
  });

  it('where several would do and no name is known, one of them', async () => {
    const text = lines('Xa;Xb;Toplam', '50,00;120,00;170,00', '50,00;180,00;230,00');
    expect((await refusal(text)).hint).toContain('--set amount=Toplam or --set amount=Xa or --set amount=Xb and so on');
  });

  it('where no name is known at all', async () => {
    const outcome = await outcomeOf(lines('nro,hetki,summa_e,val', 'A1,1793613600,12.50,eur', 'A2,1793613700,8.25,eur'), zurich);
    expect(outcome.answers.slice(0, 3)).toEqual(['--set amount=summa_e', '--set currency=val', '--set transactionDate=hetki']);
  });
});

describe('a fee and what is left after it', () => {
  const fees = ({ rows }: Outcome) => Object.values(rows).map(({ fee, netAmount }) => [fee, netAmount]);

  // github.com/lcsgmoraes-droid/Sistema-Pet: docs/EXEMPLO_ARQUIVO_STONE.csv, and headers of two other Brazilian tools.
  it.each([
    'NSU;Data Transação;Data Pagamento;Valor Bruto;Taxa MDR %;Valor Taxa;Valor Líquido;Bandeira',
    'NSU;Data Venda;Data Pagamento;Vlr Bruto;Taxa %;Vlr Taxa;Vlr Líquido;Bandeira',
    'NSU/CV;Data da Venda;DOC;Bruto (R$);Taxa %;Taxa MDR (R$);Líquido (R$);Bandeira',
  ])('in Portuguese: %s', async (header) => {
    const text = lines(
      header,
      '123456;15/03/2025;16/03/2025;1500,00;2,5;37,50;1462,50;Visa',
      '123457;15/03/2025;16/03/2025;800,00;3,0;24,00;776,00;Elo',
    );
    const flags = ['--timezone', 'America/Sao_Paulo', '--const', 'currency=BRL'];
    expect((await outcomeOf(text, flags)).questions).toContain('KIND_UNCERTAIN amount');
    expect(fees(await outcomeOf(text, [...flags, '--settlement']))).toEqual([
      [37.5, 1462.5],
      [24, 776],
    ]);
  });

  it('under names that nothing is known of are asked about, and read once that is answered', async () => {
    const text = lines(
      'Order number,Payout date,Date,Gross,Kesinti,Ek kesinti,Hesaba,Currency',
      'A1,2026-11-04,2026-11-02,543.20,97.78,19.56,425.86,TRY',
      'A2,2026-11-04,2026-11-02,812.45,146.24,29.25,636.96,TRY',
    );
    const asked = await outcomeOf(text, [...zurich, '--settlement']);
    expect(asked.questions).toEqual(['COLUMN_UNCERTAIN fee']);
    expect(asked.answers.slice(0, 2)).toEqual(['--set fee=Kesinti+Ek kesinti', '--set netAmount=Hesaba']);
    const [fee = '', net = '', not = ''] = asked.answers.map((answer) => answer.replace('--set ', ''));
    expect(fees(await outcomeOf(text, [...zurich, '--settlement', '--set', fee, '--set', net]))).toEqual([
      [117.34, 425.86],
      [175.49, 636.96],
    ]);
    expect(fees(await outcomeOf(text, [...zurich, '--settlement', '--set', not]))).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('taxes and discounts are none', async () => {
    const text = lines(
      'Ref,Payout date,Date,Gross,VAT,Discount,Paid,Currency',
      'A1,2026-11-04,2026-11-02,12.00,2.00,0,10.00,EUR',
      'A2,2026-11-04,2026-11-02,24.00,4.00,0,20.00,EUR',
    );
    expect((await outcomeOf(text, [...zurich, '--settlement'])).questions).not.toContain('COLUMN_UNCERTAIN fee');
  });

  it('a number that each payment has is no terminal', async () => {
    const text = lines(
      'NSU;TID;Data da Venda;Data Pagamento;Vlr Bruto',
      '100200300;T1;27/10/2026;28/10/2026;150,00',
      '100200301;T2;27/09/2026;28/10/2026;100,00',
      '100200301;T2;27/09/2026;28/11/2026;100,00',
      '100200302;T3;28/10/2026;29/10/2026;-50,00',
    );
    const { rows } = await outcomeOf(text, [
      '--settlement',
      '--const',
      'currency=BRL',
      '--timezone',
      'America/Sao_Paulo',
      '--const',
      'acquirerId=A',
    ]);
    expect(Object.values(rows).map(({ terminalId, transactionReference }) => [terminalId, transactionReference])).toEqual([
      [undefined, '100200300'],
      [undefined, '100200301'],
      [undefined, '100200301'],
      [undefined, '100200302'],
    ]);
  });
});

describe('what is proposed', () => {
  it('is not what the customer handed over, where the change is told', async () => {
    const rows = ['30/10/2026;08:12;A1B2C3;10000;1500;8500', '30/10/2026;08:40;A1B2C4;4000;0;4000', '30/10/2026;10:02;A1B2C7;0;0;6200'];
    const { answers } = await outcomeOf(lines('Date;Heure;Ticket #;Montant payé;Monnaie rendue;Total XAF', ...rows), zurich);
    expect(answers.filter((answer) => answer.includes('amount='))).toEqual(['--set amount=Total XAF', '--set amount=Montant payé']);
  });

  it.each(["Prix d'achat HT", 'Purchase price net', 'Einkaufspreis netto'])('is not what the shop paid: %s', async (name) => {
    const rows = ['2026-10-28 18:02:11;12;4.50;1.20', '2026-10-28 19:02:11;15;5.00;1.00'];
    const { answers } = await outcomeOf(lines(`Date de validation;ID-Produit;Prix de vente;${name}`, ...rows), zurich);
    expect(answers.filter((answer) => answer.includes('amount='))).toEqual(['--set amount=Prix de vente']);
  });

  it('is a price with the sign of its currency, and no number of a record', async () => {
    const rows = ['1001,12-34567,$299.99,1,01/30/2024', '1002,12-34568,$69.99,2,01/15/2024'];
    const { answers } = await outcomeOf(lines('Sales Record Number,Order Number,Sale Price,Quantity,Sale Date', ...rows), zurich);
    expect(answers.filter((answer) => answer.includes('amount='))).toEqual(['--set amount=Sale Price']);
  });

  it('is the date with its time', async () => {
    const rows = ['10/28/2026,09:12:33,1001,46.00,USD', '10/28/2026,09:32:33,1002,80.00,USD'];
    const outcome = await outcomeOf(lines('Trans Date,Trans Time,Invoice,Amt,Curr', ...rows), zurich);
    expect(outcome.rows[2]).toMatchObject({ transactionDate: '2026-10-28T09:12:33+01:00' });
  });

  it('is the day of the payment, not that of its booking', async () => {
    const rows = ['1,2026-10-28,2026-10-27,2026-10-28,01:05,150.00', '2,2026-10-28,2026-10-28,2026-10-28,09:05,90.00'];
    const { answers } = await outcomeOf(lines('Radnr,Bokfdag,Transdag,Valutadag,Tid,Belopp', ...rows), zurich);
    expect(answers.filter((answer) => answer.includes('Date='))).toEqual([
      '--set transactionDate=Transdag+Tid',
      '--set transactionDate=Bokfdag+Tid',
    ]);
  });

  it('can be answered in one command: what would be said twice waits', async () => {
    const rows = [
      '10001,2026-11-02 10:00,Mug,99.97,0.00',
      '10001,2026-11-02 10:00,Cup,99.97,0.00',
      '10002,2026-11-02 11:00,Mug,29.99,0.00',
    ];
    const text = lines('Order number,Date,Item,Total,Net amount', ...rows);
    const flags = [...zurich, '--const', 'currency=EUR'];
    expect((await outcomeOf(text, flags)).questions).toEqual(['COLUMN_UNCERTAIN amount']);
    expect((await outcomeOf(text, [...flags, '--set', 'amount=Total'])).questions).toEqual(['AMOUNT_REPEATED amount']);
  });
});
