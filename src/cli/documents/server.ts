/** The documents of the commands that ask a server: transactions, states of uploads, the way to it, and who asks. */
import { z } from 'zod';
import { UserRights } from '../../contract/access.js';
import { ApprovalResult, Close } from '../../contract/closes.js';
import { Fees } from '../../contract/fees.js';
import { FoundTransaction } from '../../contract/found-transaction.js';
import { TransactionHistory } from '../../contract/history.js';
import { Money } from '../../contract/money.js';
import { feesDimensions, moneyDimensions } from '../../contract/money-parts.js';
import { Payout, PayoutDetail } from '../../contract/payouts.js';
import { SettlementRecord, SettlementRecordDetail } from '../../contract/records.js';
import { uploadKinds } from '../../contract/states.js';
import { Totals } from '../../contract/totals.js';
import { totalsDimensions } from '../../contract/totals-dimensions.js';
import { TransactionDetail, TransactionMatchState } from '../../contract/transaction.js';
import { ListedUpload, UploadState } from '../../contract/upload.js';
import { about, count, document, exact, exit, failure, hasMore, line, pageOf, sha256, text, textOrNull } from './parts.js';

const kind = about(z.enum(uploadKinds).optional(), 'What they are; absent for transactions');

const countsMatch = about(
  z.boolean().nullable().optional(),
  'Of sales status, where they differed: whether the server lists as many rows by now',
);
const stated = z.object({ uploadId: text, rows: count.optional(), ...UploadState.shape, countsMatch });
const refused = z.object({ uploadId: text, error: z.object({ ...failure, exit }) });

const { outcome } = ApprovalResult.shape;

const tls = z.object({
  version: text,
  certificateDaysLeft: z.int().nullable(),
  names: z.array(text),
  issuer: text,
  keySha256: text,
  certificateSha256: text,
});

const ConfigDocument = about(
  z.object({ schema: z.literal('sales.config/1') }).catchall(
    z
      .object({ value: text, origin: z.enum(['flag', 'environment', 'profile', 'default']) })
      .nullable()
      .or(text),
  ),
  'A member for each setting, by its name: sales config show',
);

