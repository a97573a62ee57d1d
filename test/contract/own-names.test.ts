/** Names from a caller: the two ways to keep them, and the lint that finds every other. */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { named, own } from '../../src/contract/own-names.js';
import { prototypeNames } from '../support/prototype-names.js';

const { prototypeFaults } = createRequire(import.meta.url)('../../.ci/own-names.cjs') as {
  prototypeFaults(files: [string, string][]): string[];
};
/** The lines at fault of a file. */
const faultsIn = (...lines: string[]) =>
  prototypeFaults([
    ['faults.ts', 'type Faults = Record<string, string[]>;'],
    ['file.ts', lines.join('\n')],
  ]).map((fault) => Number(/^file\.ts:(\d+) /.exec(fault)?.[1]));

it.each(prototypeNames)('%s is there where somebody put it in, and nowhere else', (name) => {
  const record = named<number>();
  expect([record[name], own({}, name), own(named(), name)]).toEqual([undefined, undefined, undefined]);
  record[name] = 1;
  expect([Object.entries(record), Object.entries(named(record)), own(record, name)]).toEqual([[[name, 1]], [[name, 1]], 1]);
  expect(JSON.parse(JSON.stringify(record))).toEqual(JSON.parse(`{"${name}":1}`));
  expect(Object.entries(structuredClone(record))).toEqual([[name, 1]]);
});

describe('the lint finds', () => {
  it.each([
    ['settings of matching', ['const faults: Faults = {};', 'faults[place] = [...(faults[place] ?? []), message];']],
    [
      'import rules',
      ['const faults: Faults = {};', 'for (const [path, message] of found) faults[path] = [...(faults[path] ?? []), message];'],
    ],
    ['a query', ['const faults: Faults = {};', 'faults[name] = [...(faults[name] ?? []), issue.message];']],
    ['rules', ['const faults: Faults = {};', 'faults[path] = [...(faults[path] ?? []), message];']],
    ['faults that are not its own', ["const faults: Faults = 'faults' in reading ? reading.faults : {};", 'faults[name] = [];']],
    ['a profile', ['interface ProfilesFile { profiles: Record<string, Profile> }', 'const stored = file.profiles[profile.value] ?? {};']],
    ['a table of constants', ["const ofZone: Readonly<Record<string, string>> = { UTC: 'x' };", 'const found = ofZone[timeZone];']],
    ['a parameter', ['const f = (target: Record<string, string>, name: string) =>', '  target[name];']],
    ['what is said to be a record', ['const found =', '  (reasons as Record<string, string>)[code];']],
    ['in', ['const takes = { a: 1 };', 'const taken = field in takes;']],
  ])('%s, as it was', (_, lines) => {
    expect(faultsIn(...lines)).toEqual([2]);
  });

  it.each([
    ['what was made for it', ['const faults: Faults = named();', 'faults[place] = [...(faults[place] ?? []), message];']],
    ['a name that is written out', ['const faults: Faults = {};', "faults.a = []; faults['b'] = [];"]],
    ['a name that no prototype has', ['const faults: Faults = {};', `faults[\`accounts[\${index}].near\`] = [inOrder];`]],
    ['known names', ['const byField: Record<Field, string> = all;', 'byField[field];']],
    ['what has to be looked at', ['const json: Record<string, unknown> = {};', "if (typeof json[name] === 'string') use(json[name]);"]],
    ['an array', ['const rows: readonly Row[] = [];', 'rows[index];']],
    ['a name in it', ['const problem: object = {};', "if ('errors' in problem) tell(problem);"]],
  ])('nothing in %s', (_, lines) => {
    expect(faultsIn(...lines)).toEqual([]);
  });
});
