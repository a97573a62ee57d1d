/**
 * The transaction in its three shapes: as uploaded, as listed, in detail. The schemas are the one source for both sides and the documents.
 * Source: the interface document, sections 2.1 to 2.4 and 2.8; limits and nullability: our decisions.
 */
import { z } from 'zod';
import { isUnmaskedCard } from './card-number.js';
import { dateTimePattern, daysOf, isCalendarDate, isDateTime } from './date-time.js';
import { additionalDataItemsMax, additionalValueCharsMax, textCharsMax, transactionTypesMax } from './limits.js';
import { list, memberReadings, objectReading, type PlainReading, rowReader, unchanged, withReading } from './plain-reading.js';
import { shownDate, shownDouble, shownMoment, shownText } from './shapes.js';
import { transactionMatchStates, transactionStates } from './states.js';

/** Well-formed Unicode of at most `charsMax` code points. */
export function text(charsMax: number = textCharsMax) {
  const schema = z
    .string()
    .check((context) => {
      const fault = textFault(context.value, charsMax);
      if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value });
    })
    .meta({ maxLength: charsMax });
  return withReading(
    schema,
    unchanged((value) => typeof value === 'string' && textFault(value, charsMax) === null),
  );
}

function textFault(value: string, charsMax: number): string | null {
  if (!value.isWellFormed()) return 'must be well-formed Unicode (it holds half of a surrogate pair)';
  // A code point has one or two code units, so the exact count is needed only between the limit and its double.
  if (value.length > 2 * charsMax || (value.length > charsMax && [...value].length > charsMax))
    return `must have at most ${charsMax} characters`;
  return null;
}

export const Amount = withReading(
  z.number().meta({ format: 'double', description: 'Stored and returned as the same double' }),
  unchanged((value) => Number.isFinite(value)),
);

export const CalendarDate = withReading(
  z.string().refine(isCalendarDate, 'must be a date as yyyy-MM-dd').meta({ format: 'date', example: '2026-11-20' }),
  unchanged((value) => typeof value === 'string' && isCalendarDate(value)),
);

export const DateTime = withReading(
  z
    .string()
    .refine(isDateTime, {
      error: ({ input }) =>
        /^\d{4}-\d\d-\d\dT/.test(String(input)) && daysOf(String(input)) === null
          ? 'must be a day that exists'
          : 'must be a date-time with offset as yyyy-MM-ddTHH:mm:ss+01:00 (or Z), at most 7 digits of fraction',
    })
    .meta({ format: 'date-time', pattern: dateTimePattern, example: '2026-11-20T14:03:59+01:00' }),
  unchanged((value) => typeof value === 'string' && isDateTime(value)),
);

export const CardNumberMasked = withReading(
  text()
    .refine((value) => !isUnmaskedCard(value), 'must be masked: it holds a full card number, which must never be stored')
    .meta({ example: '424242******4242' }),
  unchanged((value) => typeof value === 'string' && textFault(value, textCharsMax) === null && !isUnmaskedCard(value)),
);

const AdditionalDataItemShape = { key: text(), value: text(additionalValueCharsMax), type: text().nullish() };
export const AdditionalDataItem = withReading(
  z
    .object(AdditionalDataItemShape)
    .meta({ id: 'AdditionalDataItem', description: 'One value beyond the documented fields; type is a label for its data type' }),
  objectReading(AdditionalDataItemShape),
);
export type AdditionalDataItem = z.infer<typeof AdditionalDataItem>;

/** One element of an upload. Every field may be absent or null, which mean the same; unknown fields are ignored. */
export const TransactionUpload = z
  .object({
    acquirerId: text().nullish(),
    amount: Amount.nullish(),
    applicationId: text().nullish(),
    authorisationCode: text().nullish(),
    brandId: text().nullish(),
    businessDate: CalendarDate.nullish(),
    cardNumberMasked: CardNumberMasked.nullish(),
    currency: text().nullish(),
    eftTransactionDate: DateTime.nullish(),
    locationId: text().nullish(),
    orderId: text().nullish(),
    panEncrypted: text().nullish(),
    terminalId: text().nullish(),
    transactionDate: DateTime.nullish(),
    transactionReference: text().nullish(),
    transactionSequenceCounter: text().nullish(),
    transactionTypes: list(text(), transactionTypesMax).nullish(),
    additionalData: list(AdditionalDataItem, additionalDataItemsMax).nullish(),
  })
  .meta({ id: 'TransactionUpload', description: 'A sale as uploaded; every field is optional, null means absent' });
