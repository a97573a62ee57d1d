/**
 * Files of public bug reports, issues and manuals that were read wrong in silence, asked about in vain or refused, by what was misunderstood:
 * arithmetic, shape and the forms of values. Each is small, and has what a bookkeeper says is right; variants are named with their source.
 */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readingOptions } from '../../src/cli/flags/mapping-flags.js';
import { addReadingFlags } from '../../src/cli/flags/reading-flags.js';
import { SalesError } from '../../src/contract/problem.js';
import { openInput } from '../../src/files/open.js';
import { incomplete } from '../../src/files/questions/open-questions.js';
import { valuesOf } from '../../src/files/rows/sale.js';
import { chunked } from './reading.js';

type Fields = Record<string, unknown>;
/** What becomes of a file: its questions, as code and field with all flags that answer them, or its rows by line. */
interface Outcome {
  questions: string[];
  answers: string[];
  rows: Record<number, Fields>;
  faults: Record<number, string[]>;
  leftOut: number[];
}

async function outcomeOf(content: string | Uint8Array, flags: readonly string[]): Promise<Outcome> {
  const isSettlement = flags.includes('--settlement');
  const command = addReadingFlags(new Command()).exitOverride();
  command.parse(
    flags.filter((flag) => flag !== '--settlement'),
    { from: 'user' },
  );
  const outcome: Outcome = { questions: [], answers: [], rows: {}, faults: {}, leftOut: [] };
  try {
    const options = { ...(await readingOptions(command.opts())), ...(isSettlement && { kind: 'Settlement' as const }) };
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
    outcome.questions = (error.questions ?? []).map(({ code, field }) => `${code} ${field}`);
    const answers = (error.questions ?? []).flatMap(({ answer }) => [answer].flat());
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
const nothingAsked = { questions: [], faults: {} };

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

  it('taxes beside an amount and what it is without them are no fee', async () => {
    const rows = ['2026-11-02T10:00:00Z,120.00,20.00,100.00,EUR,p1', '2026-11-02T11:00:00Z,60.00,10.00,50.00,EUR,p1'];
    const outcome = await outcomeOf(lines('Date,Transaction Amount,VAT,Base,Currency,Payout ID', ...rows), records);
    expect(outcome.rows[2]).not.toHaveProperty('fee');
  });
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

describe('seconds or milliseconds since 1970', () => {
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
