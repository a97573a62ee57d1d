/** What the words of a column say against the reading, each with the answers that it wants: whoever says yes to a reading has not said yes to these. */
import { brandSpelt } from '../../contract/brands.js';
import { type Phrase, phrase } from '../../contract/phrase.js';
import { eitherOf, type Question, questionOf } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { columnReference } from '../columns/column-names.js';
import { isBrandOrCash } from '../columns/content-columns.js';
import { areKinds } from '../columns/kind-columns.js';
import { knownExportOf } from '../columns/known-exports.js';
import { spelling } from '../columns/layout.js';
import type { RowValues } from '../input/mapping-rules.js';
import type { InputDescription } from '../input/row.js';
import { isNone } from '../text/blank.js';
import type { MarkRole } from '../words/lexicon/names.js';
import { isNamed, speaksOf } from '../words/lexicon.js';
import { isPlaceName } from '../words/personal-data.js';
import { kindIn, kindNamed } from '../words/row-kinds.js';
import {
  areSides,
  areTrials,
  hasStates,
  isAnsweredPaid,
  isCalledKind,
  isFailure,
  isFree,
  isMark,
  isNoSale,
  isOwnMoney,
  isPaid,
  isRefundType,
  isTrial,
} from '../words/sale-marks.js';
import { isKnownKind, KINDS_MAX } from './rows-seen.js';
import { ANY_DAY, areSigns, type ColumnSeen, cut, isMinus, type ValueSeen } from './shown-columns.js';

export interface WordAgainst {
  text: Phrase;
  answers: Remedy[];
}

/**
 * A known word for what is no sale, whose rows are sent as sales or refunds; a refund that is sent as a sale; in a column of which some values are
 * known kinds or states, a word that is not known; and all words of a column of states of which none is. What a settlement record is follows from
 * its type: of these, words for what was not paid, and payouts, alone.
 */
