/** The English words, which are those of the API and the command line. */
import { countText } from '../../format.js';
import { shared } from './shared.js';

export * from './administration.js';
export * from './closing.js';
export * from './decisions.js';
export * from './exceptions.js';
export * from './files.js';
export * from './payouts.js';
export * from './sales.js';

export const product: string = 'Sales';
export const none: string = 'no value';
export const noCurrency: string = 'without currency';
export const day: string = 'Day';
export const loading: string = 'Loading';
export const again: string = 'Try again';
export const cancel: string = 'Cancel';
export const close: string = 'Close';
export const closeByKey: string = 'Close (Esc)';
export const done: string = 'Done';
export const skip: string = 'Skip to the content';
export const { fields, details: reasons } = shared;

export const shell = {
  pages: 'Pages',
  money: 'Money',
  exceptions: 'Exceptions',
  payouts: 'Payouts',
  close: 'Close',
  records: 'Settlement records',
  transactions: 'Transactions',
  uploads: 'Uploads',
  upload: 'Upload a file',
  administration: 'Administration',
  tenant: 'Tenant',
  zone: 'Times in',
  language: 'Language',
  logOut: 'Log out',
  loggedInAs: (user: string) => `Logged in as ${user}`,
  keys: 'Keys',
  dropAnywhere: 'Drop to upload',
  notFound: 'Nothing at this address',
  notFoundText: 'There is no such page.',
  toStart: 'Go to the first page',
  noTenant: 'You have no access to any tenant yet. Whoever administers the server can give you some.',
};

export const keys = {
  title: 'Keys',
  list: [
    ['/', 'Search in a list'],
    ['j, k', 'Next and previous row'],
    ['Enter', 'Open the row'],
    ['Space', 'Choose the row'],
    ['a', 'Approve what is chosen'],
    ['d', 'Go to what can be decided'],
    ['Esc', 'Close what is open'],
    ['g then m, e, p, c, t, u', 'Go to money, exceptions, payouts, close, transactions, uploads'],
    ['Ctrl+U', 'Upload a file'],
    ['?', 'This list'],
  ],
};

export const failures = {
  unreachable: 'The server cannot be reached. Check the connection, and whether the server is running.',
  status: (status: number) => `The server answered with ${status}.`,
  /** By status; 0 where there was no answer. */
  titles: {
    0: 'No connection',
    400: 'This cannot be asked for',
    403: 'You may not see this',
    404: 'Not found',
    429: 'The server is busy',
    503: 'The server is busy',
  } as Record<number, string>,
  other: 'Something went wrong',
  retryIn: (duration: string) => `Try again in ${duration}.`,
  request: (id: string) => `The server's log has this request as ${id}.`,
};

export const logIn = {
  title: 'Log in',
  user: 'User',
  password: 'Password',
  enter: 'Log in',
  ended: 'Your session has ended. Log in again to go on where you were.',
  wrong: 'User or password is wrong.',
  tooMany: (duration: string) => `Too many failed log-ins. Try again in ${duration}.`,
  busy: (duration: string) => `The server is busy. Try again in ${duration}.`,
};

export const ownPassword = {
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
};

export const table = {
  choose: 'Choose the row',
  sortBy: (title: string) => `Sort by ${title.toLowerCase()}`,
  pages: 'Pages of the list',
  page: (page: number) => `Page ${countText(page)}`,
  previous: 'Previous',
  next: 'Next',
};
