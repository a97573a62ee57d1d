/**
 * Whether the tests of access could miss anything: from builds that each lack one predicate about tenants, units or users, found by
 * pattern in what is built, none gets by. Each is asked a compact matrix; those that do right there must be seen in their statements.
 */
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { everyStatement, unbound } from '../store/every-statement.js';
import { isSoak, seed } from '../support/at-length.js';
import { decideBy, leaving } from '../support/decide.js';
import type { TestAnswer } from '../support/test-server.js';
import { type Asker, askerOf, checkOne, rowsAt } from './asking.js';
import { approvedDay, fileOfAll, type ModelUpload, type ModelUser, type Question, readingHeader } from './model.js';
import { type Build, buildFrom, startPlainServer } from './plain-server.js';
import { type FixedWorld, fill, questionsOf } from './questions.js';
import { type StoreName, testedStores } from './stores.js';
import { fixedWorld, places } from './world.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Predicates in SQL; each is made to hold always, with whatever it binds. Those of PostgreSQL are about units and users. */
const inSql: Record<StoreName, RegExp[]> = {
  sqlite: [
    /(?:\w+\.)?\btenant_key = \?/g,
    /(?:user_grant\.)?\buser_key = (?:\?|\(SELECT user_key FROM app_user WHERE id = \?\))/g,
    /(?:\w+|user_grant)\.(?:tenant_key|unit_key|parent_key|customer_key) = (?:\w+|user_grant)\.(?:tenant_key|unit_key|parent_key|customer_key)/g,
    /(?<=FROM (?:tenant|app_user) WHERE )(?:id|name) = \?/g,
    /\btenant\.id = \?/g,
  ],
  // Another tenant's rows are behind row-level security: test/postgres/statements.test.ts takes the tenant out of every statement.
  postgres: [
    /\b(?:user_grant|user_role)\.(?:user_key|tenant_key) = (?:app_user\.user_key|\$1)/g,
    /\bapp_user\.id = \$2/g,
    /(?<=FROM (?:app_user|tenant) WHERE )(?:id|name) = \$1/g,
    /\bearlier\.user_key = owner\.user_key/g,
    /\buser_key = \(SELECT user_key FROM app_user WHERE id = \$2\)/g,
  ],
};
/** In what both databases share, and besides what SQLite alone has no other wall for. */
const inSharedSql: RegExp[] = [
  /\b(?:\w+\.)?user_key = \$\{(?:key|limit\.userKey)\}/g,
  /\b(?:user_role|unit|tenant|customer)\.\w+_key = (?:[\w.]+_key|granted_key)/g,
  /(?<=FROM (?:app_user|tenant) WHERE )(?:id|name) = \$\{[\w.]+\}/g,
  /\bapp_user\.(?:id|name) = \$\{[\w.]+\}/g,
  /\b(?:earlier\.|upload\.)?user_key = (?:\$\{owner\}|\(SELECT user_key FROM app_user WHERE id = \$\{userId\}\))/g,
  /\bunit_key \$\{among\(.*?\)\}/g,
  /(?:\bsale|\$\{row\})\.(?:terminal_id|location_id) IN \(\$\{\w+\}\)/g,
  /\b(?:terminal_id|location_id) = sale\.\w+/g,
];
/** But where PostgreSQL alone is told the tenant. */
const tenantInSharedSql =
  /(?<!\}\.|forPostgres\(sql ?` AND (?:user_grant\.)?|max\(history_key\), 0\) FROM history WHERE )\b(?:\w+\.)?tenant_key = \$\{(?:ofTenant|(?:anyTenant\()?(?:reach\.)?tenant(?:Key)?\)?)\}/g;
const sharedRooms = ['access', 'lists', 'rows', 'deciding'];
const isShared = (file: string) => [...sharedRooms, 'sqlite/lists'].some((room) => file.startsWith(`store/${room}/`));
const sqlOf = (name: StoreName, file: string) =>
  !isShared(file) ? inSql[name] : name === 'sqlite' ? [tenantInSharedSql, ...inSharedSql] : inSharedSql;
/** The same in code, with what each becomes. */
const inCode: [RegExp, string][] = [
  [/!(?:reach\.)?limit\b/g, 'true'],
  [/\b(?:reach\.)?limit(?= \? )/g, 'false'],
  [/\breach\.limit(?= && )/g, 'false'],
  [/\w+\.has\(\w+\)/g, 'true'],
  [/\b(?:tenant\.)?scope === 'whole'/g, 'true'],
  [/\bupload\.userId !== user\.id/g, 'false'],
  [/\bbinding\.scope !== 'whole'/g, 'false'],
  [/\baccess\.\w+ === \w+/g, 'true'],
  [/\bleft\.length > 1/g, 'false'],
  [/\bonly\.extent === 'tenant'/g, 'true'],
  [/!isWithin\(\w+\)/g, 'false'],
  [/\b0(?= FROM "grant" JOIN unit)/g, '1'],
];
/** Of the whole database, for nobody's request. */
const ofNoTenant = [
  'sqlite-schema.js',
  'from-schema-8.js',
  'schema.js',
  'migrations.js',
  'contents.js',
  'copy.js',
  'backup.js',
  'lock.js',
  'audit.js',
];
/** On PostgreSQL, these besides only ask about connections, hashes and what finds rows sooner. */
const besides = [
  'connections.js',
  'node-check.js',
  'earlier-rows.js',
  'stage-together.js',
  'location-terminals.js',
  'rows-near.js',
  'step-source.js',
];
/**
 * The matrix does not read the words of a history or of a comment; test/store/conformance.ts does, for a user of units. Which rows and matches have
 * come back is no matter of who asks: test/store/decision-conformance.ts, in which a user of units also asks to take back what others decided, and
 * lists the own decisions after their rows went out of reach. Which candidates are named: test/store/row-versions.test.ts.
 * That nothing is claimed of a terminal whose sales are hidden in part: test/store/closes-conformance.ts.
 */
const seenElsewhere = [
  'store/lists/past.js reach.limit',
  'store/lists/match-told.js !reach.limit',
  ...['back.has(one)', 'uploadOf.has(number)', 'taken.has(number)'].map((has) => `store/rows/waiting-matches.js ${has}`),
  ...['waiting.has(key)', 'isLike.has(number)'].map((has) => `store/rows/changes.js ${has}`),
  'store/rows/said-rows.js standing.has(number)',
  'store/deciding/writes.js toAside.has(seq)',
  ...['here.has(seq)', 'twins.has(seq)'].map((has) => `store/rows/standing-rows.js ${has}`),
  ...[`user_key = \${limit.userKey}`, 'limit'].map((from) => `store/deciding/actions.js ${from}`),
  'store/lists/decisions.js reach.limit',
  'store/lists/row-versions.js ids.has(number)',
  'store/lists/closing-facts.js own.has(terminalId)',
];
const nameOf = ({ file, from }: Mutant) => `${file} ${from}`;
const isOfNoTenant = (name: StoreName, file: string) =>
  /^(?:administration|moving)\//.test(file) || (name === 'sqlite' ? ofNoTenant : [...ofNoTenant, ...besides]).includes(basename(file));

/** CI tries one of these, and another with `SEED`; the soak tries each. */
const ONE_OF = isSoak ? 1 : 30;
const turn = seed % ONE_OF;

interface Mutant {
  /** Below dist. */
  file: string;
  at: number;
  from: string;
  to: string;
}

function mutants(name: StoreName): Mutant[] {
  const store = readdirSync(join(root, 'dist/store', name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !isOfNoTenant(name, file))
    .sort();
  const others = name === 'sqlite' ? ['server/access/tenancy.js', 'server/routes/change-upload.js', 'contract/upload.js'] : [];
  const shared = sharedRooms
    .flatMap((room) => readdirSync(join(root, 'dist/store', room)).map((file) => `store/${room}/${file}`))
    .filter((file) => file.endsWith('.js') && !isOfNoTenant(name, file));
  const files = [...store.map((file) => `store/${name}/${file}`), ...shared, ...others];
  return files.flatMap((file) => {
    const text = readFileSync(join(root, 'dist', file), 'utf8');
    const found = (pattern: RegExp, to: (from: string) => string) =>
      [...text.matchAll(pattern)].map((match) => ({ file, at: match.index, from: match[0], to: to(match[0]) }));
    return [
      ...sqlOf(name, file).flatMap((pattern) => found(pattern, (from) => `(${from} OR ${name === 'sqlite' ? '1' : 'true'})`)),
      ...inCode.flatMap(([pattern, to]) => found(pattern, () => to)),
    ].filter((mutant) => !isComment(text, mutant.at) && !seenElsewhere.includes(nameOf(mutant)));
  });
}

function isComment(text: string, at: number): boolean {
  return /^\s*(?:\*|\/\/|\/\*)/.test(text.slice(text.lastIndexOf('\n', at) + 1));
}

/**
 * What is built, of which `whole` is a copy, but for the mutant's place. Only its room is a further copy, where no other room imports that: of
 * all others the modules are loaded once.
 */
function buildOf(whole: string, folder: string, { file, at, from, to }: Mutant): Promise<Build> {
  const room = /^(?:store\/(?:sqlite|postgres)|store|server)(?=\/)/.exec(file)?.[0] ?? '';
  copyRoom(room === '' ? [] : room.split('/'), whole, join(folder, 'dist'));
  const changed = join(folder, 'dist', file);
  const text = readFileSync(changed, 'utf8');
  writeFileSync(changed, text.slice(0, at) + to + text.slice(at + from.length));
  return buildFrom((name) => import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist', name)).href));
}

/** A folder that has its own files in this room, and links to all others; the room is the whole folder where it has no name. */
function copyRoom([name, ...rest]: string[], from: string, to: string): void {
  if (name === undefined) {
    cpSync(from, to, { recursive: true });
    return;
  }
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from)) if (entry !== name) symlinkSync(join(from, entry), join(to, entry));
  copyRoom(rest, join(from, name), join(to, name));
}

/** What tells most, in as few questions as that takes. */
function compactMatrix(world: FixedWorld, uploads: readonly ModelUpload[]): Question[] {
  const [a1, a2, b1, b2] = world.tenants;
  const users = world.users.filter(({ name }) => !['no grant', 'other tenant', 'unit elsewhere', 'bare unit', 'admin only'].includes(name));
  const inside = [{ locationId: 'north', terminalId: 'mall-1' }];
  const parts: Omit<Question, 'user'>[] = [
    { operation: 'listTransactions' },
    { operation: 'listUploads' },
    { operation: 'listUploads', fileSha256: fileOfAll },
    ...uploads.slice(4, 6).map(({ id }) => ({ operation: 'restoreUpload' as const, id })),
    { operation: 'searchTransactions' },
    { operation: 'getTotals' },
    { operation: 'getTotals', uploadId: uploads[0]?.id ?? '' },
    { operation: 'getImportConfiguration' },
    { operation: 'getImportConfiguration', importConfigurationId: b1.configurationId },
    { operation: 'listTransactions', uploadId: uploads[0]?.id ?? '' },
    ...uploads.slice(0, 5).map(({ id }) => ({ operation: 'getUploadState' as const, id })),
    ...[...(uploads[0]?.rows ?? []), ...uploads.slice(1, 4).map(({ rows }) => rows[0])].map((row) => ({
      operation: 'getTransaction' as const,
      id: row?.id ?? '',
    })),
    { operation: 'getReading', id: readingHeader },
    { operation: 'listRecords' },
    { operation: 'listRecords', uploadId: uploads[7]?.id ?? '' },
    ...uploads.slice(7).map(({ id }) => ({ operation: 'getRecordUploadState' as const, id })),
    ...[...(uploads[7]?.rows ?? []), uploads[8]?.rows[0]].flatMap((row) =>
      (['getRecord', 'getRecordHistory', 'getPayout'] as const).map((operation) => ({ operation, id: row?.id ?? '' })),
    ),
    { operation: 'getMoney' },
    { operation: 'getFees' },
    { operation: 'getClose', id: approvedDay },
    { operation: 'listCloses' },
    { operation: 'listPayouts' },
    { operation: 'listMatches' },
    { operation: 'listExceptions' },
    { operation: 'listDecisions' },
    ...[uploads[0]?.rows[0], uploads[4]?.rows[0]].map((row) => ({ operation: 'decide' as const, id: row?.id ?? '' })),
    ...world.tenants.flatMap(({ matches = [] }) => matches.map(({ id }) => ({ operation: 'getMatch' as const, id }))),
    ...[...(uploads[0]?.rows ?? []), uploads[4]?.rows[0], uploads[5]?.rows[0]].map((row) => ({
      operation: 'explainMatch' as const,
      id: row?.id ?? '',
    })),
    { operation: 'uploadRecords', rows: rowsAt(inside) },
    { operation: 'uploadRecords', rows: rowsAt(places) },
    { operation: 'uploadTransactions', rows: rowsAt(inside) },
    { operation: 'uploadTransactions', rows: rowsAt(places) },
    { operation: 'uploadTransactions', rows: rowsAt(inside), importConfigurationId: b1.configurationId },
  ];
  const targets = [
    {},
    ...[a1, a2, b1, b2].map(({ id }) => ({ tenantId: id })),
    ...[a1, b1].map(({ customerId }) => ({ customerId })),
    { customerId: a1.customerId, tenantId: b1.id },
  ];
  // Everything where it is not said which tenant; elsewhere what differs from there.
  const all = targets.flatMap((target, index) =>
    users.flatMap((user) =>
      questionsOf(
        user,
        index === 0 ? parts : [...parts.slice(0, 1), ...parts.slice(4, 6), ...parts.slice(9, 11), ...parts.slice(-2)],
        target,
      ),
    ),
  );
  const ofAdmins = [a1, b1, b2].map(({ id }) => ({ user: 'admin only', operation: 'getMatchSettings' as const, tenantId: id }));
  const ofUnits = [
    { user: 'unit and admin', operation: 'getMatchSettings' as const },
    { user: 'unit and admin', operation: 'reprocessUpload' as const, id: uploads[0]?.id ?? '' },
  ];
  return [...ofAdmins, ...ofUnits, ...all];
}

/** The first question that finds a fault, and the fault. Those that found one before are asked first: `told` has their places. */
async function firstFaultIn(
  questions: readonly Question[],
  told: Set<number>,
  faultOf: (question: Question) => Promise<string | null>,
): Promise<string | null> {
  // Uploads last: they change what the others show.
  const rank = (at: number) => (questions[at]?.operation.startsWith('upload') ? 2 : 0) + (told.has(at) ? 0 : 1);
  const places = [...questions.keys()].sort((one, two) => rank(one) - rank(two));
  for (const at of places) {
    const fault = await faultOf(questions[at] as Question);
    if (fault) {
      told.add(at);
      return fault;
    }
  }
  return null;
}

/** The first thing that is wrong with a build, and who found it; null for a good one. */
async function firstFault(build: Build, [name, newPlace]: (typeof testedStores)[number], told: Set<number>): Promise<string | null> {
  const place = await newPlace();
  const server = await startPlainServer(build, place);
  const asker = askerOf(server.url);
  try {
    const world = fixedWorld();
    await place.install(world);
    const uploads = await fill(asker, world, place.match);
    const fault = await firstFaultIn(compactMatrix(world, uploads), told, (question) => checkOne(asker, world, uploads, question));
    if (fault) return `matrix: ${fault}`;
    const sameKey = await keyFault(asker, world);
    if (sameKey) return `matrix: ${sameKey}`;
    const ofBrowser = await browserFault(server.store, world);
    if (ofBrowser) return `store: ${ofBrowser}`;
    if (await sharesGroup(server.store, world)) return 'store: a file is taken for that of another user who calls it the same';
    if (await takesFromOutside(server.store, world)) return 'store: rows outside the user’s units are stored';
    if (await withdrawsOutside(server.store, world)) return 'store: an upload with rows outside the user’s units is withdrawn';
  } catch (error) {
    return `matrix: ${error}`;
  } finally {
    asker.close();
    await server.stop();
    await place.remove();
  }
  if (name === 'postgres') return null;
  try {
    const [first] = unbound(await everyStatement(build.openSqliteStore, build.openMatchReader));
    return first === undefined ? null : `statements: ${first}`;
  } catch (error) {
    return `statements: ${error}`;
  }
}

/** Whether files of two users are one where both call them the same; each is the first of its file. */
async function sharesGroup(store: Store, { tenants, users }: FixedWorld): Promise<boolean> {
  const [{ id, configurationId }] = tenants;
  const uploadGroup = randomUUID();
  const groups = new Set<number>();
  for (const { id: userId } of users.slice(0, 2)) {
    const decide = decideBy(({ own }) => {
      groups.add(own.place.groupKey);
      return [{ transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] }];
    });
    const request = { userId, importConfigurationId: configurationId, idempotency: null, uploadGroup, decide };
    await store.tenant(id, 'whole').stageUpload({ ...request, transactions: [{}] });
  }
  return groups.size > 1;
}

/** Whether rows get in that became those of others after the request was looked at. */
async function takesFromOutside(store: Store, { tenants, users }: FixedWorld): Promise<boolean> {
  const userId = users.find(({ name }) => name === 'unit')?.id ?? '';
  const [{ id, configurationId }] = tenants;
  const request = { userId, importConfigurationId: configurationId, idempotency: null, uploadGroup: null, decide: leaving([{}]) };
  const staging = store.tenant(id, { unitsOf: userId }).stageUpload({ ...request, transactions: [{ locationId: 'elsewhere' }] });
  return staging.then(
    () => true,
    () => false,
  );
}

/** Whether a user withdraws an own upload that has rows of units which are the user's no longer. */
async function withdrawsOutside(store: Store, { tenants, users }: FixedWorld): Promise<boolean> {
  const { id: userId, name } = users.find((user) => user.name === 'unit') as ModelUser;
  const [{ id, configurationId }] = tenants;
  const processed = decideBy(() => [{ transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] }]);
  const request = { userId, importConfigurationId: configurationId, idempotency: null, uploadGroup: null, decide: processed };
  const whole = store.tenant(id, 'whole');
  const { uploadId } = await whole.stageUpload({ ...request, transactions: [{ locationId: 'elsewhere' }] });
  const withdrawal = store.tenant(id, { unitsOf: userId }).withdraw(uploadId, name, () => processed);
  return withdrawal.then(
    () => true,
    ({ code }) => code !== 'forbidden',
  );
}

/** What only the console asks of a store: units that were granted, log-ins, and files that lie on one of several servers. */
async function browserFault(store: Store, { users, units }: FixedWorld): Promise<string | null> {
  const [first, second] = users as [ModelUser, ModelUser];
  for (const { id, name, grants } of users) {
    const granted = units.filter((unit) => grants.includes(unit.id)).map((unit) => `${unit.tenantId} ${unit.id}`);
    const told = (await store.grantedUnits(id)).map((unit) => `${unit.tenantId} ${unit.id}`);
    if (told.sort().join() !== granted.sort().join()) return `${name} is told other units than were granted`;
  }
  for (const user of [first, second]) {
    const tokenHash = createHash('sha256').update(user.id).digest('hex');
    await store.beginSession({ tokenHash, userId: user.id, credentialVersion: 1, at: new Date() });
    if ((await store.browserSession(tokenHash))?.userName !== user.name) return `the session of ${user.name} is another user’s`;
  }
  const fileId = randomUUID();
  await store.droppedFiles?.note(fileId, first.id);
  if (await store.droppedFiles?.isNoted(fileId, second.id)) return 'a dropped file is another user’s';
  return null;
}

/** Two users and two tenants with one key. */
async function keyFault(asker: Asker, { tenants, users }: FixedWorld): Promise<string | null> {
  const rows = rowsAt([{ locationId: 'north' }]);
  const sent: TestAnswer[] = [];
  for (const name of ['one tenant', 'two tenants']) {
    for (const { id: tenantId } of name === 'one tenant' ? tenants.slice(0, 1) : tenants.slice(0, 2)) {
      const user = users.find((candidate) => candidate.name === name)?.name ?? '';
      sent.push(await asker.ask({ user, tenantId, operation: 'uploadTransactions', rows }, 'key'));
    }
  }
  return new Set(sent.map(({ json }) => json?.uploadId)).size === 3 ? null : 'a key is taken for another user’s or tenant’s';
}

describe.each(testedStores)('builds without one of the predicates, on %s', (...tested) => {
  const [name] = tested;
  const all = mutants(name);
  const killedBy = { matrix: 0, statements: 0 };
  const told = new Set<number>();
  let folder = '';
  let number = 0;

  beforeAll(() => {
    // Inside node_modules, so that what is built finds its packages, and is run as it is.
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
    folder = mkdtempSync(join(root, 'node_modules/.cache/mutants-'));
    cpSync(join(root, 'dist'), join(folder, 'whole'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are many, and the build itself is none', async () => {
    expect(all.length).toBeGreaterThan(name === 'sqlite' ? 40 : 15);
    const unchanged = { file: 'server/access/tenancy.js', at: 0, from: '', to: '' };
    expect(await firstFault(await buildOf(join(folder, 'whole'), join(folder, 'unchanged'), unchanged), tested, told)).toBeNull();
  });

  it.each(
    all.filter((_, index) => index % ONE_OF === turn).map((mutant) => [`${mutant.file}:${mutant.at} ${mutant.from}`, mutant] as const),
  )(
    '%s',
    async (_, mutant) => {
      const place = join(folder, String(++number));
      const fault = await firstFault(await buildOf(join(folder, 'whole'), place, mutant), tested, told);
      rmSync(place, { recursive: true, force: true });
      expect(fault).not.toBeNull();
      killedBy[fault?.startsWith('matrix') ? 'matrix' : 'statements']++;
    },
    60_000,
  );

  // Of a sample, all may be of statements about keys, which the questions do not see.
  it.runIf(isSoak)('are seen in answers, most of them, and not in their statements alone', () => {
    expect(killedBy.matrix).toBeGreaterThan((name === 'sqlite' ? 40 : 15) / (2 * ONE_OF));
  });
});
