/** Parameters of the reason why a row is open as sentences, by the codes of the API; null where the reason says all. */
import type { MissingPart } from '../../../contract/open-reasons.js';
import { dayText, moneyText } from '../../format.js';
import type { PageWords } from '../../words.js';
import { countedRecords, countedTransactions, many } from './counts.js';

const files = (acquirerId: string | null) => (acquirerId === null ? 'I file di regolamento' : `I file di ${acquirerId}`);

function missingText({ acquirerId, terminalId, day }: MissingPart): string {
  if (terminalId !== null) {
    return day === null
      ? `Nessun file di regolamento ha mai contenuto il terminale ${terminalId}.`
      : `${files(acquirerId)} non contengono nulla del terminale ${terminalId} per il ${dayText(day)}.`;
  }
  const file = acquirerId === null ? 'file di regolamento' : `file di ${acquirerId}`;
  return day === null ? `Nessun ${file} è mai arrivato.` : `Il ${file} del ${dayText(day)} non è arrivato.`;
}

const openRecords = (rows: number) =>
  `${rows > 20 ? 'più di ' : ''}${many(Math.min(rows, 20), 'riga di regolamento aperta', 'righe di regolamento aperte')}`;

export const reasons: PageWords['reasons'] = {
  Waiting: ({ acquirerId, toDay, dueDay, missing }) =>
    missing
      ? missingText(missing)
      : `${files(acquirerId)} arrivano fino al ${dayText(toDay)}. Il regolamento è atteso per il ${dayText(dueDay)}.`,
  NotCovered: ({ terminalId, fromDay, missing }) => {
    if (missing) return missingText(missing);
    if (fromDay !== null) return `I file di regolamento cominciano solo il ${dayText(fromDay)}.`;
    return terminalId === null ? null : `Il suo terminale: ${terminalId}.`;
  },
  NotSettled: ({ acquirerId, dueDay }) => `${files(acquirerId)} vanno oltre il ${dayText(dueDay)}, quando il regolamento era atteso.`,
  AmountAlone: ({ rows }) => `Con questo importo: ${openRecords(rows)}.`,
  Nearby: ({ rows, within, equal }) =>
    `${within === 'Day' ? 'Dello stesso giorno' : 'Degli stessi minuti'}: ${openRecords(rows)}${equal === 0 ? '' : `; dello stesso importo: ${openRecords(equal)}`}.`,
  Proposed: ({ rule, rows }) => `Secondo la regola ${rule}, con ${countedRecords(rows)}.`,
  Ambiguous: ({ sales, records }) => `Sono ugualmente possibili ${countedTransactions(sales)} e ${countedRecords(records)}.`,
  AmountDiffers: ({ ours, theirs }) => `Importo regolato: ${moneyText(theirs, null)} invece di ${moneyText(ours, null)}.`,
  CurrencyDiffers: ({ ours, theirs }) => `Valuta regolata: ${theirs} invece di ${ours}.`,
  FieldDiffers: ({ ours, theirs }, field) => (field === null ? 'Separate a mano.' : `${field}: regolato con ${theirs} invece di ${ours}.`),
  Unbalanced: ({ sales, records, sold, settled }) =>
    `${countedTransactions(sales)}: ${moneyText(sold, null)}; ${countedRecords(records)}: ${moneyText(settled, null)}.`,
  NoSale: ({ terminalId, dueDay }) =>
    `Le vendite${terminalId === null ? '' : ` del terminale ${terminalId}`} vanno oltre il ${dayText(dueDay)}, quando era attesa.`,
  SettledTwice: ({ ours, theirs }) => `Negli accrediti ${theirs ?? '–'} e ${ours ?? '–'}.`,
  NoFile: (part) => missingText(part),
  NoSales: ({ terminalId, day }) =>
    day === null
      ? `Il terminale ${terminalId ?? '–'} non ha mai inviato vendite.`
      : `Il terminale ${terminalId ?? '–'} non ha inviato vendite del ${dayText(day)}.`,
  PayoutDiffers: ({ paid, net }) => `Accreditati ${moneyText(paid, null)}; le righe danno ${moneyText(net, null)}.`,
};
