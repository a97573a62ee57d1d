/**
 * Other Nodes than the one that runs, from the npm packages that hold their program and headers. They are kept outside the checkout.
 * `node test/nodes/node.js 24.21.0` prints the folder of one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sales-nodes');
const name = `node-${process.platform}-${process.arch}`;

/** The folder of a version of Node: its program is `bin/node` in it. Fetched with npm if it is not there yet. */
export function nodeFolder(version) {
  const prefix = join(cache, version);
  const folder = join(prefix, 'node_modules', name);
  if (!existsSync(join(folder, 'bin', 'node'))) {
    mkdirSync(prefix, { recursive: true });
    const install = ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, `${name}@${version}`];
    const { status, stderr } = spawnSync('npm', install, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`Node ${version} cannot be fetched: ${stderr}`);
  }
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(`${nodeFolder(process.argv[2] ?? '')}\n`);
