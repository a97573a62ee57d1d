/** Strings of the page that closes a month. */
import type { PageWords } from '../../words.js';
import { shared } from './shared.js';

export const closing: PageWords['closing'] = {
  ...shared.closing,
  months: 'Mois',
  monthBefore: 'Mois précédent',
  monthAfter: 'Mois suivant',
  calendar: 'Jours du mois',
  days: {
    Proved: 'Complet',
    NotProvable: 'Non prouvable',
    Broken: 'Incomplet',
    NoSales: 'Pas de ventes',
    Approved: 'Approuvé',
    Changed: 'Modifié depuis',
  },
  whatApprove: 'Le conserve en votre nom. Ce qui change ensuite est signalé.',
  missing: 'Ce qui manque',
  nothingMissing: 'Rien ne semble manquer',
};
