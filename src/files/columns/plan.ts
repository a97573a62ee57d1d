/** What becomes of the columns of a header, and how that is put together. Who decides is in column-plan. */
import type { UploadKind } from '../../contract/states.js';
import type { Agreement, MappingRules } from '../input/mapping-rules.js';
import type { RowField } from '../input/record-kind.js';
import type { ColumnQuestion, Confidence, LikeColumn } from '../input/row.js';
import { sizeIn } from '../values/amount-text.js';
import { isRejectName, namesOfListing } from '../words/field-names.js';
import { meaningOfWord } from '../words/header-words.js';
import { hasBrandsOfGoods, hasClockTimes, hasDates, hasSomeDate, hasTimesAlone } from './content-columns.js';
import type { KnownExport } from './exports/known-export.js';
import { eachAlone, type Sample, TableHead } from './table-head.js';
import type { OtherTable } from './table-kinds.js';
import type { UnreadTime } from './zone-columns.js';

/** The columns of a field. `hasDebits`: they are two, one of credits and one of debits, of which a row has one. */
export interface PlannedField {
  field: RowField;
  columns: readonly number[];
  by: Confidence;
  hasDebits?: boolean;
  /** The amount has the other sign than its cells. */
  isTurned?: boolean;
}

/** What becomes of each column of a header. Columns are indexes from 0. */
export type Plan = Omit<Draft, 'open' | 'meaning' | 'use' | 'isDecided' | 'take' | 'claim' | 'ask'>;

/** In fewer rows, equal cells may be chance. */
const ROWS_MIN = 3;
/** Share of an amount that no fee reaches. */
const PART_MAX = 0.1;

const numbers: readonly string[] = ['orderId', 'transactionReference', 'receipt', 'transactionSequenceCounter', 'authorisationCode'];

/** A plan in the making, step by step: a column that one step has used is not there for the next. */
export class Draft extends TableHead {
  /** Each field is there once at most. */
  readonly fields: PlannedField[] = [];
  /** Columns that are items of additionalData on purpose, by their name or because the user said so. */
  readonly items: { columns: readonly number[]; key: string; by: Confidence }[] = [];
  /** Fields that more than one column, or one in doubt, could be. */
  readonly questions: ColumnQuestion[] = [];
  /** What the first rows tell of the column that was taken for the amount, and has to hold in every row. */
  readonly agreements: Agreement[] = [];
  /** The column that says what each row is, and that it is a sale where it is one; null where none does. */
  kindColumn: number | null = null;
  /** What else the table may be; null where nothing says so. */
  other: OtherTable | null = null;
  /** The columns that are not sent. */
  readonly ignored: Set<number>;
  /** A column that belongs to the time and cannot be read; null where there is none. */
  unreadTime: UnreadTime | null = null;
  /** Columns that nothing is known about; they become items under their own names. */
  rest: number[] = [];
  /** Columns of `rest` whose cells look like a field; cells alone do not make a column that field. */
  alike: readonly LikeColumn[] = [];
  /** The currency that the user said all rows have. */
  readonly currency: string | undefined;
  readonly #used: Set<number>;
  readonly #decided: Set<string>;

