/**
 * Decides which column becomes which field: by what the user said, then by a known export as a whole, then by the contract's names, by the
 * table of synonyms and, where nothing else decides, by the content of the first rows. What stays open is a question, never a choice. Reads
 * no rows itself.
 */
import type { HintPart } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { type MappingRules, noRules } from '../input/mapping-rules.js';
import { isNumberField, type RowField, recordKinds } from '../input/record-kind.js';
import type { LikeColumn } from '../input/row.js';
import { unusable } from '../input/unusable.js';
import { isAmount, sizeIn } from '../values/amount-text.js';
import { readCell } from '../values/cell-values.js';
import { datesIn } from '../values/date-text.js';
import { additionalKey, fieldNamed, namesOfListing } from '../words/field-names.js';
import { knownMeaning } from '../words/header-words.js';
import { spaced, speaksOf } from '../words/lexicon.js';
import { kindIn } from '../words/row-kinds.js';
import { isCalledKind, markColumn } from '../words/sale-marks.js';
import { type AmountDoubts, amountDoubts, changeColumns, isCalledLeft, isMoreThanPaid, settledAmount } from './amount-rules.js';
import { nestedWith } from './cents-rules.js';
import { columnReference, columnShown, columnsNamed, oppositeNamed, sidesNamed } from './column-names.js';
import {
  currencyColumns,
  dateColumns,
  daysLast,
  fullCards,
  isOfMoments,
  isReceiptNumber,
  isSharedReference,
  likeColumns,
  maskedCards,
  momentsOfSale,
  numbersBeside,
  timesFor,
  timesInDoubt,
  withOnlyTime,
  withTime,
} from './content-columns.js';
import type { KnownExport } from './exports/known-export.js';
import { kindColumns, sayTheSame, tellingKinds } from './kind-columns.js';
import { columnCalled, knownExportOf } from './known-exports.js';
import { few, netTold, takeNet } from './net-amounts.js';
import { Draft, type Plan } from './plan.js';
import { eachAlone, onlyOf, type Sample } from './table-head.js';
import { otherTable } from './table-kinds.js';
import { withHalfAndZone } from './zone-columns.js';

export interface PlanOptions {
  /** Absent: sales. */
  kind?: UploadKind;
  rules?: MappingRules | undefined;
  /** The cells of the first rows, to find out what columns are whose names say nothing. */
  sample?: Sample;
  /** Amounts are whole numbers of the smallest unit of their currency; absent where nobody said whether they are. */
  minorUnits?: boolean | undefined;
  /** Such a file was read before, and its amounts are known to be as they should. */
  wasRead?: boolean;
}

/**
 * Plans the columns of a header in line `line`. Fails with `inputUnusable` where `rules` name a column that is not there.
 */
export function planColumns(
  header: readonly string[],
  line: number,
  { rules = noRules, sample = [], kind = 'Sales', minorUnits, wasRead = false }: PlanOptions,
): Plan {
  const known = knownExportOf(header, kind);
  const areUnits = wasRead || namesOfListing(header, kind).length > 0;
  const draft = new Draft(header, sample, rules.constants, kind, minorUnits ?? (areUnits ? false : undefined), known);
  takeGiven(draft, rules, line);
  if (known) return planOfExport(draft, known, rules);
  for (const step of steps) step(draft);
  draft.agreements.push(...netTold(draft));
  draft.other = otherTable(draft);
  const asked = new Set(draft.questions.flatMap(({ choices, beside }) => [...choices.flat(), ...beside]));
  draft.rest = draft.open().filter((column) => !asked.has(column));
  draft.alike = likeAmountPaid(likeColumns(draft.rest, draft), draft, rules).filter(({ field }) => !draft.isDecided(field));
  return draft;
}

