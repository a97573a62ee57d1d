/** How far the files of an account reach, by what their records tell: the day of booking, or else the day of a payment. */
import { expect, it } from 'vitest';
import { MatchSettings } from '../../src/contract/match-settings.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import { seeRecord } from '../../src/matcher/tenant-rows.js';
import { comparableRecord, comparableSale, namesOf } from '../../src/matching/comparable.js';
import { coverage } from '../../src/matching/coverage.js';
import { reasonByCoverage } from '../../src/matching/reasons.js';

const settings = MatchSettings.parse({ accounts: [{ acquirerId: 'SLOW', waitDays: 9 }] });
const names = namesOf(settings);

/** What is said of a sale of 10 November that no record is of. */
function saidOf(records: readonly SettlementRecordUpload[]): string {
  const covered = coverage(settings);
  const payment = { amount: 1, currency: 'EUR', brandId: 'VISA' };
  for (const record of records) {
    const fields = { ...payment, ...record };
    seeRecord(covered, fields, comparableRecord(fields, names));
  }
  const sale = comparableSale({ ...payment, transactionDate: '2026-11-10T10:00:00Z' }, names);
  return reasonByCoverage(0, covered.due(sale as NonNullable<typeof sale>), () => '').sentence;
}

const never = 'No settlement file has ever covered this sale.';
const paid = (day: string) => ({ acquirerId: 'ACQ', transactionDate: `${day}T10:00:00Z` });

it.each<[string, SettlementRecordUpload[], string]>([
  ['nothing', [], never],
  [
    'a day of booking',
    [{ acquirerId: 'ACQ', settlementDate: '2026-11-15' }],
    'The files of ACQ reach 2026-11-15, when this sale was due, and none holds it.',
  ],
  [
    'payments alone',
    [paid('2026-11-15'), paid('2026-11-11')],
    'The files of ACQ reach 2026-11-15, when this sale was due, and none holds it.',
  ],
  [
    'payments up to a day that is too near',
    [paid('2026-11-14')],
    'No record yet; the files of ACQ reach 2026-11-14, this sale is due on 2026-11-15.',
  ],
  [
    'a payout later than what it pays',
    [{ ...paid('2026-11-14'), payoutDate: '2026-11-30' }],
    'No record yet; the files of ACQ reach 2026-11-14, this sale is due on 2026-11-15.',
  ],
  ['a fee, which says nothing of payments', [{ ...paid('2026-11-30'), type: 'Fee' }], never],
  [
    'a fee that was booked',
    [paid('2026-11-11'), { acquirerId: 'ACQ', type: 'Fee', settlementDate: '2026-11-16' }],
    'The files of ACQ reach 2026-11-15, when this sale was due, and none holds it.',
  ],
  ['no acquirer', [{ settlementDate: '2026-11-15' }], 'The settlement files reach 2026-11-15, when this sale was due, and none holds it.'],
  [
    'a word for none',
    [{ ...paid('2026-11-15'), acquirerId: '0000' }],
    'The settlement files reach 2026-11-15, when this sale was due, and none holds it.',
  ],
  [
    'an account that waits longer',
    [{ ...paid('2026-11-15'), acquirerId: 'SLOW' }],
    'No record yet; the files of SLOW reach 2026-11-15, this sale is due on 2026-11-19.',
  ],
])('%s', (_, records, sentence) => {
  expect(saidOf(records)).toBe(sentence);
});

it('once a sale is due, files that reach further change nothing that is said of it', () => {
  expect(saidOf([paid('2026-12-24')])).toBe(saidOf([paid('2026-11-15')]));
});

it('of several accounts all have to be beyond the sale, whichever was seen first', () => {
  const slow = { ...paid('2026-11-17'), acquirerId: 'SLOW' };
  const waiting = 'No record yet; the files of SLOW reach 2026-11-17, this sale is due on 2026-11-19.';
  for (const records of [
    [paid('2026-11-16'), slow],
    [slow, paid('2026-11-16')],
  ]) {
    expect(saidOf(records)).toBe(waiting);
  }
  for (const day of ['2026-11-19', '2026-11-29']) {
    const due = 'The files of SLOW reach 2026-11-19, when this sale was due, and none holds it.';
    expect(saidOf([paid('2026-11-20'), { ...paid(day), acquirerId: 'SLOW' }])).toBe(due);
  }
});

it('of files that name no acquirer and files of one that does, those that are behind count', () => {
  expect(saidOf([{ settlementDate: '2026-11-12' }, paid('2026-11-20')])).toBe(
    'No record yet; the settlement files reach 2026-11-12, this sale is due on 2026-11-15.',
  );
});
