/** Parameters of the reason why a row is open as sentences, by the codes of the API; null where the reason says all. */
import type { MissingPart } from '../../../contract/open-reasons.js';
import { dayText, moneyText } from '../../format.js';
import type { PageWords } from '../../words.js';
import { countedRecords, countedTransactions, many } from './counts.js';

const files = (acquirerId: string | null) => (acquirerId === null ? 'fichiers de règlement' : `fichiers de ${acquirerId}`);

function missingText({ acquirerId, terminalId, day }: MissingPart): string {
  if (terminalId !== null) {
    return day === null
      ? `Aucun fichier de règlement n’a jamais contenu le terminal ${terminalId}.`
      : `Les ${files(acquirerId)} ne contiennent rien du terminal ${terminalId} pour le ${dayText(day)}.`;
  }
  const file = acquirerId === null ? 'fichier de règlement' : `fichier de ${acquirerId}`;
  return day === null ? `Aucun ${file} n’est jamais arrivé.` : `Le ${file} du ${dayText(day)} n’est pas arrivé.`;
}

const openRecords = (rows: number) =>
  `${rows > 20 ? 'plus de ' : ''}${many(Math.min(rows, 20), 'ligne de règlement ouverte', 'lignes de règlement ouvertes')}`;

export const reasons: PageWords['reasons'] = {
  Waiting: ({ acquirerId, toDay, dueDay, missing }) =>
    missing
      ? missingText(missing)
      : `Les ${files(acquirerId)} vont jusqu’au ${dayText(toDay)}. Le règlement est attendu le ${dayText(dueDay)}.`,
  NotCovered: ({ terminalId, fromDay, missing }) => {
    if (missing) return missingText(missing);
    if (fromDay !== null) return `Les fichiers de règlement ne commencent que le ${dayText(fromDay)}.`;
    return terminalId === null ? null : `Son terminal : ${terminalId}.`;
  },
  NotSettled: ({ acquirerId, dueDay }) =>
    `Les ${files(acquirerId)} vont au-delà du ${dayText(dueDay)}, date à laquelle le règlement était attendu.`,
  AmountAlone: ({ rows }) => `Avec ce montant : ${openRecords(rows)}.`,
  Nearby: ({ rows, within, equal }) =>
    `${within === 'Day' ? 'Du même jour' : 'Des mêmes minutes'} : ${openRecords(rows)}${equal === 0 ? '' : ` ; du même montant : ${openRecords(equal)}`}.`,
  Proposed: ({ rule, rows }) => `Selon la règle ${rule}, avec ${countedRecords(rows)}.`,
  Ambiguous: ({ sales, records }) => `Conviennent aussi bien : ${countedTransactions(sales)} et ${countedRecords(records)}.`,
  AmountDiffers: ({ ours, theirs }) => `Montant réglé : ${moneyText(theirs, null)} au lieu de ${moneyText(ours, null)}.`,
  CurrencyDiffers: ({ ours, theirs }) => `Devise réglée : ${theirs} au lieu de ${ours}.`,
  FieldDiffers: ({ ours, theirs }, field) =>
    field === null ? 'Séparées à la main.' : `${field} : réglé avec ${theirs} au lieu de ${ours}.`,
  Unbalanced: ({ sales, records, sold, settled }) =>
    `${countedTransactions(sales)} : ${moneyText(sold, null)} ; ${countedRecords(records)} : ${moneyText(settled, null)}.`,
  NoSale: ({ terminalId, dueDay }) =>
    `Les ventes${terminalId === null ? '' : ` du terminal ${terminalId}`} vont au-delà du ${dayText(dueDay)}, date à laquelle elle était attendue.`,
  SettledTwice: ({ ours, theirs }) => `Dans les versements ${theirs ?? '–'} et ${ours ?? '–'}.`,
  NoFile: (part) => missingText(part),
  NoSales: ({ terminalId, day }) =>
    day === null
      ? `Le terminal ${terminalId ?? '–'} n’a jamais envoyé de vente.`
      : `Le terminal ${terminalId ?? '–'} n’a envoyé aucune vente du ${dayText(day)}.`,
  PayoutDiffers: ({ paid, net }) => `Versé : ${moneyText(paid, null)} ; somme des lignes : ${moneyText(net, null)}.`,
};
