/** The Italian words of everyday output. */
import { own } from '../../contract/own-names.js';
import type { UploadKind } from '../../contract/states.js';
import type { LocaleFormat } from '../../words/format.js';
import { sharedWords } from '../../words/it.js';
import type { TableOfWords } from './en.js';
import { exceptionText } from './exception-text.js';
import { type FaultWords, faultText } from './fault-text.js';

const sale = { Sales: 'vendita', Settlement: 'riga di regolamento' } as const;
const sales = { Sales: 'vendite', Settlement: 'righe di regolamento' } as const;

const aDay = 'non è un giorno esistente; scriverlo come 2026-11-20';
const aMoment = 'non indica un momento preciso; scrivere data, ora e differenza da UTC, come 2026-11-20T14:03:59+01:00';
/** Faults of cells and rows. */
const faults: FaultWords = {
  AMOUNT_INVALID:
    'non si può leggere con certezza come importo; scriverlo in cifre, con il separatore decimale della colonna e tanti decimali quanti ne ha la valuta',
  AMOUNT_DECIMALS: 'ha più di quattro decimali; scriverne al massimo quattro',
  BUSINESS_DATE_INVALID: aDay,
  TRANSACTION_DATE_INVALID: aMoment,
  EFT_TRANSACTION_DATE_INVALID: aMoment,
  DAY_INVALID: aDay,
  TIME_ZONE_UNKNOWN: 'ha un fuso orario sconosciuto, o che quel giorno non valeva; scriverlo come Europe/Zurich o +01:00',
  LOCAL_TIME_SKIPPED:
    'non è esistito, perché l’orologio è stato spostato in avanti; correggere, o scrivere la differenza da UTC dopo l’ora, come 03:30:00+02:00',
  LOCAL_TIME_TWICE:
    'è esistito due volte, perché l’orologio è stato spostato indietro; scrivere la differenza da UTC dopo l’ora, come 02:30:00+02:00',
  ID_ROUNDED:
    'è stato arrotondato da Excel, e si sono perse delle cifre; esportare di nuovo, con questa colonna come testo e senza passare da Excel',
  TOTALS_ROW:
    'sembra un totale; togliere la riga. Se è una vendita, completarla, e svuotare la cella «_code» nel file delle righe scartate',
  CURRENCY_CONTRADICTS: 'è in una valuta diversa da quella della riga; correggere una delle due',
  CARD_NUMBER_UNMASKED:
    'contiene un numero di carta completo, che non va mai memorizzato; tenere al massimo le prime sei e le ultime quattro cifre, come 424242******4242',
  TEXT_NOT_UNICODE: 'contiene caratteri danneggiati; esportare di nuovo il testo in UTF-8',
  COUNT_INVALID: 'non è un numero intero; scriverlo con sole cifre',
  TYPE_UNKNOWN:
    'non è un tipo noto di riga di regolamento; scrivere un tipo dell’API, come Sale, Refund, Chargeback, Fee, Adjustment o Payout, o dire che cosa significa in un file di associazione, sotto [values type]',
  SALE_UNKNOWN: 'non dice se la riga è una vendita; verificarlo e, se lo è, correggere la cella',
  OTHER_HEADER:
    'è un’altra intestazione o sta sotto un’altra; dividere il file: quell’intestazione e tutto ciò che segue vanno in un file a parte',
  COLUMN_COUNT:
    'non ha tante celle quante l’intestazione; completare la riga, o mettere tra virgolette doppie la cella che contiene il separatore',
  ROW_CUT:
    'è l’ultima riga e non ha la fine di riga: forse il file è troncato; esportare di nuovo oppure, se la riga è completa, aggiungere una fine di riga',
  QUOTE_BROKEN: 'ha virgolette isolate; mettere tutta la cella tra virgolette doppie e raddoppiare quelle al suo interno ("")',
  INPUT_CHANGED: 'è stato letto mentre il file veniva ancora scritto; completare la riga e inviare il resto in un file a parte',
};

