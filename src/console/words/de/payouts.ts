/** Strings of the pages of payouts and settlement records. */
import type { PageWords } from '../../words.js';
import { shared } from './shared.js';

export const payouts: PageWords['payouts'] = {
  ...shared.payouts,
  none: 'Keine Auszahlungen',
  account: 'Konto',
  lines: 'Zeilen',
  net: 'Netto',
  paid: 'Ausbezahlt',
  status: 'Geht auf?',
  withoutNet: (records) => `Ohne Gebühr und Nettobetrag, so addiert: ${records}.`,
  parts: 'Von brutto zu netto',
  part: 'Teil',
  beforeFees: 'Brutto',
  corrections: 'Anderes',
  netIn: (currency) => `Netto ${currency}`.trim(),
};

export const records: PageWords['records'] = {
  one: 'Abrechnungszeile',
  none: 'Keine Abrechnungszeilen',
  type: 'Art',
  netAmount: 'Nettobetrag',
  settlementDate: 'Abgerechnet am',
  payoutDate: 'Ausbezahlt am',
  respondBy: 'Antwort bis',
  merchantId: 'Vertrag',
  description: 'Text der Zeile',
};
