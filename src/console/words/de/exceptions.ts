/** Strings of the list of exceptions. */
import type { PageWords } from '../../words.js';
import { countedRows } from './counts.js';
import { shared } from './shared.js';

export const exceptions: PageWords['exceptions'] = {
  day: 'Tag',
  age: 'Alter',
  what: 'Was',
  about: 'Wo',
  why: 'Warum, und was hilft',
  none: 'Nichts ist offen',
  noneMatch: 'Nichts Offenes passt zu diesen Filtern',
  asked: 'Wonach Sie den Acquirer gefragt haben, steht ab dem angegebenen Tag wieder hier.',
  waiting: shared.waiting,
  side: 'Betrifft',
  sides: {
    Sale: 'Transaktionen',
    Record: 'Abrechnungszeilen',
    Payout: 'Auszahlungen',
    Account: 'Dateien von Acquirern',
    Terminal: 'Tage von Kassen',
  },
  todo: {
    refund: 'Vielleicht steht einem Kunden Geld zu: prüfen und zurückzahlen.',
    answer: 'Dem Acquirer rechtzeitig antworten.',
    ask: 'Beim Acquirer nachfragen oder beiseitelegen.',
    file: 'Die Datei beim Acquirer holen und senden.',
    sales: 'Die Transaktionen der Kasse hochladen.',
    match: 'Öffnen: von Hand abgleichen oder beim Acquirer nachfragen.',
    payout: 'Die Zeilen ansehen und beim Acquirer nachfragen.',
    approve: 'Bestätigen oder sagen, dass es nicht diese Zahlung ist.',
    sale: 'Die fehlende Transaktion hochladen oder die Zeile beiseitelegen.',
    complete: 'In der Datei ergänzen und diese neu hochladen.',
  },
  ofChosen: 'Über die gewählten Zeilen entscheiden',
  chooseAll: 'Alle auswählen',
  chooseNone: 'Keine auswählen',
  byRule: 'Nach Regel bestätigen',
  atMost: 'Höchstens',
  changed: 'Die Zeile ist nicht mehr so, wie sie hier steht. Bitte zuerst ansehen.',
  toSales: 'Die wartenden Transaktionen ansehen',
  chosen: (rows, sums) => `${countedRows(rows)}: ${sums}`,
  done: (rows) => `${countedRows(rows)}: erledigt.`,
  refused: (rows) => `${countedRows(rows)}: abgelehnt.`,
  undone: (rows) => `${countedRows(rows)}: zurückgenommen.`,
};
