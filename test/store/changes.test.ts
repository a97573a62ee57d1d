/** The pure halves of what stores do: who may change an upload, in which order, what its history is, and what comments say. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { inOrderOfArrival, matchedShownMax, mayReprocess, mayRestore, mayWithdraw } from '../../src/store/changes.js';
import { matchStateCodes, stateCodes } from '../../src/store/codes.js';
import { isWarning, reasonsIn, rejectionOf, warningOf } from '../../src/store/comments.js';
import { historyFrom, type TransactionBegun } from '../../src/store/lists/past.js';

const refused = (...messages: string[]) => expect.objectContaining({ code: 'validation', errors: { uploadId: messages } });
const failureOf = (work: () => void) => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

describe('an upload', () => {
  it('is not reprocessed while it is withdrawn', () => {
    expect(failureOf(() => mayReprocess({ withdrawnAt: '2026-11-20T10:00:00Z' }))).toEqual(refused('is withdrawn: restore it first'));
    expect(failureOf(() => mayReprocess({ withdrawnAt: null }))).toBeNull();
  });

  it('is not withdrawn while transactions of it are matched, of which the first are named', () => {
    const ids = Array.from({ length: matchedShownMax + 1 }, (_, index) => `id ${index}`);
    const sales = { kind: 'Sales' } as const;
    const text = 'holds transactions that are matched with a settlement, and cannot be withdrawn';
    expect(failureOf(() => mayWithdraw(sales, []))).toBeNull();
    expect(failureOf(() => mayWithdraw(sales, ids.slice(1)))).toEqual(refused(text, ...ids.slice(1)));
    expect(failureOf(() => mayWithdraw(sales, ids))).toEqual(refused(text, ...ids.slice(0, -1), 'and more'));
    const ofRecords = refused('holds records that are matched with sales, and cannot be withdrawn', 'id 0');
    expect(failureOf(() => mayWithdraw({ kind: 'Settlement' }, ids.slice(0, 1)))).toEqual(ofRecords);
  });

  it('is restored within 30 days', () => {
    expect(failureOf(() => mayRestore('2026-11-01T10:00:00Z', new Date('2026-12-01T10:00:00Z')))).toBeNull();
    expect(failureOf(() => mayRestore('2026-11-01T10:00:00Z', new Date('2026-12-01T10:00:00.001Z')))).toEqual(
      refused('was withdrawn more than 30 days ago: upload the file again instead'),
    );
  });
});

test.prop([fc.uniqueArray(fc.record({ seq: fc.nat(), uploadKey: fc.nat({ max: 3 }) }), { selector: ({ seq }) => seq })])(
  'rows are decided about again upload by upload, the one with the earliest first, each in its order',
  (rows) => {
    const order = [...inOrderOfArrival(rows)];
    const sorted = rows.map(({ seq }) => seq).sort((a, b) => a - b);
    expect(order.flatMap(([, seqs]) => seqs).sort((a, b) => a - b)).toEqual(sorted);
    const firsts = order.map(([, seqs]) => seqs[0] ?? -1);
    expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    for (const [uploadKey, seqs] of order)
      expect(seqs).toEqual(sorted.filter((seq) => rows.some((row) => row.seq === seq && row.uploadKey === uploadKey)));
  },
);

describe('a history', () => {
  const row: TransactionBegun = {
    seq: 7,
    firstSeq: 7,
    decided: 1,
    createdAt: '2026-11-20T10:00:00Z',
    importedAt: '2026-11-20T10:00:05Z',
    uploadId: '01a1fc68-12f0-7003-8d0f-000000000001',
    userName: 'api',
    transactionState: stateCodes.Processed,
    transactionMatchState: matchStateCodes.Unmatched,
  };

  it('begins with its upload, and goes on with its import once that has come to it', () => {
    expect(historyFrom(row, []).items.map(({ at, reason, by }) => [at, reason, by])).toEqual([
      [row.createdAt, 'Uploaded', 'api'],
      [row.importedAt, 'Imported', 'import'],
    ]);
    expect(historyFrom({ ...row, decided: 0 }, []).items.map(({ reason }) => reason)).toEqual(['Uploaded']);
  });

  it('has the states of before the first change as those of the import', () => {
    const change = {
      ...{ at: '2026-11-21T10:00:00Z', reason: 'Reprocessed', actor: 'admin' },
      ...{ stateFrom: stateCodes.Unprocessed, stateTo: stateCodes.Processed },
      ...{ matchStateFrom: matchStateCodes.NotApplicable, matchStateTo: matchStateCodes.Skip },
    };
    const [, imported, changed] = historyFrom(row, [change]).items;
    expect([imported?.reason, imported?.to?.transactionState]).toEqual(['Rejected', 'Unprocessed']);
    expect([changed?.reason, changed?.to?.transactionMatchState, changed?.by]).toEqual(['Reprocessed', 'Skip', 'admin']);
  });
});

test.prop([fc.array(fc.stringMatching(/^[a-z]+( [a-z]+){1,3}$/), { minLength: 1, maxLength: 4 })])(
  'comments give back the reasons that they were made of',
  (reasons) => {
    expect(reasonsIn(warningOf(reasons))).toEqual(reasons);
    expect(reasonsIn(rejectionOf(reasons))).toEqual(reasons);
    expect([isWarning(warningOf(reasons)), isWarning(rejectionOf(reasons)), isWarning(null)]).toEqual([true, false, false]);
  },
);
