/** Parameters of the reason why a row is open as sentences, by the codes of the API; null where the reason says all. */
import type { MissingPart } from '../../../contract/open-reasons.js';
import { dayText, moneyText } from '../../format.js';
import type { PageWords } from '../../words.js';
import { countedRecords, countedTransactions, many } from './counts.js';

const files = (acquirerId: string | null) => (acquirerId === null ? 'Abrechnungsdateien' : `Dateien von ${acquirerId}`);

function missingText({ acquirerId, terminalId, day }: MissingPart): string {
  if (terminalId !== null) {
    return day === null
      ? `Keine Abrechnungsdatei enthielt je das Terminal ${terminalId}.`
      : `Die ${files(acquirerId)} enthalten vom Terminal ${terminalId} nichts für den ${dayText(day)}.`;
  }
  const file = acquirerId === null ? 'Abrechnungsdatei' : `Datei von ${acquirerId}`;
  return day === null ? `Es ist noch nie eine ${file} gekommen.` : `Die ${file} für den ${dayText(day)} ist nicht gekommen.`;
}

const openRecords = (rows: number) =>
  `${rows > 20 ? 'mehr als ' : ''}${many(Math.min(rows, 20), 'offene Abrechnungszeile', 'offene Abrechnungszeilen')}`;

export const reasons: PageWords['reasons'] = {
  Waiting: ({ acquirerId, toDay, dueDay, missing }) =>
    missing
      ? missingText(missing)
      : `Die ${files(acquirerId)} reichen bis ${dayText(toDay)}. Fällig ist die Abrechnung am ${dayText(dueDay)}.`,
  NotCovered: ({ terminalId, fromDay, missing }) => {
    if (missing) return missingText(missing);
    if (fromDay !== null) return `Die Abrechnungsdateien beginnen erst am ${dayText(fromDay)}.`;
    return terminalId === null ? null : `Ihr Terminal: ${terminalId}.`;
  },
  NotSettled: ({ acquirerId, dueDay }) =>
    `Die ${files(acquirerId)} reichen über den ${dayText(dueDay)} hinaus, an dem die Abrechnung fällig war.`,
  AmountAlone: ({ rows }) => `Mit diesem Betrag: ${openRecords(rows)}.`,
  Nearby: ({ rows, within, equal }) =>
    `${within === 'Day' ? 'Vom selben Tag' : 'Aus denselben Minuten'}: ${openRecords(rows)}${equal === 0 ? '' : `; mit demselben Betrag: ${openRecords(equal)}`}.`,
  Proposed: ({ rule, rows }) => `Nach der Regel ${rule}, mit ${countedRecords(rows)}.`,
  Ambiguous: ({ sales, records }) => `Gleich gut passen ${countedTransactions(sales)} und ${countedRecords(records)}.`,
  AmountDiffers: ({ ours, theirs }) => `Abgerechnet sind ${moneyText(theirs, null)} statt ${moneyText(ours, null)}.`,
  CurrencyDiffers: ({ ours, theirs }) => `Abgerechnet in ${theirs} statt ${ours}.`,
  FieldDiffers: ({ ours, theirs }, field) => (field === null ? 'Von Hand getrennt.' : `${field}: abgerechnet mit ${theirs} statt ${ours}.`),
  Unbalanced: ({ sales, records, sold, settled }) =>
    `${countedTransactions(sales)} ${sales === 1 ? 'ergibt' : 'ergeben'} ${moneyText(sold, null)}, ${countedRecords(records)} ${moneyText(settled, null)}.`,
  NoSale: ({ terminalId, dueDay }) =>
    `Die Transaktionen${terminalId === null ? '' : ` des Terminals ${terminalId}`} reichen über den ${dayText(dueDay)} hinaus, an dem sie fällig war.`,
  SettledTwice: ({ ours, theirs }) => `In den Auszahlungen ${theirs ?? '–'} und ${ours ?? '–'}.`,
  NoFile: (part) => missingText(part),
  NoSales: ({ terminalId, day }) =>
    day === null
      ? `Das Terminal ${terminalId ?? '?'} hat noch nie Umsätze gesendet.`
      : `Das Terminal ${terminalId ?? '?'} hat für den ${dayText(day)} keine Umsätze gesendet.`,
  PayoutDiffers: ({ paid, net }) => `Ausbezahlt sind ${moneyText(paid, null)}, die Zeilen ergeben ${moneyText(net, null)}.`,
};
