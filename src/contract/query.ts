/**
 * Query parameters: which there are, and their reading from text. Unknown parameters are ignored; every fault is reported at once.
 * Source: the interface document, sections 4 and 5; what it leaves open: `docs/lists.md`.
 */
import { z } from 'zod';
import { type Faults, issueMessage, type OrFaults } from './faults.js';
import { pageNumberMax, pageSizeDefault, pageSizeMax } from './limits.js';
import { moneyParts } from './money-parts.js';
import { openReasonCodes } from './open-reasons.js';
import { named } from './own-names.js';
import type { SlipFilter } from './slip-filters.js';
import { DateTime, TransactionMatchState, TransactionState, text } from './transaction.js';

const uuid = (description: string) => z.guid().optional().meta({ description });

/** Taken by every operation: which customer and tenant, for a user with access to several. */
export const AccessQuery = z.object({
  customerId: uuid('The customer; needed when the user has access to several'),
  tenantId: uuid('The tenant; needed when the user has access to several'),
});
export type AccessQuery = z.infer<typeof AccessQuery>;

export const UploadQuery = AccessQuery.extend({
  importConfigurationId: uuid('The import configuration; normally omitted, which means the default of the tenant'),
});
export type UploadQuery = z.infer<typeof UploadQuery>;

export const TransactionListSortKey = z.enum(['TransactionDate', 'Amount']).meta({ id: 'TransactionListSortKey' });
export type TransactionListSortKey = z.infer<typeof TransactionListSortKey>;

export const ListSortDirection = z.enum(['Ascending', 'Descending']).meta({ id: 'ListSortDirection' });
export type ListSortDirection = z.infer<typeof ListSortDirection>;

const double = (description: string) => z.number().optional().meta({ format: 'double', description });

/** Taken by every list that is told page by page. */
export const paging = {
  pageSize: z.int().min(1).max(pageSizeMax).default(pageSizeDefault),
  pageNumber: z.int().min(1).max(pageNumberMax).default(1),
};

export const ListQuery = AccessQuery.extend({
  terminalId: text().optional(),
  brandId: text().optional(),
  currency: text().optional(),
  amountFrom: double('Excludes transactions below the amount'),
  amountTo: double('Excludes transactions above the amount'),
  transactionDateFrom: DateTime.optional().meta({ description: 'Excludes transactions before the instant' }),
  transactionDateTo: DateTime.optional().meta({ description: 'Excludes transactions after the instant' }),
  transactionState: TransactionState.optional(),
  transactionMatchState: TransactionMatchState.optional(),
  uploadId: text().optional().meta({ description: 'The upload that brought the transaction; an unknown one finds nothing' }),
  ...paging,
  'sorting.key': TransactionListSortKey.default('TransactionDate'),
  'sorting.direction': ListSortDirection.default('Descending'),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** Beside the filters of lists, what stands on a customer's slip, why a sale is open, and its part in the table of money. */
export const SearchQuery = ListQuery.extend({
  transactionReference: text().optional(),
  orderId: text().optional(),
  locationId: text().optional(),
  cardLastFour: z
    .string()
    .refine((value) => /^\d{4}$/.test(value), 'must be four digits')
    .optional()
    .meta({ pattern: '^\\d{4}$', description: 'The last four digits of cardNumberMasked' }),
  openReason: z.enum(openReasonCodes).optional().meta({ description: 'Sales that are in no match, by why that is so' }),
  moneyPart: z.enum(moneyParts).optional().meta({ description: 'Sales that getMoney, with the same filters, adds up under this name' }),
} satisfies Record<SlipFilter, z.ZodType>);
export type SearchQuery = z.infer<typeof SearchQuery>;

/**
 * Reads the parameters that `schema` names. A parameter that is empty, given twice, or cannot be converted is a fault under its name.
 * In date-times, a `+` that arrived as a space is read as `+`. In `address`, which the parameters are of, those are faults that were
 * decoded with something in the place of what is no UTF-8.
 */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  parameters: URLSearchParams,
  address = '',
): OrFaults<z.infer<Schema>> {
  const values: Record<string, unknown> = {};
  const faults: Faults = named();
  const { conversions, ofNone } = knownOf(schema);
  if (parameters.size === 0 && ofNone) return { data: ofNone as z.infer<Schema> };
  const wronglyEncoded = namesOfBroken(address);
  for (const name of new Set(parameters.keys())) {
    const convert = conversions.get(name);
    if (!convert) continue;
    const [first = '', ...others] = parameters.getAll(name);
    if (others.length > 0) faults[name] = ['must be given once'];
    else if (wronglyEncoded.includes(name)) faults[name] = ['must be UTF-8, percent-encoded'];
    else if (first === '') faults[name] = ['must not be empty; leave the parameter out instead'];
    else values[name] = convert(first);
  }
  // Our own words only where there is a fault: to ask for them costs as much as the check.
  const reading = schema.safeParse(values);
  for (const issue of reading.success ? [] : (schema.safeParse(values, { error: issueMessage }).error?.issues ?? [])) {
    const name = String(issue.path[0]);
    faults[name] = [...(faults[name] ?? []), issue.message];
  }
  if (!reading.success || Object.keys(faults).length > 0) return { faults };
  return { data: reading.data };
}

/** The parameters of an address that cannot be decoded as they are. */
function namesOfBroken(address: string): string[] {
  if (!address.includes('%')) return [];
  const parts = address.slice(address.indexOf('?') + 1).split('&');
  return parts.filter((part) => !isWellEncoded(part)).flatMap((part) => [...new URLSearchParams(part).keys()]);
}

function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const DECIMAL = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHOLE = /^[+-]?\d+$/;
const LOST_PLUS = /^(.*T.*) (\d{2}:\d{2})$/;

/** Text to the type that a schema takes; what cannot be converted stays text, and the schema then refuses it. */
type Conversion = (text: string) => unknown;

/** Cache entry of a schema, because every request needs it. */
interface Known {
  conversions: Map<string, Conversion>;
  /** The query without any parameters; null where one is required. */
  ofNone: Readonly<Record<string, unknown>> | null;
}

const known = new WeakMap<z.ZodObject, Known>();

function knownOf(schema: z.ZodObject): Known {
  const found = known.get(schema);
  if (found) return found;
  const conversions = new Map(Object.entries(schema.shape).map(([name, ofName]) => [name, conversionTo(ofName as z.ZodType)]));
  const { data } = schema.safeParse({});
  const made = { conversions, ofNone: data ? Object.freeze(data) : null };
  known.set(schema, made);
  return made;
}

function conversionTo(schema: z.ZodType): Conversion {
  const inner = withoutDefault(schema);
  if (inner instanceof z.ZodNumber) {
    // Beyond the integers that a double can carry the schema would tell their limit beside the parameter's own.
    if (inner.isInt) return (text) => (WHOLE.test(text) ? withinSafe(Number(text)) : text);
    return (text) => (DECIMAL.test(text) ? Number(text) : text);
  }
  if (inner.meta()?.format === 'date-time') return (text) => text.replace(LOST_PLUS, '$1+$2');
  return (text) => text;
}

function withinSafe(number: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER));
}

function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? withoutDefault(schema.unwrap() as z.ZodType) : schema;
}