export function wordsAgainst(shown: readonly ColumnSeen[], description: InputDescription): WordAgainst[] {
  const { header, columns, kind = 'Sales', reading } = description;
  const [asSale, asRefund] = kind === 'Sales' ? ['sale', 'refund'] : ['Sale', 'Refund'];
  // A header that somebody said yes to is asked about what is new in it; what a known export writes is known.
  const isNew = reading.standing === 'new';
  const known = knownExportOf(header ?? [], kind);
  // Beside cards, credit and debit are kinds of them.
  const hasCards = shown.some(({ field, values }) => isOfCard(field) || areBrands([...(values?.keys() ?? [])]));
  return shown.flatMap((column) => {
    const { index, name, field } = column;
    if (field !== null && field !== 'transactionTypes') return [];
    if (columns?.by[index] === 'given' && field === null) return [];
    const reference = columnReference(header ?? [], index);
    const isOwn = (one: RowValues) => spelling(one.column) === spelling(reference) || one.column === String(index + 1);
    const chosen = (columns?.rules?.rows ?? []).filter(isOwn);
    const sold = known?.rows?.flatMap((one) => (one.column === name.trim() ? (one.sales ?? []) : [])) ?? [];
    // A refund that its export has as a sale is told all the same.
    const paid = sold.filter((value) => kindIn(value) !== 'Refund');
    const said = new Set([...chosen.flatMap((one) => one.values), ...paid].map(spelling));
    const says = saidBy(column, kind, { isNew, hasCards });
    if (says.role === 'sign' && columns?.rules?.negative?.some(isOwn)) return [];
    // A day of returns is that of some rows; where all have one, the table is asked about.
    const isTold = (value: string) =>
      value !== ANY_DAY || column.role === 'cancelledOn' || (isNew && [...(column.values?.keys() ?? [])].some(isNone));
    const open = [...(column.values ?? [])].filter(([value]) => value !== '' && isTold(value) && !said.has(spelling(value)));
    const { texts } = says;
    if (isNew && !says.kinds && (says.states || isOfOtherScript(column)) && !texts.some((text) => isKnownIn(says, text))) {
      const isOfPlace = [index - 1, index + 1].some((beside) => isPlaceName(header?.[beside] ?? ''));
      if (isOfPlace && texts.every((text) => /^[A-Z]{2}$/.test(text))) return [];
      const words = open.filter(([value, { done }]) => WORD.test(value) && done.has(asSale));
      return words.length < 2 || words.length > KINDS_MAX ? [] : [unknownStates(words, name, reference, kind)];
    }
    const mayTell = says.states ? texts.some((text) => isKnownIn(says, text)) : says.kinds && !says.signs && texts.some(isKnownKind);
    const hasUnknown = isNew && mayTell && texts.length <= KINDS_MAX;
    const told = open.flatMap(([value, { done, firstLine }]) => {
      const [sales, refunds] = [done.get(asSale) ?? 0, done.get(asRefund) ?? 0];
      if (sales + refunds === 0) return [];
      const is = whatIs(value, says) ?? (hasUnknown && !isKnownIn(says, value) ? 'unknown' : null);
      // Refunds may have any state but that they failed.
      const isLost = isNew && sales === 0 && isFailure(value) && (is !== null || says.role === 'refunded');
      if (!isLost && (is === null || (sales === 0 && (says.states || (is !== 'other kind' && is !== 'unknown'))))) return [];
      const [rows, as] = sales === 0 ? [refunds, refund] : [sales, sent[kind]];
      const told = rowsSent(JSON.stringify(cut(name)), JSON.stringify(cut(value)), rows, firstLine, as);
      const text =
        is === 'unknown'
          ? phrase`${told} Other words of the column are known, this one is not.`
          : is === 'no sale' && !isNew && kind === 'Sales'
            ? phrase`${told} If an earlier file has it as a sale, it counts already.`
            : told;
      const mayBeRefund = is === 'refund' || (is === 'unknown' && sales > 0);
      const answers = answersAbout(value, says, reference, mayBeRefund);
      // What most rows say, and nobody knows, is likelier that of a sale.
      const others = open.flatMap(([other, one]) => (other === value ? [] : [one.rows]));
      const isUsual = is === 'unknown' && rows > Math.max(...others) && rows >= others.reduce((sum, more) => sum + more, 0);
      return [{ isUsual, text, answers: isUsual ? [asideOf(reference), ...answers] : [...answers, asideOf(reference)] }];
    });
    // Its answer passes the others of the column, which are wanted before it.
    return told.sort((a, b) => Number(a.isUsual) - Number(b.isUsual)).map(({ text, answers }) => ({ text, answers }));
  });
}

/** What the words of a column say of its rows. */
interface ColumnSays {
  role: MarkRole | null;
  /** The words. */
  texts: readonly string[];
  kinds: boolean;
  states: boolean;
  signs: boolean;
  /** They may say that money is no customer's, such as cash for the till. */
  ownMoney: boolean;
  /** They say how it was paid. */
  ways: boolean;
  trials: boolean;
}

