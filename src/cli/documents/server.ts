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
import { about, count, exact, exit, failure, line, sha256, text, textOrNull } from './parts.js';

const isLast = about(z.boolean(), 'Whether a later page has more');

const kind = about(z.enum(uploadKinds).optional(), 'What they are; absent for transactions');

const ListDocument = about(
  z.object({
    schema: z.literal('sales.list/1'),
    kind,
    items: about(
      z.union([z.array(FoundTransaction.partial()), z.array(SettlementRecord.partial())]),
      'With --columns, those members alone; else all of them',
    ),
    hasMore: isLast,
  }),
  'Transactions, or settlement records: sales list',
);

const GetDocument = about(
  z.object({
    schema: z.literal('sales.get/1'),
    transactions: z.array(TransactionDetail),
    records: about(z.array(SettlementRecordDetail).optional(), 'Of ids of settlement records, where there are such'),
    origins: about(
      z.array(z.object({ transactionId: text.optional(), recordId: text.optional(), job: text, file: text, line: line.nullable() })),
      'Of those that this machine sent: the line of the file, null where the file cannot tell it any more',
    ),
  }),
  'Transactions and settlement records in detail: sales get',
);

const HistoryDocument = about(
  z.object({
    schema: z.literal('sales.history/1'),
    transactions: z.array(z.object({ transactionId: text, ...TransactionHistory.shape })),
    records: about(
      z.array(z.object({ recordId: text, ...TransactionHistory.shape })).optional(),
      'Of ids of settlement records, where there are such',
    ),
  }),
  'How transactions came to their states: sales get --history',
);

const ExportDocument = about(
  z.object({
    schema: z.literal('sales.export/1'),
    transactions: about(z.array(TransactionDetail.extend(FoundTransaction.shape).partial()).optional(), 'Absent with --settlement'),
    records: about(z.array(SettlementRecordDetail.partial()).optional(), 'With --settlement'),
  }),
  'The file that sales export --format json writes',
);

const ExportedDocument = about(
  z.object({
    ...{ schema: z.literal('sales.exported/1'), file: text, format: text, rows: count },
    leftOut: about(
      z.object({ duplicates: count, notImported: count }).optional(),
      'Rows that the filters take in, and that only --all-rows writes',
    ),
  }),
  'What sales export, or exceptions --out, has written',
);

const StatusDocument = about(
  z.object({ schema: z.literal('sales.status/1'), uploadId: text, ...UploadState.shape }),
  'The state of one upload: sales status, undo, reprocess',
);

const stated = z.object({ uploadId: text, rows: count.optional(), ...UploadState.shape });
const refused = z.object({ uploadId: text, error: z.object({ ...failure, exit }) });

const StatusesDocument = about(
  z.object({
    schema: z.literal('sales.statuses/1'),
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
  'The states of the uploads of a job: sales status, undo, reprocess',
);

const ServerUploadsDocument = about(
  z.object({ schema: z.literal('sales.serverUploads/1'), items: z.array(ListedUpload), hasMore: isLast }),
  'The uploads that the server has: sales uploads --server',
);

const TotalsDocument = about(
  z.object({
    schema: z.literal('sales.totals/1'),
    by: z.array(z.enum(totalsDimensions)),
    items: Totals.shape.items,
    total: about(
      z.array(Totals.shape.items.element.omit({ day: true, brandId: true, terminalId: true })),
      'All groups of a currency together',
    ),
  }),
  'Exact sums of transactions: sales totals',
);

const MoneyDocument = about(
  z.object({ schema: z.literal('sales.money/1'), by: z.enum(moneyDimensions).nullable(), ...Money.shape }),
  'What was sold by card, what became of it, and what was paid out: sales money',
);

const PayoutsDocument = about(
  z.object({ schema: z.literal('sales.payouts/1'), items: z.array(Payout), hasMore: isLast }),
  'Payouts, and whether each adds up: sales payouts',
);

const PayoutDocument = about(
  z.object({ schema: z.literal('sales.payout/1'), payout: PayoutDetail }),
  'A payout with its parts: sales payout',
);

const { outcome } = ApprovalResult.shape;
const CloseDocument = about(
  z.object({ schema: z.literal('sales.close/1'), close: Close, outcome: about(outcome.optional(), 'Of --approve') }),
  'What can be proved of a day or a month: sales close',
);

const FeesDocument = about(
  z.object({ schema: z.literal('sales.fees/1'), by: z.array(z.enum(feesDimensions)), ...Fees.shape }),
  'What card payments cost: sales fees',
);

const WhereDocument = about(
  z.object({
    schema: z.literal('sales.where/1'),
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
          payouts: z.array(z.object({ payoutId: text, acquirerId: textOrNull, merchantId: textOrNull, date: textOrNull })),
        })
        .nullable(),
      'Settlement records that pay it, with the other sales that they pay; null where it is not paid',
    ),
  }),
  'Where the money of one sale is: sales where',
);