/** Where rows are payouts, or no other column is like an amount, what was paid out is the amount. What is less in every row is no amount of it. */
function likeAmountPaid(
  alike: readonly LikeColumn[],
  { fields, other, kind, rows }: Draft,
  { constants }: MappingRules,
): readonly LikeColumn[] {
  const paid = fields.find(({ field, hasDebits }) => field === 'netAmount' && !hasDebits)?.columns ?? [];
  const isLess = (column: number) =>
    paid.some((net) => rows.length > 1 && rows.every((cells) => sizeIn(cells[column]) < sizeIn(cells[net])));
  const like = alike.filter(({ field, column }) => field !== 'amount' || !isLess(column));
  const rest = like.filter(({ field }) => field !== 'amount');
  const areUsed = other?.is === 'payouts' || constants.type === 'Payout' || rest.length === like.length;
  return kind === 'Settlement' && paid.length === 1 && areUsed
    ? [...paid.map((column): LikeColumn => ({ field: 'amount', column })), ...rest]
    : like;
}

/**
 * What decides, in this order: a name is surer than cells, and a time belongs to a date that is found already. What the zone or AM and PM are
 * of is known only when all dates are.
 */
const steps: readonly ((draft: Draft) => void)[] = [
  takeItems,
  takeKinds,
  takeByName,
  currencyBehindFirst,
  addTime,
  takeByContent,
  askForOwnCurrency,
  takeOrAskForDate,
  addHalfAndZone,
  dayOfRecords,
];

/** Takes what the user said. */
function takeGiven(draft: Draft, rules: MappingRules, line: number): void {
  const { header } = draft;
  for (const name of rules.leaveOut) {
    const columns = columnsNamed(name, header, line);
    for (const column of columns) draft.ignored.add(column);
    draft.use(columns);
  }
  for (const [name, reference] of Object.entries(rules.columns)) {
    const field = fieldNamed(name, draft.kind);
    const isMoney = field === 'amount' || field === 'netAmount';
    const sides = isMoney ? sidesNamed(reference, header, line) : null;
    const opposite = isMoney && sides === null ? oppositeNamed(reference, header, line) : null;
    const columns = sides ?? opposite ?? columnsNamed(reference, header, line);
    if (field === 'amount' && !sides && !draft.known) refuseSum(columns, draft, line);
    if (field) draft.take(field, columns, 'given', { hasDebits: sides !== null, isTurned: opposite !== null });
    else draft.items.push({ columns, key: additionalKey(name) ?? name, by: 'given' });
    draft.use(columns);
  }
}

/** An amount may be joined with its currency, or be in one column or another, but not with another amount in each row. */
function refuseSum(columns: readonly number[], draft: Draft, line: number): void {
  const found = draft.rows.map((cells) => columns.filter((column) => isAmount((cells[column] ?? '').trim())));
  const [amounts = [], ...more] = found.filter(({ length }) => length > 0);
  if (amounts.length < 2 || more.some(({ length }) => length < 2)) return;
  const names = amounts.map((column) => columnShown(draft.header, column)).join(' and ');
  throw unusable(`Line ${line}: amounts cannot be added from columns: ${names}. Only a date and its time can be joined.`, [
    'Say which one it is:   ',
    ...amounts.flatMap((column, at): HintPart[] => [
      ...(at > 0 ? ['   or   '] : []),
      ['--set', `amount=${columnReference(draft.header, column)}`],
    ]),
  ]);
}

function planOfExport(draft: Draft, known: KnownExport, rules: MappingRules): Plan {
  const { header } = draft;
  for (const [field, { credit, debit }] of Object.entries(known.sides ?? {})) {
    const sides = [credit, debit].map((name) => columnCalled(name, header));
    if (!draft.isDecided(field as RowField) && sides.every((column) => draft.open().includes(column)))
      draft.take(field as RowField, sides, 'export', { hasDebits: true });
  }
  const all = header.flatMap((_, index) => (draft.ignored.has(index) ? [] : [index]));
  for (const { field, columns } of columnsOf(known, header)) {
    // What tells the type of a record may be its reference, too.
    const free = draft.kind === 'Settlement' ? all : draft.open();
    if (!draft.isDecided(field) && columns.every((column) => free.includes(column))) draft.take(field, columns, 'export');
  }
  draft.rest = draft.open().filter((index) => rules.extra === 'keep' || known.keeps.includes((header[index] ?? '').trim()));
  for (const column of draft.open()) if (!draft.rest.includes(column)) draft.ignored.add(column);
  return draft;
}

