/** Tables of words that files write of a payment: how it was paid. */

/** Payment services: they exclude each other and every card. */
export const services: readonly RegExp[] = [
  /paypal|pay pal/,
  /klarna/,
  /twint/,
  /ali ?pay/,
  /we ?chat/,
  /ideal$/,
  /sofort/,
  /giropay/,
  /blik/,
  /swish/,
  /satispay/,
  /bizum/,
  /vipps|mobile ?pay/,
  /amazon/,
  /reka/,
  /postfinance|postcard/,
  /sepa|lastschrift/,
];

/** Families of cards. The first three share cards: a girocard may be told as Maestro or V PAY. */
export const cardFamilies: readonly RegExp[] = [
  /bancontact|mister ?cash|giro ?card|^ec\b|electronic cash|cartes? bancaire|^cb$|bancomat/,
  /visa|v[ -]?pay|^vi$/,
  /master|maestro|^mc|^dm$|^ms$/,
  /amex|american ?express|^ax$/,
  /diners|discover|^di$/,
  /^jcb/,
  /union ?pay|^cup$/,
];

/**
 * Ways to pay that no acquirer pays out, but for one that has such a product: exactly these, by their letters. Those of the second table are kinds
 * of documents, too.
 */
const otherWays = [
  ...[
    'Voucher',
    'Vouchers',
    'Gift card',
    'Gift voucher',
    'Gift certificate',
    'Store credit',
    'On account',
    'Credit account',
    'House account',
  ],
  ...['Account sales', 'Customer account', 'Bank transfer', 'Direct bank transfer', 'Wire transfer', 'Bank deposit', 'Prepayment'],
  ...['Cheque', 'Check payments', 'Check / Money order', 'checkmo', 'Money order', 'Cash on delivery'],
  ...[
    'Gutschein',
    'Geschenkgutschein',
    'Wertgutschein',
    'Geschenkkarte',
    'Guthabenkarte',
    'Auf Rechnung',
    'Kundenkonto',
    'Nachnahme',
    'Scheck',
  ],
  ...['Überweisung', 'Ueberweisung', 'Banküberweisung', 'Vorkasse', 'Vorauskasse'],
  ...['Bon cadeau', 'Bon d’achat', 'Carte cadeau', 'Chèque cadeau', 'Certificat-cadeau', 'Avoir', 'En compte', 'Compte client', 'Chèque'],
  ...['Porté au compte', 'Sur facture', 'Virement', 'Virement bancaire', 'Contre remboursement'],
  ...['Buono', 'Buono regalo', 'Carta regalo', 'Bonifico', 'Bonifico bancario', 'Conto cliente', 'Assegno', 'Contrassegno'],
];
const documents = ['Invoice', 'Purchase order', 'Check', 'Rechnung', 'Facture', 'Fattura'];

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
const typesOfOthers = new Set(otherWays.map(letters));
const brandsOfOthers = new Set([...typesOfOthers, ...documents.map(letters)]);
export const isOtherType = (type: string) => typesOfOthers.has(letters(type));
export const isOtherBrand = (brand: string) => brandsOfOthers.has(letters(brand));
