/**
 * The built program with a Node, or with a binding to SQLite, that does not fit: real Nodes and real bindings, and one plain line each.
 * Needs `npm run build`.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// @ts-expect-error Plain JavaScript, so that it runs without a build.
import { nodeFolder } from './node.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const isBinding = (name: string) => name.startsWith('better-sqlite3');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sales-nodes-'));
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(modules)) if (!isBinding(name)) symlinkSync(join(modules, name), join(folder, 'node_modules', name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts the binding that is installed for the running Node in place, under the name of either package. */
function placeBinding(name: 'better-sqlite3' | 'better-sqlite3-node20'): void {
  const [installed = ''] = readdirSync(modules).filter(isBinding);
  symlinkSync(join(modules, installed), join(folder, 'node_modules', name));
}

const serve = (node: string) => run(node, [join(folder, 'bin', 'sales.js'), 'serve', '--data', join(folder, 'data'), '--port', '0']);

function run(node: string, argv: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(node, argv, { timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

const node = (version: string) => join(nodeFolder(version), 'bin', 'node');
const NODE_24 = '24.21.0';

describe('a binding that does not fit', () => {
  // Only Node 20 compiles one.
  it.runIf(process.versions.node.startsWith('20.'))('was built for Node 20 and is started with Node 24', async () => {
    placeBinding('better-sqlite3');
    expect(await serve(node(NODE_24))).toEqual({
      code: 2,
      output: `error: The binding to SQLite was built for Node 20; this is Node ${NODE_24}.\n  Install sales again with this Node: npm install --global ./sales-VERSION.tgz\n`,
    });
  });

  it('was installed with Node 20, and Node is 24 now', async () => {
    placeBinding('better-sqlite3-node20');
    const { code, output } = await serve(node(NODE_24));
    expect(code).toBe(2);
    expect(output).toMatch(/^error: The binding to SQLite was installed and built for Node 20; this is Node 24\.21\.0\.\n {2}Install/);
  });

  it('is not there; in a clone, the remedy is npm ci', async () => {
    cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
    const { code, output } = await serve(process.execPath);
    expect(code).toBe(2);
    expect(output).toContain(`error: The binding to SQLite for Node ${process.versions.node} is missing`);
    expect(output).toContain(`cd ${folder} && npm ci`);
  });

  // As npm leaves it where the headers of Node 20 cannot be fetched: with success, and without the package.
  it.runIf(process.versions.node.startsWith('20.'))('was not compiled: every command on data says so, and the demo at once', async () => {
    cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
    cpSync(join(root, 'fixtures', 'demo.js'), join(folder, 'fixtures', 'demo.js'));
    const sales = join(folder, 'bin', 'sales.js');
    const told =
      `The binding to SQLite for Node ${process.versions.node} is missing: npm did not compile it, and says nothing where that fails.\n` +
      `  This shows why: cd ${folder} && npm ci --foreground-scripts (Node 20 needs make, python3, a C++ compiler and Node's headers from nodejs.org; Node 22.14 and newer need none)\n`;
    for (const command of ['serve', 'admin user list', 'doctor']) {
      const { code, output } = await run(process.execPath, [sales, ...command.split(' '), '--data', join(folder, 'data')]);
      expect([command, code]).toEqual([command, 2]);
      expect(output.replace(/ {10,}/g, '  ')).toContain(command === 'doctor' ? 'npm ci --foreground-scripts' : told);
    }
    expect(await run(process.execPath, [join(folder, 'fixtures', 'demo.js')])).toEqual({ code: 2, output: told });
  });
});

describe('a Node that is too old', () => {
  it.each(['18.20.8', '22.12.0'])('%s is told in one line', async (version) => {
    expect(await serve(node(version))).toEqual({
      code: 2,
      output: `sales needs Node 20 (from 20.19), 22 (from 22.14), 24 or newer; this is Node ${version}.\n`,
    });
  });
});

it('a program that is not built says so', async () => {
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(await serve(process.execPath)).toEqual({ code: 2, output: 'sales is not built yet: npm ci && npm run build\n' });
});
