/**
 * Recognises the columns by which tills say that a row is not an ordinary sale: debit or credit, or a sign of its own; cancelled, or only a
 * test; paid or not; how far the payment came; what the terminal was answered; and the kind of row. A value counts only in a column with
 * such a name, except the few that mean nothing but a refused payment: those count in any but one of remarks. It never changes the amount.
 */

import { speaksOfTaxOrFee } from './header-words.js';
import type { MarkRole } from './lexicon/names.js';
import { asWritten, isNamed, spaced, speaksOf, textsOf } from './lexicon.js';
import { hasRefundWord, isRefundWord } from './refund-words.js';
import { remembered } from './remembered.js';
import { kindIn, kindNamed } from './row-kinds.js';

const roles = ['sign', 'cancelled', 'cancelledOn', 'done', 'code', 'kind', 'remark'] as const;
/** What a cell must say in columns that say yes or no. */
const telling = { sign: textsOf('minus'), cancelled: textsOf('yes'), refunded: textsOf('yes'), done: textsOf('no') };
const [refused, authorised] = [textsOf('refused'), textsOf('authorised')];
const [paid, sold] = [textsOf('paid'), textsOf('sold')];
const plus = textsOf('plus');
/** Shorter ones are codes. */
const SIDE_CHARS_MIN = 4;
const [givenBack, none] = [textsOf('givenBack'), textsOf('none')];
const unfinished = new Set([...textsOf('unfinished'), ...givenBack]);
const refusedAsWritten = asWritten(refused);
const REFUSED_CHARS_MIN = Math.min(...[...refused].map((word) => word.length));
const undone = new Set([...textsOf('undone'), 'voided']);
const failed = new Set([...textsOf('failed'), ...refused, ...undone]);
/** A day, rather than the zeros that databases write where there is no day. */
const SOME_DAY = /[1-9].*\d/;
/** Two-digit response codes of terminals (ISO 8583) that mean a refusal: all but the approvals 00, 08, 10, 11, 16 and 85. */
const REFUSED = /^(?!00|08|10|11|16|85)\d\d$/;
const CHARS_MAX = 40;
/** What a payment service writes of the steps of one payment: "Authorization (Reject)"; not what begins a sentence. */
const ANSWERED = /\p{L}\s?\(([^()]+)\)(?=\s*(?:[,;]|$))/gu;
const STEPS_CHARS_MAX = 200;
/**
 * What a till writes after the state: "DECLINED - 51", "Failed: insufficient funds"; but not what follows in "Error-free" or "Error: none".
 */
const REASON =
  /\s*(?:[:(](?!\s*0+\s*\)?$)|[,/|]|\s[-–]|[-–](?=[\s\d]))(?!\s*(?:no|none|false|nein|keine?|non|aucune?|nessuno?)[\s).]*$).*$/s;

/** What a column of that name says about its rows; null where it is not one of these columns. */
export const markColumn = remembered((name): MarkRole | null => {
  if (name.length > CHARS_MAX) return null;
  // A program writes the way to a field: "Order/State".
  const own = name.slice(name.lastIndexOf('/') + 1);
  return (
    roles.find((role) => isNamed(role, name) || isNamed(role, own)) ??
    (speaksOf('refundMoney', name) ? 'refunded' : stateIn(spaced(name).normalize('NFC')))
  );
});

/** Which states a column has whose name has a word for one, among others; null where there is none, or it is that of a parcel or a customer. */
function stateIn(name: string): MarkRole | null {
  if (speaksOf('otherState', name)) return null;
  if (speaksOf('ofState', name)) return speaksOf('ofPaying', name) ? 'paymentState' : 'state';
  return speaksOf('ofAnswer', name) ? 'answer' : null;
}

/** Whether a column has a name for the kind of row, alone or among other words. */
export function isCalledKind(name: string): boolean {
  return markColumn(name) === 'kind' || (speaksOf('ofKind', spaced(name)) && !speaksOf('noKind', name));
}

/** Whether a column of that name has money that was given back or never paid, and no fee for that. */
export function isOfMoneyBack(name: string): boolean {
  if (speaksOf('fee', name)) return false;
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  return speaksOf('refundMoney', name) || speaksOf('ofDispute', name) || words.some((word) => failed.has(word));
}

/** Whether a column of that name has amounts of refunds, and no fee or tax of them. */
export function isOfRefunds(name: string): boolean {
  return speaksOf('refundMoney', name) && !speaksOfTaxOrFee(name);
}

/** Whether one value of transactionTypes means a refund. */
export function isRefundType(text: string): boolean {
  return isRefundWord(text) || hasRefundWord(text);
}

/** Whether `text`, in a column for the kind of row, calls it a refund. */
export function isKindOfRefund(column: MarkRole | null, text: string): boolean {
  return column === 'kind' && isRefundType(text);
}

/** Whether a row of that kind may be sent: as a sale, or told what it is. `isTold`: what is no sale is told of the column, by its name. */
export function isKindOfSale(text: string, isTold: boolean): boolean {
  return kindIn(text) === 'Sale' || isSold(text) || isRefundWord(text) || (isTold && (isRefundType(text) || isNoSale(text)));
}

