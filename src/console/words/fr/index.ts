/** The French words. */
import { countText } from '../../format.js';
import type { PageWords } from '../../words.js';
import { shared } from './shared.js';

export * from './administration.js';
export * from './closing.js';
export * from './decisions.js';
export * from './exceptions.js';
export * from './files.js';
export * from './payouts.js';
export * from './sales.js';

export const product = 'Sales';
export const none = 'aucune valeur';
export const noCurrency = 'sans devise';
export const day = 'Jour';
export const loading = 'Chargement';
export const again = 'Réessayer';
export const cancel = 'Annuler';
export const close = 'Fermer';
export const closeByKey = 'Fermer (Échap)';
export const done = 'Terminé';
export const skip = 'Aller au contenu';
export const { fields, details: reasons } = shared;

export const shell: PageWords['shell'] = {
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
};

export const keys: PageWords['keys'] = {
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
};

export const failures: PageWords['failures'] = {
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
};

export const logIn: PageWords['logIn'] = {
  title: 'Connexion',
  user: 'Utilisateur',
  password: 'Mot de passe',
  enter: 'Se connecter',
  ended: 'Votre session est terminée. Reconnectez-vous pour reprendre où vous étiez.',
  wrong: 'Utilisateur ou mot de passe incorrect.',
  tooMany: (duration) => `Trop d’échecs de connexion. Réessayez dans ${duration}.`,
  busy: (duration) => `Le serveur est occupé. Réessayez dans ${duration}.`,
};

export const ownPassword: PageWords['ownPassword'] = {
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
};

export const table: PageWords['table'] = {
  choose: 'Choisir la ligne',
  sortBy: (title) => `Trier par ${title.toLowerCase()}`,
  pages: 'Pages de la liste',
  page: (page) => `Page ${countText(page)}`,
  previous: 'Précédente',
  next: 'Suivante',
};
