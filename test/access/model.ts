/**
 * Who may see what, in plain memory and without a thought of SQL: what each answer must be, from grants, units and rows alone.
 * Source: `docs/api.md` and `docs/security.md`.
 */
import type { OperationId } from '../../src/contract/operations.js';

export interface ModelTenant {
  id: string;
  customerId: string;
  /** Its one import configuration. */
  configurationId: string;
  /** Of the settings of matching; null where the store keeps no matches. */
  settingsVersion?: number | null;
  decisions?: { id: string; userName: string }[];
  /** Name of the user who approved the close of `approvedDay`. */
  approvedBy?: string;
  matches?: ModelMatch[];
  /** Rows that are overdue. */
  open?: ModelMatch['rows'];
  /** Digests of the readings of `readingHeader`: by the name of the user that each is of; '' for the tenant's. */
  readings?: Record<string, string>;
}

export const readingHeader = 'a'.repeat(64);
export const approvedDay = '2026-11-20';
/** Of the one file that everybody's uploads come from. */
export const fileOfAll = 'c'.repeat(64);

export interface ModelMatch {
  id: string;
  rows: readonly { row: ModelRow; upload: ModelUpload }[];
}

export interface ModelUnit {
  id: string;
  tenantId: string;
  parentId: string | null;
  locationIds: readonly string[];
  terminalIds: readonly string[];
}

export interface ModelUser {
  id: string;
  name: string;
  roles: readonly string[];
  disabled: boolean;
  /** Ids of customers, tenants and units alike. */
  grants: readonly string[];
}

export interface World {
  tenants: readonly ModelTenant[];
  units: readonly ModelUnit[];
  users: readonly ModelUser[];
}

export interface ModelRow {
  /** Its transactionReference. */
  label: string;
  locationId?: string | null;
  terminalId?: string | null;
  /** Its transactionId or recordId, once it is known. */
  id?: string;
}

export interface ModelUpload {
  id: string;
  tenantId: string;
  userName: string;
  rows: readonly ModelRow[];
  /** Its rows are settlement records. */
  isOfRecords?: boolean;
  /** Its rows do not count until it is restored. */
  isWithdrawn?: boolean;
}

export interface Question {
  user: string;
  operation: OperationId;
  customerId?: string | undefined;
  tenantId?: string | undefined;
  /** In the path. */
  id?: string;
  /** The filter of lists. */
  uploadId?: string;
  fileSha256?: string;
  importConfigurationId?: string | undefined;
  rows?: readonly ModelRow[];
  /** Of settings and readings, the one that is replaced; absent: one that nobody has. */
  version?: number;
  /** Of the reading that is to be kept; absent: it is taken back. */
  digest?: string;
  /** Of the close that is approved; absent: one that it never was. */
  closeVersion?: string;
  /** Of a decision: it is made, and not only tried. */
  isMade?: true;
  /** The decision that is taken back, in the place of a note. */
  undoes?: string;
}

/** `isLimited`: for a user of some units. */
export type Expected = { isLimited?: boolean } & (
  | { status: 400; keys: string[] }
  | { status: 401 | 403 | 404 }
  /** `labels` of the rows that are shown; ids of the `uploads` that are listed; id of the `configuration`; `rows` of an upload's state; `counted` rows of totals, of money and of fees; `settled` records of the latter; `lines` of payouts, and whether a whole one is told of; ids of the `tenants` that a user may act for; `version` of settings; ids of the `matches` that are listed; `tenantId` that an upload goes to; `digest` of a reading; `outcome` of a decision; ids of the `decisions` that are listed; the user by whom a close was `approved`. */
  | {
      status: 200;
      outcome?: string;
      decisions?: string[];
      labels?: string[];
      uploads?: string[];
      configuration?: string;
      rows?: number;
      counted?: number;
      settled?: number;
      lines?: number;
      isTold?: boolean;
      tenants?: string[];
      tenantId?: string;
      version?: number;
      settingsVersion?: number | undefined;
      matches?: string[];
      digest?: string | null;
      approved?: string | null;
    }
  | { status: 412 }
  | { status: 503 }
);

/** No row is left to be processed again here; the other two are what withdraws an upload and brings it back. */
export const changes: readonly OperationId[] = ['reprocessUpload', 'withdrawUpload', 'restoreUpload'];

