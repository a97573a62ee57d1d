/** Commands that several failures of a store lead to, for whoever runs the server. */
import type { Remedy } from '../contract/remedy.js';

export const createDatabase: Remedy = ['sales', 'admin', 'database', 'create', '--database-file', 'OWNER', '--server-file', 'FILE'];
export const upgradeDatabase: Remedy = ['sales', 'admin', 'database', 'upgrade', '--database-file', 'OWNER'];
export const examineData: Remedy = ['sales', 'doctor', '--data', 'DIR', '--deep'];
export const restoreBackup: Remedy = ['sales', 'backup', 'restore', 'FILE', '--data', 'DIR'];
export const serveFrom = (directory: string): Remedy => ['sales', 'serve', '--data', directory];
