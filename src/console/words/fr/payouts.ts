/** Strings of the pages of payouts and settlement records. */
import type { PageWords } from '../../words.js';
import { shared } from './shared.js';

export const payouts: PageWords['payouts'] = {
  ...shared.payouts,
  none: 'Aucun versement',
  account: 'Compte',
  lines: 'Lignes',
  net: 'Net à verser',
  paid: 'Versé',
  status: 'Somme juste ?',
  withoutNet: (records) => `Sans frais ni montant net, additionnées telles quelles : ${records}.`,
  parts: 'Du brut au net',
  part: 'Partie',
  beforeFees: 'Brut',
  corrections: 'Autre',
  netIn: (currency) => `Net en ${currency}`,
};

export const records: PageWords['records'] = {
  one: 'Ligne de règlement',
  none: 'Aucune ligne de règlement',
  type: 'Genre',
  netAmount: 'Montant net',
  settlementDate: 'Réglé le',
  payoutDate: 'Versé le',
  respondBy: 'Répondre avant le',
  merchantId: 'Contrat',
  description: 'Texte',
};
