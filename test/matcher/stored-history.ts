/**
 * A history of a tenant on the store: uploads of both sides that come, go and come back, full runs in between, some of them ended before their
 * end, other settings, and restarts. What is stored afterwards is told by what rows say, not by their ids.
 */
import { MatchSettings } from '../../src/contract/match-settings.js';
import type { SettlementRecord } from '../../src/contract/records.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { UploadKind } from '../../src/contract/states.js';
import type { Transaction, TransactionUpload } from '../../src/contract/transaction.js';
import { decideAgain } from '../../src/importing/decide.js';
import { noRequest } from '../../src/store/audit.js';
import { recordQuery } from '../store/every-statement.js';
import { query } from '../store/list-model.js';
import { tablesOfMatching } from '../store/match-engines.js';
import type { MatchWorld, MatchWorlds } from '../store/match-world.js';
import { type Chance, chances, paymentBy } from '../support/colliding-rows.js';

interface SentUpload {
  id: string;
  kind: UploadKind;
  rows: readonly Fields[];
  group: string | null;
  isThere: boolean;
}

type Fields = TransactionUpload & SettlementRecordUpload;

const EVENTS = 20;
/** Without a number that names payments, and with rules that book what was proposed, so that a change of settings changes something. */
const otherSettings = {
  numbers: { reference: 'ignore' },
  book: ['location-and-moment', 'terminal-and-day', 'amount-and-day'],
  waitDays: 2,
};

const values = {
  days: ['10', '10', '10', '11'],
  references: ['a long reference 01', 'a long reference 02', 'REF03', 'REF04', 'REF05'],
  brands: ['VISA', 'MASTERCARD', 'CASH'],
};

/** What only records have. */
function recordBy(by: Chance, fields: Fields): Fields {
  const { random, pick } = by;
  const total = random() < 0.08 ? { transactionCount: pick([1, 2, 3]), amount: pick([5, 10, 15, 17.5]) } : {};
  const account = {
    acquirerId: pick(['ACQ-ONE', 'ACQ-TWO', null]),
    settlementDate: pick(['2026-11-11', '2026-11-14', '2026-11-18', null]),
  };
  return { ...fields, ...total, ...account, type: random() < 0.08 ? 'Fee' : null, payoutId: pick(['P1', 'P2']) };
}

export interface History {
  world: MatchWorld;
  uploads: SentUpload[];
  settings: object | null;
}

/** What may come while a run is under way, by its name. */
export type Meanwhile = Readonly<Record<string, () => Promise<void>>>;

export type Run = (world: MatchWorld, by: Chance, meanwhile: Meanwhile) => Promise<void>;

/** @param run is called where the history has a run */
export async function storedHistory(worlds: MatchWorlds, seed: number, run: Run): Promise<History> {
  const by = chances(seed);
  const history: History = { world: await worlds.newWorld(), uploads: [], settings: null };
  const seen: Fields[] = [];
  const meanwhile = { uploaded: () => send(history, by, seen), turned: () => turn(history, by) };
  for (let event = 0; event < EVENTS; event++) {
    await happen(worlds, history, by, seen);
    if (by.random() < 0.7) await run(history.world, by, meanwhile);
  }
  return history;
}

async function happen(worlds: MatchWorlds, history: History, by: Chance, seen: Fields[]): Promise<void> {
  const { world, uploads } = history;
  const what = uploads.length < 3 ? 0 : by.random();
  if (what < 0.5) return send(history, by, seen);
  const some = by.pick(uploads);
  if (what < 0.65) {
    await world.undo(some.id);
    some.isThere = false;
  } else if (what < 0.82) {
    await world.redo(some.id);
    some.isThere = true;
  } else if (what < 0.87) {
    if (some.isThere) await world.tenant.reprocess(some.id, 'admin', decideAgain);
  } else if (what < 0.94) {
    history.settings = history.settings === null ? otherSettings : null;
    await setSettings(world, history.settings);
  } else await worlds.reopen();
}

/** Undoes an upload, or brings it back. */
async function turn({ world, uploads }: History, { pick }: Chance): Promise<void> {
  const some = pick(uploads);
  await (some.isThere ? world.undo(some.id) : world.redo(some.id));
  some.isThere = !some.isThere;
}

