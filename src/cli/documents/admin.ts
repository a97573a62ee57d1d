/** The documents of `sales admin`. */
import { z } from 'zod';
import { ImportSettings } from '../../contract/import-configuration.js';
import { roles } from '../../contract/roles.js';
import { uploadKinds } from '../../contract/states.js';
import { about, count, exact, exit, instant, line, sha256, text, textOrNull } from './parts.js';

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

export const adminDocuments = {
  'admin.customer': about(
    z.object({ schema: z.literal('sales.admin.customer/1'), customer: Customer }),
    'A customer: sales admin customer add, rename',
  ),
  'admin.customers': about(
    z.object({ schema: z.literal('sales.admin.customers/1'), customers: z.array(Customer) }),
    'sales admin customer list',
  ),
  'admin.tenant': about(
    z.object({ schema: z.literal('sales.admin.tenant/1'), tenant: z.union([Tenant, Named]) }),
    'A tenant; renamed, its id and name alone: sales admin tenant add, rename',
  ),
  'admin.tenants': about(z.object({ schema: z.literal('sales.admin.tenants/1'), tenants: z.array(Tenant) }), 'sales admin tenant list'),
  'admin.unit': about(z.object({ schema: z.literal('sales.admin.unit/1'), unit: Unit }), 'A unit: sales admin unit add, set'),
  'admin.units': about(z.object({ schema: z.literal('sales.admin.units/1'), units: z.array(Unit) }), 'sales admin unit list'),
  'admin.unknown-places': about(
    z.object({ schema: z.literal('sales.admin.unknown-places/1'), places: z.array(Place) }),
    'Places of transactions that belong to no unit: sales admin unit suggest',
  ),
  'admin.user': about(
    z.object({
      schema: z.literal('sales.admin.user/1'),
      user: User,
      password: about(text.optional(), 'One that was generated'),
    }),
    'A user: sales admin user add, passwd, grant and the like',
  ),
  'admin.users': about(z.object({ schema: z.literal('sales.admin.users/1'), users: z.array(User) }), 'sales admin user list'),
  'admin.sessions': about(
    z.object({
      schema: z.literal('sales.admin.sessions/1'),
      sessions: about(z.array(z.object({ createdAt: instant, seenAt: instant })), 'As they were before; some may be over'),
      ended: about(count, 'How many this command ended'),
    }),
    'Log-ins of a user in browsers: sales admin user sessions',
  ),
  'admin.removed': about(
    z.object({
      schema: z.literal('sales.admin.removed/1'),
      ...named,
      kind: z.enum(['customer', 'tenant', 'unit', 'user']),
      with: about(z.record(z.string(), count), 'How many other objects went with it, by kind'),
    }),
    'What was removed, with what: sales admin … remove',
  ),
  'admin.import-config': about(
    z.object({ schema: z.literal('sales.admin.import-config/1'), importConfiguration: Configuration }),
    'An import configuration: sales admin import-config add, set, show',
  ),
  'admin.import-configs': about(
    z.object({ schema: z.literal('sales.admin.import-configs/1'), importConfigurations: z.array(Configuration) }),
    'sales admin import-config list',
  ),
  'admin.import-config-test': about(
    z.object({
      schema: z.literal('sales.admin.import-config-test/1'),
      file: text,
      configuration: Named,
      rows: trial,
      reasons,
      warnings: reasons,
      exit,
    }),
    'What it makes of a file: sales admin import-config test',
  ),
  'admin.audit': about(
    z.object({ schema: z.literal('sales.admin.audit/1'), rows: z.array(AuditRow), uploads: z.array(ReceivedUpload) }),
    'The audit trail, and uploads, the oldest first: sales admin audit list',
  ),
  'admin.audit-check': about(
    z.object({
      schema: z.literal('sales.admin.audit-check/1'),
      ok: z.boolean(),
      rows: count,
      head: z.object({ key: line, hash: sha256 }).nullable(),
      broken: z.object({ key: line, reason: text }).nullable(),
      statements: about(
        z.object({ checked: count, broken: z.object({ tenant: text, number: line, reason: text }).nullable() }),
        'What was approved of closes, and the first that is not as it was',
      ),
    }),
    'Whether the audit trail and approved closes are whole: sales admin audit verify',
  ),
  'admin.database': about(
    z.object({
      schema: z.literal('sales.admin.database/1'),
      serverFile: z.string().meta({ description: 'The file with the address for servers' }),
      hasPassword: z.boolean().meta({ description: 'False where the role was there before: its password has to be added' }),
    }),
    'The schema that was made: sales admin database create',
  ),
  'admin.database-change': about(
    z.object({
      schema: z.literal('sales.admin.database-change/1'),
      from: count.meta({ description: 'The schema before' }),
      to: count.meta({ description: 'The schema now' }),
    }),
    'What became of the schema: sales admin database upgrade, finish',
  ),
  'admin.move': about(
    z.object({
      schema: z.literal('sales.admin.move/1'),
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
    'What was moved into a database: sales admin move',
  ),
  'admin.amount-order': about(
    z.object({ schema: z.literal('sales.admin.amount-order/1'), misplaced: count }),
    'How many places were wrong and are mended: sales admin amount-order',
  ),
};
