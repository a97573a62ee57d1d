/** Strings of the pages that show sales: the money, the list, one transaction. */
import { countText, many } from '../../format.js';
import type { PageWords } from '../../words.js';
import { countedTransactions, shared } from './shared.js';

export const filters: PageWords['filters'] = {
  title: 'Filter',
  more: 'Weitere Filter',
  clear: 'Filter aufheben',
  apply: 'Anwenden',
  remove: (label) => `Filter ${label} entfernen`,
  from: 'Von',
  to: 'Bis',
  fromDay: 'Von Tag',
  fromTime: 'Von Uhrzeit',
  toDay: 'Bis Tag',
  toTime: 'Bis Uhrzeit',
  range: (from, to) => {
    if (from !== null && from === to) return from;
    return from === null ? `bis ${to}` : to === null ? `ab ${from}` : `${from} bis ${to}`;
  },
  noAmount: (text) => `„${text}“ ist kein Betrag: nur Ziffern, davon die Nachkommastellen hinter einem Punkt oder Komma, etwa 1355.90.`,
  fourDigits: 'Die letzten vier Stellen einer Karte sind vier Ziffern.',
  searchIn: 'Suchen in',
  searchFor: 'Suchen nach',
  searchHint: 'Suchen  /',
};

export const periods: PageWords['periods'] = {
  other: 'Zeitraum',
  today: 'Heute',
  yesterday: 'Gestern',
  week: 'Letzte 7 Tage',
  month: 'Dieser Monat',
  monthBefore: 'Letzter Monat',
  year: 'Dieses Jahr',
};

export const states: PageWords['states'] = {
  transactionStates: { Processed: 'Importiert', Unprocessed: 'Nicht importiert' },
  matchStates: {
    Unmatched: 'Nicht abgeglichen',
    Match: 'Bezahlt',
    Skip: 'Übergangen, etwa Duplikate',
    NotApplicable: 'Kein Abgleich vorgesehen',
  },
  skipped: 'Übergangen',
  reasons: shared.reasons,
};

export const money: PageWords['money'] = {
  ...shared.money,
  withoutAmount: (sales) => `Ohne Betrag: ${sales}.`,
  pending: 'Noch sind nicht alle Zeilen abgeglichen: Die Zahlen können sich noch ändern.',
  noRecords: 'Es gibt noch keine Abrechnungen, darum ist nicht bekannt, was bezahlt ist. Laden Sie die Datei des Acquirers hoch.',
  salesTile: 'Umsatz',
  refunds: 'Gutschriften',
  net: 'Saldo',
  byDay: 'Umsatz nach Tag',
  chartLabel: (from, to, currency) =>
    `Umsatz nach Tag und Kartenmarke in ${currency}, ${from} bis ${to}. Die Zahlen stehen in der Tabelle darunter.`,
  daysOfTills: 'Es gelten die Tage nach der Uhr der Kasse.',
  asTable: 'Zahlen nach Tag',
  noDay: 'ohne Datum',
  noBrand: 'ohne Kartenmarke',
  otherBrands: (count) => many(count, 'weitere Kartenmarke', 'weitere Kartenmarken'),
  lastUploads: 'Letzte Importe',
  all: 'Alle Importe',
  attention: 'Zu erledigen',
  nothingToDo: 'Es ist nichts zu erledigen.',
  unknownPlaces: (count) => `${many(count, 'Terminal oder Standort gehört', 'Terminals oder Standorte gehören')} zu keiner Einheit`,
  toAssign: 'Zuordnen',
  failed: (rows) => `Von ${rows} wurde nichts importiert`,
  rejected: (rejected, all) => `${countText(rejected)} von ${all} nicht importiert`,
  empty: 'Noch keine Umsätze',
  emptyNext: 'Laden Sie eine Datei Ihrer Kasse oder Ihres Webshops hoch, und sehen Sie hier den Tag.',
  noneInPeriod: 'Keine Umsätze in diesem Zeitraum',
  toLatest: (day) => `Zu den neuesten vom ${day}`,
  notReading: 'Ihr Benutzer hat keine Rolle, um Transaktionen zu sehen (API).',
};

