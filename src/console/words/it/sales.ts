/** Strings of the pages that show sales: the money, the list, one transaction. */
import { countText, many } from '../../format.js';
import type { PageWords } from '../../words.js';
import { countedTransactions, shared } from './shared.js';

export const filters: PageWords['filters'] = {
  title: 'Filtri',
  more: 'Altri filtri',
  clear: 'Cancella i filtri',
  apply: 'Applica',
  remove: (label) => `Rimuovi il filtro ${label}`,
  from: 'Da',
  to: 'A',
  fromDay: 'Dal giorno',
  fromTime: 'Dall’ora',
  toDay: 'Al giorno',
  toTime: 'All’ora',
  range: (from, to) => {
    if (from !== null && from === to) return from;
    return from === null ? `fino a ${to}` : to === null ? `da ${from}` : `da ${from} a ${to}`;
  },
  noAmount: (text) => `«${text}» non è un importo: solo cifre, i decimali dopo un punto o una virgola, come 1355.90.`,
  fourDigits: 'Le ultime quattro cifre di una carta sono quattro cifre.',
  searchIn: 'Cerca in',
  searchFor: 'Cerca',
  searchHint: 'Cerca  /',
};

export const periods: PageWords['periods'] = {
  other: 'Periodo',
  today: 'Oggi',
  yesterday: 'Ieri',
  week: 'Ultimi 7 giorni',
  month: 'Questo mese',
  monthBefore: 'Il mese scorso',
  year: 'Quest’anno',
};

export const states: PageWords['states'] = {
  transactionStates: { Processed: 'Importata', Unprocessed: 'Non importata' },
  matchStates: {
    Unmatched: 'Non riconciliata',
    Match: 'Pagata',
    Skip: 'Ignorata, per esempio un duplicato',
    NotApplicable: 'Da non riconciliare',
  },
  skipped: 'Ignorata',
  reasons: shared.reasons,
};

export const money: PageWords['money'] = {
  ...shared.money,
  withoutAmount: (sales) => `Senza importo: ${sales}.`,
  pending: 'Non tutte le righe sono ancora riconciliate: le cifre possono ancora cambiare.',
  noRecords: 'Non ci sono ancora righe di regolamento, quindi non si sa che cosa è pagato. Carichi il file dell’acquirer.',
  salesTile: 'Vendite',
  refunds: 'Rimborsi',
  net: 'Saldo',
  byDay: 'Vendite per giorno',
  chartLabel: (from, to, currency) =>
    `Vendite per giorno e circuito in ${currency}, dal ${from} al ${to}. Le cifre sono nella tabella qui sotto.`,
  daysOfTills: 'I giorni sono quelli dell’orologio della cassa.',
  asTable: 'Cifre per giorno',
  noDay: 'senza data',
  noBrand: 'senza circuito',
  otherBrands: (count) => many(count, 'altro circuito', 'altri circuiti'),
  lastUploads: 'Ultime importazioni',
  all: 'Tutte le importazioni',
  attention: 'Richiede attenzione',
  nothingToDo: 'Nulla richiede attenzione.',
  unknownPlaces: (count) =>
    many(count, 'terminale o punto vendita non appartiene a nessuna unità', 'terminali o punti vendita non appartengono a nessuna unità'),
  toAssign: 'Da assegnare',
  failed: (rows) => `Nulla è stato importato su ${rows}`,
  rejected: (rejected, all) => `Non importate: ${countText(rejected)} su ${all}`,
  empty: 'Ancora nessuna vendita',
  emptyNext: 'Importi un file della Sua cassa o del Suo negozio online e veda qui la giornata.',
  noneInPeriod: 'Nessuna vendita in questo periodo',
  toLatest: (day) => `Vai alle ultime, ${day}`,
  notReading: 'Il Suo utente non ha un ruolo per vedere le vendite (API).',
};

export const transactions: PageWords['transactions'] = {
  counted: countedTransactions,
  count: (rows, duplicates) =>
    `${countedTransactions(rows)}${duplicates > 0 ? `, di cui ${many(duplicates, 'duplicato', 'duplicati')}` : ''}`,
  columns: 'Colonne',
  usualColumns: 'Colonne abituali',
  export: 'Esporta',
  none: 'Ancora nessuna transazione',
  noneMatch: 'Nessuna transazione corrisponde a questi filtri',
  net: 'importate, senza duplicati:',
  notCounted: 'Una ricerca per riferimento, ordine, punto vendita o carta non viene conteggiata.',
  moreCurrencies: (count) => `e ${many(count, 'altra valuta', 'altre valute')}`,
};

