/** The Italian words that pages and the command line have in common. */
import { accountShown } from '../contract/account-shown.js';
import type { MissingPart } from '../contract/open-reasons.js';
import { closingWords } from './closing/it.js';
import type { SharedWords } from './en.js';
import type { LocaleFormat } from './format.js';

export function sharedWords(format: LocaleFormat): SharedWords {
  const { dayText, many, moneyText } = format;
  const countedTransactions = (count: number) => many(count, 'transazione', 'transazioni');
  const countedRecords = (count: number) => many(count, 'riga di regolamento', 'righe di regolamento');
  /** Rows of the other side. */
  const counted = (side: string, rows: number) => (side === 'Sale' ? countedRecords(rows) : countedTransactions(rows));

  const files = (acquirerId: string | null) => (acquirerId === null ? 'I file di regolamento' : `I file di ${acquirerId}`);

  const noSalesText = ({ terminalId, day }: MissingPart): string =>
    day === null
      ? `Non ci sono vendite del terminale ${terminalId ?? '–'}.`
      : `Il terminale ${terminalId ?? '–'} non ha inviato vendite del ${dayText(day)}.`;

  const missingText = (part: MissingPart): string => {
    const { acquirerId, terminalId, day } = part;
    if (part.code === 'NoSales') return noSalesText(part);
    if (terminalId !== null) {
      return day === null
        ? `Nessun file di regolamento ha mai contenuto il terminale ${terminalId}.`
        : `${files(acquirerId)} non contengono nulla del terminale ${terminalId} per il ${dayText(day)}.`;
    }
    const account = accountShown(part);
    const file = account === '' ? 'file di regolamento' : `file di ${account}`;
    return day === null ? `Nessun ${file} è mai arrivato.` : `Il ${file} del ${dayText(day)} non è arrivato.`;
  };

  /** Rows of the other side, of which no more than 20 were counted. */
  const openRows = (side: string, rows: number) => {
    const [one, several] =
      side === 'Sale' ? ['riga di regolamento aperta', 'righe di regolamento aperte'] : ['transazione aperta', 'transazioni aperte'];
    return `${rows > 20 ? 'più di ' : ''}${many(Math.min(rows, 20), one, several)}`;
  };

  const differs = (isLess: boolean): string =>
    isLess ? 'accreditato in meno della somma delle righe' : 'accreditato in più della somma delle righe';

  return {
    countedRows: (count: number) => many(count, 'riga', 'righe'),
    countedTransactions,
    countedRecords,

    /** By their names in the API. */
    fields: {
      transactionId: 'ID',
      transactionDate: 'Data',
      eftTransactionDate: 'Data del terminale',
      businessDate: 'Giornata contabile',
      amount: 'Importo',
      currency: 'Valuta',
      transactionState: 'Stato',
      transactionMatchState: 'Riconciliazione',
      openReason: 'Perché è aperta',
      moneyPart: 'Riga del denaro',
      paidAmount: 'Pagato',
      fee: 'Commissione',
      payoutId: 'Accredito',
      brandId: 'Circuito',
      terminalId: 'Terminale',
      locationId: 'Punto vendita',
      transactionReference: 'Riferimento',
      orderId: 'Ordine',
      cardNumberMasked: 'Carta',
      cardLastFour: 'Carta, ultime 4 cifre',
      transactionTypes: 'Tipi',
      authorisationCode: 'Autorizzazione',
      acquirerId: 'Acquirer',
      applicationId: 'Applicazione',
      transactionSequenceCounter: 'Progressivo',
      additionalData: 'Dati aggiuntivi',
      uploadId: 'Importazione',
    },

    /** Lines of the table of money; `parts` by the names of the API. */
    money: {
      parts: {
        sold: 'Venduto con carta',
        paid: 'pagato',
        notDue: 'non ancora dovuto',
        overdue: 'in ritardo',
        toDecide: 'da decidere',
        toCheck: 'da verificare',
        missingFile: 'file di regolamento mancante',
        notCovered: 'in nessun file di regolamento',
        setAside: 'messo da parte',
        notMatched: 'non ancora riconciliato',
        cash: 'Contanti e altro',
      },
      fees: 'Commissioni',
      difference: 'Mance e differenze',
      takenBack: 'Rimborsi, riaddebiti',
      corrections: 'Altre differenze degli importi netti',
      withoutRecords: 'Pagato, regolamento non contato',
      withoutNet: 'Senza netto in questa valuta',
      paidOut: 'Accreditato',
      inPayouts: (count) => `in ${many(count, 'accredito', 'accrediti')}`,
    },

    payouts: {
      /** What its lines come to, held against what was paid, within a sentence. */
      statuses: {
        Balanced: 'torna',
        Differs: 'differisce',
        Unannounced: 'non annunciato',
        NoNet: 'righe senza netto',
        NotItemised: 'senza righe',
      },
      /** Goes on after an amount. */
      differs,
      ownAlone: 'Queste sono le somme delle Sue righe. Il totale accreditato è visibile agli utenti dell’intera azienda.',
      together: 'Totale',
      types: {
        Sale: 'Pagamenti',
        Refund: 'Rimborsi',
        Reversal: 'Storni',
        Chargeback: 'Riaddebiti',
        ChargebackReversal: 'Riaddebiti annullati',
        Fee: 'Commissioni',
        Adjustment: 'Correzioni',
        Reserve: 'Trattenute',
        Release: 'Svincoli',
        Financing: 'Finanziamento',
        Tax: 'Imposte',
        PayoutReturn: 'Accrediti restituiti',
        Balance: 'Saldo riportato',
        Transfer: 'Trasferimenti',
        Payout: 'Accrediti',
        TillTotal: 'Totali di cassa',
      },
    },

    closing: closingWords(format, differs),

    /** Why rows are open, by the codes of the API, within a sentence. */
    reasons: {
      Waiting: 'non ancora dovuta',
      NotSettled: 'in ritardo',
      Cash: 'contanti',
      Proposed: 'suggerimento',
      NotCovered: 'in nessun file di regolamento',
      AmountDiffers: 'altro importo',
      CurrencyDiffers: 'altra valuta',
      FieldDiffers: 'contraddizione',
      Unbalanced: 'somme diverse',
      Ambiguous: 'più possibili',
      Nearby: 'forse pagata',
      AmountAlone: 'solo importo uguale',
      Incomplete: 'incompleta',
      VoidPaid: 'storno di una vendita pagata',
      PostedTwice: 'due volte in cassa',
      SettledTwice: 'regolato due volte',
      Chargeback: 'riaddebito',
      NoFile: 'file mancante',
      NoSales: 'vendite mancanti',
      PayoutDiffers: 'accredito diverso',
      NoSale: 'nessuna vendita',
      Duplicate: 'duplicato',
    },

    /** The same as sentences about a sale. */
    general: {
      Waiting: 'Non riconciliata: il regolamento può ancora arrivare.',
      NotCovered: 'Non riconciliata: nessun file di regolamento ha mai contenuto il suo terminale, circuito o acquirer.',
      NotSettled: 'Non riconciliata: i file di regolamento vanno oltre, e nessuno la contiene.',
      Cash: 'Pagata in contanti: non si attende alcun regolamento.',
      AmountAlone: 'Non riconciliata: una riga di regolamento aperta ha lo stesso importo, e nulla prova che sia questo pagamento.',
      Nearby:
        'Non riconciliata: una riga di regolamento aperta dello stesso giorno, o a pochi minuti di distanza, potrebbe essere questo pagamento, e nulla lo prova.',
      Proposed: 'Non riconciliata: una riga di regolamento probabilmente corrisponde; da verificare.',
      Ambiguous: 'Non riconciliata: più righe di regolamento sono possibili, e nulla decide tra loro.',
      AmountDiffers: 'Non riconciliata: una riga di regolamento ha gli stessi identificativi e un altro importo.',
      CurrencyDiffers: 'Non riconciliata: una riga di regolamento ha gli stessi identificativi e un’altra valuta.',
      FieldDiffers: 'Non riconciliata: una riga di regolamento ha gli stessi identificativi, ma un campo la contraddice.',
      Unbalanced: 'Non riconciliata: transazioni e righe che vanno insieme non danno la stessa somma.',
      VoidPaid: 'Non riconciliata: storna una vendita pagata. Il denaro spetta al cliente.',
      PostedTwice: 'Non riconciliata: il suo pagamento è già riconciliato ed è arrivato una seconda volta.',
      Incomplete: 'Non riconciliata: senza importo, valuta o data non si può confrontare.',
      Chargeback: 'Contestato dal titolare della carta: risponda in tempo all’acquirer.',
    },

    /** What the parameters of a reason tell; null where the reason says all. */
    details: {
      Waiting: ({ side, acquirerId, terminalId, toDay, dueDay, missing }) => {
        if (missing) return missingText(missing);
        return side === 'Sale'
          ? `${files(acquirerId)} arrivano fino al ${dayText(toDay)}. Il regolamento è atteso per il ${dayText(dueDay)}.`
          : `Le vendite${terminalId === null ? '' : ` del terminale ${terminalId}`} arrivano fino al ${dayText(toDay)}. La vendita corrispondente è attesa per il ${dayText(dueDay)}.`;
      },
      NotCovered: ({ terminalId, fromDay, missing }) => {
        if (missing) return missingText(missing);
        if (fromDay !== null) return `I file di regolamento cominciano solo il ${dayText(fromDay)}.`;
        return terminalId === null ? null : `Il suo terminale: ${terminalId}.`;
      },
      NotSettled: ({ acquirerId, dueDay }) => `${files(acquirerId)} vanno oltre il ${dayText(dueDay)}, quando il regolamento era atteso.`,
      AmountAlone: ({ rows, side }) => `Con questo importo: ${openRows(side, rows)}.`,
      Nearby: ({ rows, within, equal, side }) =>
        `${within === 'Day' ? 'Dello stesso giorno' : 'A pochi minuti di distanza'}: ${openRows(side, rows)}${equal === 0 ? '' : `; dello stesso importo: ${openRows(side, equal)}`}.`,
      Proposed: ({ rule, rows, side }) =>
        rows === 0
          ? `Secondo la regola ${rule}, da mettere da parte come prima della correzione del file.`
          : `Secondo la regola ${rule}, con ${counted(side, rows)}.${rule === 'number-alone' ? ' Numeri così possono ripetersi, e troppo poco altro coincide.' : ''}`,
      Ambiguous: ({ sales, records }) => `Sono ugualmente possibili ${countedTransactions(sales)} e ${countedRecords(records)}.`,
      AmountDiffers: ({ ours, theirs }) => `Importo regolato: ${moneyText(theirs, null)} invece di ${moneyText(ours, null)}.`,
      CurrencyDiffers: ({ ours, theirs }) => `Valuta regolata: ${theirs} invece di ${ours}.`,
      FieldDiffers: ({ ours, theirs }, field) =>
        field === null ? 'Separate a mano.' : `${field}: regolato con ${theirs} invece di ${ours}.`,
      Unbalanced: ({ sales, records, sold, settled }) =>
        `${countedTransactions(sales)}: ${moneyText(sold, null)}; ${countedRecords(records)}: ${moneyText(settled, null)}.`,
      NoSale: ({ terminalId, dueDay }) =>
        `Le vendite${terminalId === null ? '' : ` del terminale ${terminalId}`} vanno oltre il ${dayText(dueDay)}, quando la vendita corrispondente era attesa.`,
      SettledTwice: ({ ours, theirs }) => `Negli accrediti ${theirs ?? '–'} e ${ours ?? '–'}.`,
      Chargeback: ({ respondBy }) =>
        respondBy ? `Contestato dal titolare della carta: risponda all’acquirer entro il ${dayText(respondBy)}.` : null,
      NoFile: (part) => missingText(part),
      NoSales: (part) => noSalesText(part),
      PayoutDiffers: ({ paid, net }) => `Accreditati ${moneyText(paid, null)}; le righe danno ${moneyText(net, null)}.`,
    },

    /** Where a reason may not be told to a user of some units. */
    notTold: 'Il resto non è visibile per Lei.',

    /** Behind the sentence about something that has not come. */
    waiting: (rows) => `In attesa: ${rows}.`,
  };
}