export const transactions: PageWords['transactions'] = {
  counted: countedTransactions,
  count: (rows, duplicates) =>
    `${countedTransactions(rows)}${duplicates > 0 ? `, davon ${many(duplicates, 'Duplikat', 'Duplikate')}` : ''}`,
  columns: 'Spalten',
  usualColumns: 'Übliche Spalten',
  export: 'Exportieren',
  none: 'Noch keine Transaktionen',
  noneMatch: 'Keine Transaktion passt zu diesen Filtern',
  net: 'importiert, ohne Duplikate:',
  notCounted: 'Bei einer Suche nach Referenz, Bestellung, Standort oder Karte wird nicht gezählt.',
  moreCurrencies: (count) => `und ${many(count, 'weitere Währung', 'weitere Währungen')}`,
};

const exporting: PageWords['export'] = {
  title: 'Transaktionen exportieren',
  what: 'Die gefilterten Transaktionen, älteste zuerst, so wie sie die Summen ergeben.',
  withPaid: 'Bezahlt, Gebühr, Auszahlung und warum offen',
  allRows: 'Auch Duplikate und nicht importierte Transaktionen',
  format: 'Format',
  formats: {
    xlsx: 'Excel-Arbeitsmappe (.xlsx)',
    csv: 'CSV, 12.50 mit Kommas dazwischen',
    'csv-comma': 'CSV, 12,50 mit Semikolons dazwischen',
  },
  all: 'Alle',
  shown: 'Die der Liste',
  save: 'Speichern',
  reading: (rows) => `${rows} gelesen`,
  saved: (count, { duplicates, notImported }) => {
    const left = [
      ...(duplicates > 0 ? [many(duplicates, 'Duplikat', 'Duplikate')] : []),
      ...(notImported > 0 ? [`${countText(notImported)} nicht importiert`] : []),
    ];
    const saved = `${countedTransactions(count)} gespeichert.`;
    return left.length === 0 ? saved : `${saved} Weggelassen: ${left.join(', ')}.`;
  },
  cut: (most) =>
    `Es gibt mehr als ${countText(most)}; die Datei enthält die ältesten davon. Filtern Sie enger, oder verwenden Sie die Befehlszeile, die beliebig viele exportiert.`,
  fileName: (day) => `transaktionen-${day}`,
};

export { exporting as export };

export const detail: PageWords['detail'] = {
  title: 'Transaktion',
  history: 'Verlauf',
  asGiven: (text) => `gesendet als: ${text}`,
  duplicate: 'Wiederholt eine andere und zählt nicht noch einmal.',
  first: 'Die erste ansehen',
  reasons: {
    Uploaded: 'Hochgeladen',
    Imported: 'Importiert',
    'Imported as a duplicate': 'Als Duplikat importiert',
    Rejected: 'Abgelehnt',
    Reprocessed: 'Neu verarbeitet',
    Withdrawn: 'Zurückgezogen',
    Restored: 'Wiederhergestellt',
  },
  byImport: 'Import',
  upload: 'Den Import ansehen',
  place: (place) => `Stelle ${countText(place)}`,
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Der Browser erlaubt dieser Seite das Kopieren nicht.',
};

export const settlement: PageWords['settlement'] = {
  title: 'Abrechnung',
  notCompared: 'Noch nicht mit Abrechnungen verglichen.',
  kinds: {
    Match: 'Abgeglichen: Diese Zahlung steht in der Abrechnung.',
    Proposal: 'Nicht abgeglichen: wahrscheinlich diese Zahlung; bitte prüfen.',
    Cancellation: 'Durch eine andere Transaktion aufgehoben: Es wird nichts abgerechnet.',
    SetAside: 'Von Hand beiseitegelegt: Es wird keine Abrechnung erwartet.',
  },
  reasons: shared.general,
  compared: {
    same: (names) => `gleich: ${names}`,
    differs: (name, theirs, ours) => `${name} ${theirs} statt ${ours}`,
    sameDay: 'derselbe Tag',
    apart: (duration) => `Abstand: ${duration}`,
    sameAmount: 'derselbe Betrag',
    more: (amount) => `um ${amount} höher`,
    less: (amount) => `um ${amount} niedriger`,
  },
  rule: 'Regel',
  byHand: 'von Hand',
  records: 'Abgerechnet',
  difference: 'Differenz',
  noDifference: 'keine',
  differs: (isLess) => (isLess ? 'zu wenig abgerechnet' : 'zu viel abgerechnet'),
  hidden: 'für Sie nicht sichtbar',
  itemsHidden: 'Einige der Zeilen dürfen Sie nicht sehen.',
  otherSales: 'Die anderen Transaktionen',
  more: (count) => `und ${many(count, 'weitere Zeile', 'weitere Zeilen')}`,
  fee: 'Gebühr',
  payout: 'Auszahlung',
};
