/**
 * Histories of six months, in which rows come up to the reach late: of the days from the frontier on, every match is that of a fresh database with the
 * same rows, and those before stand. A run that is walked in slices ends as one over everything at once. What comes later than the reach is told, fills
 * gaps and ends nothing, until everything is matched anew.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { dryRunOf } from '../../src/matcher/dry-run.js';
import { noRequest } from '../../src/store/audit.js';
import { matchesByFields, textOfMatch } from '../matcher/stored-history.js';
import type { MatchWorld, MatchWorlds } from '../store/match-world.js';
import { seed as SEED } from '../support/at-length.js';
import { type Chance, chances, paymentBy } from '../support/colliding-rows.js';
import type { Troubles } from './between-pieces.js';
import { matchedInPieces } from './stored-histories.js';

/** In the place of the days that runs look back. */
const reach = vi.hoisted(() => ({ days: 45 }));
vi.mock('../../src/matching/reach.js', () => ({
  get reachDays() {
    return reach.days;
  },
}));

const DAYS = 180;
const STEP_DAYS = 4;
/** Rows that could be one payment are of such a stretch of days, so that none of them lie further apart than the reach. */
const STRETCH_DAYS = 14;
const LATE_DAYS_MAX = 40;
const TROUBLED = 0.3;

const firstDay = Date.UTC(2026, 0, 1) / 86_400_000;
const dateOf = (day: number) => new Date((firstDay + day) * 86_400_000).toISOString().slice(0, 10);
const values = { days: ['10'], references: ['REF01', 'REF02', 'REF03'], brands: ['VISA', 'MASTERCARD'] };

type Fields = TransactionUpload & { settlementDate?: string };

/** A payment of that day, by identifiers that no other stretch has. */
function paymentOf(by: Chance, day: number): Fields {
  const payment = paymentBy(by, values);
  const stretch = Math.floor(day / STRETCH_DAYS);
  const own = (text: string | null | undefined) => (text ? `${text}${stretch}` : null);
  const { orderId, transactionReference, authorisationCode, transactionSequenceCounter } = payment;
  return {
    ...payment,
    transactionDate: `${dateOf(day)}${payment.transactionDate?.slice(10)}`,
    orderId: own(orderId),
    // Most have one, of so many that some are of two payments.
    transactionReference: by.random() < 0.7 ? `REF-${stretch}-${Math.floor(by.random() * 15)}` : own(transactionReference),
    ...{ authorisationCode: own(authorisationCode), transactionSequenceCounter: own(transactionSequenceCounter) },
  };
}

interface Sent {
  kind: 'Sales' | 'Settlement';
  rows: readonly Fields[];
  isThere: boolean;
}

async function send(world: MatchWorld, { kind, rows }: Sent): Promise<string> {
  return kind === 'Sales' ? world.upload(rows) : world.settle(rows);
}

/** Rows come in order of their days, each up to some weeks late; some uploads go, and some come back. */
async function sixMonths(worlds: MatchWorlds, seed: number, run: (world: MatchWorld, by: Chance) => Promise<void>) {
  const by = chances(seed);
  const world = await worlds.newWorld();
  const sent: (Sent & { id: string })[] = [];
  const seen: { kind: Sent['kind']; day: number; fields: Fields; isPaired: boolean }[] = [];
  for (let today = 0; today <= DAYS; today += STEP_DAYS) {
    const rowOf = (kind: Sent['kind']): Fields => {
      const near = seen.filter((one) => one.kind !== kind && !one.isPaired && one.day > today - LATE_DAYS_MAX);
      const like = near.length > 0 && by.random() < 0.7 ? by.pick(near) : null;
      // Some come twice.
      if (like) like.isPaired = by.random() < 0.85;
      const day = like?.day ?? Math.max(0, today - Math.floor(by.random() ** 2 * LATE_DAYS_MAX));
      const fields = like?.fields ?? paymentOf(by, day);
      seen.push({ kind, day, fields, isPaired: like?.isPaired ?? false });
      return kind === 'Sales' ? fields : { ...fields, settlementDate: dateOf(day) };
    };
    for (const kind of ['Sales', 'Settlement'] as const) {
      const rows = Array.from({ length: 1 + Math.floor(by.random() * 12) }, () => rowOf(kind));
      // Files reach today, whatever they hold.
      if (kind === 'Settlement')
        rows.push({ amount: 999, currency: 'CHF', transactionDate: `${dateOf(today)}T10:00:00Z`, settlementDate: dateOf(today) });
      const upload: Sent = { kind, rows, isThere: true };
      sent.push({ ...upload, id: await send(world, upload) });
    }
    const some = by.pick(sent.slice(-12));
    if (by.random() < 0.3 && some.kind === 'Sales') {
      await (some.isThere ? world.undo(some.id) : world.redo(some.id));
      some.isThere = !some.isThere;
    }
    if (by.random() < 0.8) await run(world, by);
  }
  const fresh = await worlds.newWorld();
  for (const upload of sent) if (upload.isThere) await send(fresh, upload);
  return { world, fresh };
}

