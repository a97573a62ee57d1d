/** Strings of the page that closes a month. */
import { shared } from './shared.js';

export const closing = {
  ...shared.closing,
  months: 'Months',
  monthBefore: 'Month before',
  monthAfter: 'Month after',
  calendar: 'Days of the month',
  days: {
    Proved: 'Complete',
    NotProvable: 'Not provable',
    Broken: 'Incomplete',
    NoSales: 'No sales',
    Approved: 'Approved',
    Changed: 'Changed since',
  },
  whatApprove: 'Keeps it in your name. Later changes are told.',
  missing: 'Missing',
  nothingMissing: 'Nothing is missing that can be seen',
};