export function cliWords(format: LocaleFormat): TableOfWords {
  const { countText, many } = format;
  const shared = sharedWords(format);
  /** With a participle, which has the number of the noun; both nouns are feminine. */
  const of = (kind: UploadKind, count: number, done = '') =>
    many(count, `${sale[kind]}${done && ` ${done}a`}`, `${sales[kind]}${done && ` ${done}e`}`);
  const noneSent = (nothing: boolean) => (nothing ? '; non è stato inviato nulla' : '');

  return {
    format,
    shared,
    labelColumns: 12,

    labels: {
      reading: 'File',
      first: 'Inizio',
      checked: 'Controllo',
      mapping: 'Lettura',
      note: 'NOTA',
      missing: 'MANCA',
      new: 'NUOVO',
      ok: 'OK',
      sent: 'INVIATO',
      noNew: 'NULLA',
      skipped: 'SALTATO',
      rejected: 'SCARTATO',
      importErrors: 'IMPORT',
      counts: 'NUMERO',
      differs: 'DIVERSO',
      twins: 'DOPPIONE?',
      inDoubt: 'INCERTO',
      wait: 'ATTESA',
      stopped: 'ARRESTO',
      unsent: 'NON INVIATO',
      left: 'RESTO',
      next: 'AVANTI',
      done: 'FATTO',
      watching: 'Osserva',
      moved: 'Spostato',
    },

    noCurrency: 'senza valuta',
    or: 'oppure',

    reading: {
      standardInput: 'input standard',
      list: (name) => `elenco ${name}`,
      sheet: (name) => `foglio ${name}`,
      tab: 'tabulazione',
      byteUnits: ['B', 'kB', 'MB'],
      decimal: (sign, hasCurrencies) => `separatore decimale '${sign}'${hasCurrencies ? ' con valute' : ''}`,
      dates: (form) => `date ${form}`,
      columns: (all, parts) => `${many(all, 'colonna', 'colonne')}: ${parts}`,
      mapped: (columns) => many(columns, 'associata', 'associate'),
      additional: (columns) => `${countText(columns)} in additionalData`,
      leftOut: (columns) => many(columns, 'tralasciata', 'tralasciate'),
      tellsPayouts: (command) =>
        `Il file indica accrediti. Se una cassa invia già queste vendite, lo invii invece come regolamento:   ${command}`,
      readBefore: 'File con questa intestazione sono già stati inviati: d’ora in poi la loro lettura vale come confermata',
      sentBefore: (as, user, moment, uploadId, kind) =>
        `Il server ha già lo stesso contenuto${as === null ? '' : ` con il nome ${as}`}: inviato da ${user} il ${moment}, importazione ${uploadId}${kind === 'Settlement' ? ' con righe di regolamento' : ''}`,
      personal: (names) => `Non inviato, perché sembra contenere dati personali di clienti: ${names} (--extra keep lo invia)`,
      missing: (missing, flags) =>
        `Nel file ${missing.length === 1 ? 'manca' : 'mancano'} ${missing.map((field) => field.join(' o ')).join(' e ')}; di norma i server non importano alcuna riga senza: ${flags}`,
    },

    columns: {
      because: {
        given: 'come indicato',
        export: 'come in queste esportazioni',
        exact: 'stesso nome',
        synonym: 'sinonimo',
        content: 'dal contenuto',
      },
      asOn: (day) => `come il ${day}, quando è stato inviato un file simile (--no-remember lo ignora)`,
      inEveryRow: 'in ogni riga',
      values: (values) => many(values, 'valore', 'valori'),
      replaced: 'sostituiti',
    },

    page: {
      reading: (digest) => `lettura ${digest}`,
      readAs: (kind) => (kind === 'Sales' ? 'LETTO COME VENDITE' : 'LETTO COME RIGHE DI REGOLAMENTO'),
      days: (days) => {
        if (days === null) return 'senza giorni';
        return days.first === days.last ? days.first : `dal ${days.first} al ${days.last}`;
      },
      noReference: 'NESSUN RIFERIMENTO',
      references: (different, isWhole, without) =>
        `${isWhole ? '' : 'più di '}${many(different, 'riferimento', 'riferimenti')}${without === 0 ? '' : `, ${many(without, 'riga', 'righe')} senza`}`,
      sum: (sum, rows) => `${sum} in ${many(rows, 'riga', 'righe')}`,
      bounds: (smallest, largest) => `da ${smallest} a ${largest}`,
      done: (as) =>
        own(
          { 'left out': 'da tralasciare', rejected: 'da scartare', sale: 'da inviare come vendita', refund: 'da inviare come rimborso' },
          as,
        ) ?? `da inviare come ${own<string>(shared.payouts.types, as)?.toLowerCase() ?? as}`,
      noColumn: '(nessuna colonna)',
      everyRow: (value) => `${value} in ogni riga`,
      isField: (column, field) => `${column} è ${field}`,
      moreColumns: (columns) => `… ${many(columns, 'altra colonna', 'altre colonne')} con pochi valori`,
      moreValues: (values) => `… ${many(values, 'altro valore', 'altri valori')}`,
      emptyCell: '(vuoto)',
      notUsed: (columns) => `non usate: ${columns}`,
      alwaysEmpty: 'sempre vuota',
      another: (value) => `${value}: diverso in ogni riga`,
    },

    asking: {
      leavesOpen: (file, questions) =>
        `${file} lascia ${many(questions, 'domanda aperta', 'domande aperte')}. Nulla viene inviato prima delle risposte; Ctrl-C interrompe.`,
      mayBeRecords: 'Il file indica che cosa è stato accreditato. Se una cassa invia queste vendite, lo invii invece come regolamento:',
      recognised: 'Riconosciuto',
      question: (number, open, title) => `Domanda ${number}${open > 1 ? `, ${open} aperte` : ''}: ${title}`,
      typeNumber: (choices) => `Scriva ${choices === 1 ? '1' : `un numero da 1 a ${choices}`}.`,
      typeOr: (choices, other) => `Scriva ${choices === 1 ? '1' : `un numero da 1 a ${choices}`}, oppure: ${other}.`,
      enter: (choice) => `Solo Invio significa ${choice}.`,
      answer: 'Risposta: ',
      answered: 'Risposto',
      sameWithout: (command) => `Lo stesso senza domande:   ${command}`,
      zoneForAll: (command) => `Il fuso orario per tutti i file:   ${command}`,
    },

    confirmation: {
      ask: 'È giusto così? [S/n/cambia] ',
      yes: 'sì',
      no: 'no',
      change: 'cambia',
      kinds: (answers) => `Che cosa sono? [N/1-${answers}] `,
      leaveOut: 'non vendite: tralasciarle',
      refunds: 'rimborsi: con il segno meno',
      only: 'solo queste sono vendite: tralasciare tutte le altre',
      sales: 'vendite comunque: la colonna non dice nulla delle sue righe',
      column: 'Quale campo è quale colonna? CAMPO=COLONNA ',
      noColumn: 'Scriva CAMPO=COLONNA, per esempio amount=Total.',
    },

    progress: {
      sending: 'Invio',
      importing: 'Importazione',
      batches: (done, all) => `${countText(done)}/${countText(all)} lotti`,
      bytes: (done, all) => `${done} di ${all}`,
      rows: (rows) => many(rows, 'riga', 'righe'),
      rate: (rows) => `${countText(rows)} righe/s`,
      left: (time) => `ancora ${time}`,
      retries: (retries) => many(retries, 'nuovo tentativo', 'nuovi tentativi'),
      again: (message, seconds) => `${message} Nuovo tentativo tra ${seconds} s.`,
      stopping: 'Arresto in corso. Un secondo segnale termina subito; ciò che è stato inviato è nel registro.',
    },

    upload: {
      checked: ({ read, unsent, rejected }) =>
        `${many(read, 'riga', 'righe')}: ${many(unsent, 'pronta', 'pronte')} per l’invio, ${countText(rejected)} da correggere. Non è stato inviato nulla.`,
      heldTo: (rules) => `Controllato secondo le regole della configurazione d’importazione «${rules}» del server`,
      firstRows: (isCut) =>
        `le prime righe, come sarebbero inviate${isCut ? '; ciò che sembra un numero di carta completo è abbreviato solo in questa vista' : ''}`,
      line: 'riga',
      newHeader: (flag) => `Intestazione nuova: l’invio chiede una volta se la lettura è giusta. Senza domanda con   ${flag}`,
      sent: (rows, kind) => of(kind, rows, 'inviat'),
      imported: (rows, kind) => of(kind, rows, 'importat'),
      importedOf: (rows, all, kind) => `${of(kind, rows, 'importat')} su ${countText(all)}`,
      sumsSent: (sums) => `inviato ${sums}`,
      withoutAmount: (rows) => `${countText(rows)} senza importo`,
      notInSum: (rows) => `${countText(rows)} fuori dalla somma: importo troppo alto o con più di quattro decimali`,
      job: (job) => `invio ${job}`,
      duplicates: (rows) =>
        `${many(rows, 'duplicato', 'duplicati')} di importazioni precedenti: ${rows === 1 ? 'conta' : 'contano'} una volta sola`,
      upload: (uploadId) => `importazione ${uploadId}`,
      uploadIs: (uploadId, status, summary) => `l’importazione ${uploadId} ha lo stato ${status}: ${summary}`,
      uploadOf: (uploadId, status, rows) => `importazione ${uploadId}: ${status ?? 'inviata'}, ${many(rows, 'riga', 'righe')}`,
      notImported: (command) => `non importate:   ${command}`,
      countsDiffer: (uploadId, rows) =>
        `importazione ${uploadId}: ${many(rows, 'riga inviata', 'righe inviate')}, ma il server ne elenca un altro numero.`,
      notCounted: (uploads) =>
        `Le righe di ${many(uploads, 'importazione', 'importazioni')} non hanno potuto essere contate sul server: non si sa se le ha tutte.`,
      check: (command) => `verificare:   ${command}`,
      inDoubt: (batch, rows, { firstRecord, lastRecord, firstLine, lastLine }, reason) =>
        `lotto ${batch}, ${many(rows, 'riga', 'righe')} (record da ${firstRecord} a ${lastRecord}, righe da ${firstLine} a ${lastLine}): ${reason}`,
      waitStopped: (message) => `${message} Ciò che è stato accettato è sul server.`,
      notImportedYet: (uploads, command) =>
        `${many(uploads, 'importazione non ancora conclusa', 'importazioni non ancora concluse')}; per seguire:   ${command}`,
      stillImporting: (command) => `il server sta ancora importando; per seguire:   ${command}`,
      grown: (file, bytes) =>
        `${file} è cresciuto dall’inizio di questo invio: ciò che segue i primi ${countText(bytes)} byte non è stato inviato.`,
      sendTheRest: (kind) => `A invio concluso, invii un file con soltanto queste ${sales[kind]}.`,
      twins: (rows, kind) =>
        `${many(rows, 'riga corretta è stata trattata come duplicato di una riga', 'righe corrette sono state trattate come duplicati di righe')} che il server ha già. Se il file conteneva davvero due ${sales[kind]} uguali, ora ne manca una.`,
      ownReference: (kind) => `Se una riga è una ${sale[kind]} a sé, le dia un riferimento proprio e la invii di nuovo.`,
      interrupted: 'Interrotto.',
      unsent: (rows, file, firstLine, lastLine) =>
        `${many(rows, 'riga', 'righe')} di ${file} (${rows === 1 ? `riga ${firstLine}` : `righe da ${firstLine} a ${lastLine}`}): il server non ${rows === 1 ? 'l’ha' : 'le ha'}.`,
      noneRead: 'Nessuna delle sue righe è stata letta.',
      notRead: (line) => `Le righe dopo la riga ${line} non sono state lette.`,
      stoppedOf: (stopped, files) => `Di ${files} file, interrotti prima della fine (${stopped.length}): ${stopped.join(', ')}`,
      notTried: (files) => `Non elaborati: ${files}`,
      nothingSent: 'Del file non è stato inviato nulla: ripeta lo stesso comando.',
      maybeAccepted: (command) => `Forse il server le ha accettate. Verifichi prima di inviarle di nuovo:   ${command}`,
      resendOrSkip: (resend, skip) => `${resend}   oppure   ${skip}   per tralasciarle`,
      resendAfterAll: (resend) => `${resend}   soltanto se il server non le ha`,
      resume: (command, isUnreached) =>
        `${command}   ${isUnreached ? 'appena il server è raggiungibile: ' : ''}riprende da dove si è fermato; nulla viene inviato due volte`,
      seeMatches: (command) =>
        `${command}   mostra che cosa è riconciliato: il server confronta da sé le righe di regolamento con le vendite`,
    },

    rejected: {
      moreRows: (rows) => `… e ${many(rows, 'altra riga', 'altre righe')}`,
      record: (record) => `record ${record}`,
      fault: (error) => faultText(faults, error),
      separately: (kind) =>
        `Corregga solo queste e le invii in un file a parte: le ${sales[kind]} già importate potrebbero contare due volte.`,
      alone: (rows, kind, nothing) => `${of(kind, rows)} da correggere${noneSent(nothing)}`,
      later: (rows, kind, file) => `${of(kind, rows)} da correggere in ${file}, a invio concluso`,
      now: (rows, kind, nothing, command) => `${of(kind, rows)} da correggere${noneSent(nothing)}. Dopo la correzione:   ${command}`,
    },

    notes: {
      payments: (rows) => many(rows, 'pagamento o rimborso', 'pagamenti e rimborsi'),
      corrections: (rows) => many(rows, 'commissione o correzione', 'commissioni e correzioni'),
      chargebacks: (rows) => many(rows, 'riaddebito', 'riaddebiti'),
      payouts: (rows) => many(rows, 'accredito', 'accrediti'),
      tillTotals: (rows) => many(rows, 'totale di cassa', 'totali di cassa'),
      leftOut: (rows, reason) => `${many(rows, 'riga tralasciata', 'righe tralasciate')}: ${reason}.`,
    },

    differing: {
      found: (rows, kind) =>
        `${many(rows, 'duplicato ha', 'duplicati hanno')}, in una colonna che distingue le righe del file, un valore diverso dalla riga precedente. ${rows === 1 ? `Se è una ${sale[kind]} a sé, ora manca` : `Se sono ${sales[kind]} a sé, ora mancano`}.`,
      values: (key, value, earlier) => `${key} ${value}, prima ${earlier}`,
      duplicateOf: (transactionId, duplicateOf) => `(${transactionId}, duplicato di ${duplicateOf})`,
      more: (rows) => `… e ${many(rows, 'altro', 'altri')}`,
      otherValue: (rows, key, kind) =>
        `${many(rows, 'duplicato', 'duplicati')} di righe precedenti con un altro valore in «${key}», che non distingue ${sales[kind]}.`,
      alsoKnown: (rows, what, kind) => `${of(kind, rows)} ${rows === 1 ? 'c’era' : 'c’erano'} già; questo file indica anche ${what}.`,
      amongOthers: (duplicates, rows, earlierRows) =>
        `${many(duplicates, 'duplicato si trova', 'duplicati si trovano')} tra ${many(rows, 'riga', 'righe')} di questo file e ${many(earlierRows, 'riga precedente', 'righe precedenti')} che non sono in entrambi. Se i file vengono da due casse, ${duplicates === 1 ? 'questa vendita ora manca' : 'queste vendite ora mancano'}.`,
      ofOneTill: (undo, upload) => `Annulli entrambi i file con   ${undo}   e invii ciascuno con la sua cassa:   ${upload}`,
      compared: (rows, all) =>
        rows === 1
          ? `1 duplicato su ${countText(all)} confrontato con la riga che ripete.`
          : `${countText(rows)} duplicati su ${countText(all)} confrontati con le righe che ripetono.`,
      uploadAlone: (withReference) =>
        withReference
          ? 'Dia a ciascuna una transactionReference e invii solo queste righe, in un file a parte: le altre conterebbero due volte.'
          : 'Invii solo queste righe, in un file a parte: le altre conterebbero due volte.',
      noColumn: (kind, flag) => `Se la colonna non distingue ${sales[kind]}, lo indichi con il prossimo file:   ${flag}`,
    },

    status: {
      titles: { state: 'stato', currency: 'valuta', rows: 'righe', sum: 'somma' },
      restore: (command) => `Per ripristinarla, entro 30 giorni:   ${command}`,
      wait: (command) => `Per attenderla:   ${command}`,
      rows: (kind, command) => `Le sue ${sales[kind]}:   ${command}`,
      notImported: (command) => `Quelle non importate:   ${command}`,
      rowsIn: (rows, uploads) => `${many(rows, 'riga', 'righe')} in ${many(uploads, 'importazione', 'importazioni')}`,
      final: (uploads) => many(uploads, 'conclusa', 'concluse'),
      open: (rows, isRunning) => `${many(rows, 'riga', 'righe')} ${isRunning ? 'in corso' : rows === 1 ? 'incerta' : 'incerte'}`,
      each: (command) => `Ognuna delle sue importazioni:   ${command}`,
      running: 'L’invio è in corso.',
      finish: (command) => `Per concluderlo:   ${command}`,
    },

    resume: {
      also: (command) => `Anche questo non è concluso: ${command}`,
      others: (uploads, command) =>
        `${many(uploads, 'invio', 'invii')} di altri utenti o server non ${uploads === 1 ? 'è concluso' : 'sono conclusi'}; ${command} mostra quali`,
      finished: (job, started) => `Nulla da riprendere: l’invio ${job} del ${started} è concluso`,
      nothing: (as) => `Nulla da riprendere${as === null ? '' : ` come ${as}`}`,
    },

    watch: {
      writing: (file) => `${file} viene ancora scritto`,
      moved: (file, folder) => `${file} in ${folder}`,
      decide: (file, resend, skip) => `${file} resta qui: decida del suo lotto incerto con   ${resend}   oppure   ${skip}`,
      later: (file) => `${file} resta qui e verrà ripreso più tardi`,
    },

    pages: {
      pastEnd: (page) => `La pagina ${page} è oltre la fine dell’elenco.`,
      more: (page) => `L’elenco continua: --page ${page} o --all`,
    },

    money: {
      none: 'Nessuna vendita corrisponde.',
      without: (by) => ({ day: 'senza data', account: 'senza conto', terminal: 'senza terminale', brand: 'senza circuito' })[by],
      setAside: 'stornato, o a mano',
      takenBack: 'di questi pagamenti, senza vendita',
      withoutRecords: 'pagano anche altre vendite, o sono di altre unità',
      pending: 'Non tutte le righe sono ancora riconciliate: le parti possono ancora cambiare.',
      noRecords: (command) => `Non ci sono righe di regolamento:   ${command}   le invia`,
    },

    exceptions: {
      titles: { day: 'giorno', days: 'giorni', what: 'che cosa', amount: 'importo', terminal: 'terminale', why: 'perché' },
      reason: (reason) => shared.reasons[reason],
      why: (exception) => exceptionText(shared, format, exception),
      none: 'Nessun punto aperto corrisponde. Ciò che è arrivato o sparito negli ultimi secondi forse non è ancora riconciliato.',
      helps: 'Che cosa fare:',
    },

    payouts: {
      titles: {
        date: 'data',
        payout: 'accredito',
        account: 'conto',
        lines: 'righe',
        net: 'netto',
        paid: 'accreditato',
        currency: 'valuta',
      },
      columns: { amount: 'lordo', fees: 'commissioni', other: 'altro', net: (currency) => `netto ${currency}`.trim() },
      none: 'Nessun accredito corrisponde. Gli accrediti sono formati dalle righe di regolamento che hanno un payoutId.',
      differsBy: (amount) => `differenza di ${amount}`,
      heading: (payoutId, account, day) =>
        [`Accredito ${payoutId}`, account && `di ${account}`, day && `del ${day}`].filter(Boolean).join(' '),
      paid: 'Accreditato',
      differs: (amount, isLess) => `La somma non torna: ${amount} ${shared.payouts.differs(isLess)}.`,
      sentences: {
        Balanced: 'La somma torna.',
        Unannounced: 'Nessuna riga indica quanto è stato accreditato.',
        NoNet: 'La somma non torna, e non si sa di quanto: alcune righe non indicano né commissione né importo netto.',
        NotItemised: 'Non ci sono righe: il dettaglio non è nei file.',
      },
      withoutNet: (records) =>
        `${many(records, 'riga non indica', 'righe non indicano')} né commissione né importo netto; ${records === 1 ? 'è sommata' : 'sono sommate'} senza commissione.`,
      itsLines: (command) => `Righe di questo accredito:   ${command}`,
    },

    where: {
      sold: (price, day, isRefund) =>
        [isRefund ? 'Rimborsato' : 'Venduto', price && (isRefund ? price : `per ${price}`), day && `il ${day}`].filter(Boolean).join(' '),
      unpaid: (why, isOpen, isOverdue) => (isOpen ? `, ${isOverdue ? 'in ritardo' : 'non pagato'}. ${why}` : `. ${why}`),
      hidden: '. Pagato con righe di regolamento che non sono visibili per Lei.',
      paid: (how, records) => `. Pagato${how}: ${records}.`,
      by: (acquirers) => ` da ${acquirers}`,
      inPayouts: (payouts, several) => ` ${several ? 'negli accrediti' : 'nell’accredito'} ${payouts}`,
      payout: (payoutId, day) => `${payoutId} del ${day}`,
      withoutPayout: (day) => `${day === null ? '' : ` il ${day}`}, senza accredito indicato`,
      with: (others) => `, insieme a ${others}`,
      otherSales: (count) => many(count, 'altra vendita', 'altre vendite'),
      hiddenRows: 'righe che non sono visibili per Lei',
      record: (recordId, amount, fee, net) =>
        `${amount}${fee === null ? '' : ` con ${fee} di commissione`}${net === null ? '' : `, netto ${net}`} (riga di regolamento ${recordId})`,
      moreRecords: (records) => many(records, 'altra riga di regolamento', 'altre righe di regolamento'),
    },

    close: {
      heading: (from, to, state) => {
        const ends = {
          Proved: 'completo',
          NotProvable: 'non risulta mancare nulla, ma non tutto si può provare',
          Broken: 'INCOMPLETO',
        };
        return `${from === to ? from : `Dal ${from} al ${to}`}: ${ends[state]}`;
      },
      overdue: (command) => `${command}   mostra quelle in ritardo`,
      approvedNow: (number) => `Approvato: dichiarazione ${number}`,
      approvedBefore: (day, by, number) => `Già approvato: dichiarazione ${number}, il ${day} da ${by}`,
      notApproved: 'Non approvato, perché non tutto è provato',
    },

    fees: {
      none: 'Nessuna riga di regolamento con pagamenti o commissioni.',
      by: { month: 'mese', account: 'conto', brand: 'circuito' },
      without: { month: 'senza data', account: 'senza conto', brand: 'senza circuito' },
      titles: {
        payments: 'pagamenti',
        beforeFees: 'lordo',
        theirFees: 'loro commissioni',
        interchange: 'interchange',
        scheme: 'di circuito',
        markup: 'margine',
        otherLines: 'altre righe',
        feeRecords: 'mese, accredito',
        fees: 'commissioni',
      },
      withoutFee: (records, currency) =>
        `${many(records, 'altra riga', 'altre righe')} in ${currency} non ${records === 1 ? 'indica' : 'indicano'} una commissione che si possa sommare.`,
    },
  };
}