/** Whether `text`, in a column for the kind of row, is a plain word for a sale that is no kind of settlement records. */
export function isSold(text: string): boolean {
  return sold.has(text.trim().toLowerCase());
}

/**
 * Whether `text`, in a column for the kind of row or in transactionTypes, says that the money moved only between the merchant and a payment
 * service, or the till.
 */
export function isNoSale(text: string): boolean {
  return (text.length <= CHARS_MAX && speaksOf('noSale', text.trim())) || isOwnMoney(text);
}

/** Whether `text` says so in a column of any name but one of ways to pay or of remarks. */
export function isOwnMoney(text: string): boolean {
  return text.length <= CHARS_MAX && speaksOf('ownMoney', text.trim());
}

/**
 * Whether `text`, in such a column, says that money went the other way, or that none was paid, or not yet. Never for a column of kinds,
 * which {@link isKindOfRefund} and {@link isNoSale} judge.
 */
export function isMark(column: MarkRole | null, text: string): boolean {
  if (column === 'kind' || column === 'remark') return false;
  if (column === null) return isRefusal(text);
  if (text.length > CHARS_MAX) return hasRefusedStep(text);
  const word = text.trim().toLowerCase();
  if (column === 'sign' || column === 'cancelled' || column === 'refunded' || column === 'done') return telling[column].has(word);
  if (column === 'cancelledOn') return SOME_DAY.test(word);
  if (column === 'code') return REFUSED.test(word);
  const state = stateOf(word);
  if (failed.has(word) || failed.has(state) || hasRefusedStep(text)) return true;
  if (column === 'answer') return false;
  if (saysGivenBack(word) || refused.has(behind(word, state)) || kindNamed(state) === 'Reversal') return true;
  return unfinished.has(state) || (column === 'paymentState' && authorised.has(state));
}

/** Whether `text`, in such a column, says that nothing was paid, or not yet; not that it was given back. */
export function isUnpaid(column: MarkRole | null, text: string): boolean {
  return isMark(column, text) && column !== 'refunded' && !isRefundType(text) && !saysGivenBack(text.trim().toLowerCase());
}

/** Whether `text`, in a column of states, says that nothing came of it, a refund neither; the row of what was cancelled may be its refund. */
export function isFailure(text: string): boolean {
  const state = stateOf(text.trim().toLowerCase());
  return failed.has(state) && !undone.has(state);
}

/** Whether a column tells payments made on trial from others, and nothing else. */
export function areTrials(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => isTrial(text) || textsOf('earnest').has(text.trim().toLowerCase()));
}

/** Whether the texts of a column are words for debit and credit, one of each. */
export function areSides(texts: readonly string[]): boolean {
  const words = texts.map((text) => text.trim().toLowerCase());
  const isSide = (side: ReadonlySet<string>) => words.filter((word) => word.length >= SIDE_CHARS_MIN && side.has(word)).length === 1;
  return words.length === 2 && isSide(telling.sign) && isSide(plus);
}

/** Whether `text`, in a column of ways to pay, says that nothing was to be paid. */
export function isFree(text: string): boolean {
  return textsOf('free').has(text.trim().toLowerCase());
}

/** Whether `text`, in such a column, says that nobody paid. */
export function isTrial(text: string): boolean {
  return textsOf('trial').has(text.trim().toLowerCase());
}

/** Whether a column of that role has states. */
export function hasStates(column: MarkRole | null): boolean {
  return column === 'state' || column === 'paymentState' || column === 'answer';
}

/** Whether `text`, in a column of states, says that it was paid. */
export function isPaid(text: string): boolean {
  return paid.has(stateOf(text.trim().toLowerCase()));
}

/** Whether `text`, in a column of answers, begins with a word for a payment, and no other word takes that back: "Approved by issuer". */
export function isAnsweredPaid(text: string): boolean {
  const [first = '', ...others] = text
    .trim()
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const isAgainst = (word: string) => failed.has(word) || unfinished.has(word) || none.has(word) || isRefundWord(word);
  return paid.has(first) && !others.some(isAgainst);
}

/** A state without what stands behind it. */
function stateOf(word: string): string {
  return word.replace(REASON, '').replaceAll('_', ' ');
}

/** The first word behind a state: "Shipped - Returned to Seller". */
function behind(word: string, state: string): string {
  return /\p{L}+/u.exec(word.slice(state.length))?.[0] ?? '';
}

function saysGivenBack(word: string): boolean {
  const state = stateOf(word);
  return isGivenBack(state) || isGivenBack(behind(word, state));
}

function isGivenBack(state: string): boolean {
  return givenBack.has(state) || ['Refund', 'Chargeback'].includes(kindNamed(state) ?? '');
}

/** Whether a text in a column of any name says that the payment was refused. */
function isRefusal(text: string): boolean {
  if (text.endsWith(')')) return hasRefusedStep(text);
  return text.length >= REFUSED_CHARS_MIN && text.length <= CHARS_MAX && refusedAsWritten.has(text.trim());
}

function hasRefusedStep(text: string): boolean {
  if (!text.endsWith(')') || text.length > STEPS_CHARS_MAX) return false;
  return [...text.matchAll(ANSWERED)].some(([, answer = '']) => refused.has(answer.trim().toLowerCase()));
}
