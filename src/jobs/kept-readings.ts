/**
 * Readings that the server keeps, so that every client of a tenant reads a header alike. They go before what the profile remembers; a server
 * that keeps none, or does not answer, leaves the profile. No value of a cell is sent there.
 */
import { createHash } from 'node:crypto';
import type { KeptReading, Reading } from '../contract/readings.js';
import type { UploadKind } from '../contract/states.js';
import type { AcceptedReading, EarlierTable, MappingRules, ValueFlags } from '../files/input/mapping-rules.js';
import { noRules, openPlaces } from '../files/input/mapping-rules.js';
import { missingOf } from '../files/input/record-kind.js';
import type { InputDescription } from '../files/input/row.js';
import { fieldNamed, isRejectName } from '../files/words/field-names.js';

/** The server's own calls; they fail as calls do. */
export interface ReadingsApi {
  get(header: string): Promise<KeptReading>;
  put(header: string, reading: Reading, version: number): Promise<KeptReading>;
}

export interface ServerReadings {
  /** `own`: what the profile remembers of the header. */
  recall(header: readonly string[], isJson: boolean, own: EarlierTable | null): Promise<EarlierTable | null>;
  /** Keeps a reading that somebody said yes to; false where the server does not. */
  keep(description: InputDescription): Promise<boolean>;
}

/** What a server said of itself instead of a day. */
const ON_SERVER = 'the server';
/** These flags have values of cells in them. */
const withValues = ['--only', '--leave-out', '--negative', '--map'];

export function serverReadings(api: ReadingsApi, kind: UploadKind): ServerReadings {
  const known = new Map<string, KeptReading | null>();
  const ask = async (key: string) => {
    const found = known.get(key) ?? (await api.get(key).catch(() => null));
    known.set(key, found);
    return found;
  };
  return {
    recall: async (header, isJson, own) => {
      if (namesNeeded(header, kind)) return own;
      const kept = await ask(headerKey(header, isJson));
      if (!kept) return own;
      const { reading } = kept;
      // What was there and is gone was taken back.
      if (!reading) return own?.accepted?.isOnServer ? { ...own, accepted: null } : own;
      if (reading.table !== kind) return own;
      if (own?.accepted?.digest !== reading.digest) return earlierOf(reading);
      return { ...own, accepted: onServer(reading.digest), places: { ...own.places, ...reading.places } };
    },
    keep: async (description) => {
      const { reading: own, header, format } = description;
      if (!header || own.flags.some((flag) => withValues.includes(flag))) return false;
      const key = headerKey(header, format === 'json' || format === 'ndjson');
      const kept = await ask(key);
      if (!kept) return false;
      if (kept.reading?.digest === own.digest) return true;
      const written = await api.put(key, readingOf(description), kept.version).catch(() => null);
      if (written) known.set(key, written);
      return written !== null;
    },
  };
}

/** Whether the API's own names say all that servers need: nobody has to say yes to that. */
function namesNeeded(header: readonly string[], kind: UploadKind): boolean {
  return missingOf(kind, (field) => header.some((name) => fieldNamed(name, kind) === field)).length === 0;
}

function onServer(digest: string): AcceptedReading {
  return { digest, isOnServer: true };
}

function headerKey(header: readonly string[], isJson: boolean): string {
  const names = header.filter((name) => !isRejectName(name)).map((name) => name.trim());
  return createHash('sha256')
    .update(JSON.stringify(isJson ? names.sort() : names))
    .digest('hex');
}

function readingOf({ reading, columns }: InputDescription): Reading {
  const { digest, table, fields, constants, zone, flags, seen } = reading;
  const { amount, transactionDate } = columns?.asRead.written ?? {};
  const places = columns?.asRead.places ?? {};
  return {
    ...{ digest, table, constants: { ...constants }, flags: [...flags] },
    fields: Object.fromEntries(Object.entries(fields).map(([field, names]) => [field, [...names]])),
    ...(zone !== null && { zone }),
    // Servers that do not know it yet refuse it.
    ...(openPlaces({ places }).length > 0 && { places }),
    decimalSign: amount === '.' || amount === ',' ? amount : null,
    dayOrder: transactionDate === 'dmy' ? 'DayMonth' : transactionDate === 'mdy' ? 'MonthDay' : null,
    kinds: { ...seen.kinds },
    marks: { ...seen.marks },
  } as Reading;
}

/** As if the user had said all that it says. */
function earlierOf({ digest, fields, constants, places, zone, flags, decimalSign, dayOrder, kinds, marks }: Reading): EarlierTable {
  const columns = Object.entries(fields).map(([field, [first = '', ...more]]) => {
    const rest = more.map((name) => (name.startsWith('- ') ? ` ${name}` : ` + ${name}`)).join('');
    return [field, first + rest] as const;
  });
  const { extra, ...said } = flagsIn(flags);
  const rules: MappingRules = { ...noRules, columns: Object.fromEntries(columns), constants, extra };
  const order = { DayMonth: 'dmy', MonthDay: 'mdy' } as const;
  const written = {
    ...(decimalSign !== null && { amount: decimalSign }),
    ...(dayOrder !== null && { transactionDate: order[dayOrder] }),
  };
  const reading: ValueFlags = { ...said, ...(zone && { timezone: zone }) };
  const asRead = { rules, mapping: null, byContent: [], agreements: [], written, ...(places && { places }) };
  return { on: ON_SERVER, ...asRead, reading, accepted: onServer(digest), kinds, marks };
}

function flagsIn(flags: readonly string[]): ValueFlags & Pick<MappingRules, 'extra'> {
  const given = (flag: string) => {
    const at = flags.indexOf(flag);
    return at < 0 ? undefined : flags[at + 1];
  };
  const decimal = given('--decimal') as ValueFlags['decimal'];
  const [dateFormat, time, extra] = [given('--date-format'), given('--time'), given('--extra')];
  return {
    extra: (extra ?? null) as MappingRules['extra'],
    ...(decimal !== undefined && { decimal }),
    ...(dateFormat !== undefined && { dateFormat }),
    ...(time !== undefined && { time }),
    ...(flags.includes('--minor-units') && { minorUnits: true }),
    ...(flags.includes('--no-minor-units') && { minorUnits: false }),
  };
}
