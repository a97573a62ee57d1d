/** What people decide about rows: each action, each refusal, the undo of each, and what a run makes of it afterwards. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedDecision } from '../../src/contract/decisions.js';
import type { ListedException } from '../../src/contract/exceptions.js';
import type { Match } from '../../src/contract/matches.js';
import { decideAgain } from '../../src/importing/decide.js';
import { noRequest } from '../../src/store/audit.js';
import type { GivenDecision } from '../../src/store/match-decisions.js';
import type { TenantStore } from '../../src/store/store.js';
import { type Decided, decideAs } from './decision-calls.js';
import { recordQuery } from './every-statement.js';
import { query } from './list-model.js';
import { record, sale } from './match-conformance.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorlds, now, openMatchWorldsOn } from './match-world.js';

const rows = { transactionIds: [] as string[], recordIds: [] as string[] };
const unknown = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c0000';

export function decisionConformance(name: string, open: (now: () => Date) => Promise<MatchHarness>): void {
  let worlds: MatchWorlds;
  let harness: MatchHarness;
  let userId: string;
  let time = now;

  /** A world in which somebody decides. */
  async function newWorld() {
    const world = await worlds.newWorld();
    const decide = (decision: Decided, on: TenantStore = world.tenant, by = userId) => decideAs(on, by, decision);
    const sold = async () => {
      const { items } = JSON.parse(await world.tenant.listTransactions(query({ pageSize: 500, 'sorting.key': 'Amount' })));
      return items.reverse() as { transactionId: string; transactionMatchState: string }[];
    };
    const settled = async () => {
      const { items } = JSON.parse(await world.tenant.listRecords(recordQuery({ pageSize: 500, 'sorting.key': 'Amount' })));
      return items.reverse() as { recordId: string; matchState: string }[];
    };
    return {
      ...world,
      tenant: world.tenant,
      decide,
      /** Both in the order of their amounts. */
      saleIds: async () => (await sold()).map(({ transactionId }) => transactionId),
      recordIds: async () => (await settled()).map(({ recordId }) => recordId),
      states: async () => ({
        sales: (await sold()).map(({ transactionMatchState }) => transactionMatchState),
        records: (await settled()).map(({ matchState }) => matchState),
      }),
      matches: async (over = {}): Promise<Match[]> =>
        JSON.parse(await world.tenant.listMatches({ pageSize: 500, pageNumber: 1, ...over })).items,
      log: async (): Promise<ListedDecision[]> => JSON.parse(await world.tenant.listDecisions({ pageSize: 500, pageNumber: 1 })).items,
      claims: () => harness.claimsOf(world.tenantId),
      /** Makes a run, after which rows and matches must agree. */
      run: async () => {
        const isMade = await world.matchInPieces(500, (apply) => apply);
        expect(isMade).not.toBe(false);
        await harness.matchesOf(world.tenantId);
      },
      pastOf: async (id: string) => ((await world.tenant.history(id)) ?? (await world.tenant.recordHistory(id)))?.items.slice(2) ?? [],
    };
  }
  type World = Awaited<ReturnType<typeof newWorld>>;

  /** Two payments that a rule matches, in the order of their amounts. */
  async function matched(): Promise<World> {
    const world = await newWorld();
    await world.upload([sale('REF-710001', 5), sale('REF-710002', 6)]);
    await world.settle([record('REF-710001', 5), record('REF-710002', 6)]);
    await world.run();
    expect(await world.matches()).toMatchObject([{ kind: 'Match' }, { kind: 'Match' }]);
    return world;
  }

  /** So many payments that a rule proposes. */
  async function proposed(count = 1): Promise<World> {
    const world = await newWorld();
    const at = (index: number) => ({ transactionDate: `2026-11-19T1${index}:00:00Z`, transactionReference: null });
    await world.upload(Array.from({ length: count }, (_, index) => sale('', 5 + index, at(index))));
    await world.settle(
      Array.from({ length: count }, (_, index) =>
        record('', 5 + index, { ...at(index), transactionDate: null, businessDate: '2026-11-19' }),
      ),
    );
    await world.run();
    const found = await world.matches();
    expect(found.map(({ kind }) => kind)).toEqual(Array.from({ length: count }, () => 'Proposal'));
    return world;
  }

  /** A sale and a record of which nothing says that they are one payment. */
  async function apart(amount = 8, over = {}): Promise<World> {
    const world = await newWorld();
    await world.upload([sale('REF-1', 5, { ...over })]);
    await world.settle([record('REF-2', amount, { terminalId: 'T-9' })]);
    await world.run();
    expect(await world.matches()).toEqual([]);
    return world;
  }

  const linkOf = async ({ saleIds, recordIds }: World, over = {}) =>
    ({ action: 'Link', transactionIds: await saleIds(), recordIds: await recordIds(), ...over }) as Decided;

  describe(`decisions on ${name}`, () => {
    beforeAll(async () => {
      worlds = await openMatchWorldsOn(() => open(() => time));
      ({ harness } = worlds);
      userId = (await harness.store.userByName('api'))?.id ?? '';
    });
    afterAll(() => worlds.close());

    describe('Link', () => {
      it('makes one payment of rows that no rule brings together, and no run touches it', async () => {
        const world = await apart();
        const result = await world.decide(await linkOf(world, { cause: 'Tip', text: 'with a tip' }));
        expect(result).toMatchObject({ outcome: 'Done', code: null });
        for (const isAfterRun of [false, true]) {
          if (isAfterRun) await world.run();
          expect(await world.states()).toEqual({ sales: ['Match'], records: ['Match'] });
          expect(await world.matches()).toMatchObject([
            { matchId: result.matchId, kind: 'Match', rule: null, how: 'Hand', pinned: true, difference: '3.00', cause: 'Tip' },
          ]);
        }
        expect(await world.matches()).toMatchObject([{ decidedBy: 'anna', note: 'with a tip', day: '2026-11-19', currency: 'EUR' }]);
        for (const id of [...(await world.saleIds()), ...(await world.recordIds())])
          expect(await world.pastOf(id)).toMatchObject([
            { by: 'anna', reason: 'Linked by hand: Tip', to: { transactionMatchState: 'Match' } },
          ]);
        const [id = ''] = await world.saleIds();
        expect(JSON.parse((await world.tenant.transaction(id)) ?? '').comment).toMatch(
          /^Matched with record \S+ by hand; settled is 3.00 more.$/,
        );
      });

      it('needs a cause where sums or currencies differ, and none where they do not', async () => {
        const world = await apart();
        expect(await world.decide(await linkOf(world))).toMatchObject({ outcome: 'Refused', code: 'needsCause' });
        expect(await world.states()).toEqual({ sales: ['Unmatched'], records: ['Unmatched'] });
        const foreign = await apart(5, { currency: 'USD' });
        expect(await foreign.decide(await linkOf(foreign))).toMatchObject({ code: 'needsCause' });
        const equal = await apart(5, { transactionDate: '2026-11-12T10:00:00Z' });
        expect(await equal.decide(await linkOf(equal))).toMatchObject({ outcome: 'Done' });
      });

      it('counts a refund of the till as negative, as matching does', async () => {
        const world = await newWorld();
        await world.upload([sale('REF-1', 5, { transactionTypes: ['Refund'] })]);
        await world.settle([record('REF-2', -5, { terminalId: 'T-9' })]);
        await world.run();
        expect(await world.decide(await linkOf(world))).toMatchObject({ outcome: 'Done' });
        expect(await world.matches()).toMatchObject([{ salesAmount: '-5.00', difference: '0.00' }]);
      });

      it('ends what rules matched, and the rows that are left are matched again', async () => {
        const world = await matched();
        const [one = ''] = await world.saleIds();
        const [, two = ''] = await world.recordIds();
        expect(await world.decide({ action: 'Link', transactionIds: [one], recordIds: [two], cause: 'TillError' })).toMatchObject({
          outcome: 'Done',
        });
        await world.run();
        expect(await world.states()).toEqual({ sales: ['Match', 'Unmatched'], records: ['Unmatched', 'Match'] });
        expect((await world.pastOf(one)).map(({ reason }) => reason)).toEqual([
          expect.stringMatching(/^Matched by rule /),
          'It was linked by hand',
          'Linked by hand: TillError',
        ]);
      });

      it('sent again is done once; made again, it is there already', async () => {
        const world = await apart();
        const link = await linkOf(world, { cause: 'Tip', decisionId: randomUUID() });
        const { matchId } = await world.decide(link);
        expect(await world.decide(link)).toMatchObject({ outcome: 'AlreadyDone', matchId });
        expect(await world.decide({ ...link, decisionId: randomUUID() })).toMatchObject({ outcome: 'AlreadyDone', matchId });
        expect(await world.decide({ ...link, cause: 'Fraud' } as Decided)).toMatchObject({ outcome: 'Refused', code: 'idUsed' });
        expect(await world.log()).toHaveLength(1);
      });

      it.each([
        ['a duplicate', 'duplicate', (world: World) => world.upload([sale('REF-1', 5)])],
        ['a row that was not imported', 'notImported', (world: World) => world.settle([{ amount: 1 }])],
        ['a fee', 'notForMatching', (world: World) => world.settle([record('FEE', 1, { type: 'Fee' })])],
      ])('refuses %s', async (_, code, add) => {
        const world = await apart();
        await add(world);
        expect(await world.decide(await linkOf(world, { cause: 'Other' }))).toMatchObject({ outcome: 'Refused', code });
        expect(await world.log()).toEqual([]);
      });

      it('refuses rows that are gone, unknown, in what a person made, or that cannot be added up', async () => {
        const world = await apart();
        const link = await linkOf(world, { cause: 'Tip' });
        expect(await world.decide({ ...link, transactionIds: [unknown] } as Decided)).toMatchObject({ code: 'notFound' });
        const more = await world.upload([sale('REF-3', 9, { currency: 'USD' })]);
        expect(await world.decide(await linkOf(world, { cause: 'Tip' }))).toMatchObject({ code: 'currencies' });
        const [, other = ''] = await world.saleIds();
        await world.decide(link);
        expect(await world.decide({ ...link, transactionIds: [other] } as Decided)).toMatchObject({
          code: 'pinned',
          detail: expect.stringMatching(/^Record \S+ is in match \S+, which anna made or approved: unlink that first.$/),
        });
        await world.undo(more);
        expect(await world.decide({ ...link, transactionIds: [other] } as Decided)).toMatchObject({ code: 'notFound' });
      });
    });

    describe('Approve', () => {
      it('makes a match of a proposal, which no run touches', async () => {
        const world = await proposed();
        const [{ matchId, rule } = { matchId: '', rule: '' }] = await world.matches();
        expect(await world.decide({ action: 'Approve', matchId })).toMatchObject({ outcome: 'Done', matchId });
        for (const isAfterRun of [false, true]) {
          if (isAfterRun) await world.run();
          expect(await world.matches()).toMatchObject([{ matchId, kind: 'Match', rule, pinned: true, decidedBy: 'anna' }]);
          expect(await world.states()).toEqual({ sales: ['Match'], records: ['Match'] });
        }
        const [id = ''] = await world.saleIds();
        expect(await world.pastOf(id)).toMatchObject([{ by: 'anna', reason: 'Approved by hand', to: { transactionMatchState: 'Match' } }]);
        expect(await world.decide({ action: 'Approve', matchId })).toMatchObject({ outcome: 'AlreadyDone' });
      });

      it('of a match keeps when and by which rule it was matched', async () => {
        const world = await matched();
        const [{ matchId } = { matchId: '' }] = await world.matches();
        await world.decide({ action: 'Approve', matchId });
        await world.run();
        const [
          {
            transactionIds: [id = ''],
          } = { transactionIds: [] },
        ] = await world.matches({ pinned: 'true' });
        expect((await world.pastOf(id)).map(({ by, to }) => [by, to?.transactionMatchState])).toEqual([
          ['matching', 'Match'],
          ['anna', 'Match'],
        ]);
        expect(await world.decide({ action: 'Approve', matchId: unknown })).toMatchObject({ code: 'notFound' });
      });

      it('by rule approves all proposals of it, of some days and amounts, which one undo takes back', async () => {
        const world = await proposed(3);
        const [{ rule } = { rule: null }] = await world.matches();
        const byRule = { action: 'ApproveRule', rule } as Decided & { action: 'ApproveRule' };
        const told = (over = {}) => decideAs(world.tenant, userId, { ...byRule, ...over }, true);
        expect(await told()).toMatchObject({ outcome: 'WouldBeDone', matches: 3, amounts: [{ currency: 'EUR', amount: '18.00' }] });
        expect(await told({ maxAmount: 6 })).toMatchObject({ matches: 2, amounts: [{ currency: 'EUR', amount: '11.00' }] });
        expect(await told({ from: '2026-11-20' })).toMatchObject({ outcome: 'AlreadyDone', matches: 0, amounts: [] });
        expect(await told({ to: '2026-11-19', from: '2026-11-19' })).toMatchObject({ matches: 3 });
        expect((await world.matches()).filter(({ pinned }) => pinned)).toEqual([]);
        expect(await world.decide({ ...byRule, matches: 2 })).toMatchObject({ outcome: 'Refused', code: 'changed' });
        expect(await world.decide({ ...byRule, maxAmount: 6, matches: 2 })).toMatchObject({ outcome: 'Done', matches: 2 });
        await world.run();
        expect(await world.states()).toEqual({ sales: ['Match', 'Match', 'Unmatched'], records: ['Match', 'Match', 'Unmatched'] });
        const [made] = await world.log();
        expect(made).toMatchObject({ action: 'ApproveRule', rule, salesCount: 2, recordsCount: 2 });
        expect(await world.decide({ action: 'Undo', undoes: made?.decisionId ?? '' })).toMatchObject({ outcome: 'Done' });
        await world.run();
        expect((await world.matches()).map(({ kind, pinned }) => [kind, pinned])).toEqual(
          Array.from({ length: 3 }, () => ['Proposal', false]),
        );
      });
    });

    describe('Unlink', () => {
      it('rejects a proposal: no run makes it again, and a link lifts that', async () => {
        const world = await proposed();
        const [{ matchId } = { matchId: '' }] = await world.matches();
        expect(await world.decide({ action: 'Unlink', matchId })).toMatchObject({ outcome: 'Done' });
        await world.run();
        expect(await world.matches()).toEqual([]);
        expect(await world.decide({ action: 'Unlink', matchId })).toMatchObject({ outcome: 'Refused', code: 'notFound' });
        await world.decide(await linkOf(world));
        expect((await world.source()).forbidden).toEqual([]);
        const [link] = await world.log();
        await world.decide({ action: 'Undo', undoes: link?.decisionId ?? '' });
        await world.run();
        expect([await world.matches(), (await world.source()).forbidden.length]).toEqual([[], 1]);
        await world.decide({ action: 'Undo', undoes: (await world.log()).at(-1)?.decisionId ?? '' });
        await world.run();
        expect([(await world.matches()).map(({ kind }) => kind), (await world.source()).forbidden]).toEqual([['Proposal'], []]);
      });

      it('ends a match, which its undo brings back', async () => {
        const world = await matched();
        const [{ matchId } = { matchId: '' }] = await world.matches();
        await world.decide({ action: 'Unlink', matchId });
        await world.run();
        expect(await world.matches()).toHaveLength(1);
        await world.decide({ action: 'Undo', undoes: (await world.log())[0]?.decisionId ?? '' });
        await world.run();
        expect((await world.matches()).map(({ kind, pinned }) => [kind, pinned])).toEqual([
          ['Match', false],
          ['Match', false],
        ]);
      });

      it('of what a person made is undone to it, by its text and cause', async () => {
        const world = await apart();
        await world.decide(await linkOf(world, { cause: 'Tip', text: 'so it is' }));
        const [made] = await world.matches();
        await world.decide({ action: 'Unlink', matchId: made?.matchId ?? '' });
        expect(await world.decide({ action: 'Undo', undoes: (await world.log())[1]?.decisionId ?? '' })).toMatchObject({ code: 'changed' });
        await world.run();
        expect(await world.states()).toEqual({ sales: ['Unmatched'], records: ['Unmatched'] });
        await world.decide({ action: 'Undo', undoes: (await world.log())[0]?.decisionId ?? '' });
        await world.run();
        const [again] = await world.matches();
        expect({ ...again, matchId: '', matchedAt: '' }).toEqual({ ...made, matchId: '', matchedAt: '' });
        const link = (await world.log()).find(({ action }) => action === 'Link');
        expect(await world.decide({ action: 'Undo', undoes: link?.decisionId ?? '' })).toMatchObject({ outcome: 'Done' });
        expect(await world.matches()).toEqual([]);
      });

      it('does not end what is no match of payments', async () => {
        const world = await newWorld();
        await world.upload([sale('REF-1', 5), sale('REF-1', -5, { transactionTypes: ['Void'] })]);
        await world.settle([record('REF-2', 9)]);
        await world.apply(({ sales }) => ({
          begun: [
            {
              ...{
                kind: 'Cancellation',
                rule: 'cancellation',
                how: 'Cancel',
                records: [],
                salesUnits: 0,
                recordsUnits: 0,
                currency: 'EUR',
              },
              day: 20_000,
              sales: sales.map(({ seq }) => seq),
            } as const,
          ],
        }));
        const [{ matchId } = { matchId: '' }] = await world.matches();
        expect(await world.decide({ action: 'Unlink', matchId })).toMatchObject({ outcome: 'Refused', code: 'notAMatch' });
        const [id = ''] = await world.saleIds();
        expect(await world.decide({ action: 'Skip', ...rows, transactionIds: [id], text: 'no' })).toMatchObject({ code: 'cancelled' });
      });
    });

    describe('Skip', () => {
      it('is not needed for what was asked the acquirer: until that day, nobody has to see to it', async () => {
        const world = await newWorld();
        await world.upload([sale('REF-1', 5), sale('REF-2', 6)]);
        await world.settle([record('REF-3', 5), record('REF-2', 6)]);
        await world.run();
        const [id = ''] = await world.saleIds();
        const isListed = async () =>
          JSON.parse(await world.tenant.listExceptions({ pageSize: 30, pageNumber: 1 })).items.some((one: { id: string }) => one.id === id);
        expect(await isListed()).toBe(true);
        const claim = { action: 'Claim', ...rows, transactionIds: [id] } as const;
        await world.decide({ ...claim, remindOn: '2026-11-22' });
        expect(await isListed()).toBe(false);
        for (const remindOn of ['2026-01-01', '2026-11-20'])
          expect(await world.decide({ ...claim, remindOn })).toMatchObject({ outcome: 'Refused', code: 'past' });
        time = new Date('2026-11-21T23:59:59Z');
        expect(await isListed()).toBe(false);
        time = new Date('2026-11-22T00:00:00Z');
        expect(await isListed()).toBe(true);
        time = now;
      });

      it('is not needed for a payout that the acquirer was asked about, by the id under which it is listed', async () => {
        const world = await newWorld();
        const line = { payoutId: 'PO-1', fee: 0, settlementDate: '2026-11-19' };
        const paid = { type: 'Payout', payoutId: 'PO-1', payoutDate: '2026-11-19' } as const;
        await world.upload([sale('REF-1', 5)]);
        await world.settle([
          ...[record('REF-1', 5, { ...line, acquirerId: 'A' }), record('P-A', 4, { ...paid, acquirerId: 'A' })],
          ...[record('REF-9', 7, { ...line, acquirerId: 'B' }), record('P-B', 6, { ...paid, acquirerId: 'B' })],
        ]);
        await world.run();
        const differing = async (pageSize = 30): Promise<ListedException[]> =>
          JSON.parse(await world.tenant.listExceptions({ pageSize, pageNumber: 1, reason: 'PayoutDiffers' })).items;
        const ofPayouts = async () => (await differing()).map(({ acquirerId }) => acquirerId).sort();
        expect(await ofPayouts()).toEqual(['A', 'B']);
        const one = (await differing()).find(({ acquirerId }) => acquirerId === 'A');
        const { id, version } = one as ListedException & { id: string };
        const asked = { ...rows, recordIds: [id], seen: { id, version: version ?? '' } };
        expect(await world.decide({ action: 'Skip', ...asked, text: 'x' })).toMatchObject({ code: 'notForMatching' });
        const claim = { action: 'Claim', ...asked, remindOn: '2026-11-22' } as const;
        const { decisionId } = await world.decide(claim);
        expect([await ofPayouts(), (await differing(1)).length]).toEqual([['B'], 1]);
        expect(JSON.parse(await world.tenant.getPayout({ id }))).toMatchObject({ payoutId: 'PO-1', acquirerId: 'A', status: 'Differs' });
        time = new Date('2026-11-22T00:00:00Z');
        expect(await ofPayouts()).toEqual(['A', 'B']);
        time = now;
        expect(await world.decide(claim)).toMatchObject({ code: 'changed', detail: expect.stringMatching(/Claimed until 2026-11-22/) });
        await world.decide({ action: 'Undo', undoes: decisionId });
        expect(await ofPayouts()).toEqual(['A', 'B']);
      });

      it('of a refund leaves the money that was taken back', async () => {
        const world = await newWorld();
        await world.upload([sale('REF-20021', 20)]);
        await world.settle([record('REF-20021', 20), record('RF-1', -5, { type: 'Refund', originalReference: 'REF-20021' })]);
        await world.run();
        const takenBack = async () => JSON.parse(await world.tenant.getMoney({})).items[0].takenBack;
        const before = await takenBack();
        expect(before).toMatchObject({ amount: '-5.00' });
        const [refund = ''] = await world.recordIds();
        expect(await world.decide({ action: 'Skip', ...rows, recordIds: [refund], text: 'by hand' })).toMatchObject({ outcome: 'Done' });
        await world.run();
        expect(await takenBack()).toEqual(before);
      });

      it('taken back, the row is open again with its reason', async () => {
        const world = await newWorld();
        await world.upload([sale('REF-1', 5), sale('REF-2', 6), sale('REF-3', 8)]);
        await world.settle([record('REF-4', 5), record('REF-2', 6)]);
        await world.run();
        const [, , id = ''] = await world.saleIds();
        const reason = async () => (await world.tenant.matchFacts('Sales', id))?.reason ?? null;
        const before = await reason();
        expect(before).not.toBeNull();
        const decisionId = randomUUID();
        await world.decide({ action: 'Skip', ...rows, transactionIds: [id], text: 'aside', decisionId });
        await world.run();
        expect(await world.decide({ action: 'Undo', undoes: decisionId })).toMatchObject({ outcome: 'Done' });
        await world.run();
        expect(await reason()).toBe(before);
      });

      it('sets open rows aside, which stay so until they are not', async () => {
        const world = await apart();
        const aside = { ...rows, transactionIds: await world.saleIds(), recordIds: await world.recordIds() };
        const totals = () => world.tenant.getTotals({ by: 'currency' });
        const before = await totals();
        expect(await world.decide({ action: 'Skip', ...aside, text: 'paid by voucher' })).toMatchObject({ outcome: 'Done' });
        for (const isAfterRun of [false, true]) {
          if (isAfterRun) await world.run();
          expect(await world.states()).toEqual({ sales: ['Skip'], records: ['Skip'] });
          expect((await world.matches()).map(({ kind, pinned, note }) => [kind, pinned, note])).toEqual([
            ['SetAside', true, 'paid by voucher'],
            ['SetAside', true, 'paid by voucher'],
          ]);
        }
        expect(await totals()).toBe(before);
        const { items } = JSON.parse(await world.tenant.getMoney({}));
        expect(items[0].setAside).toMatchObject({ transactions: 1, amount: '5.00' });
        const [id = ''] = await world.saleIds();
        expect(JSON.parse((await world.tenant.transaction(id)) ?? '').comment).toBe('Set aside by anna: paid by voucher');
        expect(await world.decide({ action: 'Skip', ...aside, text: 'again' })).toMatchObject({ outcome: 'AlreadyDone' });
        expect(await world.decide(await linkOf(world, { cause: 'Tip' }))).toMatchObject({ code: 'setAside' });
        expect(await world.decide({ action: 'Unskip', ...aside })).toMatchObject({ outcome: 'Done' });
        await world.run();
        expect(await world.states()).toEqual({ sales: ['Unmatched'], records: ['Unmatched'] });
        expect(await world.decide({ action: 'Unskip', ...aside })).toMatchObject({ code: 'notSetAside' });
        expect((await world.pastOf(id)).map(({ reason }) => reason)).toEqual(['Set aside: paid by voucher', 'It is set aside no more']);
        await world.decide({ action: 'Undo', undoes: (await world.log())[0]?.decisionId ?? '' });
        await world.run();
        expect(await world.states()).toEqual({ sales: ['Skip'], records: ['Skip'] });
        await world.decide({ action: 'Undo', undoes: (await world.log()).at(-1)?.decisionId ?? '' });
        await world.run();
        expect([await world.states(), await world.matches()]).toEqual([{ sales: ['Unmatched'], records: ['Unmatched'] }, []]);
      });

      it('ends a proposal, and refuses what is matched or not open', async () => {
        const world = await proposed();
        const [id = ''] = await world.saleIds();
        expect(await world.decide({ action: 'Skip', ...rows, transactionIds: [id], text: 'no' })).toMatchObject({ outcome: 'Done' });
        await world.run();
        expect(await world.states()).toEqual({ sales: ['Skip'], records: ['Unmatched'] });
        const other = await matched();
        const [one = ''] = await other.saleIds();
        expect(await other.decide({ action: 'Skip', ...rows, transactionIds: [one], text: 'no' })).toMatchObject({ code: 'matched' });
        const none = await newWorld();
        await none.upload([sale('REF-1')]);
        const [alone = ''] = await none.saleIds();
        expect(await none.decide({ action: 'Skip', ...rows, transactionIds: [alone], text: 'no' })).toMatchObject({ code: 'noRecords' });
      });

      it('holds while files come that say the same, and others go', async () => {
        const world = await apart();
        const [id = ''] = await world.saleIds();
        await world.decide({ action: 'Skip', ...rows, transactionIds: [id], text: 'aside' });
        const again = await world.upload([sale('REF-1', 5, { authorisationCode: '540078' })]);
        await world.run();
        expect((await world.states()).sales.sort()).toEqual(['Skip', 'Skip']);
        expect(await world.matches()).toMatchObject([{ kind: 'SetAside', transactionIds: [id] }]);
        await world.undo(again);
        await world.run();
        expect((await world.states()).sales).toEqual(['Skip']);
      });

      it('takes a row that cannot be compared, which no run calls open again', async () => {
        const world = await newWorld();
        await world.upload([sale('REF-1', 1e13)]);
        await world.settle([record('REF-2', 9)]);
        await world.run();
        const [id = ''] = await world.saleIds();
        expect(await world.decide(await linkOf(world, { cause: 'Other' }))).toMatchObject({ code: 'incomplete' });
        expect(await world.decide({ action: 'Skip', ...rows, transactionIds: [id], text: 'aside' })).toMatchObject({ outcome: 'Done' });
        await world.run();
        expect((await world.states()).sales).toEqual(['Skip']);
        expect((await world.source()).openRows).toHaveLength(1);
      });
    });

    describe('Note and Claim', () => {
      it('are kept with the row, change nothing, and are taken back', async () => {
        const world = await apart();
        const [id = ''] = await world.saleIds();
        const before = await world.states();
        await world.decide({ action: 'Note', ...rows, transactionIds: [id], text: 'asked the till' });
        const claim = { action: 'Claim', ...rows, transactionIds: [id], remindOn: '2026-12-01', reference: 'T-77' } as const;
        expect(await world.decide(claim)).toMatchObject({ outcome: 'Done' });
        await world.decide({ ...claim, remindOn: '2026-12-08' });
        expect(await world.isDue()).toBe(false);
        expect(await world.states()).toEqual(before);
        expect((await world.pastOf(id)).map(({ reason, by }) => [reason, by])).toEqual([
          ['Note: asked the till', 'anna'],
          ['Claimed until 2026-12-01: reference T-77', 'anna'],
          ['Claimed until 2026-12-08: reference T-77', 'anna'],
        ]);
        expect(await world.claims()).toEqual(['2026-12-08']);
        await world.decide({ action: 'Undo', undoes: (await world.log())[0]?.decisionId ?? '' });
        expect(await world.claims()).toEqual(['2026-12-01']);
        await world.decide({ action: 'Undo', undoes: (await world.log())[2]?.decisionId ?? '' });
        expect(await world.claims()).toEqual([]);
        const [note] = (await world.log()).filter(({ action }) => action === 'Note');
        await world.decide({ action: 'Undo', undoes: note?.decisionId ?? '' });
        expect((await world.pastOf(id)).at(-1)).toMatchObject({ reason: 'Note taken back' });
      });

      it('a claim takes what is not for matching, and nothing that is matched', async () => {
        const world = await matched();
        await world.settle([record('CB', -5, { type: 'Chargeback' })]);
        const [chargeback = '', one = ''] = await world.recordIds();
        const claim = { action: 'Claim', ...rows, remindOn: '2026-12-01' } as const;
        expect(await world.decide({ ...claim, recordIds: [chargeback] })).toMatchObject({ outcome: 'Done' });
        expect(await world.decide({ ...claim, recordIds: [one] })).toMatchObject({ outcome: 'Refused', code: 'matched' });
      });
    });

    describe('Undo', () => {
      it('is of a decision that is there, once, and not of another undo', async () => {
        const world = await apart();
        await world.decide(await linkOf(world, { cause: 'Tip' }));
        const [link] = await world.log();
        expect(await world.decide({ action: 'Undo', undoes: unknown })).toMatchObject({ code: 'notFound' });
        await world.decide({ action: 'Undo', undoes: link?.decisionId ?? '' });
        await world.run();
        expect(await world.states()).toEqual({ sales: ['Unmatched'], records: ['Unmatched'] });
        expect(await world.decide({ action: 'Undo', undoes: link?.decisionId ?? '' })).toMatchObject({ outcome: 'AlreadyDone' });
        const [undo, undone] = await world.log();
        expect(undo).toMatchObject({ action: 'Undo', undoes: link?.decisionId });
        expect(undone?.undone).toMatchObject({ decisionId: undo?.decisionId, by: 'anna' });
        expect(await world.decide({ action: 'Undo', undoes: undo?.decisionId ?? '' })).toMatchObject({ code: 'notUndoable' });
      });
    });

    describe('what a decision has seen', () => {
      const listed = async ({ tenant }: World, over = {}): Promise<ListedException[]> =>
        JSON.parse(await tenant.listExceptions({ pageSize: 500, pageNumber: 1, ...over })).items;
      const seenOf = ({ id, version }: ListedException) => ({ id: id ?? '', version: version ?? '' });
      const skipOf = (item: ListedException): Decided => {
        const ids = item.side === 'Sale' ? { transactionIds: [item.id ?? ''] } : { recordIds: [item.id ?? ''] };
        return { action: 'Skip', ...rows, ...ids, text: 'aside', seen: seenOf(item) };
      };

      it('stands as long as neither the row, its suggestion nor its candidates change, also over a run and other decisions', async () => {
        const world = await proposed(3);
        const [one, two, three] = await listed(world, { reason: 'Proposed' });
        if (!one || !two || !three) throw new Error('three suggestions are listed');
        expect(one).toMatchObject({ matchId: expect.any(String), version: expect.stringMatching(/^v[0-9a-f]{16}$/) });
        expect(one.candidateRows).toEqual([
          { side: 'Record', id: (await world.recordIds())[0], day: '2026-11-19', amount: one.amounts[0]?.amount, currency: 'EUR' },
        ]);
        await world.decide({ action: 'Approve', matchId: three.matchId ?? '', seen: seenOf(three) });
        await world.run();
        expect((await listed(world, { reason: 'Proposed' })).map(({ version }) => version)).toEqual([one.version, two.version]);
        expect(await world.decide({ action: 'Approve', matchId: one.matchId ?? '', seen: seenOf(one) })).toMatchObject({ outcome: 'Done' });
        expect(await world.decide({ action: 'Unlink', matchId: two.matchId ?? '', seen: seenOf(two) })).toMatchObject({ outcome: 'Done' });
      });

      it('is refused with what the row is by now: matched, claimed, set aside, of another suggestion, or gone', async () => {
        const world = await proposed(2);
        const [one, two] = await listed(world, { reason: 'Proposed' });
        if (!one || !two) throw new Error('two suggestions are listed');
        const mixed = { id: one.id ?? '', version: two.version ?? '' };
        expect(await world.decide({ ...skipOf(one), seen: mixed } as Decided)).toMatchObject({ code: 'changed' });
        expect(await world.decide({ action: 'Approve', matchId: two.matchId ?? '', seen: seenOf(one) })).toMatchObject({ code: 'changed' });
        await world.decide({ action: 'Approve', matchId: one.matchId ?? '' });
        expect(await world.decide(skipOf(one))).toMatchObject({
          outcome: 'Refused',
          code: 'changed',
          detail: expect.stringMatching(/^It is not as it was listed. Now: Matched with record \S+ by rule \S+, approved by anna/),
        });
        await world.decide({ action: 'Unlink', matchId: two.matchId ?? '' });
        expect(await world.decide(skipOf(two))).toMatchObject({ code: 'changed', detail: expect.stringMatching(/to be matched anew/) });
        await world.run();
        const [open] = (await listed(world)).filter(({ id }) => id === two.id);
        if (!open) throw new Error('the row is listed again');
        await world.decide({ action: 'Claim', ...rows, transactionIds: [open.id ?? ''], remindOn: '2030-12-01' });
        expect(await world.decide(skipOf(open))).toMatchObject({
          code: 'changed',
          detail: expect.stringMatching(/Claimed until 2030-12-01/),
        });
        expect(
          await world.decide({ ...skipOf(open), transactionIds: [unknown], seen: { id: unknown, version: 'v' } } as Decided),
        ).toMatchObject({ code: 'notFound' });
      });

      it('covers the candidates of a row', async () => {
        const world = await proposed();
        const [suggested] = await listed(world, { reason: 'Proposed' });
        const [{ id: record } = { id: '' }] = suggested?.candidateRows ?? [];
        await world.decide({ action: 'Claim', ...rows, recordIds: [record], remindOn: '2030-12-01' });
        expect(await world.decide(skipOf(suggested as ListedException))).toMatchObject({ code: 'changed' });
      });

      it('is looked at before any decision of the request is done, which may change it', async () => {
        const world = await proposed();
        const [one] = await listed(world, { reason: 'Proposed', side: 'Sale' });
        const [other] = await listed(world, { reason: 'Proposed', side: 'Record' });
        if (!one || !other) throw new Error('both sides of the suggestion are listed');
        const given = [skipOf(one), skipOf(other)].map((decision) => ({ ...decision, decisionId: randomUUID() })) as GivenDecision[];
        const asked = { decisions: given, isDryRun: false, userId, by: 'anna', from: noRequest };
        expect((await world.tenant.decide(asked)).map(({ outcome }) => outcome)).toEqual(['Done', 'Done']);
        expect((await world.tenant.decide(asked)).map(({ outcome }) => outcome)).toEqual(['AlreadyDone', 'AlreadyDone']);
        await world.decide({ action: 'Undo', undoes: given[0]?.decisionId ?? '' });
        expect(await world.tenant.decide(asked)).toMatchObject([
          { outcome: 'Refused', code: 'changed', detail: 'It was made before, and taken back since.' },
          { outcome: 'AlreadyDone' },
        ]);
      });
    });

    const away = (world: World, id: string) => world.tenant.withdraw(id, 'admin', decideAgain, noRequest, 'any');

    describe('undo of an upload', () => {
      it.each(['Sales', 'Settlement'] as const)(
        'of %s whose rows people decided about is refused, unless that is taken back, too',
        async (kind) => {
          const world = await newWorld();
          const uploads = {
            Sales: await world.upload([sale('REF-1', 5), sale('REF-3', 6)]),
            Settlement: await world.settle([record('REF-2', 5, { terminalId: 'T-9' }), record('REF-4', 7, { terminalId: 'T-9' })]),
          };
          await world.run();
          const [one = '', two = ''] = await world.saleIds();
          const [first = '', second = ''] = await world.recordIds();
          await world.decide({ action: 'Link', transactionIds: [one], recordIds: [first], cause: 'Other' });
          await world.decide({ action: 'Skip', transactionIds: [two], recordIds: [second], text: 'aside' });
          const before = await world.states();
          const told = ({ matchId, matchedAt, ...match }: Match) => JSON.stringify(match);
          const decided = (await world.matches()).map(told).sort();
          await expect(world.undo(uploads[kind])).rejects.toMatchObject({
            code: 'validation',
            errors: {
              withDecisions: [
                expect.stringMatching(/^is needed: people decided about 2 .*s of the upload$/),
                expect.any(String),
                expect.any(String),
              ],
            },
          });
          expect(await world.states()).toEqual(before);
          await expect(world.tenant.withdraw(uploads[kind], 'admin', decideAgain, noRequest, 'own')).rejects.toMatchObject({
            code: 'forbidden',
          });
          expect(await world.states()).toEqual(before);
          await world.tenant.withdraw(uploads[kind], 'admin', decideAgain, noRequest, 'any');
          await world.run();
          const left = await world.states();
          expect(kind === 'Sales' ? left.sales : left.records).toEqual([]);
          expect(kind === 'Sales' ? left.records : left.sales).toEqual(['Unmatched', 'Skip']);
          expect((await world.log()).map(({ action, waiting }) => [action, waiting])).toEqual([
            ['Skip', 1],
            ['Link', 1],
          ]);
          await world.redo(uploads[kind]);
          for (const isAfterRun of [false, true]) {
            if (isAfterRun) await world.run();
            expect(await world.states()).toEqual(before);
            expect((await world.matches()).map(told).sort()).toEqual(decided);
          }
          const [skip, link] = await world.log();
          expect([skip?.waiting, link?.waiting]).toEqual([0, 0]);
          for (const one of [skip, link])
            expect(await world.decide({ action: 'Undo', undoes: one?.decisionId ?? '' })).toMatchObject({ outcome: 'Done' });
          expect(await world.states()).toEqual({ sales: ['Unmatched', 'Unmatched'], records: ['Unmatched', 'Unmatched'] });
        },
      );

      it('takes rows back from rules that matched them meanwhile, and nothing from people', async () => {
        for (const isByHand of [false, true]) {
          const world = await newWorld();
          const id = await world.upload([sale('REF-1', 5)]);
          await world.settle([record('REF-710002', 5)]);
          await world.run();
          await world.decide(await linkOf(world));
          await world.tenant.withdraw(id, 'admin', decideAgain, noRequest, 'any');
          await world.upload([sale('REF-710002', 5)]);
          await world.run();
          const [byRule] = await world.matches();
          expect(byRule).toMatchObject({ kind: 'Match', pinned: false });
          if (isByHand) await world.decide({ action: 'Approve', matchId: byRule?.matchId ?? '' });
          await world.redo(id);
          await world.run();
          const found = await world.matches();
          expect(found.map(({ pinned, how }) => [pinned, how === 'Hand'])).toEqual([[true, !isByHand]]);
          if (isByHand) expect((await world.log()).at(-1)).toMatchObject({ action: 'Link', waiting: 1 });
        }
      });

      it.each(['Note', 'Claim'] as const)('of which rows have a %s is refused, too; it waits, and is there again', async (action) => {
        const world = await newWorld();
        const id = await world.upload([sale('REF-1', 5), sale('REF-3', 6)]);
        await world.settle([record('REF-2', 9, { terminalId: 'T-9' })]);
        await world.run();
        const [one = ''] = await world.saleIds();
        const said = action === 'Note' ? { action, text: 'asked' } : { action, remindOn: '2030-12-01' };
        await world.decide({ ...said, ...rows, transactionIds: [one], recordIds: await world.recordIds() } as Decided);
        const before = [await world.claims(), await world.pastOf(one)];
        await expect(world.undo(id)).rejects.toMatchObject({
          errors: { withDecisions: ['is needed: people decided about 1 transaction of the upload', one] },
        });
        await expect(world.tenant.withdraw(id, 'admin', decideAgain, noRequest, 'own')).rejects.toMatchObject({ code: 'forbidden' });
        expect(await away(world, id)).toMatchObject({ decisions: { waiting: 1, back: 0 } });
        await world.run();
        expect(await world.log()).toMatchObject([{ action, waiting: 1 }]);
        expect(await world.redo(id)).toMatchObject({ decisions: { waiting: 0, back: 1 } });
        expect(await world.log()).toMatchObject([{ action, waiting: 0, salesCount: 1, recordsCount: 1 }]);
        expect([await world.claims(), (await world.pastOf(one)).filter(({ by }) => by === 'anna')]).toEqual(before);
        await world.decide({ action: 'Undo', undoes: (await world.log())[0]?.decisionId ?? '' });
        expect(await world.undo(id)).not.toHaveProperty('decisions');
      });

      it('does not bring back what was taken back meanwhile', async () => {
        const world = await newWorld();
        const id = await world.upload([sale('REF-1', 5)]);
        await world.settle([record('REF-2', 5)]);
        await world.run();
        await world.decide(await linkOf(world));
        const [link] = await world.log();
        await world.tenant.withdraw(id, 'admin', decideAgain, noRequest, 'any');
        expect(await world.decide({ action: 'Undo', undoes: link?.decisionId ?? '' })).toMatchObject({ outcome: 'Done' });
        await world.redo(id);
        await world.run();
        expect((await world.matches()).filter(({ pinned }) => pinned)).toEqual([]);
      });

      it('keeps apart what people kept apart, also when it comes back', async () => {
        const world = await newWorld();
        const id = await world.upload([sale('REF-710001', 5)]);
        await world.settle([record('REF-710001', 5)]);
        await world.run();
        const [{ matchId } = { matchId: '' }] = await world.matches();
        await world.decide({ action: 'Unlink', matchId });
        await world.undo(id);
        await world.run();
        await world.redo(id);
        await world.run();
        expect(await world.matches()).toEqual([]);
      });
    });

    describe('a corrected file', () => {
      const apartOfOther = { terminalId: 'T-9' };

      it('has its matches by hand suggested, in the name of who decided', async () => {
        const world = await newWorld();
        const id = await world.upload([sale('REF-1', 5), sale('REF-3', 60)]);
        await world.settle([record('REF-2', 7, apartOfOther)]);
        await world.run();
        const [one = ''] = await world.saleIds();
        await world.decide({ action: 'Link', transactionIds: [one], recordIds: await world.recordIds(), cause: 'Tip', text: 'a tip' });
        await away(world, id);
        // More is known of the sale, and the other one has another amount.
        await world.upload([sale('REF-1', 5, { orderId: 'O-1' }), sale('REF-3', 6)]);
        await world.run();
        const suggestion = { kind: 'Proposal', rule: 'decided-before', pinned: false, decidedBy: 'anna', note: 'a tip', cause: 'Tip' };
        const [corrected = ''] = await world.saleIds();
        expect(await world.matches()).toMatchObject([{ ...suggestion, transactionIds: [corrected], recordIds: await world.recordIds() }]);
        expect((await world.states()).sales).toEqual(['Unmatched', 'Unmatched']);
        expect(await world.log()).toMatchObject([{ action: 'Link', waiting: 1 }]);
        const { items } = JSON.parse(await world.tenant.listExceptions({ pageSize: 30, pageNumber: 1, reason: 'Proposed' }));
        expect(items).toMatchObject([{ id: corrected }]);
        expect(await world.decide({ action: 'ApproveRule', rule: 'decided-before' })).toMatchObject({ outcome: 'Done', matches: 1 });
        await world.run();
        expect(await world.matches()).toMatchObject([{ kind: 'Match', rule: 'decided-before', pinned: true, cause: 'Tip' }]);
      });

      it('is suggested nothing that was taken back, or rejected since', async () => {
        for (const isRejected of [false, true]) {
          const world = await newWorld();
          const id = await world.upload([sale('REF-1', 5)]);
          await world.settle([record('REF-2', 7, apartOfOther)]);
          await world.run();
          await world.decide(await linkOf(world, { cause: 'Tip' }));
          const [link] = await world.log();
          await away(world, id);
          await world.upload([sale('REF-1', 5)]);
          await world.run();
          const [suggestion] = await world.matches();
          await world.decide(
            isRejected ? { action: 'Unlink', matchId: suggestion?.matchId ?? '' } : { action: 'Undo', undoes: link?.decisionId ?? '' },
          );
          await world.run();
          expect(await world.matches()).toEqual([]);
        }
      });

      it.each(['Sales', 'Settlement'] as const)(
        'of %s has what was set aside suggested again, which stays so once it is approved, and goes for ever once it is rejected',
        async (kind) => {
          for (const isRejected of [false, true]) {
            const world = await newWorld();
            const send = {
              Sales: () => world.upload([sale('REF-1', 5)]),
              Settlement: () => world.settle([record('REF-2', 7, apartOfOther)]),
            };
            const uploads = { Sales: await send.Sales(), Settlement: await send.Settlement() };
            await world.run();
            const ids = async () => (kind === 'Sales' ? world.saleIds() : world.recordIds());
            const states = async () => (await world.states())[kind === 'Sales' ? 'sales' : 'records'];
            const named = kind === 'Sales' ? { transactionIds: await ids() } : { recordIds: await ids() };
            await world.decide({ action: 'Skip', ...rows, ...named, text: 'a voucher' });
            await away(world, uploads[kind]);
            await send[kind]();
            await world.run();
            const [corrected = ''] = await ids();
            const [suggestion, ...others] = await world.matches();
            expect(others).toEqual([]);
            expect(suggestion).toMatchObject({ kind: 'Proposal', rule: 'decided-before', decidedBy: 'anna', note: 'a voucher' });
            expect(await states()).toEqual(['Unmatched']);
            for (const over of [{}, { side: kind === 'Sales' ? 'Sale' : 'Record' } as const]) {
              const { items } = JSON.parse(await world.tenant.listExceptions({ pageSize: 30, pageNumber: 1, reason: 'Proposed', ...over }));
              expect(items).toMatchObject([
                { id: corrected, sentence: 'Somebody set it aside before its file was corrected: probably it is to be so again.' },
              ]);
            }
            if (isRejected) {
              await world.decide({ action: 'Unlink', matchId: suggestion?.matchId ?? '' });
              await world.run();
              expect(await world.matches()).toEqual([]);
              continue;
            }
            expect(await world.decide({ action: 'ApproveRule', rule: 'decided-before' })).toMatchObject({ matches: 1 });
            expect(await states()).toEqual(['Skip']);
            await world.run();
            expect(await world.matches()).toMatchObject([{ kind: 'SetAside', pinned: true, note: 'a voucher' }]);
            expect(await world.pastOf(corrected)).toMatchObject([{ by: 'anna', reason: 'Set aside: a voucher' }]);
            const [approval] = await world.log();
            await world.decide({ action: 'Undo', undoes: approval?.decisionId ?? '' });
            await world.run();
            expect(await world.matches()).toMatchObject([{ kind: 'Proposal', rule: 'decided-before' }]);
          }
        },
      );

      it('has its notes and claims, which are taken back with their decisions', async () => {
        const world = await newWorld();
        const send = () => world.upload([sale('REF-1', 5), sale('REF-3', 6)]);
        let id = await send();
        await world.settle([record('REF-2', 9, apartOfOther)]);
        await world.run();
        const [one = '', two = ''] = await world.saleIds();
        await world.decide({ action: 'Note', ...rows, transactionIds: [one, two], text: 'a tip?' });
        await world.decide({ action: 'Claim', ...rows, transactionIds: [one], remindOn: '2030-12-01', reference: 'T-77' });
        // Once more, a corrected file is corrected.
        for (let round = 0; round < 2; round++) {
          await away(world, id);
          id = await send();
          await world.run();
        }
        const corrected = await world.saleIds();
        const reasons = async (of: string) => (await world.pastOf(of)).map(({ reason }) => reason);
        expect(await reasons(corrected[0] ?? '')).toEqual([
          'Note: a tip? (anna, 2026-11-20, of the row before its file was corrected)',
          'Claimed until 2030-12-01: reference T-77 (anna, 2026-11-20, of the row before its file was corrected)',
        ]);
        expect(await reasons(corrected[1] ?? '')).toEqual(['Note: a tip? (anna, 2026-11-20, of the row before its file was corrected)']);
        expect(await world.log()).toMatchObject([
          { action: 'Claim', waiting: 0, transactionIds: corrected.slice(0, 1) },
          { action: 'Note', waiting: 0, transactionIds: corrected },
        ]);
        const listed = async () => JSON.parse(await world.tenant.listExceptions({ pageSize: 30, pageNumber: 1, side: 'Sale' })).items;
        const open = (await listed()).length;
        for (const { decisionId } of await world.log()) await world.decide({ action: 'Undo', undoes: decisionId });
        expect((await listed()).length).toBe(open + 1);
        expect(await reasons(corrected[0] ?? '')).toEqual(expect.arrayContaining(['Note taken back', 'Claim taken back']));
      });

      it('restored beside the corrected one, has its notes and claims wherever its rows stand', async () => {
        const world = await newWorld();
        const id = await world.upload([sale('REF-1', 5)]);
        await world.settle([record('REF-2', 9, apartOfOther)]);
        await world.run();
        const listed = async () => JSON.parse(await world.tenant.listExceptions({ pageSize: 30, pageNumber: 1, side: 'Sale' })).items;
        expect(await listed()).toMatchObject([{ side: 'Sale' }]);
        await world.decide({ action: 'Claim', ...rows, transactionIds: await world.saleIds(), remindOn: '2030-12-01' });
        await away(world, id);
        const other = await world.upload([sale('REF-1', 5)]);
        await world.run();
        expect(await listed()).toEqual([]);
        await world.redo(id);
        await world.run();
        expect(await listed()).toEqual([]);
        await away(world, other);
        await world.run();
        expect(await listed()).toEqual([]);
        expect(await world.log()).toMatchObject([{ action: 'Claim', waiting: 0 }]);
      });

      it('keeps apart what people kept apart', async () => {
        const world = await newWorld();
        const ids = [await world.upload([sale('REF-710001', 5)]), await world.settle([record('REF-710001', 5)])];
        await world.run();
        const [{ matchId } = { matchId: '' }] = await world.matches();
        await world.decide({ action: 'Unlink', matchId });
        for (const id of ids) await away(world, id);
        await world.upload([sale('REF-710001', 5)]);
        await world.settle([record('REF-710001', 5)]);
        await world.run();
        expect(await world.matches()).toEqual([]);
        await world.decide({ action: 'Undo', undoes: (await world.log())[0]?.decisionId ?? '' });
        await world.run();
        expect(await world.matches()).toMatchObject([{ kind: 'Match' }]);
      });

      it('has a decision made of no other row: of twins, or of another amount, it stays open, and the log says so', async () => {
        const twin = (over = {}) => sale('REF-1', 5, { transactionDate: '2026-11-19T10:00:00Z', ...over });
        const cases: [Parameters<World['upload']>[0], Parameters<World['upload']>[0]][] = [
          [[twin(), twin()], [twin()]],
          [[twin()], [twin(), twin()]],
          [[twin()], [twin({ amount: 6 })]],
          [[twin()], [twin({ transactionDate: '2026-11-19T10:01:00Z' })]],
          [[twin()], [twin({ authorisationCode: '123456', transactionReference: 'REF-9' })]],
        ];
        for (const [before, corrected] of cases) {
          const world = await newWorld();
          const id = await world.upload(before);
          await world.settle([record('REF-2', 7, apartOfOther)]);
          await world.run();
          const [one = ''] = await world.saleIds();
          await world.decide({ action: 'Link', transactionIds: [one], recordIds: await world.recordIds(), cause: 'Tip' });
          await away(world, id);
          await world.upload(corrected);
          await world.run();
          expect(await world.matches()).toEqual([]);
          expect(await world.log()).toMatchObject([{ action: 'Link', waiting: 1 }]);
        }
      });

      it('corrected again has what was decided last', async () => {
        const world = await newWorld();
        let id = await world.upload([sale('REF-1', 5)]);
        await world.settle([record('REF-2', 7, apartOfOther), record('REF-3', 8, apartOfOther)]);
        await world.run();
        const [first = '', second = ''] = await world.recordIds();
        for (const recordId of [first, second]) {
          const [suggestion] = await world.matches();
          if (suggestion) await world.decide({ action: 'Unlink', matchId: suggestion.matchId });
          await world.decide({ action: 'Link', transactionIds: await world.saleIds(), recordIds: [recordId], cause: 'Tip' });
          await away(world, id);
          id = await world.upload([sale('REF-1', 5)]);
          await world.run();
        }
        expect(await world.matches()).toMatchObject([{ kind: 'Proposal', recordIds: [second] }]);
      });
    });

    it('a row that was set aside stands first among its like, whatever goes and comes back', async () => {
      const world = await newWorld();
      const first = await world.upload([sale('REF-1', 5)]);
      await world.settle([record('REF-2', 9)]);
      await world.upload([sale('REF-1', 5)]);
      await world.undo(first);
      await world.run();
      const [second = ''] = await world.saleIds();
      await world.decide({ action: 'Skip', ...rows, transactionIds: [second], text: 'aside' });
      await world.redo(first);
      await world.run();
      expect((await world.states()).sales).toEqual(['Skip', 'Skip']);
      expect(await world.matches()).toMatchObject([{ kind: 'SetAside', transactionIds: [second] }]);
      const { items } = JSON.parse(await world.tenant.getMoney({}));
      expect(items[0].sold).toMatchObject({ transactions: 1, amount: '5.00' });
    });

    it.each([
      ['of these weeks', '2026-10-06'],
      ['older than what each run looks at', '2026-11-17'],
    ])('an open row %s names no record as open that somebody has linked since', async (_, newest) => {
      const world = await newWorld();
      const on = (day: string) => ({ transactionDate: `${day}T10:00:00Z` });
      const paid = (day: string) => ({ ...on(day), settlementDate: day });
      await world.upload([sale('REF-1', 5, on('2026-10-01')), sale('REF-3', 9, on('2026-10-03'))]);
      await world.settle([record('REF-2', 5, paid('2026-10-03')), record('REF-9', 70, paid(newest))]);
      await world.run();
      const [named = '', linked = ''] = await world.saleIds();
      const [recordId = ''] = await world.recordIds();
      const reasonOf = async (id: string) => {
        const facts = await world.tenant.matchFacts('Sales', id);
        return [facts?.reason, facts?.others.map((other) => other.id)];
      };
      expect(await reasonOf(named)).toEqual(['AmountAlone', [recordId]]);
      await world.decide({ action: 'Link', transactionIds: [linked], recordIds: [recordId], cause: 'Tip' });
      await world.run();
      expect(await reasonOf(named)).toEqual([expect.not.stringContaining('AmountAlone'), []]);
    });

    it('a run that is under way is worth nothing after a decision', async () => {
      const world = await proposed();
      const { changed } = await world.source();
      const [{ matchId } = { matchId: '' }] = await world.matches();
      await world.decide({ action: 'Approve', matchId });
      expect((await world.source()).changed).toBeGreaterThan(changed);
      expect(await world.isDue()).toBe(true);
    });

    it('a request does the decisions that it can, and is one line of the audit trail', async () => {
      const world = await matched();
      const [one, two] = await world.matches();
      const decisions = [one?.matchId ?? '', unknown, two?.matchId ?? ''].map(
        (matchId) => ({ action: 'Approve', matchId, decisionId: randomUUID() }) as GivenDecision,
      );
      const results = await world.tenant.decide({ decisions, isDryRun: false, userId, by: 'anna', from: noRequest });
      expect(results.map(({ outcome }) => outcome)).toEqual(['Done', 'Refused', 'Done']);
      expect(await world.log()).toHaveLength(2);
    });

    it('hides rows of other units: they are refused as those that do not exist, and their decisions are not listed', async () => {
      const world = await newWorld();
      const paid = 'REF-20011';
      await world.upload([
        sale('REF-1', 5, { terminalId: 'T-1' }),
        sale('REF-2', 6, { terminalId: 'T-2' }),
        sale(paid, 7, { terminalId: 'T-1' }),
      ]);
      await world.settle([
        record('REF-3', 5, { terminalId: 'T-1' }),
        record('REF-4', 6, { terminalId: 'T-2' }),
        record(paid, 7, { terminalId: null }),
      ]);
      await world.run();
      const keeper = `keeper ${world.tenantId}`;
      await harness.addUser(keeper);
      await harness.grant(keeper, { unitId: await harness.addUnit(world.tenantId, { terminalIds: ['T-1'] }) });
      const keeperId = (await harness.store.userByName(keeper))?.id ?? '';
      const own = harness.store.tenant(world.tenantId, { unitsOf: keeperId });
      const by = (decision: Decided) => world.decide(decision, own, keeperId);
      const [seen = '', hidden = '', matched = ''] = await world.saleIds();
      const [seenRecord = '', hiddenRecord = ''] = await world.recordIds();
      const link = { action: 'Link', transactionIds: [seen], recordIds: [hiddenRecord], cause: 'Other' } as const;
      const refused = await by(link);
      expect({ ...refused, decisionId: '' }).toEqual({
        ...(await by({ ...link, recordIds: [unknown] })),
        decisionId: '',
        detail: `There is no record ${hiddenRecord}.`,
      });
      expect(await by({ action: 'Skip', ...rows, transactionIds: [hidden], text: 'x' })).toMatchObject({ code: 'notFound' });
      // Its match has a record that is not theirs to open again.
      expect((await world.states()).sales).toEqual(['Unmatched', 'Unmatched', 'Match']);
      expect(await by({ ...link, transactionIds: [matched], recordIds: [seenRecord] })).toMatchObject({
        outcome: 'Refused',
        code: 'matched',
      });
      await world.decide({ ...link, transactionIds: [seen], recordIds: [hiddenRecord] });
      const [{ matchId } = { matchId: '' }] = await world.matches();
      const [mine] = await world.log();
      for (const decision of [
        { action: 'Unlink', matchId },
        { action: 'Approve', matchId },
        { action: 'Undo', undoes: mine?.decisionId ?? '' },
      ] as const)
        expect(await by(decision)).toMatchObject({ outcome: 'Refused', code: 'notFound' });
      expect(JSON.parse(await own.listDecisions({ pageSize: 30, pageNumber: 1 })).items).toEqual([]);
      await world.decide({ action: 'Undo', undoes: mine?.decisionId ?? '' });
      // What somebody else decided is theirs to take back, whatever rows it is about.
      await world.decide({ action: 'Note', ...rows, transactionIds: [seen], text: 'by another' });
      const [others] = await world.log();
      expect(await by({ action: 'Undo', undoes: others?.decisionId ?? '' })).toMatchObject({ outcome: 'Refused', code: 'notFound' });
      expect(await by({ ...link, recordIds: [seenRecord] })).toMatchObject({ outcome: 'Done' });
      expect(JSON.parse(await own.listDecisions({ pageSize: 30, pageNumber: 1 })).items).toMatchObject([
        { action: 'Link', salesCount: 1, recordsCount: 1, transactionIds: [seen], recordIds: [seenRecord] },
      ]);
      // Its rows are out of reach by now.
      await harness.revoke(keeper);
      await harness.grant(keeper, { unitId: await harness.addUnit(world.tenantId, { terminalIds: ['T-2'] }) });
      expect(JSON.parse(await own.listDecisions({ pageSize: 30, pageNumber: 1 })).items).toMatchObject([
        { action: 'Link', salesCount: 0, recordsCount: 0, transactionIds: [], recordIds: [] },
      ]);
    });
  });
}
