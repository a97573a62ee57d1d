/**
 * How long totals and the search for a slip take over a full table, and whether totals are what the rows of the file come to, added up in
 * whole hundredths.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { openClient } from './https-client.js';
import { figure, median, table } from './numbers.js';

const RUNS = 5;
/** Of the year that the file holds. */
const MONTH = { transactionDateFrom: '2025-06-01T00:00:00+01:00', transactionDateTo: '2025-06-30T23:59:59+01:00' };
/** Milliseconds, for a year of 1,000,000 rows and a month of it. */
const bounds = { year: 1_000, month: 100 };
const WHERE_MS = 1_000;
/** What stands on the slip of the first row of the file, which a list meets last, and what stands on none. */
const slips = [
  { transactionReference: 'R000000000' },
  { orderId: 'ORDER-2025-000000000' },
  { locationId: 'L049' },
  { cardLastFour: '3169' },
  { transactionReference: 'on no slip' },
];
const kinds = ['currency', 'day', 'day,brand', 'brand', 'terminal', 'terminal,brand'];

/** `{times: [{period, by, groups, ms}], searches: [{field, found, ms}], wrong}`: medians, and how many groups differ from what the file says. */
export async function measureTotals({ ours, file, rows }, { progress }) {
  const client = openClient(ours);
  const times = [];
  for (const by of kinds) {
    for (const [period, filter] of Object.entries({ year: {}, month: MONTH })) {
      const path = `/history/v1/totals?${new URLSearchParams({ by, ...filter })}`;
      const answers = [];
      for (let run = 0; run < RUNS; run++) answers.push(await client.timed(path));
      times.push({ period, by, groups: JSON.parse(answers[0].text).items.length, ms: median(answers.map(({ ms }) => ms)) });
      progress(`totals of a ${period} by ${by}: ${figure(times.at(-1).ms)} ms`);
    }
  }
  const searches = [];
  for (const slip of slips) {
    const answers = [];
    for (let run = 0; run < RUNS; run++) answers.push(await client.timed(`/history/v1/transactions?${new URLSearchParams(slip)}`));
    const [field] = Object.keys(slip);
    searches.push({ field, found: JSON.parse(answers[0].text).items.length, ms: median(answers.map(({ ms }) => ms)) });
    progress(`the first page of a search by ${field}: ${figure(searches.at(-1).ms)} ms`);
  }
  const told = JSON.parse((await client.timed('/history/v1/totals?by=day,brand')).text).items;
  await client.close();
  return { rows, times, searches, ...(await compared(file, told)) };
}

/** The columns that are read stand before the first quoted one. */
async function compared(file, told) {
  const sums = new Map();
  let isHead = true;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const cells = line.split(',');
    if (!isHead) {
      const key = [cells[13].slice(0, 10), cells[7], cells[4]].join(' ');
      const sum = sums.get(key) ?? { transactions: 0, hundredths: 0n };
      sums.set(key, { transactions: sum.transactions + 1, hundredths: sum.hundredths + BigInt(cells[1].replace('.', '')) });
    }
    isHead = false;
  }
  const isRight = ({ day, currency, brandId, imported, notImported }) => {
    const sum = sums.get([day, currency, brandId].join(' '));
    const hundredths = BigInt(imported.net.replace('.', '')) + BigInt(notImported.net.replace('.', ''));
    return sum?.transactions === imported.transactions + notImported.transactions && sum.hundredths === hundredths;
  };
  const wrong = told.filter((item) => !isRight(item)).length + Math.abs(sums.size - told.length);
  return { compared: sums.size, wrong };
}

export function totalsReport({ rows, times, searches, compared: groups, wrong }) {
  const text = [
    `Totals of ${rows.toLocaleString('en')} rows, a year, and of a month of them, medians of ${RUNS}`,
    '',
    table(
      ['by', 'period', 'groups', 'ms'],
      times.map(({ by, period, groups, ms }) => [by, period, groups.toLocaleString('en'), figure(ms)]),
    ),
    '',
    table(
      ['a slip by', 'found', 'ms'],
      searches.map(({ field, found, ms }) => [field, found, figure(ms)]),
    ),
    '',
    `${groups.toLocaleString('en')} groups by day, brand and currency were held against the file, added up with whole numbers: ${wrong} differ.`,
  ].join('\n');
  const slowest = (period) => Math.max(...times.filter((time) => time.period === period).map(({ ms }) => ms));
  const verdicts = Object.entries(bounds).map(([period, bound]) => ({
    line: 9,
    text: `totals of a ${period} take at most ${bound} ms`,
    passed: slowest(period) <= bound,
    measured: `${figure(slowest(period))} ms`,
  }));
  return {
    text,
    verdicts: [
      ...verdicts,
      {
        line: 9,
        text: `the first page of --where takes at most ${WHERE_MS} ms`,
        passed: searches.every(({ ms }) => ms <= WHERE_MS),
        measured: `${figure(Math.max(...searches.map(({ ms }) => ms)))} ms`,
      },
      { line: 9, text: 'totals equal the file', passed: wrong === 0, isBroken: wrong > 0, measured: `${wrong} differ` },
    ],
  };
}
