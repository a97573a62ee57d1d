/**
 * Names that follow from content: the group of a job and the idempotency key of a batch. The same file sent the same way has the same
 * names wherever and whenever, so that even a lost journal cannot make a second sale of a first one. Pure.
 */
import { createHash } from 'node:crypto';

/** What makes two uploads of one file the same upload. */
export interface JobIdentity {
  endpoint: string;
  user: string;
  customer: string | null;
  tenant: string | null;
  importConfigurationId: string | null;
  fileSha256: string;
  /** How the file is read: format, columns, mapping. */
  readingSha256: string;
  batchRows: number;
  /** Empty, but for a file that is uploaded once more on purpose. */
  salt: string;
}

/** The part of the identity that a key is made of. Batch size and mapping show in the payload. */
export interface KeyIdentity extends Omit<JobIdentity, 'readingSha256' | 'batchRows'> {
  /** Given for corrected rejects: the upload group of their file, and the job that rejected them. */
  rejectsOf?: { group: string; job: string };
}

/** The UUID for the `Upload-Group` header of all batches of a job. */
export function groupOf(identity: JobIdentity): string {
  const { endpoint, user, customer, tenant, importConfigurationId, fileSha256, readingSha256, batchRows, salt } = identity;
  return uuidOf(['group', endpoint, user, customer, tenant, importConfigurationId, fileSha256, readingSha256, batchRows, salt]);
}

/** `batch` is `17`, or `17.1` for a piece of it. */
export function keyOf(identity: KeyIdentity, batch: string, payloadSha256: string): string {
  const { endpoint, user, customer, tenant, importConfigurationId, fileSha256, salt, rejectsOf } = identity;
  // Within a group nothing is looked for as a duplicate: corrected twice, on two machines perhaps, the same rejects must meet in one key.
  if (rejectsOf !== undefined) return uuidOf(['rejects', rejectsOf.group, rejectsOf.job, batch, salt]);
  return uuidOf(['key', endpoint, user, customer, tenant, importConfigurationId, fileSha256, batch, payloadSha256, salt]);
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** JSON parts the values without doubt: no two lists of values have the same text. */
export function uuidOf(values: readonly unknown[]): string {
  const hex = sha256Of(JSON.stringify(values));
  // Version 8 is the one for names of one's own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