function saidBy(
  { name, field, role, values }: ColumnSeen,
  rowKind: UploadKind,
  { isNew, hasCards }: { isNew: boolean; hasCards: boolean },
): ColumnSays {
  const isOfSales = rowKind === 'Sales';
  const texts = [...(values?.keys() ?? [])].filter((text) => text !== '');
  const known = new Set(texts.flatMap((text) => kindIn(text) ?? []));
  // Ways to pay have words of kinds, too.
  const mayTellKinds = field !== null || (known.size > 1 && !speaksOf('noKind', name)) || isCalledKind(name) || (isNew && areKinds(texts));
  const mayBeStates = isNew && (role === null ? !mayTellKinds : role === 'remark' && texts.every((text) => ONE_WORD.test(text)));
  const isSides = isNew && !hasCards && (role === 'kind' || field !== null) && areSides(texts);
  const named = isSides ? 'sign' : field === null ? ((mayBeStates ? statesOf(name, texts) : null) ?? role) : 'kind';
  const mayBeGoods =
    (isNew || isOfSales) && named === null && !isNamed('payment', name) && (!speaksOf('noKind', name) || speaksOf('ofGoods', name));
  return {
    // Authorised is not paid, where other rows of the column are captured or paid.
    role: isNew && named === 'state' && texts.some((text) => isNamed('captured', text)) ? 'paymentState' : named,
    texts,
    kinds: isOfSales && mayTellKinds,
    states: hasStates(named),
    signs: areSigns(texts),
    ownMoney: mayBeGoods && !texts.some(isBrandOrCash),
    ways: isNew && named === null && (isNamed('payment', name) || texts.some(isBrandOrCash)),
    trials: isNew && named !== 'remark' && areTrials(texts),
  };
}

/** The role of a column of another name, of whose words two are known as states, and one says that nothing was paid; else null. */
function statesOf(name: string, texts: readonly string[]): 'state' | null {
  if (isNamed('payment', name) || speaksOf('noKind', name) || speaksOf('otherState', name)) return null;
  const isUnpaidState = (text: string) => isMark('state', text);
  return texts.some(isUnpaidState) && texts.filter((text) => isUnpaidState(text) || isPaid(text)).length > 1 ? 'state' : null;
}

function isKnownIn({ states, role }: ColumnSays, text: string): boolean {
  const isOfPaid = isPaid(text) || kindNamed(text) === 'Sale' || (role === 'answer' && isAnsweredPaid(text));
  return states ? ofWord(text, role, false) !== null || isOfPaid : isKnownKind(text) || isBrandOrCash(text);
}

type Is = 'other kind' | 'refund' | 'no sale';

/** Null where nothing is known of it. */
function whatIs(value: string, { role, kinds, signs, ownMoney, ways, trials }: ColumnSays): Is | null {
  if (signs && isMinus(value)) return 'refund';
  if (ways && kindNamed(value) === 'Refund') return 'refund';
  if (ways && (isFree(value) || ['Chargeback', 'Reversal'].includes(kindNamed(value) ?? ''))) return 'no sale';
  if (value === ANY_DAY || (trials && isTrial(value))) return 'no sale';
  return ofWord(value, role, kinds) ?? (ownMoney && isOwnMoney(value) ? 'other kind' : null);
}

/** A word for a kind counts in a column for kinds, or beside another one. */
function ofWord(value: string, role: MarkRole | null, tellsKinds: boolean): Is | null {
  if (role === 'remark') return null;
  if (role === 'state' || role === 'paymentState')
    return isMark(role, value) || isRefundType(value.replaceAll('_', ' ')) ? 'no sale' : null;
  if (tellsKinds) {
    const kind = kindIn(value);
    if (kind === 'Refund' || isRefundType(value)) return 'refund';
    if ((kind !== null && kind !== 'Sale') || isNoSale(value)) return 'other kind';
  }
  // In a column of kinds, a state says that nothing was paid, too.
  const isOfKinds = tellsKinds && (role === null || role === 'kind');
  if (!isMark(isOfKinds ? 'paymentState' : role, value)) return null;
  return role === 'sign' || role === 'refunded' ? 'refund' : 'no sale';
}

const isOfCard = (field: string | null) => field === 'brandId' || field === 'cardNumberMasked';
const areBrands = (texts: readonly string[]) =>
  texts.some((text) => text !== '') && texts.every((text) => text === '' || brandSpelt(text) !== null);
const ONE_WORD = /^\p{L}+$/u;
const WORD = /[\p{L}\p{N}]/u;
/** More words have no answer of their own. */
const ANSWERS_MAX = 6;

