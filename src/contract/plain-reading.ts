/**
 * Reading a value of JSON without zod, which costs most of what a row costs. It knows only how right values look: what it gives is what
 * the schema gives, and about everything else it says nothing, so that the schema stays the one that refuses and words the fault.
 */
import { z } from 'zod';
import { issueMessage } from './faults.js';

/** The value as its schema reads it, the very same where nothing is to be changed; undefined where the schema has to be asked. */
export type PlainReading = (value: unknown) => unknown;

const readings = new WeakMap<z.ZodType, PlainReading>();

/** Says how right values of `schema` are read. A schema made from it by a further step (`meta`, `refine`) needs its own. */
export function withReading<Schema extends z.ZodType>(schema: Schema, reading: PlainReading): Schema {
  readings.set(schema, reading);
  return schema;
}

/** The reading of values that are taken as they stand, or not at all. */
export function unchanged(isRight: (value: unknown) => boolean): PlainReading {
  return (value) => (isRight(value) ? value : undefined);
}

/** `z.array(item).max(itemsMax)` with its reading. */
export function list<Item extends z.ZodType>(item: Item, itemsMax: number) {
  const readItem = readingOf(item);
  return withReading(z.array(item).max(itemsMax), (value) => {
    if (!Array.isArray(value) || value.length > itemsMax) return undefined;
    let stands = true;
    for (let index = 0; index < value.length; index++) {
      const read = readItem(value[index]);
      if (read === undefined) return undefined;
      stands &&= read === value[index];
    }
    return stands ? value : value.map(readItem);
  });
}

/** The readings of the members of `shape`, of values that are there. */
export function memberReadings<Shape extends Record<string, z.ZodType>>(shape: Shape): { [Name in keyof Shape]: PlainReading } {
  const readings = Object.entries(shape).map(([name, schema]) => [name, memberOf(schema).read]);
  return Object.fromEntries(readings);
}

interface Member {
  name: string;
  read: PlainReading;
  /** May be absent or null. */
  isOptional: boolean;
}

/** The reading of an object: the members of `shape` in its order, as zod has them, and no others. Members that are not enumerable are not looked for: JSON has none. */
export function objectReading(shape: Record<string, z.ZodType>): PlainReading {
  const members = Object.entries(shape).map(([name, schema]) => ({ name, ...memberOf(schema) }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const object = value as Record<string, unknown>;
    if (stands(object, members)) return object;
    for (const { name, read, isOptional } of members) {
      const given = object[name];
      if (isOptional && (given === undefined || given === null)) continue;
      if (read(given) === undefined) return undefined;
    }
    return rebuilt(object, members);
  };
}

/** A row, or what is wrong with it. */
export type RowReading<Row> = { row: Row } | { issues: readonly z.core.$ZodIssue[] };

/** Reads what `schema` makes of a value, faults in our words; zod, which is slow, is asked only where something is wrong. */
export function rowReader<Schema extends z.ZodObject>(schema: Schema): (value: unknown) => RowReading<z.infer<Schema>> {
  const readPlainly = objectReading(schema.shape);
  return (value) => {
    const row = readPlainly(value) as z.infer<Schema> | undefined;
    if (row !== undefined) return { row };
    const reading = schema.safeParse(value, { error: issueMessage });
    return reading.success ? { row: reading.data } : { issues: reading.error.issues };
  };
}

/**
 * Whether an object is read as itself: its members are its own, known, in their order, and each is read as itself. They are walked as they
 * stand in the object, which for objects of one kind takes half of the time that asking for each by its name takes.
 */
function stands(object: Record<string, unknown>, members: readonly Member[]): boolean {
  if (Object.getPrototypeOf(object) !== Object.prototype) return false;
  let place = 0;
  for (const name in object) {
    const given = object[name];
    let member = members[place++];
    while (member !== undefined && member.name !== name) {
      if (!member.isOptional) return false;
      member = members[place++];
    }
    if (member === undefined || given === undefined) return false;
    if (given === null ? !member.isOptional : member.read(given) !== given) return false;
  }
  for (; place < members.length; place++) if (!members[place]?.isOptional) return false;
  return true;
}

function rebuilt(object: Record<string, unknown>, members: readonly Member[]): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const { name, read } of members) {
    const given = object[name];
    if (given === null) built[name] = null;
    else if (given !== undefined) built[name] = read(given);
    else if (Object.hasOwn(object, name)) built[name] = undefined;
  }
  return built;
}

function memberOf(schema: z.ZodType): Omit<Member, 'name'> {
  if (!(schema instanceof z.ZodOptional)) return { read: readingOf(schema), isOptional: false };
  return { read: readingOf((schema.unwrap() as z.ZodNullable<z.ZodType>).unwrap()), isOptional: true };
}

function readingOf(schema: z.ZodType): PlainReading {
  const reading = readings.get(schema);
  if (!reading) throw new Error('a schema has no plain reading');
  return reading;
}
