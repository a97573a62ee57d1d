/** Each sale once over the real store, whatever columns its files have. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionDetail, TransactionUpload } from '../../src/contract/transaction.js';
import { decideAbout, decideAboutRecords, decideAgain } from '../../src/importing/decide.js';
import { saleIdentity } from '../../src/importing/identity.js';
import type { TenantStore } from '../../src/store/store.js';
import { query } from '../store/list-model.js';
import { openSqlite, type SqliteHarness } from '../store/sqlite-harness.js';

const settings = ImportSettings.parse({});
const context = { known: null, receivedAt: new Date('2026-11-20T12:00:00Z') };

let harness: SqliteHarness;
let userId: string;
beforeAll(async () => {
  harness = await openSqlite(() => context.receivedAt);
  const importConfiguration = { name: 'Default', settings };
  await harness.store.setUp({ customerName: 'c', tenantName: 't', importConfiguration, userName: 'api', passwordHash: 'h' });
  userId = (await harness.store.userByName('api'))?.id ?? '';
});
afterAll(() => harness.close());

const newTenant = async () => harness.store.tenant((await harness.addTenant()).tenantId, 'whole');
const groupOf = (file: number) => `00000000-0000-8000-a000-${String(file).padStart(12, '0')}`;

async function upload(tenant: TenantStore, file: number, rows: readonly TransactionUpload[], over = settings): Promise<string> {
  const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
  const decide = decideAbout(rows, { settings: over }, context, true);
  const request = { userId, importConfigurationId, idempotency: null, uploadGroup: groupOf(file), transactions: rows, decide };
  return (await tenant.stageUpload(request)).uploadId;
}

async function rowsOf(tenant: TenantStore): Promise<TransactionDetail[]> {
  const { items } = JSON.parse(await tenant.listTransactions(query({ pageSize: 500, 'sorting.direction': 'Ascending' })));
  const ids: string[] = items.map(({ transactionId }: TransactionDetail) => transactionId).sort();
  return Promise.all(ids.map(async (id) => JSON.parse((await tenant.transaction(id)) ?? '')));
}

/** How many stand. Fails unless each of the others names one that does, and counts and sums of the uploads are those of their rows. */
async function standing(tenant: TenantStore, uploads: readonly string[]): Promise<number> {
  const rows = await rowsOf(tenant);
  const skipped = rows.filter(({ transactionMatchState }) => transactionMatchState === 'Skip');
  for (const { comment } of skipped) {
    const original = rows.find(({ transactionId }) => comment === `Duplicate of ${transactionId}`);
    expect(original).toMatchObject({ transactionMatchState: 'Unmatched' });
  }
  let counted = 0;
  for (const id of uploads) {
    const { processed, duplicates, amounts } = (await tenant.upload(id)) as NonNullable<Awaited<ReturnType<TenantStore['upload']>>>;
    counted += processed - duplicates;
    expect(amounts.reduce((sum, one) => sum + one.rows, 0)).toBe(processed - duplicates);
  }
  expect(counted).toBe(rows.length - skipped.length);
  return counted;
}

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((one, index) => permutations(values.filter((_, other) => other !== index)).map((rest) => [one, ...rest]));
}

