/** What makes two rows of one amount, currency and minute the same sale, or the same settlement record. */
import type { UploadKind } from '../contract/states.js';
import type { RowPlace, UploadedFields } from './import-decisions.js';

const ofBoth = [
  'transactionReference',
  'orderId',
  'authorisationCode',
  'transactionSequenceCounter',
  'terminalId',
  'locationId',
  'cardNumberMasked',
  'acquirerId',
] as const satisfies readonly (keyof UploadedFields)[];

/** Rows of which both have a value and not the same one are two. */
export const identifyingFields = {
  Sales: [...ofBoth, 'applicationId'],
  Settlement: [...ofBoth, 'payoutId', 'type'],
} as const satisfies Record<UploadKind, readonly (keyof UploadedFields)[]>;

/** Rows that agree in all fields of one of these lists are the same, unless they are two. */
export const namingFields = [
  ['transactionReference'],
  ['orderId'],
  ['authorisationCode'],
  ['transactionSequenceCounter', 'terminalId'],
] as const satisfies readonly (readonly (typeof ofBoth)[number][])[];

/**
 * Second and fraction of a date-time, null where they are 0: many exports tell a time to the minute or second only. They identify a row like
 * the fields above.
 */
export function withinMinute(dateTime: string | null | undefined): [second: string | null, fraction: string | null] {
  const [, second = '00', digits = ''] = /^.{17}(\d\d)(?:\.(\d+))?/.exec(dateTime ?? '') ?? [];
  const fraction = digits.replace(/0+$/, '') || null;
  return [second === '00' && fraction === null ? null : second, fraction];
}

const DAY_ALONE = /^.{10}T(?:00|12):00:00(?!\.\d*[1-9])/;

/**
 * Whether a date-time stands for a day alone: at midnight, or at noon of its business day, as files without a time of day are read. That is no
 * proof: somebody may have paid then.
 */
export function isDayAlone({ transactionDate, businessDate }: UploadedFields): boolean {
  // Few rows are of a full hour, and to see that takes a tenth of the time.
  if (!transactionDate?.startsWith(':00:00', 13) || !DAY_ALONE.test(transactionDate)) return false;
  return transactionDate.startsWith('00', 11) || transactionDate.slice(0, 10) === businessDate;
}

/** The fields that name a sale, by their places among the identifying values: one list of those that must all be equal for each name. */
export type Names = readonly (readonly number[])[];

/** Whether the two could be one sale by their identifying values: none that both have differs. */
export function agree(one: readonly (string | null)[], other: readonly (string | null)[]): boolean {
  for (let at = 0; at < one.length; at++) {
    const [value, otherValue] = [one[at] ?? null, other[at] ?? null];
    if (value !== null && otherValue !== null && value !== otherValue) return false;
  }
  return true;
}

/** Whether both have the same values in all fields of a name. */
export function isNamed(one: readonly (string | null)[], other: readonly (string | null)[], names: Names): boolean {
  return names.some((fields) => fields.every((at) => one[at] !== null && one[at] === other[at]));
}

/** Whether they are two rows of one file, and so two sales. */
export function areApart(one: RowPlace, other: RowPlace): boolean {
  if (one.groupKey !== other.groupKey) return false;
  return one.batchKey === null || one.batchKey !== other.batchKey || one.uploadKey === other.uploadKey;
}