/** Takes the columns named `additionalData.<key>`. */
function takeItems(draft: Draft): void {
  for (const column of draft.open()) {
    const key = additionalKey(draft.name(column));
    if (key === null) continue;
    draft.items.push({ columns: [column], key, by: 'exact' });
    draft.use([column]);
  }
}

/**
 * Finds the column that says what each row is. Of settlement records it is their type. Of sales it stays what it is, so that two files of one till,
 * of which one has refunds, are read alike; what it says is watched where some row says that it is a sale.
 */
function takeKinds(draft: Draft): void {
  const field = draft.kind === 'Sales' ? 'transactionTypes' : 'type';
  if (
    draft.isOfRejects ||
    draft.open().some((column) => fieldNamed(draft.name(column), draft.kind) === field && !hasNoTypes(column, draft))
  )
    return;
  const given = draft.fields.find((one) => one.field === field)?.columns;
  const byValue = kindColumns(given ?? draft.open(), draft);
  const called = draft.meaning(field);
  const named = byValue.filter((column) => called.includes(column) || markColumn(draft.name(column)) === 'kind');
  const alsoCalled = draft.open().filter((column) => isCalledKind(draft.name(column)));
  const telling = draft.kind === 'Settlement' && !given ? tellingKinds(called.length > 0 ? called : alsoCalled, draft) : [];
  const found = [named, byValue, telling].find((columns) => columns.length > 0) ?? [];
  const [first = -1] = found;
  const isOne = sayTheSame(found, draft);
  // A till may say what a row is only where it is no sale.
  if (isOne && draft.cells(first).some((cell) => kindIn(cell) === 'Sale')) draft.kindColumn = first;
  if (draft.kind === 'Settlement' || !isOne)
    draft.claim(field, isOne ? found.slice(0, 1) : found, called.includes(first) ? 'synonym' : 'content');
}

/** Whether no word in a column is the type of a settlement record, whatever its name. */
function hasNoTypes(column: number, draft: Draft): boolean {
  return draft.kind === 'Settlement' && draft.every(column, (cell) => kindIn(cell) === null && typeof readCell('type', cell) !== 'string');
}

/** Takes the columns with the contract's names, then the amount, which other columns may dispute, then the synonyms. */
function takeByName(draft: Draft): void {
  const { fields } = recordKinds[draft.kind];
  const named = (field: RowField) =>
    draft
      .open()
      .filter((column) => fieldNamed(draft.name(column), draft.kind) === field && !(field === 'type' && hasNoTypes(column, draft)));
  for (const field of fields) if (field !== 'amount') draft.claim(field, named(field), 'exact');
  // The fee and the net amount of a record are named, and so no rivals of the gross one.
  for (const field of fields) if (field !== 'amount' && isNumberField(field)) draft.claim(field, draft.meaning(field), 'synonym');
  takeNet(draft);
  if (!draft.isDecided('amount')) takeAmount(draft);
  else askForCents(draft);
  for (const field of fields) {
    if (field === 'amount' || field === 'type' || isNumberField(field)) continue;
    const named = draft.meaning(field);
    const own = field === 'transactionDate' ? daysOfSale(named, draft) : named;
    draft.claim(
      field,
      field === 'transactionReference' ? own.filter((column) => !isSharedReference(column, draft) && isOfMost(column, draft)) : own,
      'synonym',
    );
  }
  // In a rejects file the names have to do, because cells may be what is wrong there.
  const receipts = draft.meaning('receipt').filter((column) => draft.isOfRejects || draft.every(column, isReceiptNumber));
  const isOfMany = (column: number) => (draft.kind === 'Settlement' && isSharedReference(column, draft)) || !isOfMost(column, draft);
  draft.claim(
    'transactionReference',
    receipts.filter((column) => !isOfMany(column)),
    'synonym',
  );
  const shared = draft.meaning('transactionReference');
  const own = draft.open().filter((column) => shared.some((one) => numbersBeside(one, draft).includes(column)));
  if (own.length > 0 && !tellingSales.some((field) => draft.isDecided(field))) draft.ask('transactionReference', eachAlone(own), shared);
}

/** Whether half of the rows have it or more: the number of a cheque is none of a payment. */
function isOfMost(column: number, draft: Draft): boolean {
  return draft.cells(column).length * 2 >= draft.rows.length;
}

