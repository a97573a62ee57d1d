/** Strings of the pages about files and uploads. */
import { countText, many } from '../../format.js';
import type { PageWords } from '../../words.js';
import { countedRecords, countedRows, countedTransactions } from './shared.js';

export const uploads: PageWords['uploads'] = {
  none: 'Noch keine Importe',
  unknown: 'Diesen Import gibt es nicht.',
  id: 'ID',
  receivedAt: 'Eingegangen',
  file: 'Datei',
  rows: 'Zeilen',
  brought: { Sales: 'Transaktionen', Settlement: 'Abrechnungszeilen' },
  counted: countedRows,
  rowsOf: (count, kind) => (kind === 'Settlement' ? countedRecords(count) : countedRows(count)),
  imported: 'Importiert',
  duplicates: 'Duplikate',
  rejected: 'Nicht importiert',
  sums: 'Summen',
  sumsOfPayments: 'Summen der Zahlungen',
  user: 'Benutzer',
  withdrawn: 'Zurückgezogen',
  withdrawnBy: 'Zurückgezogen von',
  refusals: {
    'is required': 'fehlt',
    'is not an ISO 4217 currency code': 'ist kein Währungscode nach ISO 4217',
    'has more than four decimals': 'hat mehr als vier Nachkommastellen',
    'belongs to no unit': 'gehört zu keiner Einheit',
  },
  statuses: { Processing: 'Läuft', Processed: 'Importiert', ProcessedWithErrors: 'Teilweise importiert', Failed: 'Fehlgeschlagen' },
  reasons: 'Warum Zeilen nicht importiert wurden',
  seeRejected: 'Diese Transaktionen ansehen',
  notAllReasons: 'Der Server bewahrt die ersten 1000 Gründe eines Imports auf.',
  rowByRow: 'Zeile für Zeile',
  place: 'Stelle im Import',
  field: 'Feld',
  reason: 'Grund',
  aboutDuplicates: 'Diese kamen schon mit anderen Importen. Sie bleiben gespeichert und zählen nicht noch einmal.',
  repeats: 'Wiederholt',
  allDuplicates: 'Alle Duplikate ansehen',
  inAudit: (count, kind, tenant) => `${brought(count, kind)} für ${tenant}`,
  changes: { undo: 'Zurückziehen', redo: 'Wiederherstellen', reprocess: 'Neu verarbeiten' },
  undoText: (count, kind) =>
    `${brought(count, kind)} dieses Imports ${count === 1 ? 'verschwindet' : 'verschwinden'} aus allen Listen und Summen. Gelöscht wird nichts: Der Import lässt sich innerhalb von 30 Tagen wiederherstellen. Dieselbe Datei kann sofort wieder hochgeladen werden.`,
  redoText: (kind) =>
    `Die ${kind === 'Settlement' ? 'Abrechnungszeilen' : 'Transaktionen'} dieses Imports kehren in Listen und Summen zurück. Was inzwischen mit einem anderen Import kam, bleibt ausgenommen.`,
  reprocessText: (count, kind) =>
    `Der Import läuft noch einmal für ${brought(count, kind)}, die nicht importiert ${count === 1 ? 'wurde' : 'wurden'}, mit den heutigen Regeln und Einheiten. Was sie erfüllt, zählt von da an; alles andere bleibt, wie es ist.`,
};

/** `12 Transaktionen`, or `12 Abrechnungszeilen`. */
function brought(count: number, kind: Parameters<PageWords['uploads']['rowsOf']>[1]): string {
  return kind === 'Settlement' ? countedRecords(count) : countedTransactions(count);
}