async function send({ world, uploads }: History, by: Chance, seen: Fields[]): Promise<void> {
  const kind = by.random() < 0.5 ? 'Sales' : 'Settlement';
  const row = () => {
    const fields: Fields = paymentBy(by, values);
    const field = by.pick(Object.keys(fields) as (keyof Fields)[]);
    const like = seen.length > 0 && by.random() < 0.5 ? { ...by.pick(seen), [field]: fields[field] } : fields;
    seen.push(like);
    return kind === 'Sales' ? like : recordBy(by, like);
  };
  const copied = uploads.filter((upload) => upload.kind === kind);
  // Sometimes a file that came before comes again, in other parts.
  const again = copied.length > 0 && by.random() < 0.2 ? by.pick(copied).rows : null;
  const rows = again ? again.slice(Math.floor(by.random() * again.length)) : Array.from({ length: 1 + Math.floor(by.random() * 20) }, row);
  if (rows.length === 0) return;
  const group = by.random() < 0.3 ? `group ${kind}` : null;
  uploads.push({ id: await sent(world, { kind, rows, group }), kind, rows, group, isThere: true });
}

function sent(world: MatchWorld, { kind, rows, group }: Pick<SentUpload, 'kind' | 'rows' | 'group'>): Promise<string> {
  return kind === 'Sales' ? world.upload(rows, group) : world.settle(rows, group);
}

async function setSettings({ tenant }: MatchWorld, settings: object | null): Promise<void> {
  const { version } = await tenant.matchSettings();
  await tenant.changeMatchSettings({
    version,
    settings: MatchSettings.parse(settings ?? {}),
    by: 'admin',
    from: noRequest,
  });
}

/** A tenant to which the same is sent that is there, in the same order, and that is matched once. */
export async function matchedOnce(worlds: MatchWorlds, { uploads, settings }: History): Promise<MatchWorld> {
  const world = await worlds.newWorld();
  for (const upload of uploads) if (upload.isThere) await sent(world, upload);
  if (settings !== null) await setSettings(world, settings);
  await world.match();
  return world;
}

export interface StoredMatchRows {
  kind: string;
  rule: string | null;
  how: string;
  rows: { kind: UploadKind; fields: Fields }[];
}

/** Matches, cancellations and proposals, by the fields of their rows. */
export async function matchesByFields(world: MatchWorld): Promise<StoredMatchRows[]> {
  const { sales, records, matches } = await world.source();
  const byKey = new Map(matches.map(({ matchKey, kind, rule, how }) => [matchKey, { kind, rule, how, rows: [] } as StoredMatchRows]));
  const put = (kind: UploadKind, some: readonly { matchKey: number | null; fields: Fields }[]) => {
    for (const { matchKey, fields } of some) if (matchKey !== null) byKey.get(matchKey)?.rows.push({ kind, fields });
  };
  put('Sales', sales);
  put('Settlement', records);
  return [...byKey.values()];
}

export function textOfMatch({ kind, rule, how, rows }: StoredMatchRows): string {
  return [kind, rule, how, ...rows.map((row) => `${row.kind} ${JSON.stringify(row.fields)}`).sort()].join(' ');
}

export interface StoredState {
  rows: string[];
  matches: string[];
  /** Of how many rows it is stored why they are open. */
  open: number;
}

/** States, comments, matches and how many reasons are stored, with each row named by its fields. */
export async function stateOf({ world, harness }: { world: MatchWorld; harness: MatchWorlds['harness'] }): Promise<StoredState> {
  const { tenant, tenantId } = world;
  const { items: sales } = JSON.parse(await tenant.listTransactions(query({ pageSize: 500 }))) as { items: Transaction[] };
  const { items: records } = JSON.parse(await tenant.listRecords(recordQuery({ pageSize: 500 }))) as { items: SettlementRecord[] };
  const named = new Map<string, string>();
  for (const { transactionId, transactionMatchState, ...fields } of sales) named.set(transactionId, `sale ${JSON.stringify(fields)}`);
  for (const { recordId, matchState, matchId, ...fields } of records) named.set(recordId, `record ${JSON.stringify(fields)}`);
  const withNames = (text: string | null) => text?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => named.get(id) ?? 'nothing');
  const rows: string[] = [];
  for (const { transactionId, transactionMatchState } of sales) {
    const comment = transactionMatchState === 'Skip' ? null : JSON.parse((await tenant.transaction(transactionId)) ?? '{}').comment;
    rows.push(`${named.get(transactionId)} ${transactionMatchState} ${withNames(comment)}`);
  }
  for (const { recordId, matchState } of records) {
    const comment = matchState === 'Skip' ? null : JSON.parse((await tenant.record(recordId)) ?? '{}').comment;
    rows.push(`${named.get(recordId)} ${matchState} ${withNames(comment)}`);
  }
  const counts = await harness.rowsOfMatching(tenantId);
  return { rows: rows.sort(), matches: await harness.matchesOf(tenantId), open: counts[tablesOfMatching.indexOf('match_open')] as number };
}