/** The columns that are called the date; where they have days alone, and no column has their time, also those that have the moment of the sale. */
function daysOfSale(named: readonly number[], draft: Draft): number[] {
  const open = draft.open();
  const hasTimes = timesFor(named, draft.meaning('time'), open, draft).length > 0;
  return daysLast([...(hasTimes ? [] : momentsOfSale(named, open, draft)), ...named], draft);
}

/** Each of these tells sales apart. */
const tellingSales: readonly RowField[] = ['transactionReference', 'orderId', 'transactionSequenceCounter', 'authorisationCode'];

/** What disputes an amount that some columns may be; `amountsFor`: those that doubts of a sort are about. */
function doubtsAbout(draft: Draft, amountsFor: (are: AmountDoubts['are']) => readonly number[]) {
  const open = draft.open();
  return amountDoubts.flatMap(({ code, are, find }) => {
    const found = few(amountsFor(are)).flatMap((amount) => find({ amount, open, head: draft }));
    return found.length > 0 ? [{ code, are, found }] : [];
  });
}

function takeAmount(draft: Draft): void {
  const { sure, columns, beside, told, by } = settledAmount(draft.open(), draft);
  const mayBeCents = draft.minorUnits === undefined;
  const all = doubtsAbout(draft, (are) => (are !== 'cents' ? [sure ?? []].flat() : mayBeCents ? columns : []));
  // Cents are told once.
  const doubts = all.filter((one, at) => one.are !== 'cents' || all.findIndex(({ are }) => are === 'cents') === at);
  const foundOf = (isOne: (are: string) => boolean) => [...new Set(doubts.filter(({ are }) => isOne(are)).flatMap(({ found }) => found))];
  if (sure === undefined || doubts.length > 0) {
    // The likeliest first: what has the taxes in it, of several names the gross one, and last what the customer handed over, or would have paid without a discount.
    const taxed = doubts.flatMap(({ code, found }) => (code === 'TAXED' ? found : []));
    const changes = changeColumns(draft);
    const rank = (column: number) =>
      3 * Number(isMoreThanPaid(column, columns, changes, draft)) -
      2 * Number(columns.some((more) => isMoreThanPaid(more, [column], changes, draft))) +
      Number(isCalledLeft(draft.name(column))) -
      Number(speaksOf('gross', draft.name(column)) || taxed.includes(column));
    const choices = [...columns, ...foundOf((are) => are === 'amounts')].sort((a, b) => rank(a) - rank(b) || a - b);
    const others = [...beside, ...foundOf((are) => are !== 'amounts')];
    const because = doubts.map(({ code }) => code);
    if (columns.length > 0) draft.ask('amount', eachAlone(choices), others, because);
    return;
  }
  draft.claim('amount', [sure], by);
  draft.agreements.push(...told.map((relation) => ({ column: sure, ...relation })));
}

/** The likeliest of several currencies is the one right behind the amount. */
function currencyBehindFirst({ fields, questions }: Draft): void {
  const asked = questions.find(({ field }) => field === 'amount')?.choices[0];
  const [amount = -1] = fields.find(({ field }) => field === 'amount')?.columns ?? asked ?? [];
  const isBehind = ([column]: readonly number[]) => Number(column === amount + 1);
  for (const one of questions) if (one.field === 'currency') one.choices = one.choices.toSorted((a, b) => isBehind(b) - isBehind(a));
}

/** Who says which column the amount is has not said its unit. */
function askForCents(draft: Draft): void {
  const { fields } = draft;
  const given = fields.find(({ field }) => field === 'amount');
  const [amount = -1] = given?.columns ?? [];
  if (!given || draft.minorUnits !== undefined || draft.isOfRejects) return;
  const [doubt] = doubtsAbout(draft, (are) => (are === 'cents' ? [amount] : []));
  if (!doubt) return;
  fields.splice(fields.indexOf(given), 1);
  draft.ask('amount', [given.columns], doubt.found, [doubt.code]);
}

