/** Strings of the list of exceptions. */
import type { PageWords } from '../../words.js';
import { countedRows } from './counts.js';
import { shared } from './shared.js';

export const exceptions: PageWords['exceptions'] = {
  day: 'Giorno',
  age: 'Età',
  what: 'Che cosa',
  about: 'Dove',
  why: 'Perché, e che cosa fare',
  none: 'Nulla è aperto',
  noneMatch: 'Nessun punto aperto corrisponde a questi filtri',
  asked: 'Ciò che ha chiesto all’acquirer torna qui nel giorno indicato.',
  waiting: shared.waiting,
  side: 'Riguarda',
  sides: {
    Sale: 'Vendite',
    Record: 'Righe di regolamento',
    Payout: 'Accrediti',
    Account: 'File di acquirer',
    Terminal: 'Giorni di cassa',
  },
  todo: {
    refund: 'Forse un cliente ha diritto a un rimborso: da verificare.',
    answer: 'Rispondere in tempo all’acquirer.',
    ask: 'Chiedere all’acquirer o mettere da parte.',
    file: 'Farsi dare il file dall’acquirer e inviarlo.',
    sales: 'Importare le vendite della cassa.',
    match: 'Aprire: riconciliare a mano o chiedere all’acquirer.',
    payout: 'Guardare le righe e chiedere all’acquirer.',
    approve: 'Approvare, o dire che non è questo pagamento.',
    sale: 'Importare la vendita che manca o mettere da parte la riga.',
    complete: 'Completare nel file e importarlo di nuovo.',
  },
  ofChosen: 'Decidere sulle righe scelte',
  chooseAll: 'Scegli tutto',
  chooseNone: 'Non scegliere nulla',
  byRule: 'Approva per regola',
  atMost: 'Al massimo',
  changed: 'La riga non è più come appare qui. La guardi prima.',
  toSales: 'Vedi le vendite in attesa',
  chosen: (rows, sums) => `${countedRows(rows)}: ${sums}`,
  done: (rows) => `${countedRows(rows)}: fatto.`,
  refused: (rows) => `${countedRows(rows)}: rifiutato.`,
  undone: (rows) => `${countedRows(rows)}: annullato.`,
};