export const upload: PageWords['upload'] = {
  arriving: 'Unterwegs zum Server',
  dropHere: 'Dateien oder einen Ordner hier oder auf jeder anderen Seite ablegen',
  kinds: (most) =>
    `CSV, Excel oder JSON${most === null ? '' : `, je bis ${most}`}. Importiert wird erst, wenn Sie gesehen haben, wie die Datei gelesen wird.`,
  chooseFiles: 'Dateien wählen',
  chooseFolder: 'Ordner wählen',
  yours: 'Ihre Dateien',
  none: 'Abgelegte Dateien erscheinen hier und bleiben einen Tag.',
  sendAll: (files) => `Alle ${countText(files)} bereiten Dateien importieren`,
  unconfirmed: (files) =>
    files === 1
      ? '1 Datei hat eine neue Kopfzeile: Öffnen Sie sie, prüfen Sie, wie sie gelesen wird, und importieren Sie sie von dort.'
      : `${many(files, 'Datei', 'Dateien')} haben eine neue Kopfzeile: Öffnen Sie eine, prüfen Sie, wie sie gelesen wird, und importieren Sie sie von dort.`,
  states: {
    waiting: 'Wartet',
    reading: 'Wird gelesen',
    asking: 'Hat Fragen',
    unconfirmed: 'Neu: bitte prüfen',
    ready: 'Bereit',
    unusable: 'Nicht lesbar',
    sending: 'Wird importiert',
    done: 'Fertig',
    failed: 'Nicht beendet',
  },
  removedAt: 'bleibt bis',
  remove: 'Datei entfernen',
  stopAndRemove: 'Anhalten und Datei entfernen',
  sentSoFar: (rows) => `${rows} Zeilen gesendet`,
  importingText: (rows) => `Alle ${rows} Zeilen sind auf dem Server und werden importiert.`,
  retry: (reason, duration) => `${reason} Neuer Versuch in ${duration}.`,
  mayClose: 'Sie können diese Seite verlassen: Der Server arbeitet weiter, und die Datei ist unter „Datei hochladen“ zu finden.',
  questionsLead: (count) =>
    count === 1
      ? '1 Frage ist offen. Die Datei wird erst importiert, wenn Sie sie beantwortet haben.'
      : `${count} Fragen sind offen. Die Datei wird erst importiert, wenn Sie sie beantwortet haben.`,
  answerAll: 'Wählen Sie zu jeder Frage eine Antwort.',
  goOn: 'Weiter',
  good: 'Importierbare Zeilen',
  faulty: 'Fehlerhafte Zeilen',
  leftOut: (count) => `${countedRows(count)} weggelassen:`,
  known: 'Erkannt als Export von',
  tellsPayouts: 'Die Datei enthält Auszahlungen. Sendet auch eine Kasse diese Transaktionen, zählen sie doppelt.',
  takenFor: 'Gelesen als',
  theseAre: { Sales: 'Das sind Transaktionen', Settlement: 'Das sind Abrechnungszeilen' },
  personal: 'Spalten mit Personendaten bleiben weg:',
  columns: 'So werden die Spalten gelesen',
  theirs: 'Spalte der Datei',
  samples: 'Beispiele',
  additional: 'Nicht verwendet: Zusatzdaten',
  notSent: 'Nicht gesendet',
  fieldOf: (letter, header) => `Feld der Spalte ${letter} ${header}`,
  readAnew: 'So lesen',
  askAgain: 'Alle Antworten zurücknehmen',
  constant: 'für alle gleich',
  faults: (count) => many(count, 'fehlerhafte Zeile', 'fehlerhafte Zeilen'),
  saveFaults: 'Als Tabelle speichern',
  line: 'Zeile',
  column: 'Spalte',
  value: 'Wert',
  moreFaults: (shown) => `Gezeigt sind die ersten ${shown}; die gespeicherte Tabelle hat mehr.`,
  send: (count, kind) => `${brought(count, kind)} importieren`,
  isNew:
    'Dateien mit dieser Kopfzeile sind hier neu. Prüfen Sie, wie sie gelesen wird; was Sie bestätigen, gilt auch für die nächste Datei.',
  sendRead: (count, kind) => `Richtig gelesen: ${brought(count, kind)} importieren`,
  whatRowsSay: 'Was die Zeilen ergeben',
  noReference: 'keine Spalte ist die Referenz',
  references: (count, isWhole) => `${isWhole ? '' : 'mehr als '}${count} verschiedene Referenzen`,
  between: 'einzeln zwischen',
  sums: 'Summe',
  done: 'Was damit geschieht',
  doneWith: { 'left out': 'weggelassen', rejected: 'abgelehnt', sale: 'als Transaktion importiert', refund: 'als Gutschrift importiert' },
  sendAgain: 'Fortsetzen',
  sentBefore: 'Der Server hat genau diese Datei schon. Gesendet von',
  sendOnceMore: 'Noch einmal importieren',
  problems: {
    alreadyUploaded: 'Dieselbe Datei wurde schon importiert. Es wurde nichts gesendet.',
    uploadGone: 'Von dem, was diese Datei früher brachte, ist nur noch ein Teil da. Es wurde nichts gesendet.',
  },
  first: 'Die ersten Zeilen, wie sie importiert werden',
  withoutFaulty: (count) => `Ohne ${many(count, 'nicht lesbare Zeile', 'nicht lesbare Zeilen')}: danach berichtigen und neu ablegen.`,
  accepted: 'Angenommen',
  inDoubt: 'Ungewiss',
  unsent: 'Nicht gesendet',
  sum: 'Summe der angenommenen Zeilen',
  rejectsText: 'Zeilen, die nicht importiert wurden, stehen in einer eigenen Datei: berichtigen und hier wieder ablegen.',
  saveRejects: 'Diese Zeilen speichern',
  part: (rows) => `Import von ${rows} Zeilen`,
  unknownStatus: 'Noch nicht bekannt',
};
