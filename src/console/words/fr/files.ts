/** Strings of the pages about files and uploads. */
import { many } from '../../format.js';
import type { PageWords } from '../../words.js';
import { countedRecords, countedRows, countedTransactions } from './shared.js';

export const uploads: PageWords['uploads'] = {
  none: 'Aucune importation pour l’instant',
  unknown: 'Cette importation n’existe pas.',
  id: 'Identifiant',
  receivedAt: 'Reçue',
  file: 'Fichier',
  rows: 'Lignes',
  brought: { Sales: 'Transactions', Settlement: 'Lignes de règlement' },
  counted: countedRows,
  rowsOf: (count, kind) => (kind === 'Settlement' ? countedRecords(count) : countedRows(count)),
  imported: 'Importées',
  duplicates: 'Doublons',
  rejected: 'Non importées',
  sums: 'Sommes',
  sumsOfPayments: 'Sommes des paiements',
  user: 'Utilisateur',
  withdrawn: 'Retirée',
  withdrawnBy: 'Retirée par',
  refusals: {
    'is required': 'obligatoire',
    'is not an ISO 4217 currency code': 'sans code ISO 4217 valable',
    'has more than four decimals': 'avec plus de quatre décimales',
    'belongs to no unit': 'sans unité',
  },
  statuses: { Processing: 'En cours', Processed: 'Importée', ProcessedWithErrors: 'Importée en partie', Failed: 'Échouée' },
  reasons: 'Pourquoi des lignes n’ont pas été importées',
  seeRejected: 'Voir ces transactions',
  notAllReasons: 'Le serveur conserve les 1000 premiers motifs d’une importation.',
  rowByRow: 'Ligne par ligne',
  place: 'Place dans l’importation',
  field: 'Champ',
  reason: 'Motif',
  aboutDuplicates: 'D’autres importations les ont déjà apportées. Elles ne comptent pas une seconde fois.',
  repeats: 'Répète',
  allDuplicates: 'Voir tous les doublons',
  inAudit: (count, kind, tenant) => `${brought(count, kind)} pour ${tenant}`,
  changes: { undo: 'Retirer', redo: 'Rétablir', reprocess: 'Traiter à nouveau' },
  undoText: (count, kind) =>
    `${brought(count, kind)} de cette importation ${isOne(count) ? 'disparaîtra' : 'disparaîtront'} de toutes les listes et sommes. Rien n’est supprimé : l’importation peut être rétablie pendant 30 jours. Le même fichier peut être importé de nouveau aussitôt.`,
  redoText: (kind) =>
    `Les ${kind === 'Settlement' ? 'lignes de règlement' : 'transactions'} de cette importation reviendront dans les listes et les sommes, sauf celles qu’une autre importation a apportées entre-temps.`,
  reprocessText: (count, kind) =>
    `L’importation sera refaite pour ${brought(count, kind)} ${isOne(count) ? 'non importée' : 'non importées'}, avec les règles et unités actuelles. Ce qui les satisfait compte dès lors ; tout le reste demeure tel quel.`,
};

const isOne = (count: number) => count < 2;

/** `12 transactions`, or `12 lignes de règlement`. */
function brought(count: number, kind: Parameters<PageWords['uploads']['rowsOf']>[1]): string {
  return kind === 'Settlement' ? countedRecords(count) : countedTransactions(count);
}

