/** Statements about closes as a store keeps them: numbered, chained, told against what is there, and missed where they are not as they were. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/contract/canonical-json.js';
import type { ApprovalResult, Close } from '../../src/contract/closes.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import type { Administration } from '../../src/store/administering/administration.js';
import { noRequest } from '../../src/store/audit.js';
import { sha256Of } from '../../src/store/statements.js';
import type { TenantStore } from '../../src/store/store.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorld, type MatchWorlds, now, openMatchWorldsOn } from './match-world.js';

export interface StatementHarness extends MatchHarness {
  administration(): Administration;
  /** Behind the program's back. */
  sql<Row>(text: string): Promise<Row[]>;
  /** SQL after which no row can be added to the audit trail, and SQL after which it can. */
  audit: { refuse: string; allow: string };
}

const day = '2026-11-06';
const month = '2026-11';
const sale = (reference: string, amount = 12.5): TransactionUpload => ({
  ...{ terminalId: 'T-1', locationId: 'L', amount, currency: 'EUR', transactionReference: reference },
  transactionDate: `${day}T10:00:00Z`,
});

export function closeStatementsConformance(name: string, openHarness: (now: () => Date) => Promise<StatementHarness>): void {
  describe(`statements about closes on ${name}`, () => {
    let worlds: MatchWorlds<StatementHarness>;
    let administration: Administration;
    beforeAll(async () => {
      worlds = await openMatchWorldsOn(openHarness);
      administration = worlds.harness.administration();
    });
    afterAll(async () => {
      await administration.close();
      await worlds.close();
    });

    const closeOf = async (tenant: TenantStore, period: string): Promise<Close> => JSON.parse(await tenant.getClose({ day: period }));
    const approve = (tenant: TenantStore, period: string, version: string, by = 'anna') =>
      tenant.approveClose({ period, version, by, from: noRequest });
    /** Approves what is there. */
    const approved = async ({ tenant }: MatchWorld, period: string, by?: string): Promise<ApprovalResult> => {
      const result = await approve(tenant, period, (await closeOf(tenant, period)).version, by);
      if ('now' in result) throw new Error('It has not changed, and yet it is refused.');
      return result;
    };
    const ofTenant = ({ tenantId }: MatchWorld) => `tenant_key = (SELECT tenant_key FROM tenant WHERE id = '${tenantId}')`;
    const documentsOf = async (world: MatchWorld) =>
      (await worlds.harness.sql<{ document: string }>(`SELECT document FROM close_statement WHERE ${ofTenant(world)} ORDER BY number`)).map(
        ({ document }) => document,
      );
    const notesOf = async ({ tenantId }: MatchWorld) =>
      (await administration.auditRows({ from: null, to: null, limit: 1_000 })).filter(
        ({ action, object }) => action === 'close.approve' && object === `tenant:${tenantId}`,
      );

    it('are numbered for each tenant, each is canonical and names the one before, and the audit trail names each', async () => {
      const [world, other] = [await worlds.newWorld(), await worlds.newWorld()];
      await world.upload([sale('A')]);
      const close = await closeOf(world.tenant, day);
      expect(close.approved).toBeNull();
      const first = await approved(world, day);
      expect(first).toEqual({
        outcome: 'Done',
        number: 1,
        at: now.toISOString(),
        by: 'anna',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const [second, ofOther] = [await approved(world, month, 'ben'), await approved(other, day)];
      expect([second.number, ofOther.number]).toEqual([2, 1]);

      const documents = await documentsOf(world);
      const { version: _, approved: __, ...content } = close;
      const { outcome: ___, sha256, ...told } = first;
      expect(documents[0]).toBe(canonicalJson({ ...told, period: day, previous: null, close: content }));
      expect(documents.map(sha256Of)).toEqual([sha256, second.sha256]);
      expect(documents.map((document) => JSON.parse(document).previous)).toEqual([null, sha256]);
      expect(documents.map((document) => canonicalJson(JSON.parse(document)))).toEqual(documents);
      expect((await notesOf(world)).map(({ actor, outcome, details }) => ({ actor, outcome, details }))).toEqual([
        { actor: 'anna', outcome: 'done', details: { statement: 1, period: day, sha256 } },
        { actor: 'ben', outcome: 'done', details: { statement: 2, period: month, sha256: second.sha256 } },
      ]);
      expect((await administration.checkStatements()).broken).toBeNull();
    });

    it('are told with what has changed since, and a changed close is approved anew', async () => {
      const world = await worlds.newWorld();
      await world.upload([sale('A')]);
      const { outcome: _, ...statement } = await approved(world, day);
      const nothing = { claims: [], items: [] };
      expect((await closeOf(world.tenant, day)).approved).toEqual({ ...statement, changes: nothing });
      expect((await closeOf(world.tenant, month)).approved).toBeNull();

      const added = await world.upload([sale('B'), sale('C', 2.25)]);
      const part = { currency: 'EUR', transactions: 2, amount: '14.75' };
      const changes = {
        claims: expect.arrayContaining([{ claim: 'Counters', before: 'NotProvable', now: 'NotProvable' }]),
        items: [
          { ...part, part: 'sold' },
          { ...part, part: 'notMatched' },
        ],
      };
      expect((await closeOf(world.tenant, day)).approved).toEqual({ ...statement, changes });
      expect(await approved(world, day, 'ben')).toMatchObject({ outcome: 'Done', number: 2, by: 'ben' });
      expect((await closeOf(world.tenant, day)).approved).toMatchObject({ number: 2, changes: nothing });

      await world.undo(added);
      const { approved: now } = await closeOf(world.tenant, day);
      expect(now?.changes.items.map(({ part, transactions, amount }) => [part, transactions, amount])).toEqual([
        ['sold', -2, '-14.75'],
        ['notMatched', -2, '-14.75'],
      ]);
    });

    it('are not made twice of the same, by whomever, and not of a close that has changed since it was read', async () => {
      const world = await worlds.newWorld();
      await world.upload([sale('A')]);
      const { version } = await closeOf(world.tenant, day);
      await world.upload([sale('B')]);
      const { version: current, approved: _, ...content } = await closeOf(world.tenant, day);
      expect(await approve(world.tenant, day, version)).toEqual({ now: content });
      expect(await documentsOf(world)).toEqual([]);

      const first = await approved(world, day);
      expect(await approve(world.tenant, day, current, 'ben')).toEqual({ ...first, outcome: 'AlreadyDone' });
      // Whoever got no answer asks again, whatever came meanwhile.
      await world.upload([sale('C')]);
      expect(await approve(world.tenant, day, current)).toEqual({ ...first, outcome: 'AlreadyDone' });
      expect([(await documentsOf(world)).length, (await notesOf(world)).length]).toEqual([1, 1]);
    });

    it('are approved at once by several without a gap', async () => {
      const world = await worlds.newWorld();
      const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
      const results = await Promise.all(days.map((one) => approved(world, one)));
      expect(results.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5]);
      expect((await administration.checkStatements()).broken).toBeNull();
    });

    it('are not kept without their row of the audit trail', async () => {
      const world = await worlds.newWorld();
      const { harness } = worlds;
      await harness.sql(harness.audit.refuse);
      await expect(approved(world, day)).rejects.toThrow();
      await harness.sql(harness.audit.allow);
      expect(await documentsOf(world)).toEqual([]);
      expect(await approved(world, day)).toMatchObject({ outcome: 'Done', number: 1 });
    });

    it('are not for users of some units, who are told nothing of them', async () => {
      const world = await worlds.newWorld();
      const { harness } = worlds;
      await world.upload([sale('A')]);
      await approved(world, day);
      await harness.addUser('keeper');
      await harness.grant('keeper', { unitId: await harness.addUnit(world.tenantId, { terminalIds: ['T-1'] }) });
      const keeper = harness.store.tenant(world.tenantId, { unitsOf: (await harness.store.userByName('keeper'))?.id ?? '' });
      const close = await closeOf(keeper, day);
      expect([close.items[0]?.sold.transactions, close.approved]).toEqual([1, null]);
      await expect(approve(keeper, day, close.version)).rejects.toMatchObject({ code: 'internal' });
    });

    describe('that are not as they were approved', () => {
      /** Three statements, and what the check says after `change`, which is then taken back. */
      const checkedAfter = async (change: (where: string) => string) => {
        const world = await worlds.newWorld();
        await world.upload([sale('A')]);
        for (const period of [day, month, '2026-10']) await approved(world, period);
        expect((await administration.checkStatements()).broken).toBeNull();
        await worlds.harness.sql(change(ofTenant(world)));
        const { broken } = await administration.checkStatements();
        // The next test has a clean store again: what the trail says of a tenant that is gone is about nothing.
        await worlds.harness.sql(`UPDATE audit SET object = 'tenant:gone' WHERE object = 'tenant:${world.tenantId}'`);
        await worlds.harness.sql(`DELETE FROM close_statement WHERE ${ofTenant(world)}`);
        return broken && { number: broken.number, reason: broken.reason };
      };

      it.each<[string, (where: string) => string, { number: number; reason: string } | null]>([
        ['nothing', (where) => `DELETE FROM close_statement WHERE ${where} AND number = 4`, null],
        [
          'a byte of a document',
          (where) => `UPDATE close_statement SET document = replace(document, '12.50', '12.51') WHERE ${where} AND number = 2`,
          { number: 2, reason: 'it was changed' },
        ],
        ['one', (where) => `DELETE FROM close_statement WHERE ${where} AND number = 2`, { number: 2, reason: 'it is missing' }],
        ['the last', (where) => `DELETE FROM close_statement WHERE ${where} AND number = 3`, { number: 3, reason: 'it is missing' }],
        ['all', (where) => `DELETE FROM close_statement WHERE ${where}`, { number: 1, reason: 'it is missing' }],
        [
          'the place of one',
          (where) => `UPDATE close_statement SET period = '2026-09' WHERE ${where} AND number = 3`,
          { number: 3, reason: 'it is in the place of another' },
        ],
        [
          'one that nobody approved',
          (where) =>
            `INSERT INTO close_statement SELECT tenant_key, 4, period, document FROM close_statement WHERE ${where} AND number = 3`,
          { number: 4, reason: 'the audit trail does not know it' },
        ],
      ])('%s', async (_, change, broken) => {
        expect(await checkedAfter(change)).toEqual(broken);
      });

      it('one that was approved in the place of one that was cut off', async () => {
        const world = await worlds.newWorld();
        await approved(world, day);
        await worlds.harness.sql(`DELETE FROM close_statement WHERE ${ofTenant(world)}`);
        await approved(world, month);
        expect((await administration.checkStatements()).broken).toMatchObject({ number: 1, reason: 'it was changed' });
      });
    });
  });
}
