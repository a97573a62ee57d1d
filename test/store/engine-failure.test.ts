/** What is said of a binding to SQLite that does not load, from the errors that Node and the system's loader give. */
import { expect, it } from 'vitest';
import { hintText } from '../../src/cli/terminal/hint-text.js';
import { bindingFailure, type EngineFacts } from '../../src/store/sqlite/database/engine-failure.js';

const onNode24: EngineFacts = { node: '24.21.0', compiled: false, installed: true, otherInstalled: false, root: '/opt/sales/' };
const onNode20: EngineFacts = { ...onNode24, node: '20.20.2', compiled: true };
const mismatch = (version: number) =>
  `The module '/x/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION ${version}. This version of Node.js requires\nNODE_MODULE_VERSION 137.`;

it.each([
  [mismatch(115), onNode24, 'The binding to SQLite was built for Node 20; this is Node 24.21.0.'],
  [mismatch(137), onNode20, 'The binding to SQLite was built for Node 24; this is Node 20.20.2.'],
  [mismatch(999), onNode24, 'The binding to SQLite was built for Node with module version 999; this is Node 24.21.0.'],
  [
    "Cannot find module 'better-sqlite3'\nRequire stack:\n- /x/engine.js",
    { ...onNode24, installed: false },
    'The binding to SQLite for Node 24.21.0 is missing.',
  ],
  [
    "Cannot find module 'better-sqlite3-node20'",
    { ...onNode20, installed: false, otherInstalled: true },
    'The binding to SQLite was installed for Node 22 or newer; this is Node 20.20.2.',
  ],
  [
    'Could not locate the bindings file. Tried:\n → /x',
    onNode20,
    'The binding to SQLite for Node 20.20.2 is missing: npm did not compile it, and says nothing where that fails.',
  ],
  [
    "Cannot find module 'better-sqlite3-node20'",
    { ...onNode20, installed: false },
    'The binding to SQLite for Node 20.20.2 is missing: npm did not compile it, and says nothing where that fails.',
  ],
  [
    'libc.musl-x86_64.so.1: cannot open shared object file: No such file or directory',
    onNode24,
    `The binding to SQLite does not load with Node 24.21.0 on ${process.platform}-${process.arch}: it was built for another system library (libc) or processor (libc.musl-x86_64.so.1: cannot open shared object file: No such file or directory).`,
  ],
])('%s', (text, facts, message) => {
  expect(bindingFailure(new Error(text), facts)).toMatchObject({ code: 'usage', message });
});

it('the remedy names what Node 20 needs, and nothing of it elsewhere', () => {
  expect(hintText(bindingFailure(new Error(), onNode24).hint ?? '')).toBe(
    'Install sales again with this Node: npm install --global ./sales-VERSION.tgz',
  );
  expect(hintText(bindingFailure(new Error(), onNode20).hint ?? '')).toBe(
    "This shows why: npm install --global --foreground-scripts --allow-scripts=better-sqlite3 ./sales-VERSION.tgz (Node 20 needs make, python3, a C++ compiler and Node's headers from nodejs.org; Node 22.14 and newer need none)",
  );
});
