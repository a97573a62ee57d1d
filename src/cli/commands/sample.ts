/** `sales sample`: a CSV that `sales upload` takes as it is, to start from. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { csvLine } from '../terminal/table.js';

const header = [
  'transactionDate',
  'amount',
  'currency',
  'terminalId',
  'locationId',
  'brandId',
  'cardNumberMasked',
  'transactionReference',
  'transactionTypes',
  'additionalData.cashier',
];

const rows = [
  ['2026-11-20T08:12:44+01:00', '4.80', 'CHF', 'T-001', 'ZRH-HB', 'VISA', '424242******4242', 'R-10001', 'Sale', 'Anna'],
  ['2026-11-20T08:13:02+01:00', '12.50', 'CHF', 'T-001', 'ZRH-HB', 'MASTERCARD', '555555******4444', 'R-10002', 'Sale', 'Anna'],
  ['2026-11-20T09:40:10+01:00', '-12.50', 'CHF', 'T-001', 'ZRH-HB', 'MASTERCARD', '555555******4444', 'R-10003', 'Refund', 'Jörg'],
  ['2026-11-20T10:05:31+01:00', '129.00', 'EUR', 'WEB', 'Online', 'VISA', '400000******0002', 'R-10004', 'Sale', ''],
];

export function commandOf(run: Run): Command {
  return new Command('sample').description('Print a sample CSV: sales sample > sample.csv, then sales upload sample.csv').action(() => {
    for (const row of [header, ...rows]) run.output.data(csvLine(row));
  });
}
