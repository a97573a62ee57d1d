/**
 * Every string of the pages, in one place and in the words of the API and the command line. What counts or joins is a function of its values.
 */
import { countText, dayText, many } from './format.js';

/** A state as a word, and how serious it is. */
interface StateWord {
  text: string;
  tone: 'good' | 'warn' | 'bad' | 'plain' | 'busy';
}

const one = 'transaction';
const row = 'row';

const fields = {
  transactionId: 'Id',
  transactionDate: 'Date',
  eftTransactionDate: 'Terminal date',
  businessDate: 'Business date',
  amount: 'Amount',
  currency: 'Currency',
  transactionState: 'State',
  transactionMatchState: 'Match',
  brandId: 'Brand',
  terminalId: 'Terminal',
  locationId: 'Location',
  transactionReference: 'Reference',
  orderId: 'Order',
  cardNumberMasked: 'Card',
  cardLastFour: 'Card, last four',
  transactionTypes: 'Types',
  authorisationCode: 'Authorisation',
  acquirerId: 'Acquirer',
  applicationId: 'Application',
  transactionSequenceCounter: 'Sequence',
  additionalData: 'Additional data',
  uploadId: 'Upload',
} as const;

export const words = {
  product: 'Sales',
  none: 'no value',
  noCurrency: 'without currency',
  loading: 'Loading',
  again: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  closeByKey: 'Close (Esc)',
  done: 'Done',
  skip: 'Skip to the content',
  day: (day: string) => dayText(day),
  fields,
  /** A field by its name in the API; one that is not known by that name. */
  fieldName: (name: string): string => (fields as Record<string, string>)[name.replace(/\[.*/, '')] ?? name,

  shell: {
    pages: 'Pages',
    overview: 'Overview',
    transactions: 'Transactions',
    uploads: 'Uploads',
    upload: 'Upload a file',
    administration: 'Administration',
    tenant: 'Tenant',
    zone: 'Times in',
    logOut: 'Log out',
    loggedInAs: (user: string) => `Logged in as ${user}`,
    keys: 'Keys',
    dropAnywhere: 'Drop to upload',
    notFound: 'Nothing at this address',
    notFoundText: 'There is no such page.',
    toOverview: 'Go to the overview',
    noTenant: 'You have no access to any tenant yet. Whoever administers the server can give you some.',
  },

  keys: {
    title: 'Keys',
    list: [
      ['/', 'Search in a list'],
      ['j, k', 'Next and previous row'],
      ['Enter', 'Open the row'],
      ['Esc', 'Close what is open'],
      ['g then o, t, u', 'Go to overview, transactions, uploads'],
      ['Ctrl+U', 'Upload a file'],
      ['?', 'This list'],
    ] as const,
  },

  failures: {
    unreachable: 'The server cannot be reached. Check the connection, and whether the server is running.',
    status: (status: number) => `The server answered with ${status}.`,
    faults: (errors: Record<string, string[]>) =>
      Object.entries(errors)
        .map(([name, messages]) => `${name} ${messages.join(', ')}`)
        .join('; '),
    title: (status: number) => {
      if (status === 0) return 'No connection';
      if (status === 400) return 'This cannot be asked for';
      if (status === 403) return 'You may not see this';
      if (status === 404) return 'Not found';
      if (status === 429 || status === 503) return 'The server is busy';
      return 'Something went wrong';
    },
    retryIn: (seconds: number) => `Try again in ${many(seconds, 'second')}.`,
    request: (id: string) => `The server's log has this request as ${id}.`,
  },

  logIn: {
    title: 'Log in',
    user: 'User',
    password: 'Password',
    enter: 'Log in',
    ended: 'Your session has ended. Log in again to go on where you were.',
    problem: (status: number, message: string, retryAfterS: number | null) => {
      if (status === 401) return 'User or password is wrong.';
      if (status === 429) return `Too many failed log-ins. Try again in ${many(retryAfterS ?? 60, 'second')}.`;
      if (status === 503) return `The server is busy. Try again in ${many(retryAfterS ?? 5, 'second')}.`;
      return message;
    },
  },

  table: {
    sortBy: (title: string) => `Sort by ${title.toLowerCase()}`,
    pages: 'Pages of the list',
    page: (page: number) => `Page ${countText(page)}`,
    previous: 'Previous',
    next: 'Next',
  },

  filters: {
    title: 'Filters',
    more: 'More filters',
    clear: 'Clear filters',
    apply: 'Apply',
    remove: (label: string) => `Remove the filter ${label}`,
    from: 'From',
    to: 'To',
    fromDay: 'From day',
    fromTime: 'From time',
    toDay: 'To day',
    toTime: 'To time',
    range: (from: string | null, to: string | null) => {
      if (from !== null && from === to) return from;
      return from === null ? `to ${to}` : to === null ? `from ${from}` : `${from} to ${to}`;
    },
    noAmount: (text: string) => `“${text}” is no amount: write it with a point before the cents and nothing else, such as 1355.90.`,
    fourDigits: 'The last four digits of a card are four digits.',
    searchIn: 'Search in',
    searchFor: 'Search for',
    searchHint: 'Search  /',
  },

  periods: {
    other: 'Period',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    month: 'This month',
    monthBefore: 'Last month',
    year: 'This year',
  },

  states: {
    transactionStates: { Processed: 'Imported', Unprocessed: 'Not imported' } as Record<string, string>,
    matchStates: { Unmatched: 'Open', Match: 'Matched', Skip: 'Skipped, such as duplicates', NotApplicable: 'Not to be matched' } as Record<
      string,
      string
    >,
    of: (state: string, match: string): StateWord => {
      if (state === 'Unprocessed') return { text: 'Not imported', tone: 'bad' };
      if (match === 'Skip') return { text: 'Skipped', tone: 'plain' };
      if (match === 'Match') return { text: 'Matched', tone: 'good' };
      return { text: 'Imported', tone: 'good' };
    },
  },

  overview: {
    title: 'Overview',
    sales: 'Sales of the period',
    period: 'Period',
    salesTile: 'Sales',
    refunds: 'Refunds',
    net: 'Net',
    notImported: 'Not imported',
    byDay: 'Sales by day',
    chartLabel: (from: string, to: string, currency: string) =>
      `Sales by day and brand in ${currency}, ${from} to ${to}. The figures stand in the table below.`,
    daysOfTills: 'Days are those on the clock of the till.',
    asTable: 'Figures by day',
    day: 'Day',
    noDay: 'without a date',
    noBrand: 'without brand',
    otherBrands: (count: number) => `${many(count, 'other brand')}`,
    lastUploads: 'Last uploads',
    all: 'All uploads',
    attention: 'Needs attention',
    nothingToDo: 'Nothing needs attention.',
    unknownPlaces: (count: number) => `${many(count, 'terminal or location', 'terminals or locations')} belong to no unit`,
    toAssign: 'Assign',
    failed: (rows: string) => `Nothing of ${rows} was imported`,
    rejected: (rejected: number, all: number) => `${countText(rejected)} of ${many(all, row)} not imported`,
    empty: 'No sales yet',
    emptyNext: 'Upload a file of your till or web shop, and see the day here.',
    noneInPeriod: 'No sales in this period',
    toLatest: (day: string) => `Go to the latest, ${day}`,
    notReading: 'Your user has no role to see sales (API).',
  },

  transactions: {
    title: 'Transactions',
    one,
    count: (rows: number, duplicates: number) =>
      `${many(rows, one)}${duplicates > 0 ? `, ${countText(duplicates)} of them duplicates` : ''}`,
    columns: 'Columns',
    usualColumns: 'Usual columns',
    export: 'Export',
    none: 'No transactions yet',
    noneMatch: 'No transaction matches these filters',
    net: 'imported, without duplicates:',
    notCounted: 'What is searched by reference, order, location or card is not counted.',
    moreCurrencies: (count: number) => `and ${many(count, 'more currency', 'more currencies')}`,
  },

  export: {
    title: 'Export transactions',
    what: 'Every transaction that matches the filters, oldest first.',
    format: 'Format',
    formats: { xlsx: 'Excel workbook (.xlsx)', csv: 'CSV, 12.50 with commas between', 'csv-comma': 'CSV, 12,50 with semicolons between' },
    columns: 'Columns',
    all: 'All',
    shown: 'Those of the list',
    save: 'Save',
    reading: (rows: string) => `${rows} read`,
    saved: (rows: string) => `Saved ${rows}.`,
    cut: (most: number) =>
      `There are more than ${countText(most)}; the file has the oldest of them. Narrow the filters, or use the command line, which exports any number.`,
    changed: 'Transactions were added or withdrawn meanwhile, and the file may lack some. Export again.',
    fileName: (day: string) => `transactions-${day}`,
  },

  detail: {
    title: 'Transaction',
    additional: 'Additional data',
    history: 'History',
    asGiven: (text: string) => `as sent: ${text}`,
    duplicate: 'Repeats another one and does not count again.',
    first: 'See the first',
    byImport: 'import',
    upload: 'See its upload',
    place: (place: number) => `place ${countText(place)}`,
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The browser does not let this page copy.',
  },

  uploads: {
    title: 'Uploads',
    one: 'Upload',
    none: 'No uploads yet',
    row,
    id: 'Id',
    receivedAt: 'Received',
    status: 'State',
    rows: 'Transactions',
    imported: 'Imported',
    duplicates: 'Duplicates',
    rejected: 'Not imported',
    sums: 'Sums',
    user: 'User',
    withdrawn: 'Withdrawn',
    withdrawnBy: 'Withdrawn by',
    statuses: { Processing: 'Importing', Processed: 'Imported', ProcessedWithErrors: 'Partly imported', Failed: 'Failed' } as Record<
      string,
      string
    >,
    kinds: { imported: 'Imported', duplicates: 'Duplicates', notImported: 'Not imported' },
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
    changes: { undo: 'Withdraw', redo: 'Restore', reprocess: 'Import again' },
    undoText: (rows: string) =>
      `${rows} of this upload will leave all lists and sums. Nothing is deleted: it can be restored within 30 days. The same file can be uploaded again at once.`,
    redoText: 'The transactions of this upload will be back in lists and sums, except those that another upload has brought meanwhile.',
    reprocessText: (rows: string) =>
      `${rows} that were not imported will be checked again by the rules as they are now. All others stay as they are.`,
  },

  upload: {
    title: 'Upload a file',
    file: 'File',
    arriving: 'On its way to the server',
    dropHere: 'Drop files or a folder here, or anywhere on any page',
    kinds: (most: string | null) =>
      `CSV, Excel or JSON${most === null ? '' : `, up to ${most} each`}. Nothing is imported before you have seen how it reads.`,
    chooseFiles: 'Choose files',
    chooseFolder: 'Choose a folder',
    yours: 'Your files',
    none: 'Files that you drop appear here and stay for a day.',
    sendAll: (files: number) => `Import all ${many(files, 'file')} that are ready`,
    states: {
      waiting: 'Waits its turn',
      reading: 'Being read',
      asking: 'Has questions',
      ready: 'Ready',
      unusable: 'Cannot be read',
      sending: 'Being imported',
      done: 'Done',
      failed: 'Not finished',
    } as Record<string, string>,
    removedAt: 'kept until',
    remove: 'Remove the file',
    waitingText: 'The server reads two files at a time. This one is next in line.',
    readingText: 'The server reads the file.',
    sendingText: 'The import begins.',
    sentSoFar: (rows: string) => `${rows} rows sent`,
    importingText: (rows: string) => `All ${rows} rows are at the server, which imports them.`,
    retry: (reason: string, seconds: number) => `${reason} Trying again in ${many(seconds, 'second')}.`,
    mayClose: 'You can close this page: the server goes on, and the file is found again under Upload a file.',
    questionsLead: (count: number) =>
      `${count === 1 ? 'One question is' : `${count} questions are`} open. The file is not imported before you answer ${count === 1 ? 'it' : 'them'}.`,
    answerAll: 'Choose an answer to each question.',
    goOn: 'Go on',
    good: 'Rows that can be imported',
    faulty: 'Rows with faults',
    leftOut: (rows: string) => `${rows} left out:`,
    known: 'Known as an export of',
    personal: 'Columns with personal data are left out:',
    columns: 'How the columns are read',
    ours: 'Field',
    theirs: 'Column of the file',
    samples: 'Samples',
    additional: 'Additional data',
    constant: 'the same for all',
    faults: (rows: number) => `${many(rows, 'row')} with faults`,
    saveFaults: 'Save as a table',
    line: 'Line',
    column: 'Column',
    value: 'Value',
    moreFaults: (shown: number) => `The first ${shown} are shown; the saved table has more.`,
    send: (rows: string) => `Import ${rows}`,
    sendAgain: 'Go on with it',
    sendOnceMore: 'Import it once more',
    first: 'The first rows, as they will be imported',
    withoutFaulty: (rows: number) => `Without ${many(rows, 'row')} that cannot be read; mend and drop those afterwards.`,
    accepted: 'Accepted',
    duplicates: 'Duplicates',
    inDoubt: 'In doubt',
    unsent: 'Not sent',
    sum: 'Sum of what was accepted',
    rejectsText: 'Rows that were not imported are kept as a file of their own: mend it, and drop it here again.',
    saveRejects: 'Save these rows',
    part: (rows: string) => `Upload of ${rows} rows`,
    unknownStatus: 'Not known yet',
  },

  administration: {
    title: 'Administration',
    tabs: { users: 'Users', units: 'Units', imports: 'Import rules', audit: 'Audit trail', health: 'Health' },
    states: { ok: 'Good', warning: 'Look at it', problem: 'Problem' } as Record<string, string>,
    noTenant: 'Your user has no access to a tenant.',
    name: 'Name',
    roles: 'Roles',
    roleTexts: { API: 'uploads and sees sales', Admin: 'administers, and changes any upload' },
    access: 'Access',
    active: 'Active',
    disabled: 'Disabled',
    addUser: 'Add a user',
    noUsers: 'No users',
    changed: (name: string) => `Changed the rights of ${name}.`,
    grantKinds: { customer: 'Customer', tenant: 'Tenant', unit: 'Unit' } as Record<string, string>,
    grant: 'Give access',
    revoke: 'Take away',
    accessTo: 'Access to',
    choose: 'Choose',
    wholeTenant: (name: string) => `All of ${name}`,
    newPassword: 'New password',
    passwordText: (name: string) =>
      `The server makes a new password for ${name}. The old one stops working at once, and sessions with it end.`,
    makePassword: 'Make it',
    madePassword: (name: string) => `The password of ${name}. It is shown this once: note it now.`,
    endSessions: 'End sessions',
    endText: (name: string) => `${name} is logged out of the console everywhere.`,
    endedNow: (name: string) => `Ended the sessions of ${name}.`,
    disable: 'Disable',
    disableText: (name: string) => `${name} can no longer log in, from the next request on, here and by programs.`,
    disabledNow: (name: string) => `Disabled ${name}.`,
    enable: 'Enable',
    enabledNow: (name: string) => `Enabled ${name}.`,
    addUnit: 'Add a unit',
    noUnits: 'No units yet',
    aboutUnits: 'Units are shops or regions: users with access to a unit see its sales alone.',
    locations: 'Locations',
    terminals: 'Terminals',
    locationLines: 'Locations, one a line',
    terminalLines: 'Terminals, one a line',
    below: 'Below',
    atTop: 'at the top',
    unknown: 'Belong to no unit',
    noUnknown: 'Every terminal and location belongs to a unit.',
    assign: 'Assign to',
    assignTo: (place: string) => `Assign ${place} to a unit`,
    assigned: (unit: string) => `Assigned to ${unit}.`,
    aboutImports: 'Which rows are imported, what makes two the same sale, and what is not matched with payouts.',
    isDefault: 'default',
    settingsOf: (name: string) => `Settings of ${name}`,
    noJson: (message: string) => `This is no JSON: ${message}`,
    tryOn: (rows: string) => `Try on the last ${rows} rows`,
    store: 'Store',
    stored: (name: string) => `Stored. Uploads are imported by ${name} as it is now.`,
    noRowsToTry: 'There are no rows yet to try it on.',
    tried: ({ read, imported, duplicates, rejected }: { read: number; imported: number; duplicates: number; rejected: number }) =>
      `Of the last ${many(read, row)}, ${countText(imported)} would be imported, ${countText(duplicates)} taken as duplicates, ${countText(rejected)} refused. Nothing was changed.`,
    noAudit: 'Nothing was changed in this period',
    moreAudit: (rows: number) => `The last ${rows} changes. Choose a period to see others.`,
    when: 'When',
    who: 'Who',
    what: 'What',
    on: 'On',
    outcome: 'Outcome',
    details: 'Details',
  },
};
