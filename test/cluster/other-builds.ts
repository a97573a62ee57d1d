/** Other builds of the program, which run in a cluster beside this one or in its place. */
import { type Variant, variantOf } from '../faults/variant.js';

/** The next version: uploads have one more column, which may be filled at first, and must be in the end. */
export function nextVersion(): Variant {
  const step = {
    expand: 'ALTER TABLE upload ADD COLUMN received_by text COLLATE "C"',
    contract: `UPDATE upload SET received_by = 'before' WHERE received_by IS NULL; ALTER TABLE upload ALTER COLUMN received_by SET NOT NULL`,
  };
  const schemaVersion = 'export const schemaVersion';
  const insertion = 'return { uploadId, firstId, values };';
  return variantOf(
    { file: 'store/postgres/database/schema.js', from: schemaVersion, to: `schemaSteps.push(${JSON.stringify(step)});\n${schemaVersion}` },
    { file: 'store/rows/staging.js', from: "'imported_at',\n];", to: "'imported_at', 'received_by',\n];" },
    { file: 'store/rows/staging.js', from: insertion, to: "return { uploadId, firstId, values: [...values, 'next'] };" },
  );
}

/** One that takes a COMMIT without an answer for one that was not done, and says so to the client. */
export function withoutLookUp(): Variant {
  const doubt = 'if (error instanceof CommitInDoubt) {';
  return variantOf({
    file: 'store/postgres/database/until-known.js',
    from: doubt,
    to: `${doubt} throw new SalesError('unavailable', 'Nothing was stored.', { retryAfterS: 1 });`,
  });
}
