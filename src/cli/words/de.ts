/** The German words of everyday output. No word of them is written otherwise in Switzerland, so none has an ß. */
import { own } from '../../contract/own-names.js';
import type { UploadKind } from '../../contract/states.js';
import { sharedWords } from '../../words/de.js';
import type { LocaleFormat } from '../../words/format.js';
import type { TableOfWords } from './en.js';
import { exceptionText } from './exception-text.js';
import { type FaultWords, faultText } from './fault-text.js';

const sale = { Sales: 'Transaktion', Settlement: 'Abrechnungszeile' } as const;
const sales = { Sales: 'Transaktionen', Settlement: 'Abrechnungszeilen' } as const;

const aDay = 'ist kein Tag, den es gibt; wie 2026-11-20 schreiben';
const aMoment = 'ist kein eindeutiger Zeitpunkt; Datum, Uhrzeit und Abstand zu UTC schreiben, wie 2026-11-20T14:03:59+01:00';
/** Faults of cells and rows. */
const faults: FaultWords = {
  AMOUNT_INVALID:
    'lässt sich nicht sicher als Betrag lesen; mit Ziffern und dem Dezimalzeichen der Spalte schreiben, und mit so vielen Nachkommastellen, wie die Währung hat',
  AMOUNT_DECIMALS: 'hat mehr als vier Nachkommastellen; mit höchstens vier schreiben',
  BUSINESS_DATE_INVALID: aDay,
  TRANSACTION_DATE_INVALID: aMoment,
  EFT_TRANSACTION_DATE_INVALID: aMoment,
  DAY_INVALID: aDay,
  TIME_ZONE_UNKNOWN: 'hat eine unbekannte Zeitzone, oder eine, die an diesem Tag nicht galt; wie Europe/Zurich oder +01:00 schreiben',
  LOCAL_TIME_SKIPPED:
    'gab es nicht, weil die Uhr vorgestellt wurde; korrigieren, oder den Abstand zu UTC hinter die Uhrzeit schreiben, wie 03:30:00+02:00',
  LOCAL_TIME_TWICE:
    'gab es zweimal, weil die Uhr zurückgestellt wurde; den Abstand zu UTC hinter die Uhrzeit schreiben, wie 02:30:00+02:00',
  ID_ROUNDED: 'hat Excel gerundet, und Ziffern sind verloren; noch einmal exportieren, mit dieser Spalte als Text und nicht über Excel',
  TOTALS_ROW:
    'sieht nach einer Summe aus; die Zeile entfernen. Ist sie eine Transaktion, sie ergänzen und in der Datei der abgelehnten Zeilen die Zelle „_code“ leeren',
  CURRENCY_CONTRADICTS: 'steht in einer anderen Währung als die Zeile; eine der beiden korrigieren',
  CARD_NUMBER_UNMASKED:
    'enthält eine ganze Kartennummer, die nie gespeichert werden darf; höchstens die ersten sechs und die letzten vier Ziffern behalten, wie 424242******4242',
  TEXT_NOT_UNICODE: 'enthält beschädigte Zeichen; den Text noch einmal in UTF-8 exportieren',
  COUNT_INVALID: 'ist keine ganze Zahl; nur mit Ziffern schreiben',
  TYPE_UNKNOWN:
    'ist keine bekannte Art einer Abrechnungszeile; eine Art der API schreiben, etwa Sale, Refund, Chargeback, Fee, Adjustment oder Payout, oder in einer Zuordnungsdatei unter [values type] sagen, was es bedeutet',
  SALE_UNKNOWN: 'sagt nicht, ob die Zeile eine Transaktion ist; das prüfen und, wenn sie eine ist, die Zelle korrigieren',
  OTHER_HEADER:
    'ist eine andere Kopfzeile oder steht unter einer; die Datei teilen: Diese Kopfzeile und alles darunter gehören in eine eigene Datei',
  COLUMN_COUNT:
    'hat nicht so viele Zellen wie die Kopfzeile; die Zeile ergänzen, oder eine Zelle, die das Trennzeichen enthält, in doppelte Anführungszeichen setzen',
  ROW_CUT:
    'ist die letzte Zeile und hat kein Zeilenende: Die Datei ist vielleicht abgeschnitten; noch einmal exportieren, oder, wenn die Zeile vollständig ist, ein Zeilenende anfügen',
  QUOTE_BROKEN:
    'hat ein Anführungszeichen ohne Gegenstück; die ganze Zelle in doppelte Anführungszeichen setzen und ein Anführungszeichen darin zweimal schreiben ("")',
  INPUT_CHANGED:
    'wurde gelesen, während die Datei noch geschrieben wurde; die Zeile ergänzen, und was danach kam, in einer eigenen Datei hochladen',
};