/** Adds the time of day from a column of its own to a date that has none. */
function addTime(draft: Draft): void {
  const { fields, questions } = draft;
  const timesOf = (day: readonly number[]) => timesFor(day, draft.meaning('time'), draft.open(), draft);
  const date = fields.find(({ field, by }) => field === 'transactionDate' && by !== 'given');
  if (!date) {
    // Where several dates are in question, the time may belong to each of them.
    for (const one of questions.filter(({ field }) => field === 'transactionDate'))
      one.choices = one.choices.map((day) => withOnlyTime(day, timesOf(day), draft));
    return;
  }
  const times = timesOf(date.columns);
  const own = withTime(date.columns, times, draft);
  if (own.length === 1) {
    date.columns = [...date.columns, ...own];
    draft.use(own);
    return;
  }
  const doubtful = own.length > 1 ? [] : timesInDoubt(date.columns, times, draft.open(), draft);
  if (own.length === 0 && doubtful.length === 0) return;
  fields.splice(fields.indexOf(date), 1);
  const choices = [...own, ...doubtful].map((time) => [...date.columns, time]);
  // Where the only hint at another column is that all times are midnight, the date may also be complete by itself.
  draft.ask('transactionDate', doubtful.length > 0 ? [...choices, date.columns] : choices);
}

/**
 * Takes the column that can only be the currency: the only one, or the one that is nested with the amount, of which several may be equal. Asks
 * where it is named after an account, a card or a pay-out, since its currency may not be that of the sale; and about full card numbers, which must
 * not be sent as anything else.
 */
function takeByContent(draft: Draft): void {
  if (draft.fields.length + draft.questions.length === 0) return;
  const found = draft.isDecided('currency') ? [] : currencyColumns(draft.open(), draft);
  const isOfOther = (column: number) => speaksOf('otherCurrency', draft.name(column));
  const amounts = [...draft.fields, ...draft.questions.flatMap(({ field, choices }) => choices.map((columns) => ({ field, columns })))];
  const beside = amounts.flatMap(({ field, columns: [amount = -1] }) => (field === 'amount' ? nestedWith(amount, found, draft) : []));
  const [first = -1, ...others] = beside;
  const isOne = others.every((other) => draft.areSame(first, other));
  const own = onlyOf(found.filter((column) => !isOfOther(column))) ?? (isOne ? beside[0] : undefined);
  const ofOther = onlyOf(found.filter(isOfOther));
  if (own !== undefined) draft.take('currency', [own], 'content');
  else if (ofOther !== undefined) draft.ask('currency', [[ofOther]]);
  draft.claim('cardNumberMasked', maskedCards(draft.open(), draft), 'content');
  const cards = draft.isDecided('cardNumberMasked') ? [] : fullCards(draft.open(), draft);
  const full = cards.filter((column) => !speaksOf('number', draft.name(column)));
  if (full.length > 0) draft.ask('cardNumberMasked', eachAlone(full));
}

/** Asks where another currency than the one that was taken has the first word of its name from the amount: `charge_amount` beside `charge_currency`. */
function askForOwnCurrency(draft: Draft): void {
  const { fields } = draft;
  const [amount, taken] = (['amount', 'currency'] as const).map((name) => fields.find(({ field }) => field === name));
  if (!amount || !taken || taken.by === 'given') return;
  const begin = ([column]: readonly number[]) => FIRST_WORD.exec(spaced(draft.name(column)))?.[0].toLowerCase();
  const [first = -1] = taken.columns;
  const isOwn = (column: number) => begin([column]) === begin(amount.columns) && speaksOf('currency', draft.name(column));
  const own = begin(taken.columns) === begin(amount.columns) ? [] : currencyColumns(draft.open(), draft).filter(isOwn);
  const others = own.filter((column) => !draft.areSame(column, first));
  if (others.length === 0) return;
  fields.splice(fields.indexOf(taken), 1);
  draft.ask('currency', eachAlone([...others, first]));
}

const FIRST_WORD = /\p{L}+(?=[^\p{L}])/u;

/**
 * Takes the only date that may be that of the sale. Where there are several, or nothing says that it is the sale's, it asks: they may be of
 * booking, of pay-out, or birthdays. A date that most rows lack beside one that all have is that of something which befell a few of them; but
 * where nobody paid, there is no day of a payment.
 */
