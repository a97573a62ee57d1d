/**
 * Recognises columns with the names, e-mail addresses, telephone numbers and addresses of customers, which no server needs to know whether
 * the money came. By their names; e-mail addresses also by their cells.
 */
import { wordOf } from './header-words.js';

const words = (...names: readonly string[]) => new Set(names.map(wordOf));

/** Who it is. */
const people = words(
  ...[
    'Customer',
    'Customer name',
    'Customer contacts',
    'Consumer name',
    'Buyer',
    'Buyer name',
    'Buyer username',
    'First name',
    'Last name',
  ],
  ...['Billing name', 'Ship name', 'Contact name', 'Kunde', 'Kunde Name', 'Vorname', 'Nachname', 'Kund', 'Client', 'Cliente'],
  ...['Nom payeur', 'Prénom payeur', 'Nom participant', 'Prénom participant', 'Nome do comprador'],
);
const contacts = words(
  'Phone',
  'Telefon',
  'Telefone',
  'Teléfono',
  'Consumer bank account',
  'Billing address',
  'Ship address',
  'Kunde Strasse',
);
const MAIL = /e-?mail|e-post|adresse mail/i;
const SHIPPING = /^(?:ship|shipping|billing|kunde)[\s_-]*(?:to[\s_-]*)?(?:address|street|city|zip|strasse|plz|ort)/i;
/** Of a shop as often as of a customer: the latter beside one of those above. */
const places = words('Address', 'Street', 'City', 'Postal code', 'Zip', 'Strasse & Nr.', 'Strasse', 'PLZ', 'Ort');

const MAIL_CELL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;

/** Those of `columns` that are personal data of customers, as far as their names and the cells of the first rows tell. */
export function personalColumns(columns: readonly number[], header: readonly string[], sample: readonly (readonly string[])[]): number[] {
  const isMail = (column: number) => {
    const cells = sample.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => MAIL_CELL.test(cell));
  };
  const own = columns.filter((column) => isPersonalName(header[column] ?? '') || isMail(column));
  if (own.length === 0) return [];
  return columns.filter((column) => own.includes(column) || places.has(wordOf(header[column] ?? '')));
}

/** Whether the name of a column says that it has personal data of customers. */
export function isPersonalName(name: string): boolean {
  const word = wordOf(name);
  return people.has(word) || contacts.has(word) || MAIL.test(name) || SHIPPING.test(name.trim());
}
