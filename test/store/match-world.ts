/** A store in which tenants get sales and settlement records that are imported at once, and what there is to match is read. */
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { decideAbout, decideAboutRecords, decideAgain } from '../../src/importing/decide.js';
import { matchTenant, rulesInForce } from '../../src/matcher/run.js';
import type { MatchPiece, MatchReader } from '../../src/store/matching.js';
import type { TenantStore } from '../../src/store/store.js';
import { emptyPiece, newMatch, readSource, type SourceRead } from './match-calls.js';
import { type MatchHarness, sqliteForMatches } from './match-engines.js';

const settings = ImportSettings.parse({ notMatchedBrands: ['CASH'] });
export const now = new Date('2026-11-20T12:00:00Z');

export type Apply = (piece: MatchPiece) => Promise<boolean>;

export interface MatchWorld {
  tenantId: string;
  tenant: TenantStore;
  upload(transactions: readonly TransactionUpload[], uploadGroup?: string | null): Promise<string>;
  settle(records: readonly SettlementRecordUpload[], uploadGroup?: string | null): Promise<string>;
  undo(uploadId: string): Promise<unknown>;
  redo(uploadId: string): Promise<unknown>;
  source(): Promise<SourceRead>;
  /** Applies a piece that is worked out from what there is now. */
  apply(piece: (source: SourceRead) => Partial<MatchPiece>): Promise<boolean | undefined>;
  /** Matches the first sale with the first record. */
  matchFirst(): Promise<boolean | undefined>;
  /** Makes a run; `onPiece` may end it by failing. Returns how many pieces were stored. */
  match(onPiece?: (piece: MatchPiece) => unknown): Promise<number>;
  /** Whether something has changed since the last run that was stored to its end. */
  isDue(): Promise<boolean>;
  /** The same wherever it is due, in pieces of so many rows at most; `over` stands between the run and the store. Null where it is not. */
  matchInPieces(pieceRows: number, over: (apply: Apply) => Apply): Promise<boolean | null>;
}

export interface MatchWorlds<Kind extends MatchHarness = MatchHarness> {
  harness: Kind;
  reader: MatchReader;
  newWorld(): Promise<MatchWorld>;
  /** Opens the same data anew. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export const openMatchWorlds = () => openMatchWorldsOn(sqliteForMatches);

export async function openMatchWorldsOn<Kind extends MatchHarness>(open: (now: () => Date) => Promise<Kind>): Promise<MatchWorlds<Kind>> {
  const harness = await open(() => now);
  await harness.store.setUp({
    customerName: 'c',
    tenantName: 't',
    importConfiguration: { name: 'Default', settings },
    userName: 'api',
    passwordHash: 'h',
  });
  const userId = (await harness.store.userByName('api'))?.id ?? '';
  const worlds: MatchWorlds<Kind> = {
    harness,
    reader: harness.openReader(),
    newWorld: async () => {
      const { tenantId } = await harness.addTenant();
      // What is decided again is decided by the same rules.
      await harness.configure(tenantId, settings);
      return worldOf(worlds, tenantId, userId);
    },
    reopen: async () => {
      await worlds.reader.close();
      await harness.reopen();
      worlds.reader = harness.openReader();
    },
    close: async () => {
      await worlds.reader.close();
      await harness.close();
    },
  };
  return worlds;
}

async function worldOf(worlds: MatchWorlds, tenantId: string, userId: string): Promise<MatchWorld> {
  const store = () => worlds.harness.store.tenant(tenantId, 'whole');
  const importConfigurationId = (await store().importConfiguration(undefined))?.id ?? '';
  const request = { userId, importConfigurationId, idempotency: null };
  const apply: Apply = async (piece) => store().applyMatches(piece);
  const world: MatchWorld = {
    tenantId,
    get tenant() {
      return store();
    },
    upload: async (transactions, uploadGroup = null) => {
      const decide = decideAbout(transactions, { settings }, { known: null, receivedAt: now });
      return (await store().stageUpload({ ...request, uploadGroup, transactions, decide })).uploadId;
    },
    settle: async (records, uploadGroup = null) =>
      (await store().stageUpload({ ...request, uploadGroup, records, decide: decideAboutRecords(records) })).uploadId,
    undo: (uploadId) => store().withdraw(uploadId, 'admin', decideAgain),
    redo: (uploadId) => store().restore(uploadId, 'admin', decideAgain),
    source: () => readSource(worlds.reader, tenantId),
    apply: async (piece) => {
      const source = await world.source();
      return store().applyMatches({ ...emptyPiece, changed: source.changed, ...piece(source) });
    },
    matchFirst: () => world.apply(({ sales, records }) => ({ begun: [newMatch([sales[0]?.seq ?? 0], [records[0]?.seq ?? 0])] })),
    match: async (onPiece = () => {}) => {
      // Where there never were records, nobody looks.
      if (!(await worlds.reader.tenantsToMatch('none')).includes(tenantId)) return 0;
      let pieces = 0;
      const isDone = await matchTenant(worlds.reader, tenantId, async (piece) => {
        await onPiece(piece);
        pieces += 1;
        return store().applyMatches(piece);
      });
      if (!isDone) throw new Error('Nothing has changed meanwhile, and yet a piece is refused.');
      return pieces;
    },
    isDue: async () => (await worlds.reader.tenantsToMatch(rulesInForce)).includes(tenantId),
    matchInPieces: async (pieceRows, over) => ((await world.isDue()) ? matchTenant(worlds.reader, tenantId, over(apply), pieceRows) : null),
  };
  return world;
}
