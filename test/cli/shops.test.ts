/**
 * Three files as shops have them, none of them made for us: each is uploaded in two commands, the second with what the first one's answer
 * names and nothing else.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type StubServer, transactionsSentTo } from '../client/stub-server.js';
import type { CommandLine } from './command-line.js';
import { onMemoryServer } from './on-stub.js';

let stub: StubServer;
let line: CommandLine;
onMemoryServer({ idempotent: true }, (on) => {
  ({ stub, line } = on);
});

const sent = () => transactionsSentTo(stub);

interface Shop {
  name: string;
  /** As the first command names them, but for the zone and the currency, which only the shop knows. */
  named: string[];
  known: string[];
  sales: [amount: number, currency: string, transactionDate: string, reference: string][];
  others: object[];
}

const shops: Shop[] = [
  {
    name: 'Kassenexport 20.11.csv',
    named: ["--set 'amount=Betrag brutto'", '--timezone'],
    known: ['--timezone', 'Europe/Berlin'],
    sales: [
      [12.4, 'EUR', '2026-11-20T07:31:00+01:00', '100231'],
      [3.2, 'EUR', '2026-11-20T07:44:00+01:00', '100232'],
      [1034.9, 'EUR', '2026-11-20T08:02:00+01:00', '100233'],
      [7.85, 'EUR', '2026-11-20T08:15:00+01:00', '100234'],
      [18, 'EUR', '2026-11-20T08:15:00+01:00', '100235'],
      [-7.85, 'EUR', '2026-11-20T08:40:00+01:00', '100236'],
      [22.1, 'EUR', '2026-11-20T09:05:00+01:00', '100237'],
      [2.9, 'EUR', '2026-11-20T09:12:00+01:00', '100238'],
    ],
    others: [{}, {}, { cardNumberMasked: '411111XXXXXX1111', terminalId: '54001232' }],
  },
  {
    name: 'commandes-novembre.csv',
    named: ['--timezone'],
    known: ['--timezone', 'Europe/Paris'],
    sales: [
      [1249, 'EUR', '2026-11-21T09:14:00+01:00', 'pi_3Q1aB2'],
      [44.8, 'EUR', '2026-11-03T10:02:00+01:00', '8XJ12345AB'],
      [21.5, 'EUR', '2026-11-05T18:47:00+01:00', 'pi_3Q1aC9'],
      [-15, 'EUR', '2026-11-12T23:59:00+01:00', 'pi_3Q1aC9'],
    ],
    others: [
      { orderId: '#2041' },
      { orderId: '#2042', additionalData: expect.arrayContaining([{ key: 'Moyen de paiement', value: 'PayPal' }]) },
    ],
  },
  {
    name: 'pos-report.csv',
    named: ["--set 'amount=Net Total'", '--timezone', '--const currency='],
    known: ['--timezone', 'America/New_York', '--const', 'currency=USD'],
    sales: [
      [4.5, 'USD', '2026-11-03T09:05:00-05:00', 'T-88121'],
      [1200, 'USD', '2026-11-03T12:17:00-05:00', 'T-88122'],
      [-4.5, 'USD', '2026-11-04T00:03:00-05:00', 'T-88123'],
      [18.25, 'USD', '2026-11-14T13:30:00-05:00', 'T-88124'],
      [7, 'USD', '2026-11-15T23:59:00-05:00', 'T-88125'],
    ],
    others: [{ brandId: 'Visa', cardNumberMasked: '************4242', locationId: 'Main St' }],
  },
];

it.each(shops)('$name: from file to uploaded in two commands', async ({ name, named, known, sales, others }) => {
  const file = line.file(name, readFileSync(fileURLToPath(new URL(`../../fixtures/shops/${name}`, import.meta.url))));
  const first = await line.run(['upload', file]);
  expect(first).toMatchSnapshot();
  expect(first.exit).toBe(4);
  expect(sent()).toEqual([]);
  for (const flag of named) expect(first.stderr).toContain(flag);

  const columns = named.flatMap((flag) => {
    const [, argument = null] = /^--set '(.+)'$/.exec(flag) ?? [];
    return argument === null ? [] : ['--set', argument];
  });
  const second = await line.run(['upload', file, ...columns, ...known]);
  expect(second).toMatchSnapshot();
  expect(second.exit).toBe(0);
  const transactions = sent();
  expect(
    transactions.map(({ amount, currency, transactionDate, transactionReference }) => [
      amount,
      currency,
      transactionDate,
      transactionReference,
    ]),
  ).toEqual(sales);
  for (const [index, other] of others.entries()) expect(transactions[index]).toMatchObject(other);
});
