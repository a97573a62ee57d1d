/** A new password for a user: what was given, or one by chance, which is shown once. */
import { randomBytes } from 'node:crypto';
import { SalesError } from '../../contract/problem.js';
import { isUsablePassword } from './auth.js';
import type { PasswordHasher } from './password.js';

export interface NewPassword {
  /** See password.ts for the format. */
  hash: string;
  /** To be shown once; null where somebody knows it already. */
  generated: string | null;
}

const GENERATED_BYTES = 18;

/** Null: by chance. Fails with `usage` where nobody could log in with it. */
export async function newPasswordOf(given: string | null, hasher: Pick<PasswordHasher, 'hash'>): Promise<NewPassword> {
  const password = given ?? randomBytes(GENERATED_BYTES).toString('base64url');
  if (!isUsablePassword(password)) {
    throw new SalesError('usage', 'The password cannot be used: it must have 1 to 512 bytes and no control characters.');
  }
  return { hash: await hasher.hash(password), generated: given === null ? password : null };
}
