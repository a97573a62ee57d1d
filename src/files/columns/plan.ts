/** What becomes of the columns of a header, and how that is put together. Who decides is in column-plan. */
import type { TransactionField } from '../../contract/transaction.js';
import type { Agreement } from '../input/agreement.js';
import type { MappingRules } from '../input/mapping-rules.js';
import type { ColumnQuestion, Confidence, LikeColumn } from '../input/row.js';
import { isOfRejects, isRejectName, namesOfListing } from '../words/field-names.js';
import { meaningOfWord } from '../words/header-words.js';
import { areEqual, hasCardKinds, hasClockTimes, hasTimesAlone } from './content-columns.js';
import type { KnownExport } from './exports/known-export.js';
import type { Sample } from './sample.js';
import type { UnreadTime } from './zone-columns.js';

/** The columns of a field. `hasDebits`: they are two, one of credits and one of debits, of which a row has one. */
export interface PlannedField {
  field: TransactionField;
  columns: readonly number[];
  by: Confidence;
  hasDebits?: boolean;
}

/** What becomes of each column of a header. Columns are indexes from 0. */
export interface Plan {
  /** Each field is there once at most. */
  fields: PlannedField[];
  /** Columns that are items of additionalData on purpose, by their name or because the user said so. */
  items: { columns: readonly number[]; key: string; by: Confidence }[];
  /** The indexes of the columns that are not sent. */
  ignored: ReadonlySet<number>;
  /** Fields that more than one column, or one in doubt, could be. */
  questions: ColumnQuestion[];
  /** A column that belongs to the time and cannot be read; null where there is none. */
  unreadTime: UnreadTime | null;
  /** What the first rows tell of columns that were taken for a field, and has to hold in every row. */
  agreements: Agreement[];
  /** Columns that nothing is known about; they become items under their own names. */
  rest: number[];
  /** Those of `rest` whose cells look like a field that cells alone do not make. */
  alike: readonly LikeColumn[];
  /** The export that has this header; null where it is not a known one. */
  known: KnownExport | null;
}

/** A plan in the making, step by step: a column that one step has used is not there for the next. */
export class Draft implements Pick<Plan, 'fields' | 'items' | 'questions' | 'agreements'> {
  readonly fields: Plan['fields'] = [];
  readonly items: Plan['items'] = [];
  readonly questions: Plan['questions'] = [];
  readonly agreements: Plan['agreements'] = [];
  readonly ignored: Set<number>;
  readonly isOfRejects: boolean;
  /** A column that belongs to the time and cannot be read. */
  unreadTime: UnreadTime | null = null;
  readonly #used: Set<number>;
  readonly #decided: Set<string>;

  constructor(
    readonly header: readonly string[],
    readonly sample: Sample,
    constants: MappingRules['constants'],
    readonly minorUnits: boolean,
  ) {
    const added = namesOfListing(header);
    this.isOfRejects = isOfRejects(header);
    this.ignored = new Set(header.flatMap((name, index) => (isRejectName(name) || added.includes(name) ? [index] : [])));
    this.#used = new Set(this.ignored);
    this.#decided = new Set(Object.keys(constants));
  }

  /** The columns that no step has used yet. */
  open(): number[] {
    return this.header.flatMap((_, index) => (this.#used.has(index) ? [] : [index]));
  }

  /** The open columns whose name means `word`. */
  meaning(word: string): number[] {
    return this.open().filter((column) => this.#meaningOf(column) === word);
  }

  #meaningOf(column: number): string | null {
    const word = meaningOfWord(this.header[column] ?? '');
    if (word === 'transactionDate' && hasTimesAlone(column, this.sample)) return 'time';
    if (word === 'brandId' && hasCardKinds(column, this.sample)) return null;
    // "TID" is a terminal, but "Tid" is the time of day in the Nordic languages.
    return word === 'terminalId' && hasClockTimes(column, this.sample) ? 'time' : word;
  }

  use(columns: readonly number[]): void {
    for (const column of columns) this.#used.add(column);
  }

  isDecided(field: TransactionField): boolean {
    return this.#decided.has(field);
  }

  /** `hasDebits`: the columns are one of credits and one of debits. */
  take(field: TransactionField, columns: readonly number[], by: Confidence, hasDebits = false): void {
    this.fields.push({ field, columns, by, ...(hasDebits && { hasDebits }) });
    this.#decided.add(field);
    this.use(columns);
  }

  /** Takes a single column for the field; several become a question. Does nothing for a field that is decided. */
  claim(field: TransactionField, columns: readonly number[], by: Confidence): void {
    const [first, ...others] = columns;
    if (this.isDecided(field) || first === undefined) return;
    if (others.every((other) => areEqual(first, other, this.sample))) {
      this.take(field, [first], by);
      this.agree(field, [first], 'same', eachAlone(others));
    } else this.ask(field, eachAlone(columns));
  }

  /** Notes that `columns` were taken because of what they are of `others` in the first rows; nothing where there are none. */
  agree(field: TransactionField, columns: readonly number[], is: Agreement['is'], others: Agreement['others']): void {
    if (others.length > 0) this.agreements.push({ field, columns, is, others });
  }

  /** Asks which of `choices` the field is. */
  ask(field: TransactionField, choices: readonly (readonly number[])[], beside: readonly number[] = []): void {
    this.questions.push({ field, choices, beside });
    this.#decided.add(field);
  }
}

export function eachAlone(columns: readonly number[]): number[][] {
  return columns.map((column) => [column]);
}
