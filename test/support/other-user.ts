/** `sales` as a process of a user who is not root: root, as whom the tests may run, may read and write everything. Needs the built package. */
import { spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { salesBin } from './serve-process.js';

const NOBODY = 65_534;
const LIMIT_MS = 30_000;
const isRoot = process.getuid?.() === 0;

/** Whether a directory can be another user's than the one of {@link salesOfUser}. */
export const hasOtherUsers = isRoot;

/** Gives files to the user of {@link salesOfUser}. */
export function giveToUser(...paths: string[]): void {
  if (isRoot) for (const path of paths) chownSync(path, NOBODY, NOBODY);
}

/** Runs a command to its end; `output` is all that it wrote. */
export function salesOfUser(argv: string[]): Promise<{ exit: number | null; output: string }> {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(process.execPath, [salesBin, ...argv], { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit) => resolve({ exit, output }));
  });
}
