/** What detectors know of a table, and how they are asked themselves. */
import type { QuestionCode } from '../../contract/question.js';
import type { UploadKind } from '../../contract/states.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import type { PayoutWatch } from '../columns/payout-columns.js';
import type { Titles } from '../formats/detect.js';
import type { RowWatch } from '../formats/rows-ahead.js';
import type { Agreement, EarlierTable, MappingRules } from '../input/mapping-rules.js';
import type { AmountDoubt } from '../input/row.js';
import type { SeenWatch } from '../reading/rows-seen.js';
import type { ColumnDecider } from './column-decisions.js';
import type { OpenQuestion } from './open-questions.js';

/** A column, or a constant, whose reading is being decided. */
export interface OpenReading extends RowWatch {
  source: FieldSource;
  decider: ColumnDecider;
  /** Amounts among its values say which currency they are in. */
  hasCurrency(): boolean;
}

/** A table whose header was understood, as far as it goes. */
export interface AskedTable {
  layout: Layout;
  /** The line of the header. */
  line: number;
  titles: Titles;
  /** All columns that a field is or may be; none of a list from a server or of rejects. */
  sources: readonly FieldSource[];
  /** The first that is or may be the amount. */
  amount: FieldSource | undefined;
  /** Readings of amounts and dates, whose values are examined. */
  readings: readonly OpenReading[];
  /** What it tells of payouts, as far as rows were looked at. */
  payouts: PayoutWatch;
  /** How a table with this header was read before; null where none was. */
  earlier: EarlierTable | null;
  /** What the user said about the columns now, and the zone that the profile has for all files; null where it has none, or a flag says it. */
  said: MappingRules;
  profileZone: string | null;
  /** The zone of times that have none; null where it is not known. */
  zone: string | null;
  /** It was opened before, and its job has begun. */
  isOfJob: boolean;
  /** Somebody has seen how it is read: such a table was uploaded before, or its job has begun. */
  wasRead: boolean;
  /** The user said that its rows are sales, whatever they tell of payouts. */
  asSales: boolean;
  /** What the rows ahead show. */
  seen: SeenWatch;
}

/** Looks at rows, and then asks, or has nothing to ask. */
export interface Detection extends RowWatch {
  question(): OpenQuestion | null;
}

/** Something that a table may leave open. */
export interface Detector {
  codes: readonly QuestionCode[];
  /** What the rows told of columns, where it asks because of that: one of them is in dispute, or what was taken does not hold. */
  because?: readonly (AmountDoubt | Agreement['is'])[];
  /** What its answers begin with, beside words. */
  answers: readonly string[];
  /** It asks only of rows of this kind. */
  of?: UploadKind;
  /**
   * It asks only of a table that is no known export; `new`: nor a list from a server, nor rejects, and whose reading nobody has seen, see
   * {@link AskedTable.wasRead}.
   */
  among?: 'unknown' | 'new';
  /** It asks only where none of an earlier round did, since an answer may change what it sees; absent: 1. */
  round?: 0 | 2 | 3;
  /** It asks only where this was not asked. */
  unless?: QuestionCode;
  /** Asks by what is known once the rows ahead were looked at. */
  ask?(table: AskedTable): readonly OpenQuestion[];
  /** What has to look at rows by itself; null where nothing of it can be open, by names alone. */
  watch?(table: AskedTable): Detection | null | readonly (Detection | null)[];
}

/** Whether the user said what a column is, or that it is none of the fields. */
export function isGiven({ columns }: Layout, index: number): boolean {
  const column = columns[index];
  return column !== undefined && column.kind !== 'ignored' && column.by === 'given';
}

/** Whether nothing is known of a column. */
export function isUntold({ columns }: Layout, index: number): boolean {
  const column = columns[index];
  return column?.kind === 'item' && column.by === null;
}
