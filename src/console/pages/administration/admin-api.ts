/** What the server offers to the role Admin, as the command line's administration has it. */
import type { Account, Configuration, Tenant, Unit, UnknownPlace } from '../../../contract/administration.js';
import type { HealthFinding } from '../../../contract/findings.js';
import type { UploadKind } from '../../../contract/states.js';
import { call, paths } from '../../api.js';
import type { Parameters } from '../../router.js';

/** The rights of the Admin who asks. */
interface AdministrationRights {
  /** Users and the audit trail are for an Admin of all of every tenant. */
  allTenants: boolean;
}

export interface HealthAnswer {
  findings: HealthFinding[];
  /** For an Admin of all of every tenant. */
  figures?: {
    upSinceS: number;
    /** Null while a shared database is away. */
    stored: { uploads: number; transactions: number; databaseBytes: number; servers?: number } | null;
    /** Connections to a shared database. */
    pools: { kind: string; used: number; idle: number; waiting: number }[];
    /** How many wait in each queue, and how much is in progress, by name. */
    waiting: Record<string, number>;
    running: Record<string, number>;
  };
}

export interface GrantChange {
  roles?: string[];
  customers?: string[];
  tenants?: string[];
  units?: string[];
}

export interface UnitEdit {
  name?: string;
  /** Null is the top. */
  parent?: string | null;
  addLocationIds?: string[];
  removeLocationIds?: string[];
  addTerminalIds?: string[];
  removeTerminalIds?: string[];
}

/** How rows would fare by settings that are not stored. */
export interface SettingsTrial {
  rows: { read: number; imported: number; duplicates: number; rejected: number };
  reasons: { reason: string; rows: number }[];
  warnings: { reason: string; rows: number }[];
}

export interface TrailRow {
  key: number;
  at: string;
  actor: string;
  /** Where the request came from; null for what was done at the machine. */
  origin: string | null;
  action: string;
  /** `upload:<id>` and so on. */
  object: string;
  name: string | null;
  outcome: string;
  details: Record<string, unknown>;
}

export interface TrailUpload {
  at: string;
  actor: string;
  uploadId: string;
  tenant: string;
  kind: UploadKind;
  transactions: number;
}

const at = (path: string) => `${paths.admin}/${path}`;
const part = encodeURIComponent;
const post = <Answer>(path: string, body: unknown = {}) => call<Answer>(at(path), { method: 'POST', body });

export const admin = {
  users: (signal?: AbortSignal) => call<{ users: Account[] }>(at('users'), { signal }),
  addUser: (user: GrantChange & { name: string; password?: string }) => post<{ user: Account; password: string | null }>('users', user),
  setDisabled: (id: string, isDisabled: boolean) => post(`users/${part(id)}/${isDisabled ? 'disable' : 'enable'}`),
  setPassword: (id: string, password: string | null) =>
    post<{ password: string | null }>(`users/${part(id)}/password`, password === null ? {} : { password }),
  endSessions: (id: string) => post<{ ended: number }>(`users/${part(id)}/end-sessions`),
  grant: (id: string, change: GrantChange) => post(`users/${part(id)}/grant`, change),
  revoke: (id: string, change: GrantChange) => post(`users/${part(id)}/revoke`, change),
  tenants: (signal?: AbortSignal) => call<{ tenants: Tenant[] }>(at('tenants'), { signal }),
  units: (tenantId: string, signal?: AbortSignal) => call<{ units: Unit[] }>(at('units'), { query: { tenantId }, signal }),
  addUnit: (unit: { name: string; parent?: string; locationIds: string[]; terminalIds: string[] }) => post<{ unit: Unit }>('units', unit),
  changeUnit: (id: string, change: UnitEdit) => post<{ unit: Unit }>(`units/${part(id)}`, change),
  unknownPlaces: (tenantId: string, signal?: AbortSignal) =>
    call<{ places: UnknownPlace[] }>(at('unknown-places'), { query: { tenantId }, signal }),
  configurations: (tenantId: string, signal?: AbortSignal) =>
    call<{ importConfigurations: Configuration[] }>(at('import-configurations'), { query: { tenantId }, signal }),
  changeConfiguration: (id: string, settings: unknown) => post(`import-configurations/${part(id)}`, { settings }),
  trySettings: (id: string, settings: unknown, rows: number) =>
    post<SettingsTrial>(`import-configurations/${part(id)}/try`, { settings, rows }),
  audit: (query: Parameters, signal?: AbortSignal) =>
    call<{ items: (TrailRow | TrailUpload)[]; hasMore: boolean }>(at('audit'), { query, signal }),
  health: (signal?: AbortSignal) => call<HealthAnswer>(at('health'), { signal }),
  rights: (signal?: AbortSignal) => call<AdministrationRights>(paths.admin, { signal }),
};