export function cliWords(format: LocaleFormat): TableOfWords {
  const { countText, many } = format;
  const shared = sharedWords(format);
  const of = (kind: UploadKind, count: number) => many(count, sale[kind], sales[kind]);
  const toCorrect = (rows: number, kind: UploadKind) => `${of(kind, rows)} ${rows === 1 ? 'ist' : 'sind'} zu korrigieren`;
  const noneSent = (nothing: boolean) => (nothing ? '; es wurde nichts gesendet' : '');

  return {
    format,
    shared,
    labelColumns: 11,

    labels: {
      reading: 'Datei',
      first: 'Anfang',
      checked: 'Geprüft',
      mapping: 'Zuordnung',
      note: 'HINWEIS',
      missing: 'FEHLT',
      new: 'NEU',
      ok: 'OK',
      sent: 'GESENDET',
      noNew: 'NICHTS NEU',
      skipped: 'ÜBERGANGEN',
      rejected: 'ABGELEHNT',
      importErrors: 'IMPORT',
      counts: 'ANZAHL',
      differs: 'ABWEICHUNG',
      twins: 'DOPPELT?',
      inDoubt: 'UNGEWISS',
      wait: 'WARTEN',
      stopped: 'ABBRUCH',
      unsent: 'AUSSTEHEND',
      left: 'REST',
      next: 'WEITER',
      done: 'FERTIG',
      watching: 'Überwacht',
      moved: 'Verschoben',
    },

    noCurrency: 'ohne Währung',
    or: 'oder',

    reading: {
      standardInput: 'Standardeingabe',
      list: (name) => `Liste ${name}`,
      sheet: (name) => `Blatt ${name}`,
      tab: 'Tabulator',
      byteUnits: ['B', 'kB', 'MB'],
      decimal: (sign, hasCurrencies) => `Dezimalzeichen '${sign}'${hasCurrencies ? ' mit Währungen' : ''}`,
      dates: (form) => `Datum ${form}`,
      columns: (all, parts) => `${many(all, 'Spalte', 'Spalten')}: ${parts}`,
      mapped: (columns) => `${countText(columns)} zugeordnet`,
      additional: (columns) => `${countText(columns)} in additionalData`,
      leftOut: (columns) => `${countText(columns)} weggelassen`,
      tellsPayouts: (command) =>
        `Die Datei nennt Auszahlungen. Wenn eine Kasse diese Transaktionen schon sendet, senden Sie die Datei stattdessen als Abrechnung:   ${command}`,
      readBefore: 'Dateien mit dieser Kopfzeile wurden schon hochgeladen: Von jetzt an gilt ihre Lesart als bestätigt',
      sentBefore: (as, user, moment, uploadId, kind) =>
        `Der Server hat denselben Inhalt schon${as === null ? '' : ` als ${as}`}: gesendet von ${user} am ${moment}, Import ${uploadId}${kind === 'Settlement' ? ' mit Abrechnungszeilen' : ''}`,
      personal: (names) => `Nicht gesendet, weil es nach persönlichen Daten von Kunden aussieht: ${names} (--extra keep sendet es)`,
      missing: (missing, flags) =>
        `In der Datei ${missing.length === 1 ? 'fehlt' : 'fehlen'} ${missing.map((field) => field.join(' oder ')).join(' und ')}; ohne diese Angaben importieren Server in der Regel keine Zeile: ${flags}`,
    },

    columns: {
      because: {
        given: 'wie angegeben',
        export: 'wie in solchen Exporten',
        exact: 'gleicher Name',
        synonym: 'gleichbedeutend',
        content: 'nach dem Inhalt',
      },
      asOn: (day) => `wie am ${day}, als eine solche Datei hochgeladen wurde (--no-remember übergeht das)`,
      inEveryRow: 'in jeder Zeile',
      values: (values) => many(values, 'Wert', 'Werte'),
      replaced: 'ersetzt',
    },

    page: {
      reading: (digest) => `Lesart ${digest}`,
      readAs: (kind) => (kind === 'Sales' ? 'GELESEN ALS TRANSAKTIONEN' : 'GELESEN ALS ABRECHNUNGSZEILEN'),
      days: (days) => {
        if (days === null) return 'ohne Tage';
        return days.first === days.last ? days.first : `${days.first} bis ${days.last}`;
      },
      noReference: 'KEINE REFERENZ',
      references: (different, isWhole, without) =>
        `${isWhole ? '' : 'mehr als '}${many(different, 'Referenz', 'Referenzen')}${without === 0 ? '' : `, ${many(without, 'Zeile', 'Zeilen')} ohne`}`,
      sum: (sum, rows) => `${sum} in ${many(rows, 'Zeile', 'Zeilen')}`,
      bounds: (smallest, largest) => `von ${smallest} bis ${largest}`,
      done: (as) =>
        own(
          { 'left out': 'weggelassen', rejected: 'abgelehnt', sale: 'als Transaktion zu senden', refund: 'als Gutschrift zu senden' },
          as,
        ) ?? `als ${own<string>(shared.payouts.types, as) ?? as} zu senden`,
      noColumn: '(keine Spalte)',
      everyRow: (value) => `${value} in jeder Zeile`,
      isField: (column, field) => `${column} ist ${field}`,
      moreColumns: (columns) => `… ${many(columns, 'weitere Spalte', 'weitere Spalten')} mit wenigen Werten`,
      moreValues: (values) => `… ${many(values, 'weiterer Wert', 'weitere Werte')}`,
      emptyCell: '(leer)',
      notUsed: (columns) => `nicht verwendet: ${columns}`,
      alwaysEmpty: 'immer leer',
      another: (value) => `${value}: in jeder Zeile anders`,
    },

    asking: {
      leavesOpen: (file, questions) =>
        `${file} lässt ${many(questions, 'Frage', 'Fragen')} offen. Gesendet wird erst nach den Antworten; Ctrl-C beendet es.`,
      mayBeRecords:
        'Die Datei nennt, was ausbezahlt wurde. Wenn eine Kasse diese Transaktionen sendet, senden Sie sie stattdessen als Abrechnung:',
      recognised: 'Erkannt',
      question: (number, open, title) => `Frage ${number}${open > 1 ? `, ${open} offen` : ''}: ${title}`,
      typeNumber: (choices) => `Tippen Sie ${choices === 1 ? '1' : `eine Zahl von 1 bis ${choices}`}.`,
      typeOr: (choices, other) => `Tippen Sie ${choices === 1 ? '1' : `eine Zahl von 1 bis ${choices}`} oder: ${other}.`,
      enter: (choice) => `Nur Enter bedeutet ${choice}.`,
      answer: 'Antwort: ',
      answered: 'Fertig',
      sameWithout: (command) => `Dasselbe ohne Fragen:   ${command}`,
      zoneForAll: (command) => `Die Zeitzone für alle Dateien:   ${command}`,
    },

    confirmation: {
      ask: 'Stimmt das so? [J/n/ändern] ',
      yes: 'ja',
      no: 'nein',
      change: 'ändern',
      kinds: (answers) => `Was sind sie? [N/1-${answers}] `,
      leaveOut: 'keine Transaktionen: weglassen',
      refunds: 'Gutschriften: mit einem Minus',
      only: 'nur diese sind Transaktionen: alle anderen weglassen',
      sales: 'trotzdem Transaktionen: Die Spalte sagt nichts über ihre Zeilen',
      column: 'Welches Feld ist welche Spalte? FELD=SPALTE ',
      noColumn: 'Schreiben Sie FELD=SPALTE, zum Beispiel amount=Total.',
    },

    progress: {
      sending: 'Senden',
      importing: 'Import',
      batches: (done, all) => `${countText(done)}/${countText(all)} Pakete`,
      bytes: (done, all) => `${done} von ${all}`,
      rows: (rows) => many(rows, 'Zeile', 'Zeilen'),
      rate: (rows) => `${countText(rows)} Zeilen/s`,
      left: (time) => `noch ${time}`,
      retries: (retries) => many(retries, 'Wiederholung', 'Wiederholungen'),
      again: (message, seconds) => `${message} Neuer Versuch in ${seconds} s.`,
      stopping: 'Wird angehalten. Ein zweites Signal beendet sofort; was gesendet ist, steht im Journal.',
    },

    upload: {
      checked: ({ read, unsent, rejected }) =>
        `${many(read, 'Zeile', 'Zeilen')}: ${countText(unsent)} sendebereit, ${countText(rejected)} fehlerhaft. Es wurde nichts gesendet.`,
      heldTo: (rules) => `Geprüft nach den Regeln der Importkonfiguration „${rules}“ des Servers`,
      firstRows: (isCut) =>
        `die ersten Zeilen, wie sie gesendet würden${isCut ? '; was wie eine ganze Kartennummer aussieht, ist nur in dieser Anzeige gekürzt' : ''}`,
      line: 'Zeile',
      newHeader: (flag) => `Eine neue Kopfzeile: Beim Hochladen wird einmal gefragt, ob das stimmt. Ohne Frage mit   ${flag}`,
      sent: (rows, kind) => `${of(kind, rows)} gesendet`,
      imported: (rows, kind) => `${of(kind, rows)} importiert`,
      importedOf: (rows, all, kind) => `${countText(rows)} von ${of(kind, all)} importiert`,
      sumsSent: (sums) => `gesendet ${sums}`,
      withoutAmount: (rows) => `${countText(rows)} ohne Betrag`,
      notInSum: (rows) => `${countText(rows)} nicht in der Summe: Betrag zu hoch oder mit mehr als vier Nachkommastellen`,
      job: (job) => `Auftrag ${job}`,
      duplicates: (rows) => `${many(rows, 'Duplikat', 'Duplikate')} früherer Importe: ${rows === 1 ? 'Es zählt' : 'Sie zählen'} nur einmal`,
      upload: (uploadId) => `Import ${uploadId}`,
      uploadIs: (uploadId, status, summary) => `Import ${uploadId} hat den Status ${status}: ${summary}`,
      uploadOf: (uploadId, status, rows) => `Import ${uploadId}: ${status ?? 'gesendet'}, ${many(rows, 'Zeile', 'Zeilen')}`,
      notImported: (command) => `nicht importiert:   ${command}`,
      countsDiffer: (uploadId, rows) =>
        `Import ${uploadId}: ${many(rows, 'Zeile', 'Zeilen')} gesendet, aber der Server führt eine andere Anzahl.`,
      notCounted: (uploads) =>
        `Die Zeilen von ${many(uploads, 'Import', 'Importen')} konnten auf dem Server nicht gezählt werden: Ob er alle hat, ist nicht bekannt.`,
      check: (command) => `prüfen:   ${command}`,
      inDoubt: (batch, rows, { firstRecord, lastRecord, firstLine, lastLine }, reason) =>
        `Paket ${batch}, ${many(rows, 'Zeile', 'Zeilen')} (Datensätze ${firstRecord} bis ${lastRecord}, Zeilen ${firstLine} bis ${lastLine}): ${reason}`,
      waitStopped: (message) => `${message} Was angenommen wurde, ist auf dem Server.`,
      notImportedYet: (uploads, command) => `${many(uploads, 'Import', 'Importe')} noch nicht abgeschlossen; verfolgen mit   ${command}`,
      stillImporting: (command) => `Der Server importiert noch; verfolgen mit   ${command}`,
      grown: (file, bytes) =>
        `${file} ist seit Beginn des Sendens gewachsen: Was auf die ersten ${countText(bytes)} Bytes folgt, wurde nicht gesendet.`,
      sendTheRest: (kind) => `Ist das Senden abgeschlossen, laden Sie eine Datei mit nur diesen ${sales[kind]} hoch.`,
      twins: (rows, kind) =>
        `${many(rows, 'korrigierte Zeile gilt als Duplikat einer Zeile', 'korrigierte Zeilen gelten als Duplikate von Zeilen')}, die der Server schon hat. Wenn die Datei wirklich zwei gleiche ${sales[kind]} hatte, fehlt jetzt eine davon.`,
      ownReference: (kind) =>
        `Ist eine Zeile eine eigene ${sale[kind]}, geben Sie ihr eine eigene Referenz und laden Sie sie noch einmal hoch.`,
      interrupted: 'Unterbrochen.',
      unsent: (rows, file, firstLine, lastLine) =>
        `${many(rows, 'Zeile', 'Zeilen')} von ${file} (${rows === 1 ? `Zeile ${firstLine}` : `Zeilen ${firstLine} bis ${lastLine}`}): Der Server hat sie nicht.`,
      noneRead: 'Von der Datei wurde keine Zeile gelesen.',
      notRead: (line) => `Die Zeilen nach Zeile ${line} wurden nicht gelesen.`,
      stoppedOf: (stopped, files) => `Von ${files} Dateien vorzeitig beendet (${stopped.length}): ${stopped.join(', ')}`,
      notTried: (files) => `Nicht verarbeitet: ${files}`,
      nothingSent: 'Von der Datei wurde nichts gesendet: Führen Sie denselben Befehl noch einmal aus.',
      maybeAccepted: (command) =>
        `Vielleicht hat der Server sie angenommen. Prüfen Sie das, bevor Sie sie noch einmal senden:   ${command}`,
      resendOrSkip: (resend, skip) => `${resend}   oder   ${skip}   um sie wegzulassen`,
      resendAfterAll: (resend) => `${resend}   nur, wenn der Server sie nicht hat`,
      resume: (command, isUnreached) =>
        `${command}   ${isUnreached ? 'sobald der Server erreichbar ist: ' : ''}macht weiter, wo es aufgehört hat; nichts wird zweimal gesendet`,
      seeMatches: (command) =>
        `${command}   zeigt, was abgeglichen ist: Der Server vergleicht die Abrechnungszeilen von selbst mit den Transaktionen`,
    },

    rejected: {
      moreRows: (rows) => `… und ${many(rows, 'weitere Zeile', 'weitere Zeilen')}`,
      record: (record) => `Datensatz ${record}`,
      fault: (error) => faultText(faults, error),
      separately: (kind) =>
        `Korrigieren Sie nur diese, und senden Sie sie in einer eigenen Datei: Schon importierte ${sales[kind]} könnten sonst doppelt zählen.`,
      alone: (rows, kind, nothing) => `${toCorrect(rows, kind)}${noneSent(nothing)}`,
      later: (rows, kind, file) => `${toCorrect(rows, kind)}, in ${file}, sobald das Senden abgeschlossen ist`,
      now: (rows, kind, nothing, command) => `${toCorrect(rows, kind)}${noneSent(nothing)}. Nach der Korrektur:   ${command}`,
    },

    notes: {
      payments: (rows) => many(rows, 'Zahlung oder Gutschrift', 'Zahlungen und Gutschriften'),
      corrections: (rows) => many(rows, 'Gebühr oder Korrektur', 'Gebühren und Korrekturen'),
      chargebacks: (rows) => many(rows, 'Rückbelastung', 'Rückbelastungen'),
      payouts: (rows) => many(rows, 'Auszahlung', 'Auszahlungen'),
      tillTotals: (rows) => many(rows, 'Kassensumme', 'Kassensummen'),
      leftOut: (rows, reason) => `${many(rows, 'Zeile', 'Zeilen')} weggelassen: ${reason}.`,
    },

    differing: {
      found: (rows, kind) =>
        `${many(rows, 'Duplikat hat', 'Duplikate haben')} in einer Spalte, welche die Zeilen der Datei unterscheidet, einen anderen Wert als die frühere Zeile. ${rows === 1 ? `Ist es eine eigene ${sale[kind]}, fehlt sie` : `Sind es eigene ${sales[kind]}, fehlen sie`} jetzt.`,
      values: (key, value, earlier) => `${key} ${value}, früher ${earlier}`,
      duplicateOf: (transactionId, duplicateOf) => `(${transactionId}, Duplikat von ${duplicateOf})`,
      more: (rows) => `… und ${countText(rows)} weitere`,
      otherValue: (rows, key, kind) =>
        `${many(rows, 'Duplikat', 'Duplikate')} früherer Zeilen mit einem anderen Wert in „${key}“, was keine ${sales[kind]} unterscheidet.`,
      alsoKnown: (rows, what, kind) => `${of(kind, rows)} ${rows === 1 ? 'war' : 'waren'} schon da; diese Datei nennt auch ${what}.`,
      amongOthers: (duplicates, rows, earlierRows) =>
        `${many(duplicates, 'Duplikat liegt', 'Duplikate liegen')} zwischen ${many(rows, 'Zeile', 'Zeilen')} dieser Datei und ${many(earlierRows, 'früheren Zeile', 'früheren Zeilen')}, die nicht in beiden stehen. Stammen die Dateien von zwei Kassen, ${duplicates === 1 ? 'fehlt diese Transaktion' : 'fehlen diese Transaktionen'} jetzt.`,
      ofOneTill: (undo, upload) => `Nehmen Sie beide Dateien zurück mit   ${undo}   und senden Sie jede mit ihrer Kasse:   ${upload}`,
      compared: (rows, all) =>
        `${countText(rows)} von ${many(all, 'Duplikat', 'Duplikaten')} mit den Zeilen verglichen, die sie wiederholen.`,
      uploadAlone: (withReference) =>
        withReference
          ? 'Geben Sie jeder dieser Zeilen eine transactionReference, und laden Sie nur sie hoch, in einer eigenen Datei: Die anderen würden doppelt zählen.'
          : 'Laden Sie nur diese Zeilen hoch, in einer eigenen Datei: Die anderen würden doppelt zählen.',
      noColumn: (kind, flag) => `Wenn die Spalte keine ${sales[kind]} unterscheidet, sagen Sie es bei der nächsten Datei:   ${flag}`,
    },

    status: {
      titles: { state: 'Status', currency: 'Währung', rows: 'Zeilen', sum: 'Summe' },
      restore: (command) => `Wiederherstellen, innerhalb von 30 Tagen:   ${command}`,
      wait: (command) => `Darauf warten:   ${command}`,
      rows: (kind, command) => `Die ${sales[kind]} daraus:   ${command}`,
      notImported: (command) => `Nicht importiert:   ${command}`,
      rowsIn: (rows, uploads) => `${many(rows, 'Zeile', 'Zeilen')} in ${many(uploads, 'Import', 'Importen')}`,
      final: (uploads) => `${countText(uploads)} abgeschlossen`,
      open: (rows, isRunning) => `${many(rows, 'Zeile', 'Zeilen')} ${isRunning ? 'unterwegs' : 'ungewiss'}`,
      each: (command) => `Jeder Import einzeln:   ${command}`,
      running: 'Die Datei wird gerade gesendet.',
      finish: (command) => `Zu Ende führen:   ${command}`,
    },

    resume: {
      also: (command) => `Auch noch offen: ${command}`,
      others: (uploads, command) =>
        `${many(uploads, 'Auftrag', 'Aufträge')} anderer Benutzer oder Server ${uploads === 1 ? 'ist' : 'sind'} nicht abgeschlossen; ${command} zeigt, welche`,
      finished: (job, started) => `Nichts fortzusetzen: Der Auftrag ${job} vom ${started} ist abgeschlossen`,
      nothing: (as) => `Nichts fortzusetzen${as === null ? '' : ` als ${as}`}`,
    },

    watch: {
      writing: (file) => `${file} wird noch geschrieben`,
      moved: (file, folder) => `${file} nach ${folder}`,
      decide: (file, resend, skip) => `${file} bleibt liegen: Entscheiden Sie über das ungewisse Paket mit   ${resend}   oder   ${skip}`,
      later: (file) => `${file} bleibt liegen und wird später fortgesetzt`,
    },

    pages: {
      pastEnd: (page) => `Seite ${page} liegt hinter dem Ende der Liste.`,
      more: (page) => `Es gibt noch mehr: mit --page ${page} oder --all`,
    },

    money: {
      none: 'Keine Transaktion passt.',
      without: (by) => ({ day: 'ohne Datum', account: 'ohne Konto', terminal: 'ohne Terminal', brand: 'ohne Kartenmarke' })[by],
      setAside: 'storniert oder von Hand',
      takenBack: 'zu diesen Zahlungen, ohne Transaktion',
      withoutRecords: 'bezahlen auch andere Transaktionen oder gehören anderen Einheiten',
      pending: 'Noch sind nicht alle Zeilen abgeglichen: Die Teile können sich noch ändern.',
      noRecords: (command) => `Es gibt keine Abrechnungszeilen:   ${command}   sendet sie`,
    },

    exceptions: {
      titles: { day: 'Tag', days: 'Tage', what: 'Was', amount: 'Betrag', terminal: 'Terminal', why: 'Warum' },
      reason: (reason) => shared.reasons[reason],
      why: (exception) => exceptionText(shared, format, exception),
      none: 'Nichts Passendes ist offen. Was in den letzten Sekunden kam oder ging, ist vielleicht noch nicht abgeglichen.',
      helps: 'Was hilft:',
    },

    payouts: {
      titles: {
        date: 'Datum',
        payout: 'Auszahlung',
        account: 'Konto',
        lines: 'Zeilen',
        net: 'Netto',
        paid: 'Ausbezahlt',
        currency: 'Währung',
      },
      columns: { amount: 'Brutto', fees: 'Gebühren', other: 'Anderes', net: (currency) => `Netto ${currency}`.trim() },
      none: 'Keine Auszahlung passt. Auszahlungen entstehen aus Abrechnungszeilen mit einer payoutId.',
      differsBy: (amount) => `weicht um ${amount} ab`,
      heading: (payoutId, account, day) =>
        [`Auszahlung ${payoutId}`, account && `von ${account}`, day && `vom ${day}`].filter(Boolean).join(' '),
      paid: 'Ausbezahlt',
      differs: (amount, isLess) => `Sie geht nicht auf: ${amount} ${shared.payouts.differs(isLess)}.`,
      sentences: {
        Balanced: 'Sie geht auf.',
        Unannounced: 'Keine Zeile sagt, was ausbezahlt wurde.',
        NoNet: 'Sie geht nicht auf, und um wie viel, ist nicht bekannt: Einige Zeilen nennen weder Gebühr noch Nettobetrag.',
        NotItemised: 'Es gibt keine Zeilen: Woraus sie besteht, steht nicht in den Dateien.',
      },
      withoutNet: (records) =>
        `${many(records, 'Zeile nennt', 'Zeilen nennen')} weder Gebühr noch Nettobetrag; sie ${records === 1 ? 'wird' : 'werden'} ohne Gebühr addiert.`,
      itsLines: (command) => `Zeilen dieser Auszahlung:   ${command}`,
    },

    where: {
      sold: (price, day, isRefund) =>
        [isRefund ? 'Erstattet' : 'Verkauft', price && (isRefund ? price : `für ${price}`), day && `am ${day}`].filter(Boolean).join(' '),
      unpaid: (why, isOpen, isOverdue) => (isOpen ? `, ${isOverdue ? 'überfällig' : 'nicht bezahlt'}. ${why}` : `. ${why}`),
      hidden: '. Bezahlt mit Abrechnungszeilen, die für Sie nicht sichtbar sind.',
      paid: (how, records) => `. Bezahlt${how}: ${records}.`,
      by: (acquirers) => ` von ${acquirers}`,
      inPayouts: (payouts, several) => ` in ${several ? 'den Auszahlungen' : 'der Auszahlung'} ${payouts}`,
      payout: (payoutId, day) => `${payoutId} vom ${day}`,
      withoutPayout: (day) => `${day === null ? '' : ` am ${day}`}, ohne genannte Auszahlung`,
      with: (others) => `, zusammen mit ${others}`,
      otherSales: (count) => many(count, 'weiteren Transaktion', 'weiteren Transaktionen'),
      hiddenRows: 'Zeilen, die für Sie nicht sichtbar sind',
      record: (recordId, amount, fee, net) =>
        `${amount}${fee === null ? '' : ` mit einer Gebühr von ${fee}`}${net === null ? '' : `, netto ${net}`} (Abrechnungszeile ${recordId})`,
      moreRecords: (records) => many(records, 'weitere Abrechnungszeile', 'weitere Abrechnungszeilen'),
    },

    close: {
      heading: (from, to, state) => {
        const ends = {
          Proved: 'vollständig',
          NotProvable: 'nichts scheint zu fehlen, aber nicht alles ist belegbar',
          Broken: 'UNVOLLSTÄNDIG',
        };
        return `${from === to ? from : `${from} bis ${to}`}: ${ends[state]}`;
      },
      overdue: (command) => `${command}   zeigt die überfälligen`,
      approvedNow: (number) => `Bestätigt als Erklärung ${number}`,
      approvedBefore: (day, by, number) => `Schon bestätigt als Erklärung ${number}, am ${day} von ${by}`,
      notApproved: 'Nicht bestätigt, weil nicht alles belegt ist',
    },

    fees: {
      none: 'Keine Abrechnungszeilen mit Zahlungen oder Gebühren.',
      by: { month: 'Monat', account: 'Konto', brand: 'Kartenmarke' },
      without: { month: 'ohne Datum', account: 'ohne Konto', brand: 'ohne Kartenmarke' },
      titles: {
        payments: 'Zahlungen',
        beforeFees: 'Brutto',
        theirFees: 'deren Gebühren',
        interchange: 'Interchange',
        scheme: 'Kartennetz',
        markup: 'Aufschlag',
        otherLines: 'andere Zeilen',
        feeRecords: 'Monat, Auszahlung',
        fees: 'Gebühren',
      },
      withoutFee: (records, currency) =>
        `${many(records, 'weitere Zeile', 'weitere Zeilen')} in ${currency} ${records === 1 ? 'nennt' : 'nennen'} keine Gebühr, die sich addieren lässt.`,
    },
  };
}
