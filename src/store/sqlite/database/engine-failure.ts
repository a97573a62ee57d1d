/** Says why SQLite's binding does not load: for which Node it was built, and the command that mends it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { named } from '../../../contract/own-names.js';
import { SalesError } from '../../../contract/problem.js';
import type { Hint, HintPart } from '../../../contract/remedy.js';

/** Node's lines by the module version (NODE_MODULE_VERSION) that a compiled binding bears. */
const lines: Record<string, string> = named({
  108: '18',
  111: '19',
  115: '20',
  120: '21',
  127: '22',
  131: '23',
  137: '24',
  141: '25',
  147: '26',
});

export interface EngineFacts {
  /** The running Node, such as `24.21.0`. */
  node: string;
  /** Whether this Node takes the binding that is compiled when it is installed, as Node 20 does. */
  compiled: boolean;
  /** Whether the package for this Node is there, and whether that of the other lines is. */
  installed: boolean;
  otherInstalled: boolean;
  /** The folder of the program. */
  root: string;
}

/** The folder of the program: that of its package.json. */
export const programFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** A `usage` failure for `error`, which came when the binding was loaded. */
export function bindingFailure(error: unknown, facts: EngineFacts): SalesError {
  return new SalesError('usage', `The binding to SQLite ${whatIsWrong(error, facts)}.`, { hint: remedy(facts), cause: error });
}

function whatIsWrong(error: unknown, { node, compiled, installed, otherInstalled }: EngineFacts): string {
  const text = error instanceof Error ? error.message : '';
  const moduleVersion = /NODE_MODULE_VERSION (\d+)/.exec(text)?.[1];
  if (moduleVersion) return `was built for Node ${lines[moduleVersion] ?? `with module version ${moduleVersion}`}; this is Node ${node}`;
  if (!installed && otherInstalled) {
    return `was installed ${compiled ? 'for Node 22 or newer' : 'and built for Node 20'}; this is Node ${node}`;
  }
  if (!installed || /Cannot find module|Could not locate the bindings file/.test(text))
    return `for Node ${node} is missing${compiled ? ': npm did not compile it, and says nothing where that fails' : ''}`;
  const [reason = ''] = text.split('\n');
  return `does not load with Node ${node} on ${process.platform}-${process.arch}: it was built for another system library (libc) or processor${reason && ` (${reason})`}`;
}

function remedy({ compiled, root }: EngineFacts): Hint {
  // A clone has the lock file; the published package does not.
  const isClone = existsSync(join(root, 'package-lock.json'));
  // npm keeps what a compiler says to itself unless it is told otherwise.
  const loud = compiled ? ['--foreground-scripts'] : [];
  const allowed = compiled ? ['--allow-scripts=better-sqlite3'] : [];
  const again: HintPart[] = isClone
    ? [['cd', root.replace(/\/$/, '')], ' && ', ['npm', 'ci', ...loud]]
    : [['npm', 'install', '--global', ...loud, ...allowed, './sales-VERSION.tgz']];
  if (!compiled) return ['Install sales again with this Node: ', ...again];
  const needs = "make, python3, a C++ compiler and Node's headers from nodejs.org";
  return ['This shows why: ', ...again, ` (Node 20 needs ${needs}; Node 22.14 and newer need none)`];
}
