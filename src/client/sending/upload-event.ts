/** What happens during an upload, as it happens: for whoever shows progress. */
import type { RetryEvent } from '../http/retry.js';

export type UploadEvent =
  | { type: 'sending'; rows: number; firstLine: number; lastLine: number }
  | { type: 'accepted'; uploadId: string; rows: number; lastLine: number }
  | RetryEvent
  | { type: 'refusedRows'; rows: number }
  | { type: 'halved'; rows: number }
  | { type: 'waiting'; final: number; total: number };