  /** `known`: the export that has this header; null where it is not a known one. */
  constructor(
    header: readonly string[],
    sample: Sample,
    constants: MappingRules['constants'],
    readonly kind: UploadKind,
    readonly minorUnits: boolean | undefined,
    readonly known: KnownExport | null,
  ) {
    super(header, sample);
    const added = namesOfListing(header, kind);
    this.ignored = new Set(this.named((name) => isRejectName(name) || added.includes(name)));
    this.#used = new Set(this.ignored);
    this.#decided = new Set(Object.keys(constants));
    this.currency = constants.currency;
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
    const word = meaningOfWord(this.name(column), this.kind);
    if (word === 'transactionDate' && hasTimesAlone(column, this)) return 'time';
    // How a card is paid is no brand.
    if (word === 'brandId' && (this.every(column, (cell) => /^(?:credit|debit)$/i.test(cell)) || hasBrandsOfGoods(column, this)))
      return null;
    if (numbers.includes(word ?? '') && !this.isOfRejects && hasDates(column, this)) return null;
    if (word === 'settlementDate' && !this.isOfRejects && this.cells(column).length > 0 && !hasSomeDate(column, this)) return null;
    if (word === 'terminalId' && this.#numbersPayments(column)) return null;
    // "TID" is a terminal, but "Tid" is the time of day in the Nordic languages.
    return word === 'terminalId' && hasClockTimes(column, this) ? 'time' : word;
  }

  /** Whether each payment has a number of its own in a column: one to one with what is named its reference. */
  #numbersPayments(column: number): boolean {
    const pairsWith = (other: number) => new Set(this.rows.map((cells) => `${cells[column]?.trim()}\n${cells[other]?.trim()}`)).size;
    const values = (one: number) => new Set(this.cells(one)).size;
    return this.named((name) => meaningOfWord(name, this.kind) === 'transactionReference').some(
      (other) => values(other) >= ROWS_MIN && values(column) === values(other) && pairsWith(other) === values(column),
    );
  }

  use(columns: readonly number[]): void {
    for (const column of columns) this.#used.add(column);
  }

  isDecided(field: RowField): boolean {
    return this.#decided.has(field);
  }

  take(field: RowField, columns: readonly number[], by: Confidence, how: Pick<PlannedField, 'hasDebits' | 'isTurned'> = {}): void {
    this.fields.push({ field, columns, by, ...how });
    this.#decided.add(field);
    this.use(columns);
  }

  /** Takes a single column for the field; several become a question, unless all are the same. Does nothing for a field that is decided. */
  claim(field: RowField, columns: readonly number[], by: Confidence): void {
    const [first, ...others] = columns;
    if (this.isDecided(field) || first === undefined) return;
    const isOne = others.every((other) => this.areSame(first, other));
    if (isOne) this.take(field, [first], by);
    else this.ask(field, eachAlone(columns));
    if (isOne && others.length > 0) this.agreements.push({ column: first, is: 'same', others });
  }

  /** Asks which of `choices` the field is. */
  ask(
    field: RowField,
    choices: readonly (readonly number[])[],
    beside: readonly number[] = [],
    because: ColumnQuestion['because'] = [],
  ): void {
    const isVarying = field === 'amount' || field === 'transactionDate';
    const ordered = isVarying ? this.#varyingFirst(choices) : field === 'fee' ? this.#costsFirst(choices) : choices;
    this.questions.push({ field, choices: ordered, beside, because });
    this.#decided.add(field);
  }

  /** The choices, those last of which another one is a small part in every row: what the fee is of. */
  #costsFirst(choices: readonly (readonly number[])[]): readonly (readonly number[])[] {
    const size = (cells: readonly string[], [column = -1]: readonly number[]) => sizeIn(cells[column]);
    const isPart = (one: readonly number[], whole: readonly number[]) =>
      this.rows.length > 1 && this.rows.every((cells) => size(cells, one) > 0 && size(cells, one) < size(cells, whole) * PART_MAX);
    return choices.toSorted((a, b) => Number(choices.some((one) => isPart(one, a))) - Number(choices.some((one) => isPart(one, b))));
  }

  /** The choices, those last that are the same in every row: they may be those of a batch or payout. */
  #varyingFirst(choices: readonly (readonly number[])[]): readonly (readonly number[])[] {
    const isSame = (columns: readonly number[]) =>
      this.rows.length >= ROWS_MIN && columns.every((column) => new Set(this.rows.map((cells) => cells[column]?.trim())).size === 1);
    return choices.toSorted((a, b) => Number(isSame(a)) - Number(isSame(b)));
  }
}
