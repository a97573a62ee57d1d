/** Strings of the pages about files and uploads. */
import type { ListedUpload } from '../../../contract/upload.js';
import { many } from '../../format.js';
import { countedRecords, countedRows, countedTransactions } from './shared.js';

/** What it brought; servers of earlier versions do not tell. */
type Kind = ListedUpload['kind'];
const ofRecords = (kind: Kind) => kind === 'Settlement';
/** `12 transactions`, or `12 settlement records`. */
const brought = (count: number, kind: Kind) => (ofRecords(kind) ? countedRecords(count) : countedTransactions(count));

export const uploads = {
  none: 'No uploads yet',
  unknown: 'There is no such upload.',
  id: 'Id',
  receivedAt: 'Received',
  file: 'File',
  rows: 'Rows',
  brought: { Sales: 'Transactions', Settlement: 'Settlement records' },
  counted: countedRows,
  /** `12 rows`, or `12 settlement records`. */
  rowsOf: (count: number, kind: Kind) => (ofRecords(kind) ? countedRecords(count) : countedRows(count)),
  imported: 'Imported',
  duplicates: 'Duplicates',
  rejected: 'Not imported',
  sums: 'Sums',
  sumsOfPayments: 'Sums of payments',
  user: 'User',
  withdrawn: 'Withdrawn',
  withdrawnBy: 'Withdrawn by',
  /** By the words of the server; any other stands as it is. */
  refusals: {
    'is required': 'is required',
    'is not an ISO 4217 currency code': 'is not an ISO 4217 currency code',
    'has more than four decimals': 'has more than four decimals',
    'belongs to no unit': 'belongs to no unit',
  } as Record<string, string>,
  statuses: { Processing: 'Importing', Processed: 'Imported', ProcessedWithErrors: 'Partly imported', Failed: 'Failed' } as Record<
    string,
    string
  >,
  reasons: 'Why rows were not imported',
  seeRejected: 'See these transactions',
  notAllReasons: 'The server keeps the first 1,000 reasons of an upload.',
  rowByRow: 'Row by row',
  place: 'Place in the upload',
  field: 'Field',
  reason: 'Reason',
  aboutDuplicates: 'Other uploads brought these before. They are kept, and do not count again.',
  repeats: 'Repeats',
  allDuplicates: 'See all duplicates',
  inAudit: (count: number, kind: Kind, tenant: string) => `${brought(count, kind)} for ${tenant}`,
  changes: { undo: 'Withdraw', redo: 'Restore', reprocess: 'Reprocess' },
  undoText: (count: number, kind: Kind) =>
    `${brought(count, kind)} of this upload will leave all lists and sums. Nothing is deleted: it can be restored within 30 days. The same file can be uploaded again at once.`,
  redoText: (kind: Kind) =>
    `The ${ofRecords(kind) ? 'settlement records' : 'transactions'} of this upload will be back in lists and sums, except those that another upload has brought meanwhile.`,
  reprocessText: (count: number, kind: Kind) =>
    `The import will run again for ${brought(count, kind)} that ${count === 1 ? 'was' : 'were'} not imported, with the rules and units as they are now. What passes them counts from then on; all else stays as it is.`,
};