export type TransactionUpload = z.infer<typeof TransactionUpload>;

export type TransactionField = keyof TransactionUpload;

/** How right values of single fields are read; undefined for others, of which {@link readTransaction} knows what is wrong. */
export const fieldReadings = memberReadings(TransactionUpload.shape);
const itemReadings = memberReadings(AdditionalDataItemShape);
/** Reads the value of an item of additionalData; undefined for a faulty one. */
export const readItemValue = itemReadings.value;
const readText = itemReadings.key;

/** What {@link TransactionUpload} makes of a value. */
export const readTransaction = rowReader(TransactionUpload);

const isThere = (value: unknown) => value !== undefined && value !== null;

/**
 * How many fields of an element {@link readTransaction} finds faults in, without wording them. `isOutside`: its place is a fault, too, told
 * at its locationId. `readings`: those of the fields that the element may have.
 */
export function faultyFields(value: unknown, isOutside = false, readings: Record<string, PlainReading> = fieldReadings): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 1;
  const row = value as Record<string, unknown>;
  let faulty = isOutside ? 1 : 0;
  for (const [name, read] of Object.entries(readings)) {
    const given = row[name];
    if (!isThere(given) || read(given) !== undefined) continue;
    if (name === 'transactionTypes') faulty += faultyIn(given, transactionTypesMax, (item) => Number(readText(item) === undefined));
    else if (name === 'additionalData') faulty += faultyIn(given, additionalDataItemsMax, faultyInItem);
    else if (name !== 'locationId' || !isOutside) faulty++;
  }
  return faulty;
}

function faultyIn(given: unknown, itemsMax: number, faultyInOne: (item: unknown) => number): number {
  // A list that is too long counts as one fault, whatever is in it.
  if (!Array.isArray(given) || given.length > itemsMax) return 1;
  let faulty = 0;
  for (const item of given) faulty += faultyInOne(item);
  return faulty;
}

function faultyInItem(item: unknown): number {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return 1;
  const { key, value, type } = item as Record<string, unknown>;
  const { key: readKey, value: readValue, type: readType } = itemReadings;
  const isTypeFaulty = isThere(type) && readType(type) === undefined;
  return Number(readKey(key) === undefined) + Number(readValue(value) === undefined) + Number(isTypeFaulty);
}

export const transactionFields = Object.keys(TransactionUpload.shape) as TransactionField[];

export const TransactionState = z.enum(transactionStates).meta({ id: 'TransactionState' });
export type TransactionState = z.infer<typeof TransactionState>;

export const TransactionMatchState = z.enum(transactionMatchStates).meta({ id: 'TransactionMatchState' });
export type TransactionMatchState = z.infer<typeof TransactionMatchState>;

/** A transaction in a list: every field always present, null where there is no value. */
export const Transaction = z
  .object({
    transactionId: z.guid().meta({ description: 'UUID version 7, given by the server' }),
    transactionState: TransactionState,
    transactionMatchState: TransactionMatchState,
    acquirerId: shownText,
    amount: shownDouble,
    applicationId: shownText,
    authorisationCode: shownText,
    brandId: shownText,
    businessDate: shownDate,
    cardNumberMasked: shownText,
    currency: shownText,
    eftTransactionDate: shownMoment,
    locationId: shownText,
    orderId: shownText,
    panEncrypted: shownText,
    terminalId: shownText,
    transactionDate: shownMoment,
    transactionReference: shownText,
    transactionSequenceCounter: shownText,
    transactionTypes: z.array(z.string()),
  })
  .meta({ id: 'Transaction', description: 'A transaction in a list; dates and amount are returned as they were given' });
export type Transaction = z.infer<typeof Transaction>;

/** One transaction read by id: the list item, its additional data, and why it is in its state. */
export const TransactionDetail = Transaction.extend({
  additionalData: z.array(AdditionalDataItem),
  comment: shownText,
}).meta({ id: 'TransactionDetail', description: 'A transaction in detail' });
export type TransactionDetail = z.infer<typeof TransactionDetail>;
