/** Strings of the pages that show sales: the money, the list, one transaction. */
import { countText, many } from '../../format.js';
import type { PageWords } from '../../words.js';
import { countedTransactions, shared } from './shared.js';

export const filters: PageWords['filters'] = {
  title: 'Filtres',
  more: 'Plus de filtres',
  clear: 'Effacer les filtres',
  apply: 'Appliquer',
  remove: (label) => `Supprimer le filtre ${label}`,
  from: 'De',
  to: 'À',
  fromDay: 'Du jour',
  fromTime: 'De l’heure',
  toDay: 'Au jour',
  toTime: 'À l’heure',
  range: (from, to) => {
    if (from !== null && from === to) return from;
    return from === null ? `jusqu’à ${to}` : to === null ? `dès ${from}` : `de ${from} à ${to}`;
  },
  noAmount: (text) =>
    `« ${text} » n’est pas un montant : des chiffres seulement, les décimales après un point ou une virgule, comme 1355.90.`,
  fourDigits: 'Les quatre derniers chiffres d’une carte sont quatre chiffres.',
  searchIn: 'Rechercher dans',
  searchFor: 'Rechercher',
  searchHint: 'Rechercher  /',
};

export const periods: PageWords['periods'] = {
  other: 'Période',
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  week: '7 derniers jours',
  month: 'Ce mois-ci',
  monthBefore: 'Le mois dernier',
  year: 'Cette année',
};

export const states: PageWords['states'] = {
  transactionStates: { Processed: 'Importée', Unprocessed: 'Non importée' },
  matchStates: {
    Unmatched: 'Non rapprochée',
    Match: 'Payée',
    Skip: 'Ignorée, par exemple un doublon',
    NotApplicable: 'À ne pas rapprocher',
  },
  skipped: 'Ignorée',
  reasons: shared.reasons,
};

export const money: PageWords['money'] = {
  ...shared.money,
  withoutAmount: (sales) => `Sans montant : ${sales}.`,
  pending: 'Toutes les lignes ne sont pas encore rapprochées : les chiffres peuvent encore changer.',
  noRecords: 'Il n’y a pas encore de lignes de règlement, donc rien n’indique ce qui est payé. Importez le fichier de l’acquéreur.',
  salesTile: 'Ventes',
  refunds: 'Remboursements',
  net: 'Solde',
  byDay: 'Ventes par jour',
  chartLabel: (from, to, currency) =>
    `Ventes par jour et par marque de carte en ${currency}, du ${from} au ${to}. Les chiffres figurent dans le tableau ci-dessous.`,
  daysOfTills: 'Les jours sont ceux de l’horloge de la caisse.',
  asTable: 'Chiffres par jour',
  noDay: 'sans date',
  noBrand: 'sans marque',
  otherBrands: (count) => many(count, 'autre marque', 'autres marques'),
  lastUploads: 'Dernières importations',
  all: 'Toutes les importations',
  attention: 'À traiter',
  nothingToDo: 'Il n’y a rien à traiter.',
  unknownPlaces: (count) =>
    many(count, 'terminal ou point de vente n’appartient à aucune unité', 'terminaux ou points de vente n’appartiennent à aucune unité'),
  toAssign: 'À attribuer',
  failed: (rows) => `Rien n’a été importé sur ${rows}`,
  rejected: (rejected, all) => `Non importé : ${countText(rejected)} sur ${all}`,
  empty: 'Aucune vente pour l’instant',
  emptyNext: 'Importez un fichier de votre caisse ou de votre boutique en ligne et voyez la journée ici.',
  noneInPeriod: 'Aucune vente pendant cette période',
  toLatest: (day) => `Aller aux dernières, ${day}`,
  notReading: 'Votre utilisateur n’a pas de rôle pour voir les ventes (API).',
};

export const transactions: PageWords['transactions'] = {
  counted: countedTransactions,
  count: (rows, duplicates) => `${countedTransactions(rows)}${duplicates > 0 ? `, dont ${many(duplicates, 'doublon', 'doublons')}` : ''}`,
  columns: 'Colonnes',
  usualColumns: 'Colonnes habituelles',
  export: 'Exporter',
  none: 'Aucune transaction pour l’instant',
  noneMatch: 'Aucune transaction ne correspond à ces filtres',
  net: 'importé, sans doublons :',
  notCounted: 'Une recherche par référence, commande, point de vente ou carte n’est pas comptée.',
  moreCurrencies: (count) => `et ${many(count, 'autre devise', 'autres devises')}`,
};

