/** The Italian words. */
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
  none: 'nessun valore',
  noCurrency: 'senza valuta',
  loading: 'Caricamento',
  again: 'Riprova',
  cancel: 'Annulla',
  close: 'Chiudi',
  closeByKey: 'Chiudi (Esc)',
  done: 'Fatto',
  skip: 'Vai al contenuto',
  fields: shared.fields,

  shell: {
    pages: 'Pagine',
    money: 'Denaro',
    exceptions: 'Punti aperti',
    payouts: 'Accrediti',
    close: 'Chiusura',
    records: 'Righe di regolamento',
    transactions: 'Transazioni',
    uploads: 'Importazioni',
    upload: 'Importa un file',
    administration: 'Amministrazione',
    tenant: 'Azienda',
    zone: 'Fuso orario',
    language: 'Lingua',
    logOut: 'Esci',
    loggedInAs: (user) => `Accesso effettuato come ${user}`,
    keys: 'Scorciatoie',
    dropAnywhere: 'Rilascia per importare',
    notFound: 'Niente a questo indirizzo',
    notFoundText: 'Questa pagina non esiste.',
    toStart: 'Vai alla prima pagina',
    noTenant: 'Non ha ancora accesso a nessuna azienda. Può concederlo chi amministra il server.',
  },

  keys: {
    title: 'Scorciatoie da tastiera',
    list: [
      ['/', 'Cerca in un elenco'],
      ['j, k', 'Riga successiva e precedente'],
      ['Invio', 'Apri la riga'],
      ['Spazio', 'Scegli la riga'],
      ['a', 'Approva ciò che è scelto'],
      ['d', 'Vai alle decisioni'],
      ['Esc', 'Chiudi ciò che è aperto'],
      ['g poi m, e, p, c, t, u', 'Denaro, punti aperti, accrediti, chiusura, transazioni, importazioni'],
      ['Ctrl+U', 'Importa un file'],
      ['?', 'Questo elenco'],
    ],
  },

  failures: {
    unreachable: 'Il server non è raggiungibile. Verifichi la connessione e che il server sia in funzione.',
    status: (status) => `Il server ha risposto ${status}.`,
    titles: {
      0: 'Nessuna connessione',
      400: 'Richiesta non possibile',
      403: 'Accesso non consentito',
      404: 'Non trovato',
      429: 'Il server è occupato',
      503: 'Il server è occupato',
    },
    other: 'Si è verificato un errore',
    retryIn: (duration) => `Riprovi tra ${duration}.`,
    request: (id) => `Nel registro del server questa richiesta è ${id}.`,
  },

  logIn: {
    title: 'Accesso',
    user: 'Utente',
    password: 'Password',
    enter: 'Accedi',
    ended: 'La sessione è terminata. Acceda di nuovo per riprendere da dove era.',
    wrong: 'Utente o password errati.',
    tooMany: (duration) => `Troppi accessi falliti. Riprovi tra ${duration}.`,
    busy: (duration) => `Il server è occupato. Riprovi tra ${duration}.`,
  },

  ownPassword: {
    title: 'Cambia password',
    old: 'Password attuale',
    new: 'Nuova password',
    again: 'Nuova password, di nuovo',
    text: 'Quella attuale cessa subito di valere, anche per i programmi che accedono con il Suo nome. Le altre Sue sessioni terminano.',
    changed: 'La password è stata cambiata.',
    differ: 'Le due nuove password sono diverse.',
    faults: {
      oldPassword: 'La password attuale è sbagliata.',
      newPassword: 'Questa non può essere una password: è troppo lunga o contiene caratteri di controllo.',
    },
  },

  table: {
    choose: 'Scegli la riga',
    sortBy: (title) => `Ordina per ${title.toLowerCase()}`,
    pages: 'Pagine dell’elenco',
    page: (page) => `Pagina ${countText(page)}`,
    previous: 'Precedente',
    next: 'Successiva',
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
