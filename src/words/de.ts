/** The German words that pages and the command line have in common. No word of them is written otherwise in Switzerland, so none has an ß. */
import { accountShown } from '../contract/account-shown.js';
import type { MissingPart } from '../contract/open-reasons.js';
import { closingWords } from './closing/de.js';
import type { SharedWords } from './en.js';
import type { LocaleFormat } from './format.js';

export function sharedWords(format: LocaleFormat): SharedWords {
  const { dayText, many, moneyText } = format;
  const countedTransactions = (count: number) => many(count, 'Transaktion', 'Transaktionen');
  const countedRecords = (count: number) => many(count, 'Abrechnungszeile', 'Abrechnungszeilen');
  /** Rows of the other side. */
  const counted = (side: string, rows: number) => (side === 'Sale' ? countedRecords(rows) : countedTransactions(rows));

  const files = (acquirerId: string | null) => (acquirerId === null ? 'Abrechnungsdateien' : `Dateien von ${acquirerId}`);

  const noSalesText = ({ terminalId, day }: MissingPart): string =>
    day === null
      ? `Vom Terminal ${terminalId ?? '?'} gibt es keine Transaktionen.`
      : `Das Terminal ${terminalId ?? '?'} hat für den ${dayText(day)} keine Transaktionen gesendet.`;

  const missingText = (part: MissingPart): string => {
    const { acquirerId, terminalId, day } = part;
    if (part.code === 'NoSales') return noSalesText(part);
    if (terminalId !== null) {
      return day === null
        ? `Keine Abrechnungsdatei enthielt je das Terminal ${terminalId}.`
        : `Die ${files(acquirerId)} enthalten vom Terminal ${terminalId} nichts für den ${dayText(day)}.`;
    }
    const account = accountShown(part);
    const file = account === '' ? 'Abrechnungsdatei' : `Datei von ${account}`;
    return day === null ? `Es ist noch nie eine ${file} gekommen.` : `Die ${file} für den ${dayText(day)} ist nicht gekommen.`;
  };

  /** Rows of the other side, of which no more than 20 were counted. */
  const openRows = (side: string, rows: number) => {
    const [one, several] =
      side === 'Sale' ? ['offene Abrechnungszeile', 'offene Abrechnungszeilen'] : ['offene Transaktion', 'offene Transaktionen'];
    return `${rows > 20 ? 'mehr als ' : ''}${many(Math.min(rows, 20), one, several)}`;
  };

  const differs = (isLess: boolean): string =>
    isLess ? 'weniger ausbezahlt, als die Zeilen ergeben' : 'mehr ausbezahlt, als die Zeilen ergeben';

  return {
    countedRows: (count: number) => many(count, 'Zeile', 'Zeilen'),
    countedTransactions,
    countedRecords,

    /** By their names in the API. */
    fields: {
      transactionId: 'ID',
      transactionDate: 'Datum',
      eftTransactionDate: 'Terminaldatum',
      businessDate: 'Geschäftstag',
      amount: 'Betrag',
      currency: 'Währung',
      transactionState: 'Status',
      transactionMatchState: 'Abgleich',
      openReason: 'Warum offen',
      moneyPart: 'Zeile unter Geld',
      paidAmount: 'Bezahlt',
      fee: 'Gebühr',
      payoutId: 'Auszahlung',
      brandId: 'Kartenmarke',
      terminalId: 'Terminal',
      locationId: 'Standort',
      transactionReference: 'Referenz',
      orderId: 'Bestellung',
      cardNumberMasked: 'Karte',
      cardLastFour: 'Karte, letzte vier',
      transactionTypes: 'Arten',
      authorisationCode: 'Autorisierung',
      acquirerId: 'Acquirer',
      applicationId: 'Anwendung',
      transactionSequenceCounter: 'Laufnummer',
      additionalData: 'Zusatzdaten',
      uploadId: 'Import',
    },

    /** Lines of the table of money; `parts` by the names of the API. */
    money: {
      parts: {
        sold: 'Mit Karte verkauft',
        paid: 'bezahlt',
        notDue: 'noch nicht fällig',
        overdue: 'überfällig',
        toDecide: 'zu entscheiden',
        toCheck: 'zu prüfen',
        missingFile: 'Abrechnungsdatei fehlt',
        notCovered: 'in keiner Abrechnungsdatei',
        setAside: 'beiseitegelegt',
        notMatched: 'noch nicht abgeglichen',
        cash: 'Bar und anderes',
      },
      fees: 'Gebühren',
      difference: 'Trinkgelder und Differenzen',
      takenBack: 'Gutschriften, Rückbelastungen',
      corrections: 'Andere Differenzen der Nettobeträge',
      withoutRecords: 'Bezahlt, Abrechnung nicht gezählt',
      withoutNet: 'Ohne Netto in dieser Währung',
      paidOut: 'Ausbezahlt',
      inPayouts: (count) => `in ${many(count, 'Auszahlung', 'Auszahlungen')}`,
    },

    payouts: {
      /** What its lines come to, held against what was paid, within a sentence. */
      statuses: {
        Balanced: 'geht auf',
        Differs: 'weicht ab',
        Unannounced: 'nicht angekündigt',
        NoNet: 'Zeilen ohne Netto',
        NotItemised: 'ohne Zeilen',
      },
      /** Goes on after an amount. */
      differs,
      ownAlone: 'Das sind die Summen Ihrer eigenen Zeilen. Was insgesamt ausbezahlt ist, sehen Benutzer des ganzen Mandanten.',
      together: 'Summe',
      types: {
        Sale: 'Zahlungen',
        Refund: 'Gutschriften',
        Reversal: 'Storni',
        Chargeback: 'Rückbelastungen',
        ChargebackReversal: 'Aufgehobene Rückbelastungen',
        Fee: 'Gebühren',
        Adjustment: 'Korrekturen',
        Reserve: 'Einbehalten',
        Release: 'Freigegeben',
        Financing: 'Finanzierung',
        Tax: 'Steuern',
        PayoutReturn: 'Zurückgebuchte Auszahlungen',
        Balance: 'Saldovortrag',
        Transfer: 'Umbuchungen',
        Payout: 'Auszahlungen',
        TillTotal: 'Kassensummen',
      },
    },

    closing: closingWords(format, differs),

    /** Why rows are open, by the codes of the API, within a sentence. */
    reasons: {
      Waiting: 'noch nicht fällig',
      NotSettled: 'überfällig',
      Cash: 'bar',
      Proposed: 'Vorschlag',
      NotCovered: 'in keiner Abrechnungsdatei',
      AmountDiffers: 'anderer Betrag',
      CurrencyDiffers: 'andere Währung',
      FieldDiffers: 'Widerspruch',
      Unbalanced: 'geht nicht auf',
      Ambiguous: 'mehrere passen',
      Nearby: 'vielleicht bezahlt',
      AmountAlone: 'nur gleicher Betrag',
      Incomplete: 'unvollständig',
      VoidPaid: 'Storno, doch bezahlt',
      PostedTwice: 'doppelt in der Kasse',
      SettledTwice: 'doppelt abgerechnet',
      Chargeback: 'Rückbelastung',
      NoFile: 'Datei fehlt',
      NoSales: 'Transaktionen fehlen',
      PayoutDiffers: 'Auszahlung weicht ab',
      NoSale: 'keine Transaktion',
      Duplicate: 'Duplikat',
    },

    /** The same as sentences about a sale. */
    general: {
      Waiting: 'Nicht abgeglichen: Die Abrechnung kann noch kommen.',
      NotCovered: 'Nicht abgeglichen: Keine Abrechnungsdatei enthielt je dieses Terminal, diese Kartenmarke oder diesen Acquirer.',
      NotSettled: 'Nicht abgeglichen: Die Abrechnungsdateien reichen darüber hinaus, und keine enthält die Transaktion.',
      Cash: 'Bar bezahlt: Es wird keine Abrechnung erwartet.',
      AmountAlone: 'Nicht abgeglichen: Eine offene Abrechnungszeile hat denselben Betrag, und nichts belegt, dass es diese Zahlung ist.',
      Nearby:
        'Nicht abgeglichen: Eine offene Abrechnungszeile vom selben Tag oder wenige Minuten entfernt könnte diese Zahlung sein; belegt ist es nicht.',
      Proposed: 'Nicht abgeglichen: Eine Abrechnungszeile passt wahrscheinlich; bitte prüfen.',
      Ambiguous: 'Nicht abgeglichen: Mehrere Abrechnungszeilen kommen in Frage, und nichts entscheidet zwischen ihnen.',
      AmountDiffers: 'Nicht abgeglichen: Eine Abrechnungszeile hat dieselben Kennungen und einen anderen Betrag.',
      CurrencyDiffers: 'Nicht abgeglichen: Eine Abrechnungszeile hat dieselben Kennungen und eine andere Währung.',
      FieldDiffers: 'Nicht abgeglichen: Eine Abrechnungszeile hat dieselben Kennungen und widerspricht in einem Feld.',
      Unbalanced: 'Nicht abgeglichen: Zusammengehörige Transaktionen und Abrechnungszeilen gehen nicht auf.',
      VoidPaid: 'Nicht abgeglichen: Sie storniert eine bezahlte Transaktion. Dem Kunden steht das Geld zu.',
      PostedTwice: 'Nicht abgeglichen: Die Zahlung ist schon abgeglichen und kam noch einmal.',
      Incomplete: 'Nicht abgeglichen: Ohne Betrag, Währung oder Datum ist kein Vergleich möglich.',
      Chargeback: 'Vom Karteninhaber zurückgefordert: Antworten Sie dem Acquirer rechtzeitig.',
    },

    /** What the parameters of a reason tell; null where the reason says all. */
    details: {
      Waiting: ({ side, acquirerId, terminalId, toDay, dueDay, missing }) => {
        if (missing) return missingText(missing);
        return side === 'Sale'
          ? `Die ${files(acquirerId)} reichen bis ${dayText(toDay)}. Fällig ist die Abrechnung am ${dayText(dueDay)}.`
          : `Die Transaktionen${terminalId === null ? '' : ` des Terminals ${terminalId}`} reichen bis ${dayText(toDay)}. Die passende ist am ${dayText(dueDay)} fällig.`;
      },
      NotCovered: ({ terminalId, fromDay, missing }) => {
        if (missing) return missingText(missing);
        if (fromDay !== null) return `Die Abrechnungsdateien beginnen erst am ${dayText(fromDay)}.`;
        return terminalId === null ? null : `Das Terminal: ${terminalId}.`;
      },
      NotSettled: ({ acquirerId, dueDay }) =>
        `Die ${files(acquirerId)} reichen über den ${dayText(dueDay)} hinaus, an dem die Abrechnung fällig war.`,
      AmountAlone: ({ rows, side }) => `Mit diesem Betrag: ${openRows(side, rows)}.`,
      Nearby: ({ rows, within, equal, side }) =>
        `${within === 'Day' ? 'Vom selben Tag' : 'Wenige Minuten entfernt'}: ${openRows(side, rows)}${equal === 0 ? '' : `; mit demselben Betrag: ${openRows(side, equal)}`}.`,
      Proposed: ({ rule, rows, side }) =>
        rows === 0
          ? `Nach der Regel ${rule} beiseitezulegen, wie vor der Korrektur der Datei.`
          : `Nach der Regel ${rule}, mit ${counted(side, rows)}.${rule === 'number-alone' ? ' Solche Nummern können sich wiederholen, und sonst stimmt zu wenig überein.' : ''}`,
      Ambiguous: ({ sales, records }) => `Gleich gut passen ${countedTransactions(sales)} und ${countedRecords(records)}.`,
      AmountDiffers: ({ ours, theirs }) => `Abgerechnet sind ${moneyText(theirs, null)} statt ${moneyText(ours, null)}.`,
      CurrencyDiffers: ({ ours, theirs }) => `Abgerechnet in ${theirs} statt ${ours}.`,
      FieldDiffers: ({ ours, theirs }, field) =>
        field === null ? 'Von Hand getrennt.' : `${field}: abgerechnet mit ${theirs} statt ${ours}.`,
      Unbalanced: ({ sales, records, sold, settled }) =>
        `${countedTransactions(sales)} ${sales === 1 ? 'ergibt' : 'ergeben'} ${moneyText(sold, null)}, ${countedRecords(records)} ${moneyText(settled, null)}.`,
      NoSale: ({ terminalId, dueDay }) =>
        `Die Transaktionen${terminalId === null ? '' : ` des Terminals ${terminalId}`} reichen über den ${dayText(dueDay)} hinaus, an dem die passende fällig war.`,
      SettledTwice: ({ ours, theirs }) => `In den Auszahlungen ${theirs ?? '–'} und ${ours ?? '–'}.`,
      Chargeback: ({ respondBy }) =>
        respondBy ? `Vom Karteninhaber zurückgefordert: Antworten Sie dem Acquirer bis ${dayText(respondBy)}.` : null,
      NoFile: (part) => missingText(part),
      NoSales: (part) => noSalesText(part),
      PayoutDiffers: ({ paid, net }) => `Ausbezahlt sind ${moneyText(paid, null)}, die Zeilen ergeben ${moneyText(net, null)}.`,
    },

    /** Where a reason may not be told to a user of some units. */
    notTold: 'Mehr ist für Sie nicht sichtbar.',

    /** Behind the sentence about something that has not come. */
    waiting: (rows) => `Darauf warten: ${rows}.`,
  };
}
