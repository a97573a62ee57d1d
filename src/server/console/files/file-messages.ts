/** What a server and the process that works on one file say to each other. Plain data. Types only. */
import type { FileProgress } from '../../../contract/dropped-files.js';
import type { FailureData } from '../../../contract/failure-data.js';
import type { OpenOptions } from '../../../files/open.js';
import type { SeenFile } from '../../../jobs/handed-file.js';
import type { JobTarget } from '../../../jobs/job-target.js';
import type { UploadDocument } from '../../../jobs/upload-document.js';
import type { ReceiverApi } from './receiver-api.js';

/** `name` is that of the file in the folder that the process is in. */
export type FileTask =
  | { t: 'see'; name: string; options: OpenOptions; timeZone: string; version: string }
  | {
      t: 'send';
      name: string;
      options: OpenOptions;
      again: boolean;
      accept: string | null;
      jobs: string;
      target: JobTarget;
      version: string;
    };

export type ToProcess =
  | FileTask
  | { t: 'answer'; call: number; value: unknown }
  | { t: 'failure'; call: number; failure: FailureData }
  | { t: 'stop' };

export type FromProcess =
  | { t: 'call'; call: number; method: keyof ReceiverApi; args: unknown[] }
  | { t: 'progress'; progress: FileProgress }
  | { t: 'seen'; seen: SeenFile }
  | { t: 'sent'; result: SentFile | null }
  | { t: 'failed'; failure: FailureData };

export interface SentFile {
  document: UploadDocument;
  /** The name of the file of rejected rows; null where none was rejected. */
  rejects: string | null;
  /** Something is left that sending it again can do. */
  isResumable: boolean;
  isInterrupted: boolean;
}
