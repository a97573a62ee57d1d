/** Strings of the page that closes a month. */
import type { PageWords } from '../../words.js';
import { shared } from './shared.js';

export const closing: PageWords['closing'] = {
  ...shared.closing,
  months: 'Mesi',
  monthBefore: 'Mese precedente',
  monthAfter: 'Mese successivo',
  calendar: 'Giorni del mese',
  days: {
    Proved: 'Completo',
    NotProvable: 'Non provabile',
    Broken: 'Incompleto',
    NoSales: 'Nessuna vendita',
    Approved: 'Approvato',
    Changed: 'Poi cambiato',
  },
  whatApprove: 'Lo conserva a Suo nome. Ciò che poi cambia è segnalato.',
  missing: 'Che cosa manca',
  nothingMissing: 'Non risulta mancare nulla',
};