export const upload = {
  arriving: 'On its way to the server',
  dropHere: 'Drop files or a folder here, or anywhere on any page',
  kinds: (most: string | null) =>
    `CSV, Excel or JSON${most === null ? '' : `, up to ${most} each`}. Nothing is imported before you have seen how it reads.`,
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  yours: 'Your files',
  none: 'Files that you drop appear here and stay for a day.',
  sendAll: (files: number) => `Import all ${many(files, 'file', 'files')} that are ready`,
  unconfirmed: (files: number) =>
    `${many(files, 'file', 'files')} ${files === 1 ? 'has' : 'have'} a new header: open ${files === 1 ? 'it' : 'one'}, look at how it is read, and import it from there.`,
  states: {
    waiting: 'Waits its turn',
    reading: 'Being read',
    asking: 'Has questions',
    unconfirmed: 'New: look at it',
    ready: 'Ready',
    unusable: 'Cannot be read',
    sending: 'Being imported',
    done: 'Done',
    failed: 'Not finished',
  } as Record<string, string>,
  removedAt: 'kept until',
  remove: 'Remove the file',
  stopAndRemove: 'Stop and remove the file',
  sentSoFar: (rows: string) => `${rows} rows sent`,
  importingText: (rows: string) => `All ${rows} rows are at the server, which imports them.`,
  retry: (reason: string, duration: string) => `${reason} Trying again in ${duration}.`,
  mayClose: 'You can close this page: the server goes on, and the file is found again under Upload a file.',
  questionsLead: (count: number) =>
    `${count === 1 ? 'One question is' : `${count} questions are`} open. The file is not imported before you answer ${count === 1 ? 'it' : 'them'}.`,
  answerAll: 'Choose an answer to each question.',
  goOn: 'Go on',
  good: 'Rows that can be imported',
  faulty: 'Rows with faults',
  leftOut: (count: number) => `${countedRows(count)} left out:`,
  known: 'Known as an export of',
  tellsPayouts: 'It tells what was paid out. If a till sends these sales, too, they would count twice.',
  takenFor: 'Taken for',
  theseAre: { Sales: 'These are sales', Settlement: 'These are settlement records' },
  personal: 'Columns with personal data are left out:',
  columns: 'How the columns are read',
  theirs: 'Column of the file',
  samples: 'Samples',
  additional: 'Not used: additional data',
  notSent: 'Not sent',
  fieldOf: (letter: string, header: string) => `Field of column ${letter} ${header}`,
  readAnew: 'Show it so',
  askAgain: 'Take back all answers',
  constant: 'the same for all',
  faults: (count: number) => `${countedRows(count)} with faults`,
  saveFaults: 'Save as a table',
  line: 'Line',
  column: 'Column',
  value: 'Value',
  moreFaults: (shown: number) => `The first ${shown} are shown; the saved table has more.`,
  send: (count: number, kind: Kind) => `Import ${brought(count, kind)}`,
  isNew: 'Files with this header are new here. Look at how it is read; what you say yes to holds for the next file, too.',
  sendRead: (count: number, kind: Kind) => `It is read right: import ${brought(count, kind)}`,
  whatRowsSay: 'What the rows say',
  noReference: 'no column is the reference',
  references: (count: string, isWhole: boolean) => `${isWhole ? '' : 'more than '}${count} different references`,
  between: 'each between',
  sums: 'Sum',
  done: 'What is done with them',
  /** By the words of the server. */
  doneWith: { 'left out': 'left out', rejected: 'rejected', sale: 'imported as sale', refund: 'imported as refund' } as Record<
    string,
    string
  >,
  sendAgain: 'Go on with it',
  sentBefore: 'The server has the same bytes already. Sent by',
  sendOnceMore: 'Import it once more',
  /** By the codes of failures; any other is told as the server says it. */
  problems: {
    alreadyUploaded: 'The same file was imported before. Nothing was sent.',
    uploadGone: 'Only a part of what this file brought before is still there. Nothing was sent.',
  } as Record<string, string>,
  first: 'The first rows, as they will be imported',
  withoutFaulty: (count: number) => `Without ${countedRows(count)} that cannot be read; mend and drop those afterwards.`,
  accepted: 'Accepted',
  inDoubt: 'In doubt',
  unsent: 'Not sent',
  sum: 'Sum of what was accepted',
  rejectsText: 'Rows that were not imported are kept as a file of their own: mend it, and drop it here again.',
  saveRejects: 'Save these rows',
  part: (rows: string) => `Upload of ${rows} rows`,
  unknownStatus: 'Not known yet',
};
