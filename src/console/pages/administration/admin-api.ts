/** What the server offers to the role Admin, as the command line's administration has it. */
import type { ImportSettings } from '../../../contract/import-configuration.js';
import { call, paths } from '../../api.js';

export interface AccountGrant {
  on: string;
  id: string;
  name: string;
  of: string | null;
}

export interface UserAccount {
  id: string;
  name: string;
  roles: string[];
  disabled: boolean;
  grants: AccountGrant[];
}

export interface AdminUnit {
  id: string;
  name: string;
  parent: { id: string; name: string } | null;
  locationIds: string[];
  terminalIds: string[];
}

export interface AdminTenant {
  id: string;
  name: string;
  customer: { id: string; name: string };
}

/** A place that belongs to no unit, and how many rows came from it. */
export interface PlaceWithoutUnit {
  locationId: string | null;
  terminalId: string | null;
  rows: number;
}

export interface NamedConfiguration {
  id: string;
  name: string;
  isDefault: boolean;
  settings: ImportSettings;
}

export interface HealthFinding {
  state: string;
  text: string;
  hint: string | null;
}

export interface GrantChange {
  roles?: string[];
  customers?: string[];
  tenants?: string[];
  units?: string[];
}

export interface UnitPlaces {
  name?: string;
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

export interface AuditLine {
  key: number;
  at: string;
  actor: string;
  action: string;
  name: string | null;
  outcome: string;
  details: Record<string, unknown>;
}

const at = (path: string) => `${paths.admin}/${path}`;
const part = encodeURIComponent;
const post = <Answer>(path: string, body: unknown = {}) => call<Answer>(at(path), { method: 'POST', body });

export const admin = {
  users: (signal?: AbortSignal) => call<{ users: UserAccount[] }>(at('users'), { signal }),
  addUser: (user: GrantChange & { name: string; password?: string }) => post<{ user: UserAccount; password: string | null }>('users', user),
  setDisabled: (id: string, isDisabled: boolean) => post(`users/${part(id)}/${isDisabled ? 'disable' : 'enable'}`),
  setPassword: (id: string, password: string | null) =>
    post<{ password: string | null }>(`users/${part(id)}/password`, password === null ? {} : { password }),
  endSessions: (id: string) => post<{ ended: number }>(`users/${part(id)}/end-sessions`),
  grant: (id: string, change: GrantChange) => post(`users/${part(id)}/grant`, change),
  revoke: (id: string, change: GrantChange) => post(`users/${part(id)}/revoke`, change),
  tenants: (signal?: AbortSignal) => call<{ tenants: AdminTenant[] }>(at('tenants'), { signal }),
  units: (tenant: string, signal?: AbortSignal) => call<{ units: AdminUnit[] }>(at('units'), { query: { tenant }, signal }),
  addUnit: (unit: { tenant: string; name: string; parent?: string; locationIds: string[]; terminalIds: string[] }) =>
    post<{ unit: AdminUnit }>('units', unit),
  changeUnit: (id: string, change: UnitPlaces) => post<{ unit: AdminUnit }>(`units/${part(id)}`, change),
  unknownPlaces: (tenant: string, signal?: AbortSignal) =>
    call<{ places: PlaceWithoutUnit[] }>(at('unknown-places'), { query: { tenant }, signal }),
  configurations: (tenant: string, signal?: AbortSignal) =>
    call<{ importConfigurations: NamedConfiguration[] }>(at('import-configurations'), { query: { tenant }, signal }),
  changeConfiguration: (id: string, settings: unknown) => post(`import-configurations/${part(id)}`, { settings }),
  trySettings: (id: string, settings: unknown, rows: number) =>
    post<SettingsTrial>(`import-configurations/${part(id)}/try`, { settings, rows }),
  audit: (query: { from?: string | null; to?: string | null; limit: number }, signal?: AbortSignal) =>
    call<{ rows: AuditLine[] }>(at('audit'), { query, signal }),
  health: (signal?: AbortSignal) => call<{ findings: HealthFinding[]; metrics?: Record<string, unknown> }>(at('health'), { signal }),
};
