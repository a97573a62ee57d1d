/**
 * The settings of an import configuration: which rows of an upload are imported, which of them are matched with settlements, and what makes
 * two rows the same sale. What becomes of a row: `docs/rows.md`.
 */
import { z } from 'zod';
import { type OrFaults, readWritten } from './faults.js';
import { type TransactionField, transactionFields } from './transaction.js';

const Field = z.enum(transactionFields as [TransactionField, ...TransactionField[]]);
const fields = () => z.array(Field).refine((given) => new Set(given).size === given.length, 'must name each field once');
const values = () => z.array(z.string().min(1).max(1_024)).max(1_000);

/** The fields of which at least one must have a value, or a row is like so many others that it is never taken for a duplicate. */
export const identifyingFields = [
  'transactionReference',
  'transactionSequenceCounter',
  'orderId',
  'authorisationCode',
  'terminalId',
  'eftTransactionDate',
] as const satisfies readonly TransactionField[];

const duplicateKeys = fields().refine(
  (given) => given.length === 0 || given.some((field) => (identifyingFields as readonly string[]).includes(field)),
  `must be "identity", or empty, or hold one of ${identifyingFields.join(', ')}: by other fields alone no two rows are the same sale`,
);

/** What becomes of a row whose terminal or location belongs to no unit of the tenant; without one of the two the other decides. */
const knownPolicies = ['accept', 'warn', 'reject'] as const;

export const ImportSettings = z
  .strictObject({
    requiredFields: fields().default(['amount', 'currency', 'transactionDate']).meta({ description: 'Fields that must have a value' }),
    currencyCheck: z.boolean().default(true).meta({ description: 'Whether currency must be a code of ISO 4217' }),
    duplicateKey: z
      .union([z.literal('identity'), duplicateKeys])
      .default('identity')
      .meta({
        description:
          'What makes two rows the same sale: identity (amount, currency and instant, what names the sale, and nothing that differs), or fields in which they must agree; an empty list turns the check off',
      }),
    notMatchedTypes: values().default([]).meta({ description: 'Values of transactionTypes whose rows are not matched with settlements' }),
    notMatchedBrands: values().default([]).meta({ description: 'Values of brandId whose rows are not matched with settlements' }),
    known: z
      .enum(knownPolicies)
      .default('accept')
      .meta({ description: 'What becomes of a row whose terminal or location belongs to no unit' }),
    amountMin: z.number().nullable().default(null).meta({ description: 'The least amount; null for none' }),
    amountMax: z.number().nullable().default(null).meta({ description: 'The greatest amount; null for none' }),
    transactionAgeDaysMax: z
      .number()
      .min(0)
      .nullable()
      .default(null)
      .meta({ description: 'How many days before the upload a transactionDate may lie; null for any' }),
    transactionFutureDaysMax: z
      .number()
      .min(0)
      .nullable()
      .default(null)
      .meta({ description: 'How many days after the upload a transactionDate may lie; null for any' }),
  })
  .refine(({ amountMin, amountMax }) => amountMin === null || amountMax === null || amountMin <= amountMax, {
    path: ['amountMin'],
    message: 'must not be greater than amountMax',
  })
  .meta({ id: 'ImportSettings', description: 'How the rows of an upload become transactions in the books' });
export type ImportSettings = z.infer<typeof ImportSettings>;

/** An import configuration as its tenant's users may read it; settings that a newer server has beside these are left out. */
export const ImportConfiguration = z
  .object({ id: z.guid(), name: z.string(), settings: z.object(ImportSettings.shape) })
  .meta({ id: 'ImportConfiguration', description: 'The rules by which the rows of an upload are imported' });
export type ImportConfiguration = z.infer<typeof ImportConfiguration>;

/** A setting that is not there has its default. */
export function readImportSettings(json: unknown): OrFaults<ImportSettings> {
  return readWritten(ImportSettings, json, () => noSetting);
}

const noSetting = `is no setting; the settings are ${Object.keys(ImportSettings.shape).join(', ')}`;

/** What a tenant has until somebody changes it. */
export const importSettingsDefault: ImportSettings = ImportSettings.parse({});
