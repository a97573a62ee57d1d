/** The German words: no word of them is written otherwise in Switzerland than in Germany and Austria, so none has an ß. */
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
export const none = 'kein Wert';
export const noCurrency = 'ohne Währung';
export const day = 'Tag';
export const loading = 'Wird geladen';
export const again = 'Erneut versuchen';
export const cancel = 'Abbrechen';
export const close = 'Ausblenden';
export const closeByKey = 'Ausblenden (Esc)';
export const done = 'Fertig';
export const skip = 'Zum Inhalt';
export const { fields, details: reasons } = shared;

export const shell: PageWords['shell'] = {
  pages: 'Seiten',
  money: 'Geld',
  exceptions: 'Offene Punkte',
  payouts: 'Auszahlungen',
  close: 'Abschluss',
  records: 'Abrechnungszeilen',
  transactions: 'Transaktionen',
  uploads: 'Importe',
  upload: 'Datei hochladen',
  administration: 'Verwaltung',
  tenant: 'Mandant',
  zone: 'Zeitzone',
  language: 'Sprache',
  logOut: 'Abmelden',
  loggedInAs: (user) => `Angemeldet als ${user}`,
  keys: 'Tasten',
  dropAnywhere: 'Zum Hochladen loslassen',
  notFound: 'Hier gibt es nichts',
  notFoundText: 'Diese Seite gibt es nicht.',
  toStart: 'Zur ersten Seite',
  noTenant: 'Sie haben noch auf keinen Mandanten Zugriff. Wer den Server verwaltet, kann ihn erteilen.',
};

export const keys: PageWords['keys'] = {
  title: 'Tasten',
  list: [
    ['/', 'In einer Liste suchen'],
    ['j, k', 'Nächste und vorige Zeile'],
    ['Enter', 'Zeile öffnen'],
    ['Leertaste', 'Zeile auswählen'],
    ['a', 'Das Ausgewählte bestätigen'],
    ['d', 'Zu den Entscheidungen'],
    ['Esc', 'Ausblenden, was geöffnet ist'],
    ['g, dann m, e, p, c, t, u', 'Zu Geld, offenen Punkten, Auszahlungen, Abschluss, Transaktionen, Importen'],
    ['Ctrl+U', 'Datei hochladen'],
    ['?', 'Diese Liste'],
  ],
};

export const failures: PageWords['failures'] = {
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und ob der Server läuft.',
  status: (status) => `Der Server hat mit ${status} geantwortet.`,
  titles: {
    0: 'Keine Verbindung',
    400: 'Diese Abfrage ist nicht möglich',
    403: 'Dafür haben Sie kein Recht',
    404: 'Nicht gefunden',
    429: 'Der Server ist ausgelastet',
    503: 'Der Server ist ausgelastet',
  },
  other: 'Etwas ist schiefgegangen',
  retryIn: (duration) => `Versuchen Sie es in ${duration} erneut.`,
  request: (id) => `Im Protokoll des Servers steht diese Anfrage als ${id}.`,
};

export const logIn: PageWords['logIn'] = {
  title: 'Anmelden',
  user: 'Benutzer',
  password: 'Passwort',
  enter: 'Anmelden',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um hier weiterzumachen.',
  wrong: 'Benutzer oder Passwort ist falsch.',
  tooMany: (duration) => `Zu viele fehlgeschlagene Anmeldungen. Versuchen Sie es in ${duration} erneut.`,
  busy: (duration) => `Der Server ist ausgelastet. Versuchen Sie es in ${duration} erneut.`,
};

export const ownPassword: PageWords['ownPassword'] = {
  title: 'Passwort ändern',
  old: 'Aktuelles Passwort',
  new: 'Neues Passwort',
  again: 'Neues Passwort, noch einmal',
  text: 'Das bisherige gilt ab sofort nicht mehr, auch für Programme, die sich mit Ihrem Namen anmelden. Ihre anderen Sitzungen enden.',
  changed: 'Ihr Passwort ist geändert.',
  differ: 'Die beiden neuen Passwörter unterscheiden sich.',
  faults: {
    oldPassword: 'Das aktuelle Passwort ist falsch.',
    newPassword: 'Das kann kein Passwort sein: Es ist zu lang oder enthält Steuerzeichen.',
  },
};

export const table: PageWords['table'] = {
  choose: 'Zeile auswählen',
  sortBy: (title) => `Nach ${title} sortieren`,
  pages: 'Seiten der Liste',
  page: (page) => `Seite ${countText(page)}`,
  previous: 'Zurück',
  next: 'Weiter',
};
