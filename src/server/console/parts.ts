/** What the console consists of on a server that has one. Types only. */
import type { Authenticator } from '../access/auth.js';
import type { PasswordHasher } from '../access/password.js';
import type { Sessions } from '../access/sessions.js';
import type { Assets } from './assets.js';
import type { DroppedFiles } from './files/dropped-files.js';
import type { Health } from './health.js';

export interface ConsoleParts {
  sessions: Sessions;
  /** Checks log-ins. */
  authenticator: Authenticator;
  assets: Assets;
  files: DroppedFiles;
  hasher: Pick<PasswordHasher, 'hash'>;
  /** How the server does. */
  health: () => Promise<Health>;
  version: string;
}
