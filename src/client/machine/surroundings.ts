/** Where the package is, and where it keeps its jobs on this machine. */
import { join } from 'node:path';

/** The version in package.json. */
export async function packageVersion(): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The folder of the jobs, which all programs of this user share. */
export async function jobsFolder(): Promise<string> {
  const { default: envPaths } = await import('env-paths');
  // The folder that env-paths calls `log` is the one for state: $XDG_STATE_HOME.
  return join(envPaths('sales', { suffix: '' }).log, 'jobs');
}
