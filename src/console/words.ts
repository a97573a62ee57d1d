/**
 * Every string of the pages, in one place and in the words of the API and the command line. What counts or joins is a function of its values.
 */
import { countText, dayText, many } from './format.js';
import { administration } from './words/administration.js';
import { upload, uploads } from './words/files.js';
import { detail, exporting, filters, overview, periods, settlement, states, transactions } from './words/sales.js';

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

  ownPassword: {
    title: 'Change password',
    old: 'Current password',
    new: 'New password',
    again: 'New password, again',
    text: 'The current one stops working at once, also for programs that log in as you. Your other sessions end.',
    changed: 'Your password is changed.',
    differ: 'The two new passwords differ.',
    faults: {
      oldPassword: 'The current password is wrong.',
      newPassword: 'This cannot be a password: it is too long, or has control characters.',
    },
  },

  table: {
    sortBy: (title: string) => `Sort by ${title.toLowerCase()}`,
    pages: 'Pages of the list',
    page: (page: number) => `Page ${countText(page)}`,
    previous: 'Previous',
    next: 'Next',
  },

  filters,
  periods,
  states,
  overview,
  transactions,
  export: exporting,
  detail,
  settlement,
  uploads,
  upload,
  administration,
};
