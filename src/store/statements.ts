/**
 * Statements: what somebody approved of a close, numbered for each tenant from 1 without gaps. Each is a canonical JSON text that names the hash of
 * the one before it, and the audit trail names its own, so that one that was changed, taken out or cut off the end shows.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../contract/canonical-json.js';
import type { CloseContent } from '../contract/closes.js';
import type { RequestOrigin } from './audit.js';

export interface CloseStatement {
  number: number;
  /** SHA-256 of the statement before; null in the first one. */
  previous: string | null;
  /** A day or a month. */
  period: string;
  /** In the format of toISOString. */
  at: string;
  /** The name of the user. */
  by: string;
  close: CloseContent;
}

export interface CloseAsked {
  period: string;
  /** Version of the close that is approved. */
  version: string;
  by: string;
  from: RequestOrigin;
}

/** What the audit trail says of a statement. */
export interface NotedStatement {
  statement: number;
  period: string;
  sha256: string;
}

export const approvalAction = 'close.approve';

/** In hexadecimal digits. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Names what a close says; the same text is the same close. */
export function versionOf(close: CloseContent): string {
  return sha256Of(canonicalJson(close));
}
