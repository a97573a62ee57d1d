/**
 * The English words of everyday output. Those of help and failures stand where they are made, in English alone; so do phrases of questions, which
 * have other languages in `src/words/phrases`.
 */
import type { ClaimStateName } from '../../contract/claims.js';
import type { ExceptionReasonName } from '../../contract/exception-reasons.js';
import type { FeesDimension, MoneyDimension } from '../../contract/money-parts.js';
import type { PhraseValue } from '../../contract/phrase.js';
import type { PayoutStatusName, UploadKind } from '../../contract/states.js';
import { confidenceWords } from '../../files/input/row.js';
import { spaced } from '../../files/words/lexicon.js';
import { sharedWords } from '../../words/en.js';
import { formatIn, type LocaleFormat } from '../../words/format.js';
import type { ToldException } from './exception-text.js';
import { reasonWords } from './reason-names.js';

const sale = { Sales: 'sale', Settlement: 'record' } as const;
const sales = { Sales: 'sales', Settlement: 'records' } as const;

/** Days and numbers are written in one form, whatever the region: scripts may have read them for years. */
export function cliWords(_: LocaleFormat) {
  const format: LocaleFormat = { ...formatIn('en'), dayText: (day) => day };
  const { countText, many } = format;
  const shared = sharedWords(format);
  const of = (kind: UploadKind, count: number) => many(count, sale[kind], sales[kind]);
  const needYou = (rows: number, kind: UploadKind) => `${of(kind, rows)} ${rows === 1 ? 'needs' : 'need'} you`;
  const them = (rows: number) => (rows === 1 ? 'it' : 'them');
  const noneSent = (nothing: boolean) => (nothing ? ', and nothing was sent' : '');

  return {
    format,
    shared,
    /** Columns that the longest label takes, and a blank. */
    labelColumns: 9,

    /** What stands before a line of a report. */
    labels: {
      reading: 'Reading',
      first: 'First',
      checked: 'Checked',
      mapping: 'Mapping',
      note: 'NOTE',
      missing: 'MISSING',
      new: 'NEW',
      ok: 'OK',
      sent: 'SENT',
      noNew: 'NO NEW',
      skipped: 'SKIPPED',
      rejected: 'REJECTED',
      importErrors: 'IMPORT',
      counts: 'COUNTS',
      differs: 'DIFFERS',
      twins: 'TWINS?',
      inDoubt: 'IN DOUBT',
      wait: 'WAIT',
      stopped: 'STOPPED',
      unsent: 'UNSENT',
      left: 'LEFT',
      next: 'NEXT',
      done: 'DONE',
      watching: 'Watching',
      moved: 'Moved',
    },

    noCurrency: 'no currency',
    /** Between two commands of which one is enough. */
    or: 'or',

    /** How a file is read. */
    reading: {
      standardInput: 'standard input',
      list: (name: string) => `list ${name}`,
      sheet: (name: string) => `sheet ${name}`,
      tab: 'tab',
      byteUnits: ['B', 'kB', 'MB'] as readonly [string, string, string],
      decimal: (sign: string, hasCurrencies: boolean) => `decimal '${sign}'${hasCurrencies ? ' with currencies' : ''}`,
      dates: (form: string) => `dates ${form}`,
      columns: (all: number, parts: string) => `${many(all, 'column', 'columns')}: ${parts}`,
      mapped: (columns: number) => `${columns} mapped`,
      additional: (columns: number) => `${columns} to additionalData`,
      leftOut: (columns: number) => `${columns} left out`,
      tellsPayouts: (command: string) =>
        `It tells what was paid out. Where a till sends these sales, send it as settlement records instead:   ${command}`,
      readBefore: 'Files with this header were uploaded before: its reading counts as accepted from now on',
      sentBefore: (as: string | null, user: string, moment: string, uploadId: string, kind: UploadKind) =>
        `The server has the same bytes${as === null ? '' : ` as ${as}`}: sent by ${user} on ${moment}, upload ${uploadId}${kind === 'Settlement' ? ' with settlement records' : ''}`,
      personal: (names: string) => `Not sent, as it looks like personal data of customers: ${names} (--extra keep sends it)`,
      /** `missing`: fields, each with those that would do as well. */
      missing: (missing: readonly (readonly string[])[], flags: string) =>
        `The file has no ${missing.map((field) => field.join(' or ')).join(' and no ')}, and servers normally import no row without ${them(missing.length)}: ${flags}`,
    },

    /** Columns, with the reason for each. */
    columns: {
      /** Why each column means what it does. */
      because: confidenceWords,
      asOn: (day: string) => `as on ${day}, when such a file was uploaded (--no-remember ignores this)`,
      inEveryRow: 'in every row',
      values: (values: number) => many(values, 'value', 'values'),
      replaced: 'replaced',
    },

    /** How a new header is read, on one page. */
    page: {
      reading: (digest: string) => `reading ${digest}`,
      readAs: (kind: UploadKind): string => (kind === 'Sales' ? 'READ AS SALES' : 'READ AS SETTLEMENT RECORDS'),
      days: (days: { first: string; last: string } | null): string => {
        if (days === null) return 'no days';
        return days.first === days.last ? days.first : `${days.first} to ${days.last}`;
      },
      noReference: 'NO REFERENCE',
      references: (different: number, isWhole: boolean, without: number) =>
        `${isWhole ? '' : 'more than '}${many(different, 'reference', 'references')}${without === 0 ? '' : `, ${many(without, 'row', 'rows')} without`}`,
      sum: (sum: string, rows: number) => `${sum} in ${many(rows, 'row', 'rows')}`,
      bounds: (smallest: string, largest: string) => `from ${smallest} to ${largest}`,
      /** `as`: what a row is sent as, or what becomes of it. */
      done: (as: string): string => (as === 'left out' || as === 'rejected' ? as : `sent as ${spaced(as).toLowerCase()}`),
      noColumn: '(no column)',
      everyRow: (value: string) => `${value} in every row`,
      isField: (column: string, field: string) => `${column} is ${field}`,
      moreColumns: (columns: number) => `… ${many(columns, 'more column', 'more columns')} of few values`,
      moreValues: (values: number) => `… ${many(values, 'more value', 'more values')}`,
      emptyCell: '(empty)',
      notUsed: (columns: string) => `not used: ${columns}`,
      alwaysEmpty: 'always empty',
      another: (value: string) => `${value}: another in every row`,
    },

    /** While a file's questions are asked. */
    asking: {
      leavesOpen: (file: string, questions: number) =>
        `${file} leaves ${many(questions, 'question', 'questions')} open. Nothing is sent before they are answered; Ctrl-C ends it.`,
      mayBeRecords: 'It tells what was paid out. Where a till sends these sales, send it as settlement records instead:',
      recognised: 'Recognised',
      question: (number: number, open: number, title: string) => `Question ${number}${open > 1 ? `, ${open} open` : ''}: ${title}`,
      typeNumber: (choices: number) => `Type ${choices === 1 ? '1' : `a number from 1 to ${choices}`}.`,
      typeOr: (choices: number, other: string) => `Type ${choices === 1 ? '1' : `a number from 1 to ${choices}`}, or ${other}.`,
      enter: (choice: number) => `Enter alone is ${choice}.`,
      answer: 'Answer: ',
      answered: 'Answered',
      sameWithout: (command: string) => `The same without questions:   ${command}`,
      zoneForAll: (command: string) => `The time zone for all files:   ${command}`,
    },

    /** Whether it is read right; the first letters may be typed alone. */
    confirmation: {
      ask: 'Read it so? [Y/n/change] ',
      yes: 'yes',
      no: 'no',
      change: 'change',
      kinds: (answers: number) => `What are they? [N/1-${answers}] `,
      leaveOut: 'no sales: leave them out',
      refunds: 'refunds: with a minus',
      only: 'only these are sales: leave out all others',
      sales: 'sales all the same: the column says nothing of its rows',
      column: 'Which field is which column? FIELD=COLUMN ',
      noColumn: 'It must be FIELD=COLUMN, such as amount=Total.',
    },

    /** Progress of an upload. */
    progress: {
      sending: 'Sending',
      importing: 'Importing',
      batches: (done: number, all: number) => `${done}/${all} batches`,
      bytes: (done: string, all: string) => `${done} of ${all}`,
      rows: (rows: number) => many(rows, 'row', 'rows'),
      rate: (rows: number) => `${countText(rows)} rows/s`,
      left: (time: string) => `${time} left`,
      retries: (retries: number) => `${retries} ${retries === 1 ? 'retry' : 'retries'}`,
      again: (message: string, seconds: number) => `${message} Trying again in ${seconds} s.`,
      stopping: 'Stopping. A second signal ends it at once; what was sent is in the journal.',
    },

    /** What became of a file. */
    upload: {
      checked: ({ read, unsent, rejected }: Record<'read' | 'unsent' | 'rejected', number>) =>
        `${many(read, 'row', 'rows')}: ${countText(unsent)} could be sent, ${countText(rejected)} could not. Nothing was sent.`,
      heldTo: (rules: string) => `Held to the rules of the server's import configuration "${rules}"`,
      firstRows: (isCut: boolean): string =>
        isCut
          ? 'rows as they would be sent; what looks like a full card number is shortened in this display only'
          : 'rows as they would be sent',
      line: 'line',
      newHeader: (flag: string) => `A new header: an upload asks once if this is right, or takes   ${flag}`,
      sent: (rows: number, kind: UploadKind) => `${of(kind, rows)} sent`,
      imported: (rows: number, kind: UploadKind) => `${of(kind, rows)} imported`,
      importedOf: (rows: number, all: number, kind: UploadKind) => `${countText(rows)} of ${of(kind, all)} imported`,
      /** Sums of all that was sent, where not all of it counts. */
      sumsSent: (sums: string) => `sent ${sums}`,
      withoutAmount: (rows: number) => `${rows} without amount`,
      notInSum: (rows: number) => `${rows} too large or finer than 0.0001, not in the sum`,
      job: (job: string) => `job ${job}`,
      duplicates: (rows: number) =>
        `${many(rows, 'duplicate', 'duplicates')} of earlier uploads: ${rows === 1 ? 'it counts' : 'they count'} once`,
      upload: (uploadId: string) => `upload ${uploadId}`,
      uploadIs: (uploadId: string, status: string, summary: string) => `upload ${uploadId} is ${status}: ${summary}`,
      uploadOf: (uploadId: string, status: string | null, rows: number) =>
        `upload ${uploadId}: ${status ?? 'sent'}, ${many(rows, 'row', 'rows')}`,
      notImported: (command: string) => `those not imported:   ${command}`,
      countsDiffer: (uploadId: string, rows: number) =>
        `upload ${uploadId}: ${many(rows, 'row', 'rows')} were sent, but the server lists a different number.`,
      notCounted: (uploads: number) =>
        `The rows of ${many(uploads, 'upload', 'uploads')} could not be counted at the server: whether it has all of them is not known.`,
      check: (command: string) => `check:   ${command}`,
      inDoubt: (
        batch: string,
        rows: number,
        { firstRecord, lastRecord, firstLine, lastLine }: Record<'firstRecord' | 'lastRecord' | 'firstLine' | 'lastLine', number>,
        reason: string,
      ) =>
        `batch ${batch}, ${many(rows, 'row', 'rows')}, records ${firstRecord} to ${lastRecord}, lines ${firstLine} to ${lastLine}: ${reason}`,
      waitStopped: (message: string) => `${message} Whatever was accepted is on the server.`,
      notImportedYet: (uploads: number, command: string) =>
        `${many(uploads, 'upload', 'uploads')} not imported yet; follow it:   ${command}`,
      stillImporting: (command: string) => `the server is still importing; follow it:   ${command}`,
      grown: (file: string, bytes: number) =>
        `${file} has grown since this upload began: what follows its first ${countText(bytes)} bytes was not sent.`,
      sendTheRest: (kind: UploadKind) => `Once the upload is finished, upload a file with only those ${sales[kind]}.`,
      twins: (rows: number, kind: UploadKind) =>
        `${many(rows, 'corrected row was treated as a duplicate', 'corrected rows were treated as duplicates')} of what the server already has. If the file really had two equal ${sales[kind]}, one of them is now missing.`,
      ownReference: (kind: UploadKind) => `If a row is a separate ${sale[kind]}, give it a reference of its own and upload it again.`,
      interrupted: 'Interrupted.',
      unsent: (rows: number, file: string, firstLine: number, lastLine: number) =>
        `${many(rows, 'row', 'rows')} of ${file}, ${rows === 1 ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`}: the server does not have ${them(rows)}.`,
      noneRead: 'None of its lines was read.',
      notRead: (line: number) => `Lines after ${line} were not read.`,
      stoppedOf: (stopped: readonly string[], files: number) =>
        `Of ${files} files, ${stopped.length} stopped before the end: ${stopped.join(', ')}`,
      notTried: (files: string) => `Not tried: ${files}`,
      nothingSent: 'Nothing of the file was sent: run the same command again.',
      maybeAccepted: (command: string) => `The server may have accepted them. Check before you send them again:   ${command}`,
      resendOrSkip: (resend: string, skip: string) => `${resend}   or   ${skip}   to leave them`,
      resendAfterAll: (resend: string) => `${resend}   only if the server does not have them`,
      resume: (command: string, isUnreached: boolean) =>
        `${command}   ${isUnreached ? 'when the server can be reached: it ' : ''}continues where this stopped; nothing is sent twice`,
      seeMatches: (command: string) => `${command}   shows what is matched: the server compares the records with sales by itself`,
    },

    /** Rows that were not sent. */
    rejected: {
      moreRows: (rows: number) => `… and ${many(rows, 'more row', 'more rows')}`,
      record: (record: number) => `record ${record}`,
      /** Fault of a cell or row, and the remedy. */
      fault: ({ message }: { code: string; message: string }): string => message,
      separately: (kind: UploadKind) =>
        `Correct only those and send them in a separate file: ${sales[kind]} that were imported may count twice.`,
      alone: (rows: number, kind: UploadKind, nothing: boolean) => `${needYou(rows, kind)}${noneSent(nothing)}`,
      later: (rows: number, kind: UploadKind, file: string) =>
        `${needYou(rows, kind)}: correct ${them(rows)} in ${file} once the upload is finished`,
      now: (rows: number, kind: UploadKind, nothing: boolean, command: string) =>
        `${needYou(rows, kind)}${noneSent(nothing)}. Correct ${them(rows)} and run   ${command}`,
    },

    /** Remarks about rows. */
    notes: {
      payments: (rows: number) => many(rows, 'payment or refund', 'payments and refunds'),
      corrections: (rows: number) => many(rows, 'fee or correction', 'fees and corrections'),
      chargebacks: (rows: number) => many(rows, 'chargeback', 'chargebacks'),
      payouts: (rows: number) => many(rows, 'payout', 'payouts'),
      tillTotals: (rows: number) => many(rows, 'total of a till', 'totals of a till'),
      leftOut: (rows: number, reason: string) => `${many(rows, 'row', 'rows')} left out: ${reason}.`,
    },

    /** Duplicates that may be rows of their own. */
    differing: {
      found: (rows: number, kind: UploadKind) =>
        `${many(rows, 'duplicate has', 'duplicates have')} another value than the earlier row in a column that tells the rows of the file apart. If ${rows === 1 ? `it is a separate ${sale[kind]}, it is` : `they are separate ${sales[kind]}, they are`} missing now.`,
      values: (key: string, value: string, earlier: string) => `${key} ${value}, earlier ${earlier}`,
      duplicateOf: (transactionId: string, duplicateOf: string) => `(${transactionId}, duplicate of ${duplicateOf})`,
      more: (rows: number) => `… and ${rows} more`,
      otherValue: (rows: number, key: string, kind: UploadKind) =>
        `${many(rows, 'duplicate', 'duplicates')} of earlier rows with another value in "${key}", which tells no ${sales[kind]} apart.`,
      alsoKnown: (rows: number, what: string, kind: UploadKind) =>
        `${of(kind, rows)} ${rows === 1 ? 'was' : 'were'} there already; this file also knows ${what}.`,
      amongOthers: (duplicates: number, rows: number, earlierRows: number) =>
        `${many(duplicates, 'duplicate lies', 'duplicates lie')} among ${many(rows, 'row', 'rows')} of this file and ${many(earlierRows, 'earlier row', 'earlier rows')} that are not in both. If the files come from two tills, ${duplicates === 1 ? 'this sale is' : 'these sales are'} missing now.`,
      ofOneTill: (undo: string, upload: string) => `Undo both files with   ${undo}   and send each with its till:   ${upload}`,
      compared: (rows: number, all: number) =>
        `${many(rows, 'duplicate', 'duplicates')} of ${countText(all)} compared with the rows they repeat.`,
      uploadAlone: (withReference: boolean): string =>
        `${withReference ? 'Give each a transactionReference and upload' : 'Upload'} only those rows, in a file of their own: the others would count twice.`,
      noColumn: (kind: UploadKind, flag: string) => `If the column tells no ${sales[kind]} apart, say so with the next file:   ${flag}`,
    },

    /** What became of uploads that were made before. */
    status: {
      titles: { state: 'state', currency: 'currency', rows: 'rows', sum: 'sum' },
      restore: (command: string) => `To restore it, within 30 days:   ${command}`,
      wait: (command: string) => `To wait for it:   ${command}`,
      rows: (kind: UploadKind, command: string) => `Its ${kind === 'Sales' ? 'transactions' : 'records'}:   ${command}`,
      notImported: (command: string) => `Those not imported:   ${command}`,
      rowsIn: (rows: number, uploads: number) => `${many(rows, 'row', 'rows')} in ${many(uploads, 'upload', 'uploads')}`,
      final: (uploads: number) => `${uploads} final`,
      open: (rows: number, isRunning: boolean) => `${many(rows, 'row', 'rows')} ${isRunning ? 'under way' : 'in doubt'}`,
      each: (command: string) => `Each of its uploads:   ${command}`,
      running: 'It is being uploaded right now.',
      finish: (command: string) => `To finish it:   ${command}`,
    },

    /** An upload that is continued. */
    resume: {
      also: (command: string) => `Also unfinished: ${command}`,
      others: (uploads: number, command: string) =>
        `${many(uploads, 'upload', 'uploads')} of other users or servers ${uploads === 1 ? 'is' : 'are'} not finished; ${command} shows which`,
      finished: (job: string, started: string) => `Nothing to resume: job ${job} of ${started} is finished`,
      nothing: (as: string | null) => `Nothing to resume${as === null ? '' : ` as ${as}`}`,
    },

    /** A folder whose files are uploaded. */
    watch: {
      writing: (file: string) => `${file} is still being written to`,
      moved: (file: string, folder: string) => `${file} to ${folder}`,
      decide: (file: string, resend: string, skip: string) => `${file} stays: decide about its batch with   ${resend}   or   ${skip}`,
      later: (file: string) => `${file} stays, and is continued later`,
    },

    /** Lists that come page by page. */
    pages: {
      pastEnd: (page: number) => `Page ${page} is past the end of the list.`,
      more: (page: number) => `There are more: use --page ${page} or --all`,
    },

    money: {
      none: 'No transactions match.',
      without: (by: MoneyDimension) => `no ${by}`,
      setAside: 'voided, or by a person',
      takenBack: 'of these payments, without a sale',
      withoutRecords: 'they pay other sales, too, or are of other units',
      pending: 'Matching has not seen all rows yet: the parts may still change.',
      noRecords: (command: string) => `There are no settlement records:   ${command}   sends them`,
    },

    exceptions: {
      titles: { day: 'day', days: 'days', what: 'what', amount: 'amount', terminal: 'terminal', why: 'why' },
      reason: (reason: ExceptionReasonName): string => reasonWords[reason],
      why: ({ sentence, rows }: ToldException): string => (rows > 1 ? `${sentence} ${shared.waiting(countText(rows))}` : sentence),
      none: 'Nothing that fits is open. What came or went within the last seconds may not be matched yet.',
      helps: 'What helps:',
    },

    payouts: {
      titles: { date: 'date', payout: 'payout', account: 'account', lines: 'lines', net: 'net', paid: 'paid', currency: 'currency' },
      /** Columns of one payout. */
      columns: { amount: 'amount', fees: 'fees', other: 'other', net: (currency: string) => `net ${currency}`.trim() },
      none: 'No payout fits. Payouts are made of settlement records that have a payoutId.',
      differsBy: (amount: string) => `differs by ${amount}`,
      heading: (payoutId: string, account: string, day: string | null) =>
        [`Payout ${payoutId}`, account && `of ${account}`, day && `on ${day}`].filter(Boolean).join(' '),
      paid: 'Paid',
      differs: (amount: string, isLess: boolean) => `It differs: ${amount} ${shared.payouts.differs(isLess)}.`,
      sentences: {
        Balanced: 'It adds up.',
        Unannounced: 'No line says what was paid.',
        NoNet: 'It does not add up, and nobody can say by how much: some lines tell neither fee nor net amount.',
        NotItemised: 'There are no lines: what it is made of is not in the files.',
      } satisfies Record<Exclude<PayoutStatusName, 'Differs'>, string>,
      withoutNet: (records: number) =>
        `${many(records, 'line tells', 'lines tell')} neither fee nor net amount; ${records === 1 ? 'it is' : 'they are'} added without a fee.`,
      itsLines: (command: string) => `Its lines:   ${command}`,
    },

    /** Where the money of one sale is: what it was sold for, and how that goes on. */
    where: {
      sold: (price: string | null, day: string | null, isRefund: boolean) =>
        [isRefund ? 'Refunded' : 'Sold', price && (isRefund ? price : `for ${price}`), day && `on ${day}`].filter(Boolean).join(' '),
      /** `isOpen`: its money is still waited for. */
      unpaid: (why: string, isOpen: boolean, isOverdue: boolean): string => {
        const told = why.slice(0, 1).toLowerCase() + why.slice(1);
        return isOpen ? `, and ${isOverdue ? 'overdue' : 'not paid'}: ${told}` : `, ${told}`;
      },
      hidden: ', and paid by settlement records that you may not see.',
      /** `how`: what the next ones say. */
      paid: (how: string, records: string) => `, and paid${how}: ${records}.`,
      by: (acquirers: string) => ` by ${acquirers}`,
      inPayouts: (payouts: string, several: boolean) => ` in payout${several ? 's' : ''} ${payouts}`,
      payout: (payoutId: string, day: string) => `${payoutId} on ${day}`,
      withoutPayout: (day: string | null) => `${day === null ? '' : ` on ${day}`}, no payout named`,
      with: (others: string) => `, together with ${others}`,
      otherSales: (count: number) => many(count, 'other sale', 'other sales'),
      hiddenRows: 'rows that you may not see',
      record: (recordId: string, amount: string, fee: string | null, net: string | null): string =>
        `${amount}${fee === null ? '' : ` with a fee of ${fee}`}${net === null ? '' : `, net ${net}`} (record ${recordId})`,
      moreRecords: (records: number): string => many(records, 'more record', 'more records'),
    },

    close: {
      heading: (from: string, to: string, state: ClaimStateName): string => {
        const ends = {
          Proved: 'complete',
          NotProvable: 'nothing is missing that can be seen, and not everything can be proved',
          Broken: 'NOT COMPLETE',
        };
        return `${from === to ? from : `${from} to ${to}`}: ${ends[state]}`;
      },
      overdue: (command: string) => `${command}   shows them`,
      approvedNow: (number: number) => `Approved as statement ${number}`,
      approvedBefore: (day: string, by: string, number: number) => `Approved already as statement ${number}, on ${day} by ${by}`,
      notApproved: 'Not approved, because not everything is proved',
    },

    fees: {
      none: 'No settlement records with payments or fees.',
      by: { month: 'month', account: 'account', brand: 'brand' } satisfies Record<FeesDimension, string>,
      without: { month: 'no date', account: 'no account', brand: 'no brand' } satisfies Record<FeesDimension, string>,
      titles: {
        payments: 'payments',
        beforeFees: 'before fees',
        theirFees: 'their fees',
        interchange: 'interchange',
        scheme: 'scheme',
        markup: 'markup',
        otherLines: 'other lines',
        feeRecords: 'month, payout',
        fees: 'fees',
      },
      withoutFee: (records: number, currency: string) =>
        `${many(records, 'more line', 'more lines')} in ${currency} ${records === 1 ? 'tells' : 'tell'} no fee that can be added.`,
    },
  };
}

export type TableOfWords = ReturnType<typeof cliWords>;

export interface CliWords extends TableOfWords {
  /** A phrase, or a name, in the language of the reader. */
  phrase(value: PhraseValue): string;
}
