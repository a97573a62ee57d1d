/** The documents of `sales admin`. */
import { z } from 'zod';
import { ImportSettings } from '../../contract/import-configuration.js';
import { roles } from '../../contract/roles.js';
import { uploadKinds } from '../../contract/states.js';
import { about, count, document, exact, exit, instant, line, sha256, text, textOrNull } from './parts.js';

const named = { id: text, name: text };
const Named = z.object(named);

const Customer = Named;
const Tenant = z.object({ ...named, customer: Named });
const Unit = z.object({ ...named, tenant: Named, parent: Named.nullable(), locationIds: z.array(text), terminalIds: z.array(text) });
const Grant = z.object({ ...named, on: z.enum(['customer', 'tenant', 'unit']), of: textOrNull });
const User = z.object({
  ...named,
  roles: z.array(z.enum(roles)),
  disabled: z.boolean(),
  grants: z.array(Grant),
  tenants: about(count, 'How many the grants reach'),
});
const Configuration = z.object({ ...named, tenant: Named, isDefault: z.boolean(), settings: z.object(ImportSettings.shape) });

const Place = z.object({ locationId: textOrNull, terminalId: textOrNull, rows: count });

const AuditRow = z.object({
  key: line,
  at: instant,
  actor: text,
  origin: textOrNull,
  action: text,
  object: text,
  name: about(textOrNull, 'What the object is called now, or was when it was removed'),
  outcome: z.enum(['done', 'refused']),
  requestId: textOrNull,
  details: z.record(z.string(), z.unknown()),
  hash: sha256,
});

const ReceivedUpload = z.object({
  ...{ at: instant, actor: text, uploadId: text, tenant: text },
  kind: about(z.enum(uploadKinds), 'What it brought'),
  transactions: about(count, 'How many rows, of either kind'),
});

const reasons = z.array(z.object({ reason: text, rows: count, lines: z.array(line) }));
const trial = z.object({
  read: count,
  faulty: about(count, 'Not sent, because they are no transactions'),
  imported: count,
  notMatched: count,
  duplicates: count,
  rejected: count,
});

export const adminDocuments = [
  document('admin.customer', 'A customer: sales admin customer add, rename', { customer: Customer }),
  document('admin.customers', 'sales admin customer list', { customers: z.array(Customer) }),
  document('admin.tenant', 'A tenant; renamed, its id and name alone: sales admin tenant add, rename', {
    tenant: z.union([Tenant, Named]),
  }),
  document('admin.tenants', 'sales admin tenant list', { tenants: z.array(Tenant) }),
  document('admin.unit', 'A unit: sales admin unit add, set', { unit: Unit }),
  document('admin.units', 'sales admin unit list', { units: z.array(Unit) }),
  document('admin.unknown-places', 'Places of transactions that belong to no unit: sales admin unit suggest', { places: z.array(Place) }),
  document('admin.user', 'A user: sales admin user add, passwd, grant and the like', {
    user: User,
    password: about(text.optional(), 'One that was generated'),
  }),
  document('admin.users', 'sales admin user list', { users: z.array(User) }),
  document('admin.sessions', 'Log-ins of a user in browsers: sales admin user sessions', {
    sessions: about(z.array(z.object({ createdAt: instant, seenAt: instant })), 'As they were before; some may be over'),
    ended: about(count, 'How many this command ended'),
  }),
  document('admin.removed', 'What was removed, with what: sales admin … remove', {
    ...named,
    kind: z.enum(['customer', 'tenant', 'unit', 'user']),
    with: about(z.record(z.string(), count), 'How many other objects went with it, by kind'),
  }),
  document('admin.import-config', 'An import configuration: sales admin import-config add, set, show', {
    importConfiguration: Configuration,
  }),
  document('admin.import-configs', 'sales admin import-config list', { importConfigurations: z.array(Configuration) }),
  document('admin.import-config-test', 'What it makes of a file: sales admin import-config test', {
    file: text,
    configuration: Named,
    rows: trial,
    reasons,
    warnings: reasons,
    exit,
  }),
  document('admin.audit', 'The audit trail, and uploads, the oldest first: sales admin audit list', {
    rows: z.array(AuditRow),
    uploads: z.array(ReceivedUpload),
  }),
  document('admin.audit-check', 'Whether the audit trail and approved closes are whole: sales admin audit verify', {
    ok: z.boolean(),
    rows: count,
    head: z.object({ key: line, hash: sha256 }).nullable(),
    broken: z.object({ key: line, reason: text }).nullable(),
    statements: about(
      z.object({ checked: count, broken: z.object({ tenant: text, number: line, reason: text }).nullable() }),
      'What was approved of closes, and the first that is not as it was',
    ),
  }),
  document('admin.database', 'The schema that was made: sales admin database create', {
    serverFile: z.string().meta({ description: 'The file with the address for servers' }),
    hasPassword: z.boolean().meta({ description: 'False where the role was there before: its password has to be added' }),
  }),
  document('admin.database-change', 'What became of the schema: sales admin database upgrade, finish', {
    from: count.meta({ description: 'The schema before' }),
    to: count.meta({ description: 'The schema now' }),
  }),
  document('admin.move', 'What was moved into a database: sales admin move', {
    directory: text,
    database: about(text, 'Its address, without a password'),
    finished: about(z.boolean(), 'Whether both sides were compared, and the directory cannot be served from any more'),
    uploads: count,
    transactions: count,
    records: count.meta({ description: 'Settlement records' }),
    copied: about(
      z.object({ uploads: count, transactions: count, records: count }),
      'Of those, what was not in the database yet, or different',
    ),
    sums: about(
      z.array(z.object({ tenant: text, currency: textOrNull, transactions: count, amount: exact })).nullable(),
      'As both sides have them; null unless finished',
    ),
    recordSums: about(
      z.array(z.object({ tenant: text, currency: textOrNull, records: count, amount: exact })).nullable(),
      'The same of settlement records',
    ),
  }),
  document('admin.amount-order', 'How many places were wrong and are mended: sales admin amount-order', { misplaced: count }),
] as const;
