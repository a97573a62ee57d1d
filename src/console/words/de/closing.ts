/** Strings of the page that closes a month. */
import type { PageWords } from '../../words.js';
import { shared } from './shared.js';

export const closing: PageWords['closing'] = {
  ...shared.closing,
  months: 'Monate',
  monthBefore: 'Voriger Monat',
  monthAfter: 'Nächster Monat',
  calendar: 'Tage des Monats',
  days: {
    Proved: 'Vollständig',
    NotProvable: 'Nicht belegbar',
    Broken: 'Unvollständig',
    NoSales: 'Keine Transaktionen',
    Approved: 'Bestätigt',
    Changed: 'Seither geändert',
  },
  whatApprove: 'Hält den Abschluss in Ihrem Namen fest. Spätere Änderungen stehen dann hier.',
  missing: 'Was fehlt',
  nothingMissing: 'Nichts scheint zu fehlen',
};