export const upload: PageWords['upload'] = {
  arriving: 'En route vers le serveur',
  dropHere: 'Déposez des fichiers ou un dossier ici, ou n’importe où sur une page',
  kinds: (most) =>
    `CSV, Excel ou JSON${most === null ? '' : `, jusqu’à ${most} chacun`}. Rien n’est importé avant que vous n’ayez vu comment le fichier est lu.`,
  chooseFiles: 'Choisir des fichiers',
  chooseFolder: 'Choisir un dossier',
  yours: 'Vos fichiers',
  none: 'Les fichiers déposés apparaissent ici et restent un jour.',
  sendAll: (files) => `Importer ${many(files, 'fichier prêt', 'fichiers prêts')}`,
  unconfirmed: (files) =>
    `${many(files, 'fichier a un nouvel en-tête', 'fichiers ont un nouvel en-tête')} : ${isOne(files) ? 'ouvrez-le' : 'ouvrez-en un'}, vérifiez comment il est lu et importez-le de là.`,
  states: {
    waiting: 'En attente',
    reading: 'Lecture en cours',
    asking: 'A des questions',
    unconfirmed: 'Nouveau : à vérifier',
    ready: 'Prêt',
    unusable: 'Illisible',
    sending: 'Importation en cours',
    done: 'Terminé',
    failed: 'Inachevé',
  },
  removedAt: 'conservé jusqu’au',
  remove: 'Supprimer le fichier',
  stopAndRemove: 'Arrêter et supprimer le fichier',
  sentSoFar: (rows) => `Lignes envoyées : ${rows}`,
  importingText: (rows) => `Toutes les lignes (${rows}) sont sur le serveur, qui les importe.`,
  retry: (reason, duration) => `${reason} Nouvel essai dans ${duration}.`,
  mayClose: 'Vous pouvez fermer cette page : le serveur continue. Le fichier reste sous « Importer un fichier ».',
  questionsLead: (count) =>
    isOne(count)
      ? `${count} question est ouverte. Le fichier ne sera importé qu’après votre réponse.`
      : `${count} questions sont ouvertes. Le fichier ne sera importé qu’après vos réponses.`,
  answerAll: 'Choisissez une réponse à chaque question.',
  goOn: 'Continuer',
  good: 'Lignes importables',
  faulty: 'Lignes erronées',
  leftOut: (count) => `${many(count, 'ligne omise', 'lignes omises')} :`,
  known: 'Reconnu comme une exportation de',
  tellsPayouts: 'Ce fichier indique des versements. Si une caisse envoie aussi ces ventes, elles compteraient deux fois.',
  takenFor: 'Lu comme',
  theseAre: { Sales: 'Ce sont des ventes', Settlement: 'Ce sont des lignes de règlement' },
  personal: 'Les colonnes de données personnelles sont omises :',
  columns: 'Lecture des colonnes',
  theirs: 'Colonne du fichier',
  samples: 'Exemples',
  additional: 'Inutilisée : données complémentaires',
  notSent: 'Non envoyée',
  fieldOf: (letter, header) => `Champ de la colonne ${letter} ${header}`,
  readAnew: 'Lire ainsi',
  askAgain: 'Reprendre toutes les réponses',
  constant: 'le même partout',
  faults: (count) => many(count, 'ligne erronée', 'lignes erronées'),
  saveFaults: 'Enregistrer comme tableau',
  line: 'Ligne',
  column: 'Colonne',
  value: 'Valeur',
  moreFaults: (shown) => `Les ${shown} premières sont affichées ; le tableau enregistré les contient toutes.`,
  send: (count, kind) => `Importer ${brought(count, kind)}`,
  isNew: 'Cet en-tête est nouveau ici. Vérifiez la lecture ; votre accord vaut aussi pour le prochain fichier.',
  sendRead: (count, kind) => `La lecture est juste : importer ${brought(count, kind)}`,
  whatRowsSay: 'Ce que disent les lignes',
  noReference: 'aucune colonne n’est la référence',
  references: (count, isWhole) => `${isWhole ? '' : 'plus de '}${count} références différentes`,
  between: 'chacun entre',
  sums: 'Somme',
  done: 'Traitement',
  doneWith: { 'left out': 'omises', rejected: 'rejetées', sale: 'importées comme ventes', refund: 'importées comme remboursements' },
  sendAgain: 'Poursuivre',
  sentBefore: 'Le serveur a déjà exactement ce fichier. Envoyé par',
  sendOnceMore: 'L’importer encore une fois',
  problems: {
    alreadyUploaded: 'Le même fichier a déjà été importé. Rien n’a été envoyé.',
    uploadGone: 'De ce que ce fichier avait apporté, il ne reste qu’une partie. Rien n’a été envoyé.',
  },
  first: 'Les premières lignes, telles qu’elles seront importées',
  withoutFaulty: (count) => `Sans ${many(count, 'ligne illisible', 'lignes illisibles')} : à corriger et à déposer ensuite.`,
  accepted: 'Acceptées',
  inDoubt: 'Incertaines',
  unsent: 'Non envoyées',
  sum: 'Somme des lignes acceptées',
  rejectsText: 'Les lignes non importées forment un fichier à part : corrigez-le et déposez-le de nouveau ici.',
  saveRejects: 'Enregistrer ces lignes',
  part: (rows) => `Importation : ${rows} lignes`,
  unknownStatus: 'Pas encore connu',
};