function takeOrAskForDate(draft: Draft): void {
  const { fields, questions, rows } = draft;
  const isSale = [...fields, ...questions].some(({ field }) => field === 'amount');
  if (!isSale || draft.isDecided('transactionDate')) return;
  const times = draft.meaning('time');
  const dated = dateColumns(draft.open(), times, draft);
  // "Order" may have the day of the order, but not before a date that is called one.
  const isCalledNumber = ([column]: readonly number[]) =>
    tellingSales.some((field) => field === knownMeaning(draft.name(column), draft.kind));
  const all = dated.every(isCalledNumber) ? dated : dated.filter((columns) => !isCalledNumber(columns));
  const filled = ([column = -1]: readonly number[]) => draft.cells(column).length;
  const isOfAll = all.some((columns) => filled(columns) === rows.length);
  const nameOf = ([column]: readonly number[]) => draft.name(column);
  const isOfPayment = (columns: readonly number[]) => speaksOf('paid', nameOf(columns)) && !speaksOf('otherEvent', nameOf(columns));
  const dates = isOfAll ? all.filter((columns) => filled(columns) * 2 > rows.length || isOfPayment(columns)) : all;
  const ofSales = dates.filter((columns) => !speaksOf('otherEvent', nameOf(columns)));
  const [first = -1] = ofSales[0] ?? [];
  const like = ofSales.slice(1).flatMap(([column = -1]) => (draft.areSame(first, column) ? [column] : []));
  const ofSale = ofSales.filter(([column = -1]) => !like.includes(column));
  const only = onlyOf(ofSale.filter((columns) => speaksOf('sale', nameOf(columns)))) ?? onlyOf(ofSale);
  const rank = (columns: readonly number[]) => 2 * Number(speaksOf('sale', nameOf(columns))) + Number(isOfPayment(columns));
  const isDate = (columns: readonly number[]) => speaksOf('date', nameOf(columns)) || times.includes(columns[0] ?? -1);
  // The event of such a table may be a concert, whose date stands in many rows.
  const event = onlyOf(dates.filter((columns) => isOfMoments(columns, draft) && speaksOf('anyEvent', nameOf(columns))));
  const own = only && isDate(only) ? only : dates.length === 1 ? event : undefined;
  if (own) {
    draft.take('transactionDate', own, 'synonym');
    if (like.length > 0 && own[0] === first) draft.agreements.push({ column: first, is: 'same', others: like });
  } else if (dates.length > 0 && (ofSale.length > 0 || !draft.isDecided('settlementDate')))
    // Records need no more than the day on which they were booked.
    draft.ask('transactionDate', ofSale.length > 0 ? ofSale.toSorted((a, b) => rank(b) - rank(a)) : dates);
}

/** Adds the columns for AM and PM, and for the zone, to the date that they belong to. */
function addHalfAndZone(draft: Draft): void {
  const completed = (columns: readonly number[]) => {
    const whole = withHalfAndZone(columns, draft.open(), draft);
    draft.unreadTime ??= whole.unread;
    return whole.columns;
  };
  const isOfSale = ({ field }: { field: RowField }) => field === 'transactionDate';
  // What the user said is taken as it was said.
  for (const one of draft.fields.filter((field) => isOfSale(field) && field.by !== 'given' && field.columns.length > 0)) {
    one.columns = completed(one.columns);
    draft.use(one.columns);
  }
  for (const one of draft.questions.filter(isOfSale)) one.choices = one.choices.map(completed);
}

/** Settlement records may know only the day of a payment: a date that never has a time is that. */
function dayOfRecords(draft: Draft): void {
  const date = draft.fields.find(({ field, by, columns }) => field === 'transactionDate' && by !== 'given' && columns.length === 1);
  if (draft.kind !== 'Settlement' || !date || draft.isDecided('businessDate')) return;
  if (draft.every(date.columns[0] ?? -1, (cell) => datesIn(cell)[0]?.time === null)) date.field = 'businessDate';
}

function columnsOf(known: KnownExport, header: readonly string[]): { field: RowField; columns: number[] }[] {
  return Object.entries(known.columns).flatMap(([field, spellings]) => {
    for (const spelling of spellings) {
      const columns = [spelling].flat().map((name) => columnCalled(name, header));
      if (columns.every((column) => column >= 0)) return [{ field: field as RowField, columns }];
    }
    return [];
  });
}
