/** Strings of the pages of payouts and settlement records. */
import type { PageWords } from '../../words.js';
import { shared } from './shared.js';

export const payouts: PageWords['payouts'] = {
  ...shared.payouts,
  none: 'Nessun accredito',
  account: 'Conto',
  lines: 'Righe',
  net: 'Netto',
  paid: 'Accreditato',
  status: 'Torna?',
  withoutNet: (records) => `Senza commissione né importo netto, sommate così: ${records}.`,
  parts: 'Dal lordo al netto',
  part: 'Parte',
  beforeFees: 'Lordo',
  corrections: 'Altro',
  netIn: (currency) => `Netto ${currency}`.trim(),
};

export const records: PageWords['records'] = {
  one: 'Riga di regolamento',
  none: 'Nessuna riga di regolamento',
  type: 'Genere',
  netAmount: 'Importo netto',
  settlementDate: 'Regolato il',
  payoutDate: 'Accreditato il',
  respondBy: 'Rispondere entro il',
  merchantId: 'Contratto',
  description: 'Testo',
};
