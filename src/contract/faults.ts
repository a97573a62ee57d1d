/**
 * Validation faults: from zod's issues to what the interface says of them, an object of path → messages.
 * Messages state the rule and never repeat the value, which may be a card number or a secret.
 */
import { z } from 'zod';
import { problemKeysMax } from './limits.js';
import { named } from './own-names.js';

/** Path of the offending field (`transactions[3].amount`, a parameter's name, `$` for the whole body) → messages. */
export type Faults = Record<string, string[]>;

const kinds: Record<string, string> = named({
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  boolean: 'a boolean',
});

const items = (number: number | bigint) => `${number} item${Number(number) === 1 ? '' : 's'}`;

/** The message of one zod issue in our words; given to every parse as its `error` option. */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      if (issue.expected === 'number' && typeof issue.input === 'number') return 'must be a number that a double can carry';
      // A parameter of an address that is no whole number is still text here.
      if (issue.inst instanceof z.ZodNumber && issue.inst.isInt) return `must be ${kinds.int}`;
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return issue.origin === 'array' ? `must hold at most ${items(issue.maximum)}` : `must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'array' ? `must hold at least ${items(issue.minimum)}` : `must be at least ${issue.minimum}`;
    case 'invalid_format':
      return issue.format === 'guid' ? 'must be a UUID' : `must be in the format ${issue.format}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_union':
      // Which of the objects it is, is told by one of their members.
      return Array.isArray(issue.options) ? `must be one of ${issue.options.join(', ')}` : undefined;
    default:
      return undefined;
  }
};

/** What a schema makes of a value, or every fault of it by its path. */
export type OrFaults<Data> = { data: Data } | { faults: Faults };

/** A value as somebody wrote it, in which a member that the schema lacks was meant to do something; `isUnknown` says so of its name. */
export function readWritten<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
  isUnknown: (name: string) => string = () => 'is not known here',
): OrFaults<z.infer<Schema>> {
  const reading = schema.safeParse(json, { error: issueMessage });
  if (reading.success) return { data: reading.data };
  const faults: Faults = named();
  const tell = (path: readonly PropertyKey[], message: string) => {
    const place = path.length === 0 ? '$' : z.core.toDotPath(path);
    faults[place] = [...(faults[place] ?? []), message];
  };
  for (const issue of reading.error.issues.flatMap(ofLastChoice)) {
    if (issue.code !== 'unrecognized_keys') tell(issue.path, issue.message);
    else for (const key of issue.keys) tell([...issue.path, key], isUnknown(key));
  }
  return { faults };
}

/** Where a word or a list is taken, the faults are those of the list. */
function ofLastChoice(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  return (issue.errors.at(-1) ?? []).map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

export interface FaultCollector {
  /** Adds the issues found in the value at `base`. */
  add(base: string, issues: readonly z.core.$ZodIssue[]): void;
  /** Whether no key is left: further faults are only counted. */
  isFull(): boolean;
  /** Counts faulty fields that are not named. */
  count(fields: number): void;
  isEmpty(): boolean;
  faults(): Faults;
}

/** Collects faults up to the limit of keys; beyond it, one message under `overflowKey` counts the rest. */
export function faultCollector(overflowKey: string): FaultCollector {
  const byPath = new Map<string, string[]>();
  let keysLeftOut = 0;
  const addElement = (base: string, issues: readonly z.core.$ZodIssue[]) => {
    const ofElement = new Map<string, string[]>();
    for (const issue of issues) {
      const path = joinPath(base, z.core.toDotPath(issue.path));
      ofElement.set(path, [...(ofElement.get(path) ?? []), issue.message]);
    }
    for (const [path, messages] of ofElement) {
      if (byPath.size < problemKeysMax) byPath.set(path, messages);
      else keysLeftOut++;
    }
  };
  return {
    add: addElement,
    isFull: () => byPath.size >= problemKeysMax,
    count: (fields) => {
      keysLeftOut += fields;
    },
    isEmpty: () => byPath.size === 0,
    faults: () => {
      const leftOut: [string, string[]][] = keysLeftOut > 0 ? [[overflowKey, [`${keysLeftOut} more fields have faults`]]] : [];
      return Object.fromEntries([...byPath, ...leftOut]);
    },
  };
}

function joinPath(base: string, path: string): string {
  if (path === '') return base;
  return base === '' || path.startsWith('[') ? base + path : `${base}.${path}`;
}