/** They are about settlement records, and all others about transactions, or about uploads of either kind. */
export const recordOperations: readonly OperationId[] = [
  'listRecords',
  'getRecord',
  'getRecordHistory',
  'getRecordUploadState',
  'uploadRecords',
  'getFees',
  'listPayouts',
  'getPayout',
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function expected(world: World, uploads: readonly ModelUpload[], asked: Question): Expected {
  const user = world.users.find(({ name }) => name === asked.user);
  if (!user || user.disabled) return { status: 401 };
  if (!rolesFor(asked.operation).some((role) => user.roles.includes(role))) return { status: isDocumented(asked.operation) ? 401 : 403 };
  // Of a new one that nobody can have.
  if (asked.operation === 'changePassword') return { status: 400, keys: ['newPassword'] };
  if (asked.operation === 'getAccess') return { status: 200, tenants: tenantsOf(world, user).map(({ id }) => id) };
  const keys = (['customerId', 'tenantId', 'importConfigurationId'] as const).filter((name) => !isUuidIfGiven(asked[name])) as string[];
  const isOfRow = [
    'getTransaction',
    'getTransactionDetail',
    'getTransactionHistory',
    'getRecord',
    'getRecordHistory',
    'getMatch',
    'getPayout',
  ].includes(asked.operation);
  if (isOfRow && !isUuidIfGiven(asked.id)) keys.push('id');
  if (['getReading', 'changeReading'].includes(asked.operation) && !/^[0-9a-f]{64}$/.test(asked.id ?? '')) keys.push('header');
  if (['getClose', 'approveClose'].includes(asked.operation) && !/^\d{4}-\d{2}/.test(asked.id ?? '')) keys.push('day');
  if (asked.operation === 'explainMatch' && !isUuidIfGiven(asked.id)) keys.push('transactionId');
  if (keys.length > 0) return { status: 400, keys };
  const tenant = tenantOf(world, user, asked);
  return tenant ? { ...answerIn(world, uploads, user, tenant, asked), isLimited: !hasWhole(user, tenant) } : { status: 401 };
}

function rolesFor(operation: OperationId): string[] {
  if (['reprocessUpload', 'getMatchSettings', 'suggestMatchSettings', 'changeMatchSettings', 'startMatchRun'].includes(operation))
    return ['Admin'];
  if (['withdrawUpload', 'restoreUpload'].includes(operation)) return ['API', 'Admin'];
  if (['decide', 'approveClose'].includes(operation)) return ['API', 'Clerk'];
  if (['getAccess', 'changePassword', 'getMatchRun'].includes(operation)) return ['API', 'Clerk', 'Reader', 'Admin'];
  const isOfUploads = ['uploadRecords', 'changeReading', 'testSettlementAccess'].includes(operation);
  return isDocumented(operation) || isOfUploads ? ['API'] : ['API', 'Clerk', 'Reader'];
}

/** Of the interface document, which knows no 403. */
function isDocumented(operation: OperationId): boolean {
  return ['testAccess', 'uploadTransactions', 'getUploadState', 'listTransactions', 'getTransaction'].includes(operation);
}

function tenantsOf(world: World, user: ModelUser): ModelTenant[] {
  return world.tenants.filter((tenant) => hasWhole(user, tenant) || unitsOf(world, user, tenant).length > 0);
}

/** The one tenant that a request is for; null where there is none, or more than one. */
export function tenantOf(world: World, user: ModelUser, asked: Pick<Question, 'customerId' | 'tenantId'>): ModelTenant | null {
  const left = tenantsOf(world, user).filter((tenant) => isSame(tenant.customerId, asked.customerId) && isSame(tenant.id, asked.tenantId));
  return left.length === 1 ? (left[0] ?? null) : null;
}

function answerIn(world: World, uploads: readonly ModelUpload[], user: ModelUser, tenant: ModelTenant, asked: Question): Expected {
  const isWhole = hasWhole(user, tenant);
  const units = unitsOf(world, user, tenant);
  const isSeen = (row: ModelRow) =>
    isWhole ||
    units.some(
      ({ locationIds, terminalIds }) => locationIds.includes(row.locationId ?? '?') || terminalIds.includes(row.terminalId ?? '?'),
    );
  const all = uploads.filter(({ tenantId }) => tenantId === tenant.id);
  const ofKind = (isOfRecords: boolean) => all.filter((upload) => (upload.isOfRecords ?? false) === isOfRecords);
  const isAboutRecords = recordOperations.includes(asked.operation);
  const ofTenant = ofKind(isAboutRecords);
  const standing = ofTenant.filter(({ isWithdrawn }) => isWithdrawn !== true);
  switch (asked.operation) {
    case 'getAccess':
    case 'changePassword':
    case 'testAccess':
    case 'testSettlementAccess':
      return { status: 200 };
    case 'searchTransactions':
    case 'listTransactions':
    case 'listRecords': {
      const rows = standing.filter(({ id }) => isSame(id, asked.uploadId)).flatMap((upload) => upload.rows);
      return { status: 200, labels: rows.filter(isSeen).map(({ label }) => label) };
    }
    case 'getTotals': {
      const rows = standing.filter(({ id }) => isSame(id, asked.uploadId)).flatMap((upload) => upload.rows);
      return { status: 200, counted: rows.filter(isSeen).length };
    }
    case 'getMoney': {
      const rows = standing.filter(({ id }) => isSame(id, asked.uploadId)).flatMap((upload) => upload.rows);
      const settled = (tenant.matches ?? [])
        .filter(({ rows: all }) =>
          all.every(({ row, upload }) => !upload.isWithdrawn && isSeen(row) && (upload.isOfRecords || isSame(upload.id, asked.uploadId))),
        )
        .flatMap(({ rows: all }) => all.filter(({ upload }) => upload.isOfRecords));
      return { status: 200, counted: rows.filter(isSeen).length, settled: settled.length };
    }
    case 'listCloses':
      return { status: 200, approved: isWhole ? (tenant.approvedBy ?? null) : null };
    // No sale here has a date; those within reach are told as such.
    case 'getClose': {
      const approved = isWhole && asked.id === approvedDay ? (tenant.approvedBy ?? null) : null;
      return { status: 200, counted: standing.flatMap((upload) => upload.rows).filter(isSeen).length, approved };
    }
    case 'approveClose':
      return { status: isWhole ? 412 : 403 };
    case 'getFees':
      return { status: 200, counted: standing.flatMap((upload) => upload.rows).filter(isSeen).length };
    // All records are of one payout.
    case 'listPayouts':
    case 'getPayout': {
      const rows = standing.flatMap((upload) => upload.rows).filter(isSeen);
      if (asked.operation === 'getPayout' && !rows.some(({ id }) => id === asked.id)) return { status: 404 };
      return { status: 200, lines: rows.length, isTold: isWhole && rows.length > 0 };
    }
    case 'listUploads':
      return {
        status: 200,
        uploads: all
          .filter(({ id, userName }) => isSame(id, asked.uploadId) && (isWhole || userName === user.name))
          .filter(() => isSame(fileOfAll, asked.fileSha256))
          .map(({ id }) => id),
      };
    case 'getImportConfiguration':
      return isSame(tenant.configurationId, asked.importConfigurationId)
        ? { status: 200, configuration: tenant.configurationId }
        : { status: 404 };
    case 'getReading': {
      const { readings = {} } = tenant;
      const kept = asked.id === readingHeader ? ((isWhole ? undefined : readings[user.name]) ?? readings['']) : undefined;
      return { status: 200, digest: kept ?? null };
    }
    // Of a version that nobody has.
    case 'changeReading':
      return { status: 412 };
    case 'getTransaction':
    case 'getTransactionDetail':
    case 'getRecord': {
      const row = standing.flatMap(({ rows }) => rows).find(({ id }) => id === asked.id);
      return row && isSeen(row) ? { status: 200, labels: [row.label] } : { status: 404 };
    }
    case 'getTransactionHistory':
    case 'getRecordHistory': {
      const row = standing.flatMap(({ rows }) => rows).find(({ id }) => id === asked.id);
      return row && isSeen(row) ? { status: 200 } : { status: 404 };
    }
    case 'listMatches':
    case 'getMatch':
    case 'explainMatch': {
      if (tenant.settingsVersion === null) return { status: 404 };
      const matches = (tenant.matches ?? []).filter(({ rows }) => rows.some(({ row, upload }) => !upload.isWithdrawn && isSeen(row)));
      if (asked.operation === 'listMatches') return { status: 200, matches: matches.map(({ id }) => id) };
      if (asked.operation === 'explainMatch') {
        const row = standing.flatMap(({ rows }) => rows).find(({ id }) => id === asked.id);
        return { status: row && isSeen(row) ? 200 : 404 };
      }
      const match = matches.find(({ id }) => id === asked.id);
      return match ? { status: 200, labels: match.rows.flatMap(({ row }) => (isSeen(row) ? [row.label] : [])) } : { status: 404 };
    }
    case 'decide': {
      if (tenant.settingsVersion === null) return { status: 404 };
      if (!isUuidIfGiven(asked.id)) return { status: 400, keys: ['decisions[0].transactionIds[0]'] };
      const row = ofKind(false)
        .flatMap((upload) => (upload.isWithdrawn ? [] : upload.rows))
        .find(({ id }) => id === asked.id);
      return { status: 200, outcome: row && isSeen(row) ? 'WouldBeDone' : 'Refused' };
    }
    case 'listDecisions': {
      if (tenant.settingsVersion === null) return { status: 404 };
      const made = (tenant.decisions ?? []).filter(({ userName }) => isWhole || userName === user.name);
      return { status: 200, decisions: made.map(({ id }) => id) };
    }
    case 'listExceptions': {
      if (tenant.settingsVersion === null) return { status: 404 };
      const rows = (tenant.open ?? []).filter(({ row, upload }) => !upload.isWithdrawn && isSeen(row));
      return { status: 200, labels: rows.map(({ row }) => row.label) };
    }
    case 'getMatchRun':
      if (tenant.settingsVersion === null) return { status: 404 };
      // Within some units its state alone.
      return { status: 200, settingsVersion: isWhole ? (tenant.settingsVersion ?? 0) : undefined };
    case 'startMatchRun':
    case 'getMatchSettings':
    case 'suggestMatchSettings':
    case 'changeMatchSettings': {
      const version = tenant.settingsVersion ?? 0;
      if (!isWhole) return { status: 403 };
      if (tenant.settingsVersion === null) return { status: 404 };
      if (asked.operation === 'startMatchRun') return { status: 200, settingsVersion: version };
      // A thread of its own looks at the rows, where there are any to match, and these servers have one alone.
      if (asked.operation === 'suggestMatchSettings') return { status: ofKind(true).length > 0 ? 503 : 200 };
      // Of a version that nobody has.
      return asked.operation === 'changeMatchSettings' ? { status: 412 } : { status: 200, version };
    }
    case 'reprocessUpload':
    case 'withdrawUpload':
    case 'restoreUpload': {
      const upload = all.find(({ id }) => id === asked.id);
      const changed: Expected = upload ? { status: 200, rows: upload.rows.length } : { status: 404 };
      if (isWhole && user.roles.includes('Admin')) {
        const isRefused = asked.operation === 'reprocessUpload' && upload?.isWithdrawn === true;
        return isRefused ? { status: 400, keys: ['uploadId'] } : changed;
      }
      if (asked.operation === 'reprocessUpload' || !user.roles.includes('API')) return { status: 403 };
      if (upload?.userName === user.name) return changed;
      // Somebody else's is there for who may see its state, and for nobody else.
      return { status: upload && isWhole ? 403 : 404 };
    }
    case 'getUploadState':
    case 'getTransactionUploadState':
    case 'getRecordUploadState': {
      const upload = ofTenant.find(({ id }) => id === asked.id);
      return upload && (isWhole || upload.userName === user.name) ? { status: 200, rows: upload.rows.length } : { status: 404 };
    }
    case 'uploadRecords':
    case 'uploadTransactions': {
      const member = isAboutRecords ? 'records' : 'transactions';
      const outside = (asked.rows ?? []).flatMap((row, index) => (isSeen(row) ? [] : [`${member}[${index}].locationId`]));
      if (outside.length > 0) return { status: 400, keys: outside };
      return isSame(tenant.configurationId, asked.importConfigurationId) ? { status: 200, tenantId: tenant.id } : { status: 404 };
    }
  }
}

function hasWhole(user: ModelUser, tenant: ModelTenant): boolean {
  return user.grants.includes(tenant.id) || user.grants.includes(tenant.customerId);
}

/** Units of the tenant that are granted, or that stand below one that is. */
function unitsOf(world: World, user: ModelUser, tenant: ModelTenant): ModelUnit[] {
  const isGranted = (unit: ModelUnit): boolean => {
    const parent = world.units.find(({ id, tenantId }) => id === unit.parentId && tenantId === tenant.id);
    return user.grants.includes(unit.id) || (parent !== undefined && isGranted(parent));
  };
  return world.units.filter((unit) => unit.tenantId === tenant.id && isGranted(unit));
}

function isSame(value: string, asked: string | undefined): boolean {
  return asked === undefined || asked.toLowerCase() === value;
}

function isUuidIfGiven(value: string | undefined): boolean {
  return value === undefined || UUID.test(value);
}
