/** The French words that pages and the command line have in common. */
import { accountShown } from '../contract/account-shown.js';
import type { MissingPart } from '../contract/open-reasons.js';
import { closingWords } from './closing/fr.js';
import type { SharedWords } from './en.js';
import type { LocaleFormat } from './format.js';
import { ofName } from './of-name.js';

export function sharedWords(format: LocaleFormat): SharedWords {
  const { dayText, many, moneyText } = format;
  const countedTransactions = (count: number) => many(count, 'transaction', 'transactions');
  const countedRecords = (count: number) => many(count, 'ligne de règlement', 'lignes de règlement');
  /** Rows of the other side. */
  const counted = (side: string, rows: number) => (side === 'Sale' ? countedRecords(rows) : countedTransactions(rows));

  const files = (acquirerId: string | null) => (acquirerId === null ? 'fichiers de règlement' : `fichiers ${ofName(acquirerId)}`);

  const noSalesText = ({ terminalId, day }: MissingPart): string =>
    day === null
      ? `Il n’y a aucune vente du terminal ${terminalId ?? '–'}.`
      : `Le terminal ${terminalId ?? '–'} n’a envoyé aucune vente du ${dayText(day)}.`;

  const missingText = (part: MissingPart): string => {
    const { acquirerId, terminalId, day } = part;
    if (part.code === 'NoSales') return noSalesText(part);
    if (terminalId !== null) {
      return day === null
        ? `Aucun fichier de règlement n’a jamais contenu le terminal ${terminalId}.`
        : `Les ${files(acquirerId)} ne contiennent rien du terminal ${terminalId} pour le ${dayText(day)}.`;
    }
    const account = accountShown(part);
    const file = account === '' ? 'fichier de règlement' : `fichier ${ofName(account)}`;
    return day === null ? `Aucun ${file} n’est jamais arrivé.` : `Le ${file} du ${dayText(day)} n’est pas arrivé.`;
  };

  /** Rows of the other side, of which no more than 20 were counted. */
  const openRows = (side: string, rows: number) => {
    const [one, several] =
      side === 'Sale' ? ['ligne de règlement ouverte', 'lignes de règlement ouvertes'] : ['transaction ouverte', 'transactions ouvertes'];
    return `${rows > 20 ? 'plus de ' : ''}${many(Math.min(rows, 20), one, several)}`;
  };

  const differs = (isLess: boolean): string =>
    isLess ? 'versé en moins que la somme des lignes' : 'versé en plus que la somme des lignes';

  return {
    countedRows: (count: number) => many(count, 'ligne', 'lignes'),
    countedTransactions,
    countedRecords,

    /** By their names in the API. */
    fields: {
      transactionId: 'Identifiant',
      transactionDate: 'Date',
      eftTransactionDate: 'Date du terminal',
      businessDate: 'Journée comptable',
      amount: 'Montant',
      currency: 'Devise',
      transactionState: 'État',
      transactionMatchState: 'Rapprochement',
      openReason: 'Pourquoi ouverte',
      moneyPart: 'Ligne de l’argent',
      paidAmount: 'Payé',
      fee: 'Frais',
      payoutId: 'Versement',
      brandId: 'Marque de carte',
      terminalId: 'Terminal',
      locationId: 'Point de vente',
      transactionReference: 'Référence',
      orderId: 'Commande',
      cardNumberMasked: 'Carte',
      cardLastFour: 'Carte, 4 derniers chiffres',
      transactionTypes: 'Types',
      authorisationCode: 'Autorisation',
      acquirerId: 'Acquéreur',
      applicationId: 'Application',
      transactionSequenceCounter: 'N° d’ordre',
      additionalData: 'Données complémentaires',
      uploadId: 'Importation',
    },

    /** Lines of the table of money; `parts` by the names of the API. */
    money: {
      parts: {
        sold: 'Vendu par carte',
        paid: 'payé',
        notDue: 'pas encore dû',
        overdue: 'en retard',
        toDecide: 'à décider',
        toCheck: 'à vérifier',
        missingFile: 'fichier de règlement manquant',
        notCovered: 'dans aucun fichier de règlement',
        setAside: 'mis de côté',
        notMatched: 'pas encore rapproché',
        cash: 'Espèces et autres',
      },
      fees: 'Frais',
      difference: 'Pourboires et différences',
      takenBack: 'Remboursements, rétrofacturations',
      corrections: 'Autres différences des montants nets',
      withoutRecords: 'Payé, règlement non compté',
      withoutNet: 'Sans net dans cette devise',
      paidOut: 'Versé',
      inPayouts: (count) => `dans ${many(count, 'versement', 'versements')}`,
    },

    payouts: {
      /** What its lines come to, held against what was paid, within a sentence. */
      statuses: {
        Balanced: 'somme juste',
        Differs: 'différent',
        Unannounced: 'non annoncé',
        NoNet: 'lignes sans net',
        NotItemised: 'sans lignes',
      },
      /** Goes on after an amount. */
      differs,
      ownAlone: 'Ce sont les sommes de vos propres lignes. Le total versé est visible pour les utilisateurs de toute la société.',
      together: 'Total',
      types: {
        Sale: 'Paiements',
        Refund: 'Remboursements',
        Reversal: 'Annulations',
        Chargeback: 'Rétrofacturations',
        ChargebackReversal: 'Rétrofacturations annulées',
        Fee: 'Frais',
        Adjustment: 'Corrections',
        Reserve: 'Retenues',
        Release: 'Libérations',
        Financing: 'Financement',
        Tax: 'Taxes',
        PayoutReturn: 'Versements retournés',
        Balance: 'Report de solde',
        Transfer: 'Transferts',
        Payout: 'Versements',
        TillTotal: 'Totaux de caisse',
      },
    },

    closing: closingWords(format, differs),

    /** Why rows are open, by the codes of the API, within a sentence. */
    reasons: {
      Waiting: 'pas encore due',
      NotSettled: 'en retard',
      Cash: 'espèces',
      Proposed: 'suggestion',
      NotCovered: 'dans aucun fichier de règlement',
      AmountDiffers: 'autre montant',
      CurrencyDiffers: 'autre devise',
      FieldDiffers: 'contradiction',
      Unbalanced: 'sommes différentes',
      Ambiguous: 'plusieurs possibles',
      Nearby: 'peut-être payée',
      AmountAlone: 'seul montant égal',
      Incomplete: 'incomplète',
      VoidPaid: 'annulée, mais payée',
      PostedTwice: 'deux fois en caisse',
      SettledTwice: 'réglé deux fois',
      Chargeback: 'rétrofacturation',
      NoFile: 'fichier manquant',
      NoSales: 'ventes manquantes',
      PayoutDiffers: 'versement différent',
      NoSale: 'aucune vente',
      Duplicate: 'doublon',
    },

    /** The same as sentences about a sale. */
    general: {
      Waiting: 'Non rapprochée : son règlement peut encore arriver.',
      NotCovered: 'Non rapprochée : aucun fichier de règlement n’a jamais contenu son terminal, sa marque ou son acquéreur.',
      NotSettled: 'Non rapprochée : les fichiers de règlement vont au-delà, et aucun ne la contient.',
      Cash: 'Payée en espèces : aucun règlement n’est attendu.',
      AmountAlone: 'Non rapprochée : une ligne de règlement ouverte a le même montant, et rien ne prouve que c’est ce paiement.',
      Nearby:
        'Non rapprochée : une ligne de règlement ouverte du même jour, ou à quelques minutes près, est peut-être ce paiement, et rien ne le prouve.',
      Proposed: 'Non rapprochée : une ligne de règlement correspond probablement ; à vérifier.',
      Ambiguous: 'Non rapprochée : plusieurs lignes de règlement conviennent, et rien ne les départage.',
      AmountDiffers: 'Non rapprochée : une ligne de règlement a les mêmes identifiants et un autre montant.',
      CurrencyDiffers: 'Non rapprochée : une ligne de règlement a les mêmes identifiants et une autre devise.',
      FieldDiffers: 'Non rapprochée : une ligne de règlement a les mêmes identifiants, mais un champ la contredit.',
      Unbalanced: 'Non rapprochée : des transactions et des lignes qui vont ensemble ne donnent pas la même somme.',
      VoidPaid: 'Non rapprochée : elle annule une vente payée. L’argent est dû au client.',
      PostedTwice: 'Non rapprochée : son paiement est déjà rapproché et est venu une seconde fois.',
      Incomplete: 'Non rapprochée : sans montant, devise ou date, elle ne peut pas être comparée.',
      Chargeback: 'Contesté par le titulaire de la carte : répondez à temps à l’acquéreur.',
    },

    /** What the parameters of a reason tell; null where the reason says all. */
    details: {
      Waiting: ({ side, acquirerId, terminalId, toDay, dueDay, missing }) => {
        if (missing) return missingText(missing);
        return side === 'Sale'
          ? `Les ${files(acquirerId)} vont jusqu’au ${dayText(toDay)}. Le règlement est attendu le ${dayText(dueDay)}.`
          : `Les ventes${terminalId === null ? '' : ` du terminal ${terminalId}`} vont jusqu’au ${dayText(toDay)}. La vente correspondante est attendue le ${dayText(dueDay)}.`;
      },
      NotCovered: ({ terminalId, fromDay, missing }) => {
        if (missing) return missingText(missing);
        if (fromDay !== null) return `Les fichiers de règlement ne commencent que le ${dayText(fromDay)}.`;
        return terminalId === null ? null : `Son terminal : ${terminalId}.`;
      },
      NotSettled: ({ acquirerId, dueDay }) =>
        `Les ${files(acquirerId)} vont au-delà du ${dayText(dueDay)}, date à laquelle le règlement était attendu.`,
      AmountAlone: ({ rows, side }) => `Avec ce montant : ${openRows(side, rows)}.`,
      Nearby: ({ rows, within, equal, side }) =>
        `${within === 'Day' ? 'Du même jour' : 'À quelques minutes près'} : ${openRows(side, rows)}${equal === 0 ? '' : ` ; du même montant : ${openRows(side, equal)}`}.`,
      Proposed: ({ rule, rows, side }) =>
        rows === 0
          ? `Selon la règle ${rule}, à mettre de côté comme avant la correction du fichier.`
          : `Selon la règle ${rule}, avec ${counted(side, rows)}.${rule === 'number-alone' ? ' De tels numéros peuvent revenir, et trop peu d’autres données concordent.' : ''}`,
      Ambiguous: ({ sales, records }) => `Conviennent aussi bien : ${countedTransactions(sales)} et ${countedRecords(records)}.`,
      AmountDiffers: ({ ours, theirs }) => `Montant réglé : ${moneyText(theirs, null)} au lieu de ${moneyText(ours, null)}.`,
      CurrencyDiffers: ({ ours, theirs }) => `Devise réglée : ${theirs} au lieu de ${ours}.`,
      FieldDiffers: ({ ours, theirs }, field) =>
        field === null ? 'Séparées à la main.' : `${field} : réglé avec ${theirs} au lieu de ${ours}.`,
      Unbalanced: ({ sales, records, sold, settled }) =>
        `${countedTransactions(sales)} : ${moneyText(sold, null)} ; ${countedRecords(records)} : ${moneyText(settled, null)}.`,
      NoSale: ({ terminalId, dueDay }) =>
        `Les ventes${terminalId === null ? '' : ` du terminal ${terminalId}`} vont au-delà du ${dayText(dueDay)}, date à laquelle la vente correspondante était attendue.`,
      SettledTwice: ({ ours, theirs }) => `Dans les versements ${theirs ?? '–'} et ${ours ?? '–'}.`,
      Chargeback: ({ respondBy }) =>
        respondBy ? `Contesté par le titulaire de la carte : répondez à l’acquéreur avant le ${dayText(respondBy)}.` : null,
      NoFile: (part) => missingText(part),
      NoSales: (part) => noSalesText(part),
      PayoutDiffers: ({ paid, net }) => `Versé : ${moneyText(paid, null)} ; somme des lignes : ${moneyText(net, null)}.`,
    },

    /** Where a reason may not be told to a user of some units. */
    notTold: 'Le reste n’est pas visible pour vous.',

    /** Behind the sentence about something that has not come. */
    waiting: (rows) => `En attente : ${rows}.`,
  };
}