const exporting: PageWords['export'] = {
  title: 'Esporta le transazioni',
  what: 'Le transazioni filtrate, dalle più vecchie, così come danno i totali.',
  withPaid: 'Pagato, commissione, accredito e perché è aperta',
  allRows: 'Anche i duplicati e le transazioni non importate',
  format: 'Formato',
  formats: {
    xlsx: 'Cartella di lavoro Excel (.xlsx)',
    csv: 'CSV, 12.50 separati da virgole',
    'csv-comma': 'CSV, 12,50 separati da punti e virgola',
  },
  all: 'Tutte',
  shown: 'Quelle dell’elenco',
  save: 'Salva',
  reading: (rows) => `Lettura: ${rows}`,
  saved: (count, { duplicates, notImported }) => {
    const left = [
      ...(duplicates > 0 ? [many(duplicates, 'duplicato', 'duplicati')] : []),
      ...(notImported > 0 ? [many(notImported, 'non importata', 'non importate')] : []),
    ];
    const saved = `${many(count, 'transazione salvata', 'transazioni salvate')}.`;
    return left.length === 0 ? saved : `${saved} Omessi: ${left.join(', ')}.`;
  },
  cut: (most) =>
    `Ce ne sono più di ${countText(most)}; il file contiene le più vecchie. Restringa i filtri o usi la riga di comando, che esporta senza limiti.`,
  fileName: (day) => `transazioni-${day}`,
};

export { exporting as export };

export const detail: PageWords['detail'] = {
  title: 'Transazione',
  history: 'Cronologia',
  asGiven: (text) => `inviato: ${text}`,
  duplicate: 'Ripete un’altra transazione e non conta una seconda volta.',
  first: 'Vedi la prima',
  reasons: {
    Uploaded: 'Inviata',
    Imported: 'Importata',
    'Imported as a duplicate': 'Importata come duplicato',
    Rejected: 'Rifiutata',
    Reprocessed: 'Rielaborata',
    Withdrawn: 'Ritirata',
    Restored: 'Ripristinata',
  },
  byImport: 'importazione',
  upload: 'Vedi la sua importazione',
  place: (place) => `posto ${countText(place)}`,
  copy: 'Copia',
  copied: 'Copiato.',
  notCopied: 'Il browser non permette a questa pagina di copiare.',
};

export const settlement: PageWords['settlement'] = {
  title: 'Regolamento',
  notCompared: 'Non ancora confrontata con le righe di regolamento.',
  kinds: {
    Match: 'Riconciliata: il pagamento è nel regolamento.',
    Proposal: 'Non riconciliata: probabilmente questo pagamento; da verificare.',
    Cancellation: 'Annullata da un’altra transazione: nessun regolamento è dovuto.',
    SetAside: 'Messa da parte da qualcuno: nessun regolamento è atteso.',
  },
  reasons: shared.general,
  compared: {
    same: (names) => `uguale: ${names.toLowerCase()}`,
    differs: (name, theirs, ours) => `${name.toLowerCase()} ${theirs} invece di ${ours}`,
    sameDay: 'stesso giorno',
    apart: (duration) => `a distanza di ${duration}`,
    sameAmount: 'stesso importo',
    more: (amount) => `${amount} in più`,
    less: (amount) => `${amount} in meno`,
  },
  rule: 'Regola',
  byHand: 'a mano',
  records: 'Regolato',
  difference: 'Differenza',
  noDifference: 'nessuna',
  differs: (isLess) => (isLess ? 'regolato in meno' : 'regolato in più'),
  hidden: 'non visibile per Lei',
  itemsHidden: 'Alcune delle sue righe non sono visibili per Lei.',
  otherSales: 'Le sue altre transazioni',
  more: (count) => `e ${many(count, 'altra riga', 'altre righe')}`,
  fee: 'commissione',
  payout: 'accredito',
};
