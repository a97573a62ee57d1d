/** The Italian words. */
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
export const none = 'nessun valore';
export const noCurrency = 'senza valuta';
export const day = 'Giorno';
export const loading = 'Caricamento';
export const again = 'Riprova';
export const cancel = 'Annulla';
export const close = 'Chiudi';
export const closeByKey = 'Chiudi (Esc)';
export const done = 'Fatto';
export const skip = 'Vai al contenuto';
export const { fields, details: reasons } = shared;

export const shell: PageWords['shell'] = {
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
};

export const keys: PageWords['keys'] = {
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
};

export const failures: PageWords['failures'] = {
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
};

export const logIn: PageWords['logIn'] = {
  title: 'Accesso',
  user: 'Utente',
  password: 'Password',
  enter: 'Accedi',
  ended: 'La sessione è terminata. Acceda di nuovo per riprendere da dove era.',
  wrong: 'Utente o password errati.',
  tooMany: (duration) => `Troppi accessi falliti. Riprovi tra ${duration}.`,
  busy: (duration) => `Il server è occupato. Riprovi tra ${duration}.`,
};

export const ownPassword: PageWords['ownPassword'] = {
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
};

export const table: PageWords['table'] = {
  choose: 'Scegli la riga',
  sortBy: (title) => `Ordina per ${title.toLowerCase()}`,
  pages: 'Pagine dell’elenco',
  page: (page) => `Pagina ${countText(page)}`,
  previous: 'Precedente',
  next: 'Successiva',
};