const tls = z.object({
  version: text,
  certificateDaysLeft: z.int().nullable(),
  names: z.array(text),
  issuer: text,
  keySha256: text,
  certificateSha256: text,
});

const PingDocument = about(
  z.object({
    schema: z.literal('sales.ping/1'),
    url: text,
    user: about(textOrNull, 'Null where none is given: the log-in was not tried then'),
    address: textOrNull,
    tls: tls.nullable(),
    failedLayer: z.enum(['DNS', 'TCP', 'TLS', 'HTTP', 'log-in']).nullable(),
    clockDifferenceS: z.number().nullable(),
    capabilities: textOrNull,
  }),
  'The way to the server, layer by layer: sales ping',
);

const DoctorDocument = about(
  z.object({
    schema: z.literal('sales.doctor/1'),
    findings: z.array(z.object({ check: text, state: z.enum(['ok', 'warning', 'failed']), message: text, hint: textOrNull })),
    exit,
  }),
  'What was looked at, and what is wrong: sales doctor',
);

const WhoamiDocument = about(
  z.object({
    schema: z.literal('sales.whoami/1'),
    profile: text,
    url: text,
    user: text,
    customer: textOrNull,
    tenant: textOrNull,
    passwordStored: z.boolean(),
    access: about(UserRights.nullable(), 'What the server lets the user do; null where it was not asked, or cannot tell'),
  }),
  'Who asks which server: sales whoami',
);

const PasswdDocument = about(
  z.object({
    schema: z.literal('sales.passwd/1'),
    url: text,
    user: text,
    stored: about(z.boolean(), 'Whether the credentials file had the old password, and has the new one now'),
  }),
  'A password that was changed: sales passwd',
);

const LoginDocument = about(
  z.object({
    schema: z.literal('sales.login/1'),
    profile: text,
    url: text,
    user: text,
    pinSha256: textOrNull,
    file: text,
  }),
  'A profile that was saved: sales login',
);

const ProfilesDocument = about(
  z.object({
    schema: z.literal('sales.profiles/1'),
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
  'The saved profiles: sales profiles',
);

const ProfileDocument = about(
  z.object({ schema: z.literal('sales.profile/1'), did: z.enum(['use', 'rename', 'remove']), profile: text }),
  'What was done with a profile: sales profiles use, rename, remove',
);

const LogoutDocument = about(
  z.object({ schema: z.literal('sales.logout/1'), url: text, user: text, forgotten: z.boolean() }),
  'Whether a password was forgotten: sales logout',
);

const ConfigDocument = about(
  z.object({ schema: z.literal('sales.config/1') }).catchall(
    z
      .object({ value: text, origin: z.enum(['flag', 'environment', 'profile', 'default']) })
      .nullable()
      .or(text),
  ),
  'A member for each setting, by its name: sales config show',
);

const BackupDocument = about(
  z.object({
    schema: z.literal('sales.backup/1'),
    file: text,
    directory: text.optional(),
    bytes: count,
    schemaVersion: count,
    rows: z.object({ customers: count, tenants: count, users: count, uploads: count, transactions: count }),
    newestUpload: textOrNull,
    sha256: sha256.nullable(),
    verified: z.literal(true),
  }),
  'A backup: sales backup create, verify, restore',
);

export const serverDocuments = {
  list: ListDocument,
  get: GetDocument,
  history: HistoryDocument,
  export: ExportDocument,
  exported: ExportedDocument,
  status: StatusDocument,
  statuses: StatusesDocument,
  serverUploads: ServerUploadsDocument,
  totals: TotalsDocument,
  money: MoneyDocument,
  payouts: PayoutsDocument,
  payout: PayoutDocument,
  close: CloseDocument,
  fees: FeesDocument,
  where: WhereDocument,
  ping: PingDocument,
  doctor: DoctorDocument,
  whoami: WhoamiDocument,
  passwd: PasswdDocument,
  login: LoginDocument,
  profiles: ProfilesDocument,
  profile: ProfileDocument,
  logout: LogoutDocument,
  config: ConfigDocument,
  backup: BackupDocument,
};
