/** What happens during an upload, as it happens: for whoever shows progress. */
import type { SalesError } from '../contract/problem.js';

export type UploadEvent =
  | { type: 'sending'; rows: number; firstLine: number; lastLine: number }
  | { type: 'accepted'; uploadId: string; rows: number }
  | { type: 'retry'; failure: SalesError; attempt: number; waitMs: number }
  | { type: 'refusedRows'; rows: number }
  | { type: 'halved'; rows: number }
  | { type: 'waiting'; final: number; total: number };
