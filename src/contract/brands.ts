/**
 * Card brands and how tills spell them: the id first, then spellings; case, blanks and hyphens do not matter. By this list a column of
 * nothing but brands is recognised, and a proposed mapping has one id for many spellings. Values are changed only where a mapping file says
 * so.
 */
export const brands: readonly (readonly [id: string, ...spellings: string[]])[] = [
  ['VISA', 'Visa Debit', 'Visa Credit', 'Visa Debit Card', 'Visa Electron', 'Visa Classic', 'Visa Card', 'Visacard', 'Debit Visa'],
  ['VPAY', 'V Pay', 'V-Pay', 'Visa V PAY'],
  ['MASTERCARD', 'Master Card', 'MC', 'Mastercard Debit', 'Debit Mastercard', 'Mastercard Credit', 'Mastercard Debit Card'],
  ['MAESTRO', 'Maestro CH', 'Maestro Card'],
  ['AMEX', 'American Express', 'Amex Card', 'AmericanExpress'],
  ['DINERS', 'Diners Club', 'Diners Club International', 'Dinersclub', 'Diners/Discover'],
  ['DISCOVER', 'Discover Card'],
  ['JCB', 'JCB Card'],
  ['UNIONPAY', 'Union Pay', 'China UnionPay', 'UnionPay International'],
  ['GIROCARD', 'Giro Card', 'EC', 'EC-Karte', 'EC-Card', 'Electronic Cash', 'ec cash'],
  ['POSTFINANCE', 'PostFinance Card', 'Postcard', 'PostFinance Pay'],
  ['TWINT'],
  ['BANCONTACT', 'Bancontact/Mister Cash'],
  ['CB', 'Carte Bancaire', 'Cartes Bancaires', 'CB Visa', 'CB Mastercard'],
  ['PAGOBANCOMAT', 'Bancomat'],
  ['INTERAC'],
  ['ALIPAY', 'Alipay+'],
  ['WECHATPAY', 'WeChat Pay', 'WeChat'],
  ['REKA', 'Reka-Card', 'Reka Card', 'Reka-Pay'],
  ['PAYPAL', 'Pay Pal'],
];

const bySpelling = new Map(brands.flatMap(([id, ...spellings]) => [id, ...spellings].map((spelling) => [plain(spelling), id] as const)));

/** The id of the brand with that spelling; null for any other text. */
export function brandSpelt(text: string): string | null {
  return bySpelling.get(plain(text)) ?? null;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s\-_./]+/g, '');
}