/** Whether a column of words that rows repeat has a name in letters of which the lexicon has no words. */
function isOfOtherScript({ name, values }: ColumnSeen): boolean {
  if (!/\p{L}/u.test(name) || /\p{Script=Latin}/u.test(name)) return false;
  const all = [...(values ?? [])];
  return all.every(([value]) => !/\p{N}/u.test(value)) && all.reduce((rows, [, one]) => rows + one.rows, 0) >= 2 * all.length;
}
/** One line for all words of a column of states, of which none is known: some may say that nothing was paid. */
function unknownStates(open: readonly (readonly [string, ValueSeen])[], name: string, reference: string, kind: UploadKind): WordAgainst {
  const words = [...open].sort(([, a], [, b]) => b.rows - a.rows);
  const told = words
    .map(([value, { rows }]) => {
      const word = JSON.stringify(cut(value));
      return rows === 1 ? phrase`${word} in 1 row` : phrase`${word} in ${rows} rows`;
    })
    .reduce((some, one) => phrase`${some}, ${one}`);
  return {
    text: phrase`Column ${JSON.stringify(cut(name))} may say what was not paid, and none of its words is known: ${told}. All are sent as ${sent[kind][1]}.`,
    answers: [...words.slice(0, ANSWERS_MAX).map(([value]): Remedy => ['--only', `${reference}=${value}`]), asideOf(reference)],
  };
}

/** What the column says then means nothing. */
const asideOf = (reference: string): Remedy => ['--set', `additionalData.${reference}=${reference}`];

function answersAbout(value: string, { role, signs, texts }: ColumnSays, reference: string, mayBeRefund: boolean): Remedy[] {
  const pair = `${reference}=${value}`;
  const negative: Remedy = ['--negative', pair];
  if (role === 'sign' && !signs) {
    // The other side is that of refunds where the file is written by who paid.
    const others = texts.length === 2 ? texts.filter((text) => text !== value) : [];
    return [negative, ...others.map((text): Remedy => ['--negative', `${reference}=${text}`])];
  }
  if (value === ANY_DAY) return [['--only', `${reference}=${texts.find(isNone) ?? ''}`]];
  const leftOut: Remedy = ['--leave-out', pair];
  return mayBeRefund ? [leftOut, negative] : [leftOut];
}

/** `as`: what one row is sent as, and several. */
function rowsSent(column: string, value: string, rows: number, line: number, as: readonly [Phrase, Phrase]): Phrase {
  return rows === 1
    ? phrase`Column ${column} is ${value} in 1 row (line ${line}), which is sent as ${as[0]}.`
    : phrase`Column ${column} is ${value} in ${rows} rows (line ${line}), which are sent as ${as[1]}.`;
}

const refund = [phrase`refund`, phrase`refunds`] as const;
const sent = { Sales: [phrase`sale`, phrase`sales`], Settlement: [phrase`payment`, phrase`payments`] } as const;

function meaningOf([flag, pair = '']: Remedy, all: readonly Remedy[]): Phrase {
  const value = pair.slice(pair.lastIndexOf('=') + 1);
  if (flag === '--leave-out' || (flag === '--only' && isNone(value))) return phrase`they are no sales`;
  if (flag === '--only') return phrase`only ${phrase`rows with ${value}`} are sales`;
  if (flag !== '--negative') return phrase`they are sales all the same`;
  const isOne = all.filter(([other]) => other === flag).length === 1;
  return isOne ? phrase`they are refunds` : phrase`${phrase`rows with ${value}`} are refunds`;
}

/** The questions that the reading leaves: each with flags of its own. */
export function questionsAgainst({ against }: { against: readonly WordAgainst[] }): Question[] {
  return against.map(({ text, answers }) =>
    questionOf({
      code: 'KIND_UNCERTAIN',
      field: 'amount',
      text,
      answer: eitherOf(
        answers.map((answer) => ({ when: meaningOf(answer, answers), remedies: [answer] })),
        ';   ',
      ),
    }),
  );
}
