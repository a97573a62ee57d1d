/** The German words: no word of them is written otherwise in Switzerland than in Germany and Austria, so none has an ß. */
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
  none: 'kein Wert',
  noCurrency: 'ohne Währung',
  loading: 'Wird geladen',
  again: 'Erneut versuchen',
  cancel: 'Abbrechen',
  close: 'Ausblenden',
  closeByKey: 'Ausblenden (Esc)',
  done: 'Fertig',
  skip: 'Zum Inhalt',
  fields: shared.fields,

  shell: {
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
  },

  keys: {
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
  },

  failures: {
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
  },

  logIn: {
    title: 'Anmelden',
    user: 'Benutzer',
    password: 'Passwort',
    enter: 'Anmelden',
    ended: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um hier weiterzumachen.',
    wrong: 'Benutzer oder Passwort ist falsch.',
    tooMany: (duration) => `Zu viele fehlgeschlagene Anmeldungen. Versuchen Sie es in ${duration} erneut.`,
    busy: (duration) => `Der Server ist ausgelastet. Versuchen Sie es in ${duration} erneut.`,
  },

  ownPassword: {
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
  },

  table: {
    choose: 'Zeile auswählen',
    sortBy: (title) => `Nach ${title} sortieren`,
    pages: 'Seiten der Liste',
    page: (page) => `Seite ${countText(page)}`,
    previous: 'Zurück',
    next: 'Weiter',
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
