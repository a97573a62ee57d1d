/**
 * What a reader can do about a failure: words, and among them what a program of ours can do, as data. Whoever shows it makes command lines or
 * links of those; see `src/cli/terminal/hint-text.ts`. Plain data, which can be sent between threads.
 */

import type { UploadKind } from './states.js';

export type Hint = string | readonly HintPart[];
export type HintPart = string | Remedy;

/** Names in capitals are left for the reader to fill in where a member is absent. */
export type Remedy =
  /** For merchants. */
  | { do: 'listUploads' | 'ping' | 'showSettings' | 'resume' | 'watch' }
  /** Of sales where there is no kind. */
  | { do: 'list' | 'map'; kind?: UploadKind | undefined }
  | { do: 'showUpload' | 'status' | 'resume'; job: string }
  | { do: 'settle'; file: string }
  /** `asSales`: although the file tells fees and payouts. */
  | { do: 'upload'; file: string; asSales?: boolean }
  | { do: 'uploadAgain'; kind: UploadKind }
  | { do: 'setTimezone'; timezone: string }
  /** Of sales where there is no kind. */
  | { do: 'watch'; folder: string; kind?: UploadKind }
  /** With what to give beside the log-in: a file of authorities, another address, the key to trust. */
  | { do: 'login'; with?: 'caFile' | 'url' | { pinSha256: string } }
  /** Answers about a file. Without columns, its reader has to name them; several are joined. Null is a zone that its reader has to name. */
  | { do: 'setColumn'; field: string; columns: readonly string[] }
  | { do: 'setConstant'; field: string; value: string }
  | { do: 'setDecimal'; sign: '.' | ',' }
  | { do: 'setDateFormat'; pattern: string }
  | { do: 'useTimezone'; timezone: string | null }
  | { do: 'onlyRows'; column: string; value: string }
  | { do: 'setMinorUnits' | 'maskCards' | 'takeAsSales' }
  | { do: 'setTime'; time: string }
  | { do: 'skipRows'; lines: number }
  /** For whoever runs the server. */
  | { do: 'examineData' | 'restoreBackup' | 'verifyBackup' | 'addServerName' }
  | { do: 'serve'; directory: string }
  | { do: 'createDatabase' | 'upgradeDatabase' | 'listAudit' }
  | { do: 'listObjects'; kind: ObjectKind }
  /** `isWhole`: on a whole tenant, which its reader has to name. */
  | { do: 'grantRole'; role: 'API' | 'Admin' | null; isWhole: boolean }
  | { do: 'removeTenant' | 'revokeGrant' | 'changeUnit' | 'showImportConfiguration' | 'showMatchSettings' }
  | { do: 'disableUser'; name: string }
  /** With other programs. */
  | { do: 'makeFolder'; folder: string }
  | { do: 'nameFiles'; folder: string; ending: '.csv' }
  | { do: 'decryptKey'; file: string }
  /** `clone` is the folder of a clone; null for an installed package. `compiled`: its binding to SQLite has to be compiled. */
  | { do: 'installAgain'; clone: string | null; compiled: boolean };

export type ObjectKind = 'customer' | 'tenant' | 'unit' | 'user' | 'import configuration';

/** The hint with more words behind it. */
export function withWords(hint: Hint | undefined, words: string): Hint {
  if (hint === undefined) return words;
  return [...(typeof hint === 'string' ? [hint] : hint), ` ${words}`];
}
