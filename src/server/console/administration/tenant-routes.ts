/** What a tenant is ordered by: its units, with the places that belong to none, and its import configurations, which can be tried. */
import { z } from 'zod';
import { readImportSettings } from '../../../contract/import-configuration.js';
import { SalesError } from '../../../contract/problem.js';
import { ListQuery } from '../../../contract/query.js';
import { TransactionUpload } from '../../../contract/transaction.js';
import { contextOf } from '../../../importing/rules.js';
import { openTrial } from '../../../importing/trial.js';
import type { TenantData } from '../../../threads/data.js';
import { jsonBody } from '../../http/json-body.js';
import { type RouteTable, takesBody } from '../../http/route.js';
import type { AdministrationGuards, AdministrationRequest } from './administrators.js';

const name = z.string().max(256);
const ids = z.array(z.string().max(1_024)).max(10_000).default([]);
const NewUnit = z.object({ name, parent: name.optional(), locationIds: ids, terminalIds: ids });
const UnitChange = z.object({
  name: name.optional(),
  parent: name.nullable().optional(),
  addLocationIds: ids,
  removeLocationIds: ids,
  addTerminalIds: ids,
  removeTerminalIds: ids,
});
const NewConfiguration = z.object({ name, isDefault: z.boolean().default(false), settings: z.unknown().optional() });
const ConfigurationChange = NewConfiguration.partial();
const ROWS_TRIED_MAX = 1_000;
const PAGE = 500;
const Trying = z.object({ settings: z.unknown().optional(), rows: z.int().min(1).max(ROWS_TRIED_MAX).default(ROWS_TRIED_MAX) });

type OfTenant = AdministrationRequest & { tenant: TenantData };
const base = '/console/v1/admin';

export function tenantRoutes({ ofTenant }: AdministrationGuards): RouteTable {
  const form: typeof ofTenant = (handler) => takesBody('forms', ofTenant(handler));
  return {
    [`${base}/units`]: {
      GET: ofTenant(async ({ calls, tenant }) => ({ units: await calls.units(tenant.tenantId) })),
      POST: form(async ({ request, calls, tenant }) => {
        const { parent, ...unit } = await jsonBody(request, NewUnit);
        return { unit: await calls.addUnit({ ...unit, parent, id: undefined, tenant: tenant.tenantId }) };
      }),
    },
    [`${base}/units/{id}`]: {
      POST: form(async ({ request, calls, tenant }) => {
        const { name, parent, ...places } = await jsonBody(request, UnitChange);
        const id = mustBeOf(await calls.units(tenant.tenantId), request.path.id, 'unit');
        return { unit: await calls.changeUnit(id, { tenant: tenant.tenantId, name, parent, ...places }) };
      }),
    },
    [`${base}/unknown-places`]: {
      GET: ofTenant(async (asked) => ({ places: (await hasUnits(asked)) ? await asked.calls.unknownPlaces(asked.tenant.tenantId) : [] })),
    },
    [`${base}/import-configurations`]: {
      GET: ofTenant(async ({ calls, tenant }) => ({ importConfigurations: await calls.importConfigurations(tenant.tenantId) })),
      POST: form(async ({ request, calls, tenant }) => {
        const { settings, ...given } = await jsonBody(request, NewConfiguration);
        const configuration = { ...given, settings: settingsOf(settings ?? {}), id: undefined, tenant: tenant.tenantId };
        return { importConfiguration: await calls.addImportConfiguration(configuration) };
      }),
    },
    [`${base}/import-configurations/{id}`]: {
      POST: form(async (asked) => {
        const { name, isDefault = false, settings } = await jsonBody(asked.request, ConfigurationChange);
        const { id } = await configurationOf(asked);
        const change = {
          tenant: asked.tenant.tenantId,
          name,
          isDefault,
          settings: settings === undefined ? undefined : settingsOf(settings),
        };
        return { importConfiguration: await asked.calls.changeSettings(id, change) };
      }),
    },
    [`${base}/import-configurations/{id}/try`]: { POST: form(tried) },
  };
}

/** A tenant that is not divided into units has nothing to assign its terminals to. */
async function hasUnits({ calls, tenant: { tenantId } }: OfTenant): Promise<boolean> {
  return (await calls.units(tenantId)).length > 0;
}

/** How the newest rows would fare that the tenant has; duplicates are not looked for, since each would be one of itself. Nothing is stored. */
async function tried(asked: OfTenant): Promise<object> {
  const { request, tenant } = asked;
  const { settings: given, rows } = await jsonBody(request, Trying);
  const settings = given === undefined ? (await configurationOf(asked)).settings : settingsOf(given);
  const trial = openTrial(settings, await contextOf({ settings }, tenant, new Date()));
  let read = 0;
  for (let pageNumber = 1; read < rows; pageNumber++) {
    const { items } = JSON.parse(await tenant.search('listTransactions', ListQuery.parse({ pageSize: PAGE, pageNumber })));
    for (const { transactionId } of items.slice(0, rows - read)) {
      const row = await tenant.transaction(transactionId);
      if (row === null) continue;
      read += 1;
      trial.note(trial.byRules(uploadOf(JSON.parse(row))), read);
    }
    if (items.length < PAGE) break;
  }
  return { rows: { read, ...trial.counts() }, reasons: trial.reasons(), warnings: trial.warnings() };
}

/** A stored transaction as it was sent. */
function uploadOf(stored: Record<string, unknown>): TransactionUpload {
  const fields = Object.keys(TransactionUpload.shape).flatMap((field) => {
    const value = stored[field] ?? undefined;
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(fields) as TransactionUpload;
}

async function configurationOf({ request, calls, tenant }: OfTenant) {
  const all = await calls.importConfigurations(tenant.tenantId);
  const id = mustBeOf(all, request.path.id, 'import configuration');
  return all.find((one) => one.id === id) as (typeof all)[number];
}

/** An id of another tenant is none. Fails with `notFound`. */
function mustBeOf(all: readonly { id: string }[], id = '', what: string): string {
  if (all.some((one) => one.id === id.toLowerCase())) return id.toLowerCase();
  throw new SalesError('notFound', `There is no such ${what}.`);
}

function settingsOf(json: unknown) {
  const reading = readImportSettings(json);
  if (!('faults' in reading)) return reading.data;
  const errors = Object.fromEntries(Object.entries(reading.faults).map(([path, messages]) => [`settings.${path}`, messages]));
  throw new SalesError('validation', undefined, { errors });
}
