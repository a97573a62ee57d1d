/**
 * Recognises columns with the names, e-mail addresses, telephone numbers and addresses of customers, which no server needs to know whether
 * the money came. By their names; e-mail addresses also by their cells.
 */
import { isNamed, speaksOf } from './lexicon.js';

const SHIPPING = /^(?:ship|shipping|billing|kunde)[\s_-]*(?:to[\s_-]*)?(?:address|street|city|zip|strasse|plz|ort)/i;
const MAIL_CELL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;

/** Columns of customers' personal data, as far as their names and the cells of the first rows tell. */
export function personalColumns(columns: readonly number[], header: readonly string[], sample: readonly (readonly string[])[]): number[] {
  const isMail = (column: number) => {
    const cells = sample.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => MAIL_CELL.test(cell));
  };
  const own = columns.filter((column) => isPersonalName(header[column] ?? '') || isMail(column));
  if (own.length === 0) return [];
  // A street may be that of a shop, but not beside one of those above.
  return columns.filter((column) => own.includes(column) || isNamed('place', header[column] ?? ''));
}

/** Whether the name of a column says that it has personal data of customers. */
export function isPersonalName(name: string): boolean {
  return isNamed('person', name) || isNamed('contact', name) || speaksOf('mail', name) || SHIPPING.test(name.trim());
}