const exporting: PageWords['export'] = {
  title: 'Exporter les transactions',
  what: 'Les transactions filtrées, les plus anciennes d’abord, telles qu’elles font les totaux.',
  withPaid: 'Payé, frais, versement et pourquoi ouverte',
  allRows: 'Aussi les doublons et les transactions non importées',
  format: 'Format',
  formats: {
    xlsx: 'Classeur Excel (.xlsx)',
    csv: 'CSV, 12.50 séparés par des virgules',
    'csv-comma': 'CSV, 12,50 séparés par des points-virgules',
  },
  all: 'Toutes',
  shown: 'Celles de la liste',
  save: 'Enregistrer',
  reading: (rows) => `Lu : ${rows}`,
  saved: (count, { duplicates, notImported }) => {
    const left = [
      ...(duplicates > 0 ? [many(duplicates, 'doublon', 'doublons')] : []),
      ...(notImported > 0 ? [many(notImported, 'non importée', 'non importées')] : []),
    ];
    const saved = `${many(count, 'transaction enregistrée', 'transactions enregistrées')}.`;
    return left.length === 0 ? saved : `${saved} Omis : ${left.join(', ')}.`;
  },
  cut: (most) =>
    `Il y en a plus de ${countText(most)} ; le fichier contient les plus anciennes. Resserrez les filtres ou utilisez la ligne de commande, qui exporte sans limite.`,
  fileName: (day) => `transactions-${day}`,
};

export { exporting as export };

export const detail: PageWords['detail'] = {
  title: 'Transaction',
  history: 'Historique',
  asGiven: (text) => `envoyé : ${text}`,
  duplicate: 'Répète une autre transaction et ne compte pas une seconde fois.',
  first: 'Voir la première',
  reasons: {
    Uploaded: 'Envoyée',
    Imported: 'Importée',
    'Imported as a duplicate': 'Importée comme doublon',
    Rejected: 'Rejetée',
    Reprocessed: 'Traitée à nouveau',
    Withdrawn: 'Retirée',
    Restored: 'Rétablie',
  },
  byImport: 'importation',
  upload: 'Voir son importation',
  place: (place) => `place ${countText(place)}`,
  copy: 'Copier',
  copied: 'Copié.',
  notCopied: 'Le navigateur ne laisse pas cette page copier.',
};

export const settlement: PageWords['settlement'] = {
  title: 'Règlement',
  notCompared: 'Pas encore comparée aux lignes de règlement.',
  kinds: {
    Match: 'Rapprochée : ce paiement figure dans le règlement.',
    Proposal: 'Non rapprochée : probablement ce paiement ; à vérifier.',
    Cancellation: 'Annulée par une autre transaction : aucun règlement n’est dû.',
    SetAside: 'Mise de côté par quelqu’un : aucun règlement n’est attendu.',
  },
  reasons: shared.general,
  compared: {
    same: (names) => `identique : ${names.toLowerCase()}`,
    differs: (name, theirs, ours) => `${name.toLowerCase()} ${theirs} au lieu de ${ours}`,
    sameDay: 'même jour',
    apart: (duration) => `à ${duration} d’écart`,
    sameAmount: 'même montant',
    more: (amount) => `${amount} de plus`,
    less: (amount) => `${amount} de moins`,
  },
  rule: 'Règle',
  byHand: 'à la main',
  records: 'Réglé',
  difference: 'Différence',
  noDifference: 'aucune',
  differs: (isLess) => (isLess ? 'réglé en moins' : 'réglé en plus'),
  hidden: 'non visible pour vous',
  itemsHidden: 'Certaines de ses lignes ne vous sont pas visibles.',
  otherSales: 'Ses autres transactions',
  more: (count) => `et ${many(count, 'autre ligne', 'autres lignes')}`,
  fee: 'commission',
  payout: 'versement',
};