export const serverDocuments = [
  document('list', 'Transactions, or settlement records: sales list', {
    kind,
    items: about(
      z.union([z.array(FoundTransaction.partial()), z.array(SettlementRecord.partial())]),
      'With --columns, those members alone; else all of them',
    ),
    hasMore,
  }),
  document('get', 'Transactions and settlement records in detail: sales get', {
    transactions: z.array(TransactionDetail),
    records: about(z.array(SettlementRecordDetail).optional(), 'Of ids of settlement records, where there are such'),
    origins: about(
      z.array(z.object({ transactionId: text.optional(), recordId: text.optional(), job: text, file: text, line: line.nullable() })),
      'Of those that this machine sent: the line of the file, null where the file cannot tell it any more',
    ),
  }),
  document('history', 'How transactions came to their states: sales get --history', {
    transactions: z.array(z.object({ transactionId: text, ...TransactionHistory.shape })),
    records: about(
      z.array(z.object({ recordId: text, ...TransactionHistory.shape })).optional(),
      'Of ids of settlement records, where there are such',
    ),
  }),
  document('export', 'The file that sales export --format json writes', {
    transactions: about(z.array(TransactionDetail.extend(FoundTransaction.shape).partial()).optional(), 'Absent with --settlement'),
    records: about(z.array(SettlementRecordDetail.partial()).optional(), 'With --settlement'),
  }),
  document('exported', 'What sales export, or exceptions --out, has written', {
    file: text,
    format: text,
    rows: count,
    leftOut: about(
      z.object({ duplicates: count, notImported: count }).optional(),
      'Rows that the filters take in, and that only --all-rows writes',
    ),
  }),
  document('status', 'The state of one upload: sales status, undo, reprocess', { uploadId: text, ...UploadState.shape }),
  document('statuses', 'The states of the uploads of a job: sales status, undo, reprocess', {
    job: text.optional(),
    file: text.optional(),
    state: text.optional(),
    uploads: z.array(z.union([stated, refused])),
    total: z
      .object({
        uploads: count,
        final: count,
        rows: count,
        byState: about(
          z.array(z.object({ state: text, currency: textOrNull, rows: count, amount: exact.nullable() })),
          'The most first; a sum is null where the server tells none',
        ),
      })
      .optional(),
    exit,
  }),
  document('serverUploads', 'The uploads that the server has: sales uploads --server', pageOf(ListedUpload)),
  document('totals', 'Exact sums of transactions: sales totals', {
    by: z.array(z.enum(totalsDimensions)),
    items: Totals.shape.items,
    total: about(
      z.array(Totals.shape.items.element.omit({ day: true, brandId: true, terminalId: true })),
      'All groups of a currency together',
    ),
  }),
  document('money', 'What was sold by card, what became of it, and what was paid out: sales money', {
    by: z.enum(moneyDimensions).nullable(),
    ...Money.shape,
  }),
  document('payouts', 'Payouts, and whether each adds up: sales payouts', pageOf(Payout)),
  document('payout', 'A payout with its parts: sales payout', { payout: PayoutDetail }),
  document('close', 'What can be proved of a day or a month: sales close', {
    close: Close,
    outcome: about(outcome.optional(), 'Of --approve'),
  }),
  document('fees', 'What card payments cost: sales fees', { by: z.array(z.enum(feesDimensions)), ...Fees.shape }),
  document('where', 'Where the money of one sale is: sales where', {
    transactionId: text,
    matchState: TransactionMatchState,
    reason: about(textOrNull, 'Why it is open, as a code; null where it is not, or where nothing is known yet'),
    sentence: text,
    paid: about(
      z
        .object({
          salesCount: count,
          recordsCount: count,
          itemsHidden: z.boolean(),
          records: z.array(SettlementRecord),
          chargebacks: z.array(SettlementRecord).optional(),
          payouts: z.array(z.object({ payoutId: text, acquirerId: textOrNull, merchantId: textOrNull, date: textOrNull })),
        })
        .nullable(),
      'Settlement records that pay it, with the other sales that they pay; null where it is not paid',
    ),
  }),
  document('ping', 'The way to the server, layer by layer: sales ping', {
    url: text,
    user: about(textOrNull, 'Null where none is given: the log-in was not tried then'),
    address: textOrNull,
    tls: tls.nullable(),
    failedLayer: z.enum(['DNS', 'TCP', 'TLS', 'HTTP', 'log-in']).nullable(),
    clockDifferenceS: z.number().nullable(),
    capabilities: textOrNull,
  }),
  document('doctor', 'What was looked at, and what is wrong: sales doctor', {
    findings: z.array(z.object({ check: text, state: z.enum(['ok', 'warning', 'failed']), message: text, hint: textOrNull })),
    exit,
  }),
  document('whoami', 'Who asks which server: sales whoami', {
    profile: text,
    url: text,
    user: text,
    customer: textOrNull,
    tenant: textOrNull,
    passwordStored: z.boolean(),
    access: about(UserRights.nullable(), 'What the server lets the user do; null where it was not asked, or cannot tell'),
  }),
  document('passwd', 'A password that was changed: sales passwd', {
    url: text,
    user: text,
    stored: about(z.boolean(), 'Whether the credentials file had the old password, and has the new one now'),
  }),
  document('login', 'A profile that was saved: sales login', {
    profile: text,
    url: text,
    user: text,
    pinSha256: textOrNull,
    file: text,
  }),
  document('profiles', 'The saved profiles: sales profiles', {
    profiles: z.array(
      z.object({
        name: text,
        url: textOrNull,
        user: textOrNull,
        customer: textOrNull,
        tenant: textOrNull,
        default: about(z.boolean(), 'It is used where none is named'),
        passwordStored: z.boolean(),
      }),
    ),
  }),
  document('profile', 'What was done with a profile: sales profiles use, rename, remove', {
    did: z.enum(['use', 'rename', 'remove']),
    profile: text,
  }),
  document('logout', 'Whether a password was forgotten: sales logout', { url: text, user: text, forgotten: z.boolean() }),
  ConfigDocument,
  document('backup', 'A backup: sales backup create, verify, restore', {
    file: text,
    directory: text.optional(),
    bytes: count,
    schemaVersion: count,
    rows: z.object({ customers: count, tenants: count, users: count, uploads: count, transactions: count }),
    newestUpload: textOrNull,
    sha256: sha256.nullable(),
    verified: z.literal(true),
  }),
] as const;
