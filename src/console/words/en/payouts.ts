/** Strings of the pages of payouts and settlement records. */
import { shared } from './shared.js';

export const payouts = {
  ...shared.payouts,
  none: 'No payouts',
  account: 'Account',
  lines: 'Lines',
  net: 'Net',
  paid: 'Paid',
  status: 'Adds up?',
  withoutNet: (records: string): string => `Without fee and net amount, added as they are: ${records}.`,
  parts: 'From gross to net',
  part: 'Part',
  beforeFees: 'Gross',
  corrections: 'Other',
  netIn: (currency: string): string => `Net ${currency}`.trim(),
};

export const records = {
  one: 'Settlement record',
  none: 'No settlement records',
  type: 'Kind',
  netAmount: 'Net amount',
  settlementDate: 'Settled on',
  payoutDate: 'Paid out on',
  respondBy: 'Answer by',
  merchantId: 'Contract',
  description: 'Text',
};