/** What is booked, its rows by what they say, with the oldest of their days. */
async function booked(world: MatchWorld): Promise<{ from: number; text: string }[]> {
  const dayOf = ({ transactionDate }: TransactionUpload) => Date.parse(transactionDate ?? '') / 86_400_000 - firstDay;
  return (await matchesByFields(world))
    .filter(({ kind }) => kind === 'Match' || kind === 'Cancellation')
    .map((match) => ({ from: Math.min(...match.rows.map(({ fields }) => dayOf(fields))), text: textOfMatch(match) }))
    .sort((one, other) => (one.text < other.text ? -1 : 1));
}

/** Those all of whose rows, and all that they could be one payment with, are of days from the frontier on. */
const afterFrontier = (matches: Awaited<ReturnType<typeof booked>>) => {
  const frontier = Math.floor(DAYS / STEP_DAYS) * STEP_DAYS - 45;
  return matches.filter(({ from }) => Math.floor(from / STRETCH_DAYS) * STRETCH_DAYS >= frontier).map(({ text }) => text);
};

async function atOnce(world: MatchWorld): Promise<void> {
  reach.days = 10_000;
  try {
    await world.match();
  } finally {
    reach.days = 45;
  }
}

export function periodHistories(name: string, open: () => Promise<MatchWorlds>, histories: number): void {
  describe(`six months on ${name}`, () => {
    let worlds: MatchWorlds;
    beforeAll(async () => {
      worlds = await open();
    });
    afterAll(() => worlds.close());

    it(`of ${histories} histories, what is after the frontier is that of a fresh database, which a walk in slices ends as, too`, async () => {
      const troubles: Troubles = {};
      const told = { before: 0, after: 0, differing: 0 };
      for (let seed = SEED; seed < SEED + histories; seed++) {
        const { world, fresh } = await sixMonths(worlds, seed, (one, by) =>
          matchedInPieces(one, { by, meanwhile: {}, share: TROUBLED, troubles }),
        );
        await world.match();
        const found = await booked(world);
        await atOnce(fresh);
        const expected = await booked(fresh);
        expect(afterFrontier(found), `SEED=${seed}`).toEqual(afterFrontier(expected));
        told.after += afterFrontier(found).length;
        told.before += found.length - afterFrontier(found).length;
        // Where an older one differs, a run over all rows tells it, and mends it.
        const all = await dryRunOf(worlds.reader, world.tenantId, { settings: null, isAll: true });
        const isSame = JSON.stringify(found) === JSON.stringify(expected);
        if (!isSame) {
          told.differing += 1;
          expect(all.begin + all.end + all.changeRule, `SEED=${seed}`).toBeGreaterThan(0);
        }
        await world.tenant.askToMatch({ isAll: true, by: 'admin', from: noRequest });
        await world.match();
        expect(await booked(world), `SEED=${seed}`).toEqual(expected);
        expect(await dryRunOf(worlds.reader, world.tenantId, { settings: null, isAll: true })).toMatchObject({ begin: 0, end: 0 });
      }
      expect(told.differing).toBeGreaterThan(histories / 4);
      expect(told.after).toBeGreaterThan(histories * 10);
      expect(told.before).toBeGreaterThan(histories * 30);
    }, 1_800_000);

    it('the control, runs that look back some days only, differs', async () => {
      let differing = 0;
      const some = Math.min(histories, 6);
      for (let seed = SEED; seed < SEED + some; seed++) {
        const { world, fresh } = await sixMonths(worlds, seed, async (one) => {
          reach.days = 3;
          await one.match();
          reach.days = 45;
        });
        await atOnce(fresh);
        if (JSON.stringify(afterFrontier(await booked(world))) !== JSON.stringify(afterFrontier(await booked(fresh)))) differing++;
      }
      expect(differing).toBeGreaterThan(0);
    }, 600_000);

    it('a row that comes later than the reach is told, fills a gap and ends no match, until all is matched anew', async () => {
      const world = await worlds.newWorld();
      const late = async () => (JSON.parse(await world.tenant.getMatchRun({})) as { late: number }).late;
      const payment = (day: number, reference: string): Fields => ({
        ...{ amount: 5, currency: 'CHF', transactionDate: `${dateOf(day)}T10:00:10Z`, transactionReference: reference },
      });
      const record = (fields: Fields) => ({ ...fields, settlementDate: fields.transactionDate?.slice(0, 10) ?? '' });
      await world.upload([payment(0, 'REF01'), payment(0, 'REF02'), payment(120, 'REF03')]);
      await world.settle([payment(0, 'REF01'), payment(120, 'REF03')].map(record));
      await world.match();
      expect([await late(), (await booked(world)).length]).toEqual([0, 2]);
      // A second sale with the reference of one that is matched, and the record of one that is open.
      await world.upload([{ ...payment(0, 'REF01'), transactionDate: `${dateOf(0)}T10:00:30Z` }]);
      await world.settle([record(payment(0, 'REF02'))]);
      await world.match();
      expect([await late(), (await booked(world)).length]).toEqual([2, 3]);
      const dry = (isAll: boolean) => dryRunOf(worlds.reader, world.tenantId, { settings: null, isAll });
      expect(await dry(false)).toMatchObject({ begin: 0, end: 0 });
      expect(await dry(true)).toMatchObject({ end: 1 });
      await world.tenant.askToMatch({ isAll: true, by: 'admin', from: noRequest });
      await world.match();
      expect([await late(), (await booked(world)).length]).toEqual([0, 2]);
    });

    it('what is learnt of numbers follows from the rows, and not from when they came', async () => {
      // Numbers so short that only the amounts of twenty pairs prove them; the record comes hours later.
      const pairs = (day: number, count: number) =>
        Array.from({ length: count }, (_, number) => {
          const fields = { amount: 5 + number, currency: 'CHF', transactionReference: `k${day}${number + 10}` };
          return { sale: { ...fields, transactionDate: `${dateOf(day)}T08:00:00Z` }, record: { ...fields, settlementDate: dateOf(day) } };
        });
      const timed = ({ sale, record }: ReturnType<typeof pairs>[number]) => ({
        ...record,
        transactionDate: sale.transactionDate.replace('T08', 'T11'),
      });
      const stretches = [pairs(0, 15), pairs(60, 15), pairs(100, 1)];
      const [world, fresh] = [await worlds.newWorld(), await worlds.newWorld()];
      for (const some of stretches) {
        for (const one of [world, fresh]) {
          await one.upload(some.map(({ sale }) => sale));
          await one.settle(some.map(timed));
        }
        await world.match();
      }
      await fresh.match();
      expect(await booked(world)).toEqual(await booked(fresh));
      expect((await world.source()).matches.length).toBeGreaterThan(20);
    });

    it('undo ends matches before the frontier at once, and the rows are looked at again', async () => {
      const world = await worlds.newWorld();
      const payment = (day: number, reference: string): Fields => ({
        ...{ amount: 5, currency: 'CHF', transactionDate: `${dateOf(day)}T10:00:00Z`, transactionReference: reference },
      });
      const record = (fields: Fields) => ({ ...fields, settlementDate: fields.transactionDate?.slice(0, 10) ?? '' });
      await world.upload([payment(0, 'REF01'), payment(170, 'REF02')]);
      const first = await world.settle([record(payment(0, 'REF01'))]);
      await world.settle([record(payment(170, 'REF02'))]);
      await world.match();
      expect(await booked(world)).toHaveLength(2);
      await world.undo(first);
      expect(await booked(world)).toHaveLength(1);
      await world.match();
      expect((await world.source()).openRows).toHaveLength(1);
      await world.redo(first);
      await world.match();
      expect(await booked(world)).toHaveLength(2);
      expect((await world.source()).openRows).toHaveLength(0);
    });
  });
}
