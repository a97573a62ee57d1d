/** Strings of the list of exceptions. */
import type { PageWords } from '../../words.js';
import { countedRows } from './counts.js';
import { shared } from './shared.js';

export const exceptions: PageWords['exceptions'] = {
  day: 'Jour',
  age: 'Ancienneté',
  what: 'Quoi',
  about: 'Où',
  why: 'Pourquoi, et que faire',
  none: 'Rien n’est ouvert',
  noneMatch: 'Aucun point ouvert ne correspond à ces filtres',
  asked: 'Ce que vous avez demandé à l’acquéreur revient ici au jour donné.',
  waiting: shared.waiting,
  side: 'Concerne',
  sides: {
    Sale: 'Ventes',
    Record: 'Lignes de règlement',
    Payout: 'Versements',
    Account: 'Fichiers d’acquéreurs',
    Terminal: 'Jours de caisse',
  },
  todo: {
    refund: 'Un client a peut-être droit à un remboursement : à vérifier.',
    answer: 'Répondre à temps à l’acquéreur.',
    ask: 'Interroger l’acquéreur ou mettre de côté.',
    file: 'Obtenir le fichier de l’acquéreur et l’envoyer.',
    sales: 'Importer les ventes de la caisse.',
    match: 'Ouvrir : rapprocher à la main ou interroger l’acquéreur.',
    payout: 'Regarder ses lignes et interroger l’acquéreur.',
    approve: 'Approuver, ou dire que ce n’est pas ce paiement.',
    sale: 'Importer la vente qui manque ou mettre la ligne de côté.',
    complete: 'Compléter dans le fichier et importer celui-ci à nouveau.',
  },
  ofChosen: 'Décider des lignes choisies',
  chooseAll: 'Tout choisir',
  chooseNone: 'Ne rien choisir',
  byRule: 'Approuver par règle',
  atMost: 'Au plus',
  changed: 'La ligne a changé depuis. Regardez-la d’abord.',
  toSales: 'Voir les ventes en attente',
  chosen: (rows, sums) => `${countedRows(rows)} : ${sums}`,
  done: (rows) => `${countedRows(rows)} : fait.`,
  refused: (rows) => `${countedRows(rows)} : refusé.`,
  undone: (rows) => `${countedRows(rows)} : retiré.`,
};
