/**
 * How a file with a certain header is read, as somebody said yes to it: kept on the server, so that every client of the tenant reads such a file
 * alike. The server keeps it, and understands nothing of it. It holds names of columns, and no value of any cell: of kinds only hashes.
 */
import { z } from 'zod';
import { type OrFaults, readWritten } from './faults.js';
import { readingBytesMax, textCharsMax } from './limits.js';

const text = () => z.string().min(1).max(textCharsMax);
const columns = () => z.array(text()).min(1).max(64);
const hex = (least: number, what: string) => {
  const pattern = `^[0-9a-f]{${least},64}$`;
  return z
    .string()
    .refine((value) => new RegExp(pattern).test(value), `must be ${least === 64 ? '64' : `${least} to 64`} lower-case hexadecimal digits`)
    .meta({ pattern, description: what });
};

/** In the address: which header it is, without any of its words. */
export const ReadingHeader = hex(
  64,
  'SHA-256 over the names of the columns, as JSON in their order; of NDJSON and JSON over the names, sorted',
);

const marks = {
  hasDecimals: z.boolean().nullable().default(null).meta({ description: 'Amounts have digits behind a decimal sign' }),
  negative: z.enum(['None', 'Some', 'All']).nullable().default(null).meta({ description: 'Which amounts are below zero' }),
  magnitude: z.int().min(-64).max(64).nullable().default(null).meta({ description: 'Of the middle amount: its binary logarithm' }),
  sharesReference: z.boolean().nullable().default(null).meta({ description: 'Several rows have the same reference' }),
};

const shape = {
  digest: hex(12, 'Over header, kind of table, fields and their columns, constants, zone and flags: what was said yes to'),
  table: z
    .string()
    .refine((value) => /^[A-Za-z]{1,32}$/.test(value), 'must be a word')
    .meta({ pattern: '^[A-Za-z]{1,32}$', description: 'What the rows are: Sales, SettlementRecords, …' }),
  fields: z.record(text(), columns()).meta({ description: 'Each field that is read, with the names of its columns' }),
  constants: z.record(text(), text()).default({}).meta({ description: 'Fields that are the same in every row, as somebody gave them' }),
  places: z
    .record(text(), z.array(text().nullable()))
    .optional()
    .meta({ description: 'Constants that were not the same in all files with the header, such as the terminal; null: a file had none' }),
  zone: text().nullable().default(null).meta({ description: 'The time zone of times without an offset' }),
  flags: z.array(text()).max(256).default([]).meta({ description: 'Flags that change how cells are read, as they are typed' }),
  decimalSign: z.enum(['.', ',']).nullable().default(null),
  dayOrder: z.enum(['DayMonth', 'MonthDay']).nullable().default(null).meta({ description: 'Of dates of which both could be meant' }),
  kinds: z
    .record(
      hex(16, 'Of SHA-256 over a value of a column of kinds'),
      z.string().refine((value) => /^[A-Za-z]{1,32}$/.test(value), 'must be a word'),
    )
    .default({})
    .meta({ description: 'What is done with rows of each kind' }),
};

/** Without a name in the OpenAPI document: it stands where it is kept and where it is shown. */
export const Reading = z.object({
  ...shape,
  marks: z.object(marks).prefault({}).meta({ description: 'What another file with the header is compared with' }),
});
export type Reading = z.infer<typeof Reading>;

/** A word that is not known was meant to be kept. */
const WrittenReading = z.strictObject({
  reading: z.strictObject({ ...shape, marks: z.strictObject(marks).prefault({}) }).nullable(),
});

export const ReadingChange = z
  .object({ reading: Reading.nullable().meta({ description: 'null: it is taken back, and is asked for again' }) })
  .meta({ id: 'ReadingChange', description: 'The reading to be kept' });

export const KeptReading = z
  .object({
    reading: Reading.nullable().meta({ description: 'null where none is kept' }),
    isOwn: z.boolean().meta({ description: 'It holds for this user alone, who is limited to organisational units' }),
    version: z.int().min(0).meta({ description: 'Of what this user may change: rises with every change; 0 where nothing is kept' }),
  })
  .meta({ id: 'KeptReading', description: 'How files with this header are read: the own reading of the user, or else that of the tenant' });
export type KeptReading = z.infer<typeof KeptReading>;

/** The reading that a request brings, null where it takes it back. */
export function readReadingChange(json: unknown): OrFaults<{ reading: Reading | null }> {
  const found = readWritten(WrittenReading, json);
  if ('faults' in found || Buffer.byteLength(JSON.stringify(found.data.reading)) <= readingBytesMax) return found;
  return { faults: { reading: [`must have at most ${readingBytesMax} bytes as JSON`] } };
}
