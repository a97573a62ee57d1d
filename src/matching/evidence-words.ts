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
