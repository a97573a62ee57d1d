/** The French words. */
import { countText } from '../../format.js';
import type { PageWords } from '../../words.js';
import { administration } from './administration.js';
import { closing } from './closing.js';
import { decisions } from './decisions.js';
import { exceptions } from './exceptions.js';
import { upload, uploads } from './files.js';
import { payouts, records } from './payouts.js';
import { detail, exporting, filters, money, periods, settlement, states, transactions } from './sales.js';
import { shared } from './shared.js';

export const words: PageWords = {
  product: 'Sales',
  none: 'aucune valeur',
  noCurrency: 'sans devise',
  loading: 'Chargement',
  again: 'Réessayer',
  cancel: 'Annuler',
  close: 'Fermer',
  closeByKey: 'Fermer (Échap)',
  done: 'Terminé',
  skip: 'Aller au contenu',
  fields: shared.fields,

  shell: {
    pages: 'Pages',
    money: 'Argent',
    exceptions: 'Points ouverts',
    payouts: 'Versements',
    close: 'Clôture',
    records: 'Lignes de règlement',
    transactions: 'Transactions',
    uploads: 'Importations',
    upload: 'Importer un fichier',
    administration: 'Administration',
    tenant: 'Société',
    zone: 'Fuseau horaire',
    language: 'Langue',
    logOut: 'Se déconnecter',
    loggedInAs: (user) => `Connecté en tant que ${user}`,
    keys: 'Raccourcis',
    dropAnywhere: 'Déposer pour importer',
    notFound: 'Rien à cette adresse',
    notFoundText: 'Cette page n’existe pas.',
    toStart: 'Aller à la première page',
    noTenant: 'Vous n’avez encore accès à aucune société. La personne qui administre le serveur peut vous donner cet accès.',
  },

  keys: {
    title: 'Raccourcis clavier',
    list: [
      ['/', 'Rechercher dans une liste'],
      ['j, k', 'Ligne suivante, ligne précédente'],
      ['Entrée', 'Ouvrir la ligne'],
      ['Espace', 'Choisir la ligne'],
      ['a', 'Approuver ce qui est choisi'],
      ['d', 'Aller aux décisions'],
      ['Échap', 'Fermer ce qui est ouvert'],
      ['g puis m, e, p, c, t, u', 'Argent, points ouverts, versements, clôture, transactions, importations'],
      ['Ctrl+U', 'Importer un fichier'],
      ['?', 'Cette liste'],
    ],
  },

  failures: {
    unreachable: 'Le serveur est injoignable. Vérifiez la connexion et que le serveur fonctionne.',
    status: (status) => `Le serveur a répondu ${status}.`,
    titles: {
      0: 'Pas de connexion',
      400: 'Cette demande n’est pas possible',
      403: 'Vous n’y avez pas accès',
      404: 'Introuvable',
      429: 'Le serveur est occupé',
      503: 'Le serveur est occupé',
    },
    other: 'Une erreur s’est produite',
    retryIn: (duration) => `Réessayez dans ${duration}.`,
    request: (id) => `Le journal du serveur contient cette demande sous ${id}.`,
  },

  logIn: {
    title: 'Connexion',
    user: 'Utilisateur',
    password: 'Mot de passe',
    enter: 'Se connecter',
    ended: 'Votre session est terminée. Reconnectez-vous pour reprendre où vous étiez.',
    wrong: 'Utilisateur ou mot de passe incorrect.',
    tooMany: (duration) => `Trop d’échecs de connexion. Réessayez dans ${duration}.`,
    busy: (duration) => `Le serveur est occupé. Réessayez dans ${duration}.`,
  },

  ownPassword: {
    title: 'Changer de mot de passe',
    old: 'Mot de passe actuel',
    new: 'Nouveau mot de passe',
    again: 'Nouveau mot de passe, encore une fois',
    text: 'L’ancien n’est plus valable, aussi pour les programmes sous votre nom. Vos autres sessions se terminent.',
    changed: 'Votre mot de passe a été changé.',
    differ: 'Les deux nouveaux mots de passe diffèrent.',
    faults: {
      oldPassword: 'Le mot de passe actuel est incorrect.',
      newPassword: 'Ce mot de passe n’est pas possible : il est trop long ou contient des caractères de contrôle.',
    },
  },

  table: {
    choose: 'Choisir la ligne',
    sortBy: (title) => `Trier par ${title.toLowerCase()}`,
    pages: 'Pages de la liste',
    page: (page) => `Page ${countText(page)}`,
    previous: 'Précédente',
    next: 'Suivante',
  },

  filters,
  periods,
  states,
  money,
  transactions,
  export: exporting,
  detail,
  settlement,
  decisions,
  exceptions,
  payouts,
  closing,
  records,
  reasons: shared.details,
  uploads,
  upload,
  administration,
};