const coffee: TransactionUpload = { amount: 2.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00+01:00' };

/** What stands after files of these rows have come, one after another. */
async function standingOf(...files: (TransactionUpload | readonly TransactionUpload[])[]): Promise<number> {
  const tenant = await newTenant();
  const uploads: string[] = [];
  for (const [index, rows] of files.entries()) uploads.push(await upload(tenant, index + 1, [rows].flat() as TransactionUpload[]));
  return standing(tenant, uploads);
}

describe('a sale that comes again', () => {
  const A = { ...coffee, transactionReference: '1', orderId: 'X' };
  const B = { ...coffee, orderId: 'X' };
  const C = { ...coffee, transactionReference: '2', orderId: 'X' };

  it.each(permutations([A, B, C]))('is one of two that it does not tell apart, in any order', async (...files) => {
    expect(await standingOf(...files)).toBe(2);
  });

  it.each(permutations([{ ...B, terminalId: 'T1' }, { ...coffee, transactionReference: '1' }, A]))(
    'makes two one that it knows both of, in any order',
    async (...files) => {
      expect(await standingOf(...files)).toBe(1);
    },
  );

  it('is not counted twice where its file has another column', async () => {
    const bare = Array.from({ length: 39 }, (_, index) => ({ ...coffee, amount: index + 1, transactionReference: `R${index}` }));
    expect(
      await standingOf(
        bare,
        bare.map((row) => ({ ...row, locationId: 'Hauptgasse' })),
      ),
    ).toBe(39);
    expect(
      await standingOf(
        bare,
        bare.map((row, index) => ({ ...row, authorisationCode: `0${index}` })),
      ),
    ).toBe(39);
    // As the command line read a file, and then the console.
    expect(
      await standingOf(
        bare.map((row) => ({ ...row, brandId: 'VISA', terminalId: 'T1' })),
        bare.map((row) => ({ ...row, orderId: row.transactionReference })),
      ),
    ).toBe(39);
  });

  it('is two where a till, a card or a place differs, and where they have price and second alone in common', async () => {
    expect(await standingOf({ ...A, terminalId: 'T1' }, { ...A, terminalId: 'T2' })).toBe(2);
    expect(await standingOf({ ...coffee, terminalId: 'T1' }, { ...coffee, terminalId: 'T2' })).toBe(2);
    expect(await standingOf({ ...A, cardNumberMasked: '411111******1111' }, { ...A, cardNumberMasked: '411111******1112' })).toBe(2);
    expect(await standingOf({ ...coffee, transactionReference: '1' }, { ...coffee, orderId: 'X' })).toBe(2);
    expect(await standingOf({ ...coffee, terminalId: 'T1' }, { ...coffee, terminalId: 'T1', locationId: 'L1' })).toBe(2);
    expect(
      await standingOf(A, { ...A, currency: 'CHF' }, { ...A, amount: 2.51 }, { ...A, transactionDate: '2026-11-20T10:01:00+01:00' }),
    ).toBe(4);
  });

  it('is one whose time one file tells to the minute, the second or the fraction', async () => {
    const times = ['2026-11-20T10:02:00+01:00', '2026-11-20T09:02:31Z', '2026-11-20T10:02:31.417+01:00'];
    for (const files of permutations(times.map((transactionDate) => ({ ...A, transactionDate }))))
      expect(await standingOf(...files)).toBe(1);
    const [, second, other] = ['', '2026-11-20T10:02:31+01:00', '2026-11-20T10:02:32+01:00'].map((transactionDate) => ({
      ...A,
      transactionDate,
    }));
    expect(await standingOf(second as TransactionUpload, other as TransactionUpload)).toBe(2);
    const unnamed = { ...coffee, terminalId: 'T1', transactionDate: times[0] };
    expect(await standingOf(unnamed, { ...unnamed, transactionDate: times[1] })).toBe(2);
  });

  it('has its counter at its till as a name', async () => {
    const counted = { ...coffee, transactionSequenceCounter: '7', terminalId: 'T1' };
    expect(await standingOf(counted, { ...counted, locationId: 'L1' })).toBe(1);
    const { terminalId, ...elsewhere } = counted;
    expect(await standingOf(elsewhere, { ...elsewhere, locationId: 'L1' })).toBe(2);
  });

  it.each(
    permutations([
      [B, B],
      [A, C],
      [
        { ...B, locationId: 'L' },
        { ...B, locationId: 'L' },
      ],
    ]),
  )('is each of two that are alike, with and without references', async (...files) => {
    expect(await standingOf(...files)).toBe(2);
  });

  it('is said to be possibly there where nothing tells', async () => {
    const tenant = await newTenant();
    await upload(tenant, 1, [
      { ...coffee, transactionReference: '1' },
      { ...coffee, amount: 3, terminalId: 'T1' },
    ]);
    const second = await upload(tenant, 2, [
      { ...coffee, orderId: 'X' },
      { ...coffee, amount: 3, terminalId: 'T2' },
    ]);
    expect(await tenant.upload(second)).toMatchObject({ processed: 2, duplicates: 0, warnings: 1, errors: [] });
    expect((await rowsOf(tenant)).map(({ comment }) => comment)).toEqual([
      null,
      null,
      'Warning: may be a sale that is there already, of the same amount and time',
      null,
    ]);
  });

  describe('that something keeps apart', () => {
    const receipts = Array.from({ length: 22 }, (_, index) => ({
      amount: 10 + index,
      currency: 'EUR',
      transactionDate: `2026-11-20T10:${String(index + 10)}:31+01:00`,
      transactionReference: `000${index + 11}`,
      terminalId: 'Kasse 1',
      cardNumberMasked: '424242******1234',
    }));
    /** What the upload of `rows` says, where a file with the receipts came before. */
    const told = async (rows: readonly TransactionUpload[], before: readonly TransactionUpload[] = receipts) => {
      const tenant = await newTenant();
      await upload(tenant, 1, before);
      const found = await tenant.upload(await upload(tenant, 2, rows));
      return { duplicates: found?.duplicates, errors: found?.errors };
    };
    const alike = (rows: number) =>
      `${rows} rows may be there already, with the same number, amount and minute, but another spelling, field or place. If so, undo this upload.`;
    const all = { duplicates: 0, errors: [alike(22)] };

    it('is told where a number lost its zeros or got a prefix, another field, blanks or another letter', async () => {
      expect(await told(receipts.map((row, at) => ({ ...row, transactionReference: `${at + 11}` })))).toEqual(all);
      expect(await told(receipts.map((row, at) => ({ ...row, transactionReference: `R-${at + 11}.0` })))).toEqual(all);
      expect(await told(receipts.map(({ transactionReference: orderId, ...row }) => ({ ...row, orderId })))).toEqual(all);
      expect(await told(receipts.map((row) => ({ ...row, transactionReference: ` ${row.transactionReference}` })))).toEqual(all);
      const lettered = receipts.map((row, at) => ({ ...row, transactionReference: `ab${at % 10}x${'abc'[at % 3]}` }));
      const upper = lettered.map((row) => ({ ...row, transactionReference: row.transactionReference.toUpperCase() }));
      expect(await told(upper, lettered)).toEqual(all);
    });

    it('is told where a till, a shop or the mask of a card is written otherwise', async () => {
      expect(await told(receipts.map((row) => ({ ...row, terminalId: 'Bar' })))).toEqual(all);
      expect(await told(receipts.map((row) => ({ ...row, cardNumberMasked: '************1234' })))).toEqual(all);
    });

    it('is told among many rows of other days', async () => {
      const later = Array.from({ length: 600 }, (_, index) => ({
        ...receipts[0],
        transactionReference: `${index + 1}`,
        transactionDate: `2026-11-${String(21 + (index % 9))}T11:${String(index % 60).padStart(2, '0')}:07+01:00`,
      }));
      expect(await told([...later, ...receipts.slice(0, 5).map((row) => ({ ...row, terminalId: 'Bar' }))])).toEqual({
        ...{ duplicates: 0, errors: [alike(5)] },
      });
    });

    it('is none where two tills have a number, or the same one, in common with few of their sales', async () => {
      const none = { duplicates: 0, errors: [] };
      const other = receipts.map((row, at) => ({ ...row, terminalId: 'T2', transactionReference: `${at < 3 ? at + 11 : at + 500}` }));
      expect(await told(other)).toEqual(none);
      const constant = receipts.map((row) => ({ ...row, transactionReference: 'Card sale' }));
      expect(
        await told(
          constant.map((row) => ({ ...row, terminalId: 'T2' })),
          constant,
        ),
      ).toEqual(none);
      const seconds = receipts.map((row) => ({ ...row, terminalId: 'T2', transactionDate: row.transactionDate.replace(':31+', ':32+') }));
      expect(await told(seconds)).toEqual(none);
    });

    it('is told with another amount, where the rest of its file came before', async () => {
      const corrected = (at: number) => receipts.map((row, index) => (index < at ? { ...row, amount: row.amount + 1.5 } : row));
      const message = (rows: string) =>
        `${rows} there already, with the same number and time and another amount. If this file corrects it, undo the earlier upload.`;
      expect(await told(corrected(1))).toEqual({ duplicates: 21, errors: [message('1 row is')] });
      expect(await told(corrected(5))).toEqual({ duplicates: 17, errors: [message('5 rows are')] });
    });

    /** The receipts, of a till whose times are off by the given minutes. */
    const shifted = (minutes: number, isRounded = false) =>
      receipts.map((row) => {
        const ms = Date.parse(row.transactionDate) + minutes * 60_000;
        return { ...row, transactionDate: new Date(isRounded ? Math.round(ms / 60_000) * 60_000 : ms).toISOString() };
      });

    it('is told where all its times are of another zone, or rounded', async () => {
      const message = (rows: number, distance: string) => [
        `${rows} of 6 rows that were looked at are ${distance} than a sale that is there already, with the same number and amount: times of another time zone, or rounded ones. If so, undo this upload.`,
      ];
      expect(await told(shifted(120))).toEqual({ duplicates: 0, errors: message(6, '2 hours later') });
      expect(await told(shifted(-60))).toEqual({ duplicates: 0, errors: message(6, '1 hour earlier') });
      expect(await told(shifted(-330))).toEqual({ duplicates: 0, errors: message(6, '5.5 hours earlier') });
      expect(await told(shifted(0, true))).toEqual({ duplicates: 0, errors: message(6, '1 minute later') });
      expect(await told(receipts, shifted(0, true))).toEqual({ duplicates: 0, errors: message(6, '1 minute earlier') });
      const half = shifted(120).map((row, at) => (at % 2 === 0 ? row : { ...row, transactionReference: `new ${at}` }));
      expect((await told(half)).errors).toEqual([expect.stringMatching(/^[2-4] of 6 rows .* are 2 hours later/)]);
    });

    it('is none where the day after has the same numbers, other amounts, seconds or tills, or one number is an hour away', async () => {
      const none = { duplicates: 0, errors: [] };
      expect(await told(shifted(24 * 60))).toEqual(none);
      expect(await told(shifted(60).map((row) => ({ ...row, amount: row.amount + 0.5 })))).toEqual(none);
      expect(await told(shifted(60).map((row) => ({ ...row, terminalId: 'T2' })))).toEqual(none);
      expect(await told(shifted(60.25))).toEqual(none);
      expect(await told([shifted(60)[0] as TransactionUpload])).toEqual(none);
    });

    it('is told as long as the earlier upload counts, also where other files come', async () => {
      const tenant = await newTenant();
      const first = await upload(tenant, 1, receipts);
      const renamed = receipts.map((row) => ({ ...row, terminalId: 'Bar' }));
      const corrected = receipts.map((row, at) => (at === 0 ? { ...row, amount: 99 } : row));
      const [second, third] = [await upload(tenant, 2, renamed), await upload(tenant, 3, corrected)];
      const errorsOf = async (id: string) => (await tenant.upload(id))?.errors;
      const [ofSecond, ofThird] = [[alike(22)], [expect.stringContaining('1 row is there already')]];
      expect([await errorsOf(second), await errorsOf(third)]).toEqual([ofSecond, ofThird]);
      // It shows one of the second's sales to be another.
      await upload(tenant, 4, [{ ...(renamed[3] as TransactionUpload), orderId: 'X' }]);
      expect(await errorsOf(second)).toEqual(ofSecond);
      await tenant.withdraw(first, 'admin', decideAgain);
      // The third repeats the second then, but for its amount.
      expect([await errorsOf(second), await errorsOf(third)]).toEqual([[], [alike(21)]]);
    });

    it('is none with another amount where that one comes again, too, or nothing of its file does', async () => {
      const parts = [...receipts, { ...(receipts[0] as TransactionUpload), amount: 3 }];
      expect(await told(parts)).toEqual({ duplicates: 22, errors: [] });
      const others = receipts.map((row) => ({ ...row, amount: row.amount + 0.5 }));
      expect(await told(others)).toEqual({ duplicates: 0, errors: [] });
    });
  });

  describe('without a time of day', () => {
    const timed = { ...coffee, transactionReference: '1', terminalId: 'T1', transactionDate: '2026-11-20T15:37:12+01:00' };
    const noon = { ...coffee, transactionReference: '1', transactionDate: '2026-11-20T12:00:00+01:00', businessDate: '2026-11-20' };
    const midnight = { ...coffee, transactionReference: '1', transactionDate: '2026-11-20T00:00:00+01:00' };
    /** Warnings and messages of the last upload. */
    const told = async (...files: (TransactionUpload | TransactionUpload[])[]) => {
      const tenant = await newTenant();
      const ids: string[] = [];
      for (const [file, rows] of files.entries()) ids.push(await upload(tenant, file + 1, [rows].flat()));
      const last = await tenant.upload(ids.at(-1) as string);
      const comments = (await rowsOf(tenant)).map(({ comment }) => comment);
      return { warnings: last?.warnings, errors: last?.errors, comments: comments.filter((comment) => comment !== null) };
    };
    const is = {
      warnings: 1,
      errors: [
        '1 row may be a sale that is there already, with the same name, amount and day: one of both files has no time of day. If so, undo this upload.',
      ],
      comments: ['Warning: may be a sale that is there already, of the same day: one of them has no time of day'],
    };

    it.each([
      [timed, noon],
      [noon, timed],
      [timed, midnight],
      [midnight, timed],
      [noon, midnight],
      [midnight, noon],
    ])('is told of another that names it, in any order: %#', async (...files) => {
      expect(await told(...files)).toEqual(is);
    });

    it('is told once for each row of a step, beside other warnings', async () => {
      const rows = [1, 2, 3].map((one) => ({ ...timed, transactionReference: `${one}` }));
      const days = [1, 2, 9].map((one) => ({ ...noon, transactionReference: `${one}` }));
      expect(await told(rows, days)).toMatchObject({ warnings: 2, errors: [expect.stringContaining('2 rows may be sales')] });
      expect(await told(days, rows)).toMatchObject({ warnings: 2, errors: [expect.stringContaining('2 rows may be sales')] });
    });

    it.each<[string, object]>([
      ['another name', { transactionReference: '2' }],
      ['another amount', { amount: 2.51 }],
      ['another currency', { currency: 'CHF' }],
      ['another day', { transactionDate: '2026-11-21T15:37:12+01:00' }],
      ['another terminal', { terminalId: 'T2' }],
      ['no name', { transactionReference: null }],
    ])('is not told of one with %s', async (_, other) => {
      const [one, alone] = [
        { ...timed, ...other },
        { ...noon, terminalId: 'T1' },
      ];
      for (const files of [
        [one, alone],
        [alone, one],
      ])
        expect(await told(...files)).toEqual({ warnings: 0, errors: [], comments: [] });
    });

    it('is not told of the rows of its own file, nor where both times are known', async () => {
      expect(await told([timed, noon])).toMatchObject({ warnings: 0 });
      expect(await told(timed, { ...timed, transactionDate: '2026-11-20T12:00:00+01:00' })).toMatchObject({ warnings: 0 });
      expect(await told(noon, [noon, noon])).toMatchObject({ warnings: 0 });
    });
  });

  it('that is matched stays as it is', async () => {
    const tenant = await newTenant();
    const first = await upload(tenant, 1, [{ ...B, terminalId: 'T1' }]);
    const second = await upload(tenant, 2, [{ ...coffee, transactionReference: '1' }]);
    const [, matched] = await rowsOf(tenant);
    await harness.markMatched(matched?.transactionId ?? '');
    const third = await upload(tenant, 3, [A]);
    const states = (await rowsOf(tenant)).map(({ transactionMatchState }) => transactionMatchState);
    expect(states).toEqual(['Skip', 'Match', 'Skip']);
    expect((await Promise.all([first, second, third].map((id) => tenant.upload(id)))).map((state) => state?.duplicates)).toEqual([1, 0, 1]);
  });

  it('is told in the history of a sale that it shows to be another', async () => {
    const tenant = await newTenant();
    await upload(tenant, 1, [{ ...coffee, transactionReference: '1' }]);
    await upload(tenant, 2, [B]);
    const third = await upload(tenant, 3, [A]);
    const [, second] = await rowsOf(tenant);
    const { items } = (await tenant.history(second?.transactionId ?? '')) as NonNullable<Awaited<ReturnType<TenantStore['history']>>>;
    expect(items.at(-1)).toMatchObject({
      reason: `Upload ${third} knows more of its sale`,
      by: 'import',
      to: { transactionMatchState: 'Skip' },
    });
  });

  it('is compared by all fields alone where more than a thousand have its price and second', async () => {
    const many = Array.from({ length: 1_001 }, () => ({ ...B, terminalId: 'T1' }));
    const tenant = await newTenant();
    const uploads = [await upload(tenant, 1, many), await upload(tenant, 2, many)];
    expect(await tenant.upload(uploads[1] as string)).toMatchObject({ duplicates: 1_001 });
    uploads.push(await upload(tenant, 3, [{ ...B, terminalId: 'T1', locationId: 'L' }]));
    expect(await tenant.upload(uploads[2] as string)).toMatchObject({ duplicates: 0 });
  });

  it('takes part also where it came under the key that was the default before', async () => {
    const tenant = await newTenant();
    const former = { ...settings, duplicateKey: saleIdentity.fields } as ImportSettings;
    const uploads = [await upload(tenant, 1, [A, A], former), await upload(tenant, 2, [A], former)];
    uploads.push(
      await upload(tenant, 3, [
        { ...A, locationId: 'L' },
        { ...A, locationId: 'L' },
      ]),
    );
    expect(await standing(tenant, uploads)).toBe(2);
  });

  it('is compared by a list of fields exactly', async () => {
    const tenant = await newTenant();
    const exact = { ...settings, duplicateKey: ['transactionReference', 'orderId'] as const satisfies string[] };
    for (const [file, row] of [A, { ...A, locationId: 'L' }, B].entries()) await upload(tenant, file, [row], exact as ImportSettings);
    expect((await rowsOf(tenant)).map(({ transactionMatchState }) => transactionMatchState)).toEqual(['Unmatched', 'Skip', 'Unmatched']);
  });
});

describe('a settlement record that comes again', () => {
  /** The uploads of files that come one after another. */
  async function settle(tenant: TenantStore, ...files: (readonly SettlementRecordUpload[])[]) {
    const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
    const uploads: NonNullable<Awaited<ReturnType<TenantStore['upload']>>>[] = [];
    for (const [file, records] of files.entries()) {
      const request = { userId, importConfigurationId, idempotency: null, uploadGroup: groupOf(file), records };
      const { uploadId } = await tenant.stageUpload({ ...request, decide: decideAboutRecords(records) });
      uploads.push((await tenant.upload(uploadId)) as (typeof uploads)[number]);
    }
    return uploads;
  }
  const recordsOf = async (...files: SettlementRecordUpload[]): Promise<number> => {
    const uploads = await settle(await newTenant(), ...files.map((record) => [record]));
    return uploads.reduce((stand, { processed, duplicates }) => stand + processed - duplicates, 0);
  };
  const record: SettlementRecordUpload = { type: 'Sale', amount: 2.5, currency: 'EUR', businessDate: '2026-11-20', authorisationCode: 'A' };
  const timed: SettlementRecordUpload = { ...record, transactionDate: '2026-11-20T10:00:00+01:00' };

  it.each([record, timed])('counts once, whatever other columns there are', async (one) => {
    expect(await recordsOf(one, { ...one, terminalId: 'T1', fee: 0.02 }, { ...one, payoutId: 'P1' })).toBe(1);
    expect(await recordsOf({ ...one, payoutId: 'P1' }, { ...one, payoutId: 'P2' })).toBe(2);
    expect(await recordsOf(one, { ...one, type: 'Chargeback' })).toBe(2);
    expect(await recordsOf(one, { ...one, businessDate: '2026-11-21', transactionDate: '2026-11-21T10:00:00+01:00' })).toBe(2);
  });

  it.each([record, timed])('is told where only its second file has the costs', async (one) => {
    const told = async (...files: SettlementRecordUpload[]) =>
      (await settle(await newTenant(), ...files.map((row) => [row]))).at(-1)?.errors;
    const is = [expect.stringContaining('1 record is there already, with another fee or net amount')];
    expect(await told(one, { ...one, fee: 0.1 })).toEqual(is);
    expect(await told(one, { ...one, netAmount: 2.4, payoutId: 'P1' })).toEqual(is);
    expect(await told({ ...one, fee: 0.1 }, { ...one, fee: 0.1, netAmount: 2.4 })).toEqual([]);
    expect(await told({ ...one, fee: 0.1 }, one)).toEqual([]);
  });

  it.each([record, timed])('with another fee or net amount is told, and stands once the earlier upload is undone', async (one) => {
    const rows = (over: SettlementRecordUpload) =>
      ['A', 'B', 'C'].map((authorisationCode) => ({ ...one, authorisationCode, ...(authorisationCode !== 'C' && over) }));
    const tenant = await newTenant();
    const [first, corrected] = await settle(tenant, rows({ fee: 0.1, netAmount: 2.4 }), rows({ fee: 0.2, netAmount: 2.3 }));
    expect(first?.errors).toEqual([]);
    expect(corrected).toMatchObject({
      duplicates: 3,
      errors: [
        '2 records are there already, with another fee or net amount: what came first counts. If this file corrects it, undo the earlier upload.',
      ],
    });
    for (let times = 0; times < 2; times++) {
      await tenant.withdraw(first?.id ?? '', 'admin', decideAgain);
      expect(await tenant.upload(corrected?.id ?? '')).toMatchObject({ processed: 3, duplicates: 0, errors: [], errorCount: 0 });
      await tenant.restore(first?.id ?? '', 'admin', decideAgain);
      expect(await tenant.upload(corrected?.id ?? '')).toMatchObject({ duplicates: 3, errors: corrected?.errors, errorCount: 1 });
    }
    for (const over of [{ fee: 0.2 }, { netAmount: 2.3 }]) {
      const [, last] = await settle(await newTenant(), [{ ...one, fee: 0.1, netAmount: 2.4 }], [{ ...one, ...over }]);
      expect(last?.errors).toEqual([expect.stringContaining('1 record is there already')]);
    }
  });

  it.each<SettlementRecordUpload>([{}, { fee: 0.1 }, { fee: 0.1 + 1e-16 }, { netAmount: 2.4, terminalId: 'T1' }])(
    'with the same fee and net amount, or without, is no doubt: %j',
    async (over) => {
      const [, last] = await settle(await newTenant(), [{ ...timed, fee: 0.1, netAmount: 2.4 }], [{ ...timed, ...over }]);
      expect(last).toMatchObject({ duplicates: 1, errors: [] });
      if (Object.keys(over).length === 0) return;
      const [, more] = await settle(await newTenant(), [{ ...timed, ...over }], [{ ...timed, fee: 0.1, netAmount: 2.4 }]);
      expect(more).toMatchObject({ duplicates: 1, errors: [] });
    },
  );
});

/** A sale as it was made; those of one number more than once are told apart by nothing. */
interface TrueSale {
  number: number;
  times: number;
  terminal: string;
}

const fieldsOfExtra = ['orderId', 'authorisationCode', 'transactionReference'] as const;

describe('an export that is split by rows, days and columns', () => {
  const trueSale = fc.record({ times: fc.constantFrom(1, 1, 2, 3), terminal: fc.constantFrom('T1', 'T2') });
  const exported = fc.record({
    picked: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    columns: fc.subarray(['extra', 'terminal', 'location', 'card', 'brand'] as const),
    /** The same cell under another field. */
    extraAs: fc.nat({ max: 1 }),
    batchRows: fc.integer({ min: 1, max: 8 }),
    hasSeconds: fc.boolean(),
  });
  const action = fc.record({ do: fc.constantFrom('send', 'send', 'send', 'undo', 'redo' as const), which: fc.nat({ max: 20 }) });

  it('makes each sale stand once, in any order, with uploads withdrawn and restored', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 2 }),
        fc.array(trueSale, { minLength: 1, maxLength: 5 }),
        fc.array(exported, { minLength: 2, maxLength: 4 }),
        fc.array(action, { minLength: 4, maxLength: 14 }),
        async (shared, made, exports, actions) => {
          const sales = made.map((one, number): TrueSale => ({ ...one, number }));
          const sharedField = fieldsOfExtra[shared] as (typeof fieldsOfExtra)[number];
          const others = fieldsOfExtra.filter((field) => field !== sharedField);
          const rowOf = (
            { number, terminal }: TrueSale,
            { columns, extraAs, hasSeconds }: (typeof exports)[number],
          ): TransactionUpload => ({
            ...coffee,
            // Two days, and two prices.
            transactionDate: `2026-11-2${number % 2}T10:00:${hasSeconds ? `0${number}` : '00'}+01:00`,
            [sharedField]: `S${number}`,
            ...(columns.includes('extra') && { [others[extraAs] as string]: `E${number}` }),
            ...(columns.includes('terminal') && { terminalId: terminal }),
            ...(columns.includes('location') && { locationId: 'L' }),
            ...(columns.includes('card') && { cardNumberMasked: `411111******111${number}` }),
            ...(columns.includes('brand') && { brandId: 'VISA' }),
          });
          const batches = exports.flatMap((one, file) => {
            const rows = sales.filter(({ number }) => one.picked[number]).flatMap((sale) => Array(sale.times).fill(sale) as TrueSale[]);
            const cut: { file: number; sales: TrueSale[]; rows: TransactionUpload[] }[] = [];
            for (let at = 0; at < rows.length; at += one.batchRows) {
              const part = rows.slice(at, at + one.batchRows);
              cut.push({ file: file + 1, sales: part, rows: part.map((sale) => rowOf(sale, one)) });
            }
            return cut;
          });
          const tenant = await newTenant();
          const sent: { id: string; file: number; sales: TrueSale[]; counts: boolean }[] = [];
          const send = async (which: number) => {
            const [batch] = batches.splice(which % Math.max(batches.length, 1), 1);
            if (batch) sent.push({ ...batch, id: await upload(tenant, batch.file, batch.rows), counts: true });
          };
          for (const one of actions) {
            const of = sent[one.which % Math.max(sent.length, 1)];
            if (one.do === 'send') await send(one.which);
            else if (of) {
              await tenant[one.do === 'undo' ? 'withdraw' : 'restore'](of.id, 'admin', decideAgain);
              of.counts = one.do === 'redo';
            }
          }
          while (batches.length > 0) await send(actions.length);
          const active = sent.filter(({ counts }) => counts);
          let expected = 0;
          for (const { number } of sales) {
            const ofFiles = new Map<number, number>();
            for (const { file, sales: part } of active)
              ofFiles.set(file, (ofFiles.get(file) ?? 0) + part.filter((sale) => sale.number === number).length);
            expected += Math.max(0, ...ofFiles.values());
          }
          expect(
            await standing(
              tenant,
              active.map(({ id }) => id),
            ),
          ).toBe(expected);
        },
      ),
      { numRuns: harness.propertyRuns },
    );
  }, 300_000);
});
