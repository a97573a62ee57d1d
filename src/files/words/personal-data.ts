/**
 * Recognises columns with the names, e-mail addresses, telephone numbers and addresses of customers, which no server needs to know whether
 * the money came. By the parts of their names, by what stands beside them, and by their cells.
 */
import type { PartRole } from './lexicon/parts.js';
import { isNamed, partsOf, spaced, speaksOf } from './lexicon.js';

/** Longer names are none of a column. */
const CHARS_MAX = 80;
const MAIL = /[^\s@<>()]@[^\s@]+\.[a-z]{2,}/i;
const PHONE_CELL = /^\+\d(?:[\s()-]*\d){8,14}$/;
/** A bank account; an address of the internet, which is that of somebody's device. */
const IBAN_CELL = /^[A-Z]{2}\d{2}\s?(?:[\dA-Z]{4}\s?){2,7}[\dA-Z]{1,4}$/;
const IP_CELL = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$|^(?=.*:.*:.*:)[\da-f:]{6,39}$/i;

/** Two words or more, each with a capital, as people are called. */
const FULL_NAME = /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){1,3}$/u;

const plain = (text: string) => text.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
const oneOf = (...roles: readonly PartRole[]) => `(?:${plain(roles.map(partsOf).join('|'))})`;

const BEHIND = String.raw`[\s\p{P}]*(?:line|no|nr|number|numm?er)?[\s\p{P}]*\d?`;
const BEFORE = String.raw`(?:(?:no|nr|numero|numer)\.?\s(?:d[ei]\s)?)?`;
/** Between a customer and what is said of one: "Bill-to name", "billing_details.name", "Nom du client". */
const BETWEEN = String.raw`[\s\p{P}]*(?:(?:to|of|the|details|address|contact|profile|public|d[eiu]|dell?a?|do|da|des|van|von)[\s\p{P}]+)*`;
const WHAT = oneOf('named', 'personName', 'phone', 'street', 'town');
const CUSTOMER = String.raw`${oneOf('customer')}\p{L}{0,3}`;
const OF_CUSTOMER = new RegExp(`(?<!\\p{L})(?:${CUSTOMER}${BETWEEN}${WHAT}${BEHIND}|${WHAT}${BETWEEN}${CUSTOMER})$`, 'iu');
const A_PERSON_NAME = new RegExp(oneOf('personName'), 'iu');
const whole = (...roles: readonly PartRole[]) => new RegExp(`^${BEFORE}${oneOf(...roles)}${BEHIND}$`, 'iu');
/** Beside these, a name may be that of an article. */
const ofGoods = ['ofGoods', 'price', 'quantity'] as const;
const [A_NAME, A_PHONE, A_STREET, A_PLACE] = [whole('named'), whole('phone'), whole('street'), whole('street', 'town')];

/** Columns of customers' personal data, as far as their names and the cells of the first rows tell. */
export function personalColumns(columns: readonly number[], header: readonly string[], sample: readonly (readonly string[])[]): number[] {
  const is = (name: RegExp, column: number) => name.test(shortened(header[column] ?? ''));
  const cellsOf = (column: number) => sample.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
  // Shops are few, and each has many rows; each customer lives in another street.
  const isOfMany = (cells: readonly string[]) => new Set(cells).size * 2 > cells.length;
  const hasGoods = header.some((name) => isNamed('item', name) || isNamed('part', name) || ofGoods.some((role) => speaksOf(role, name)));
  const areFullNames = (cells: readonly string[]) => cells.length > 1 && isOfMany(cells) && cells.every((cell) => FULL_NAME.test(cell));
  const isOwn = (column: number) => {
    if (isPersonalName(header[column] ?? '')) return true;
    const cells = cellsOf(column);
    // The shop has an account and an address, too: the same in all rows.
    const isOfDevice = [IBAN_CELL, IP_CELL].some((form) => isOfMany(cells) && cells.every((cell) => form.test(cell)));
    if (!hasGoods && is(A_NAME, column) && areFullNames(cells)) return true;
    return cells.some(hasMail) || (cells.length > 0 && cells.every(isPhone)) || isOfDevice || (is(A_STREET, column) && isOfMany(cells));
  };
  const found = new Set(columns.filter(isOwn));
  if (found.size === 0) return [];
  // A street may be that of a shop, but not beside one of those above.
  for (const column of columns) if (is(A_PLACE, column)) found.add(column);
  // An article has a name, too, but not right beside a street or a telephone.
  const isName = (column: number) => is(A_NAME, column) && !isOfNumbers(cellsOf(column));
  for (const column of [...columns, ...columns.toReversed()])
    if (isName(column) && (found.has(column - 1) || found.has(column + 1))) found.add(column);
  return columns.filter((column) => found.has(column));
}

const hasMail = (cell: string) => cell.includes('@') && MAIL.test(cell);
const isPhone = (cell: string) => PHONE_CELL.test(cell);
/** Some shops call the number of an order its name. */
const isOfNumbers = (cells: readonly string[]) => cells.length > 0 && cells.every((cell) => /^\P{L}*$/u.test(cell));

/** Whether the name of a column says that it has personal data of customers. */
export function isPersonalName(name: string): boolean {
  const text = shortened(name);
  return isNamed('person', name) || speaksOf('mail', name) || [A_PERSON_NAME, A_PHONE, OF_CUSTOMER].some((one) => one.test(text));
}

/** Whether a column of that name has a part of an address. */
export function isPlaceName(name: string): boolean {
  return A_PLACE.test(shortened(name));
}

function shortened(name: string): string {
  return plain(spaced(name.slice(0, CHARS_MAX)).trim());
}
