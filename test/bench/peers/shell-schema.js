/**
 * What the `sqlite3` shell builds as a peer: the table, indexes and order of amounts that our database had on 2026-11-24. Frozen, so that a
 * change of our own schema does not make the peer's work another one.
 */
const table = 'transaction';

const numbers = ['seq', 'tenantKey', 'uploadKey', 'transactionState', 'transactionMatchState'];
const texts = ['currency', 'brandId', 'terminalId', 'transactionDate'];
const others = ['acquirerId', 'applicationId', 'authorisationCode', 'businessDate', 'cardNumberMasked', 'eftTransactionDate', 'locationId']
  .concat([
    'orderId',
    'panEncrypted',
    'transactionReference',
    'transactionSequenceCounter',
    'transactionTypes',
    'additionalData',
    'comment',
  ])
  .map((name) => `${name} TEXT`);
const duplicates = ['duplicateHash', 'occurrence', 'duplicateGroup'].map((name) => `${name} INTEGER`);

/** `columns` as they are declared, in their order; those of `notFilled` a peer cannot compute, and leaves empty. */
export const shellSchema = {
  table,
  columns: [
    'seq INTEGER PRIMARY KEY',
    ...numbers.slice(1).map((name) => `${name} INTEGER NOT NULL`),
    'amount REAL',
    ...texts.map((name) => `${name} TEXT`),
    'transactionTicks INTEGER',
    ...others,
    ...duplicates,
  ],
  indexes: [
    `CREATE INDEX transaction_date ON "${table}"
      (tenantKey, transactionTicks, seq, amount, currency, brandId, terminalId, transactionState, transactionMatchState)`,
    `CREATE INDEX transaction_terminal ON "${table}"
      (tenantKey, terminalId, transactionTicks, seq, amount, currency, brandId, transactionState, transactionMatchState)`,
    `CREATE INDEX transaction_duplicate ON "${table}" (duplicateHash, occurrence, duplicateGroup) WHERE duplicateHash IS NOT NULL`,
  ],
  order: {
    name: 'transaction_amount',
    columns: ['tenantKey', 'amount', 'seq', 'transactionTicks', 'currency', 'brandId', 'terminalId', 'locationId'].concat([
      'transactionState',
      'transactionMatchState',
    ]),
    made: `CREATE TABLE transaction_amount (tenantKey INTEGER NOT NULL, amount REAL NOT NULL, seq INTEGER NOT NULL,
      transactionTicks INTEGER, currency TEXT, brandId TEXT, terminalId TEXT, locationId TEXT, transactionState INTEGER NOT NULL,
      transactionMatchState INTEGER NOT NULL, PRIMARY KEY (tenantKey, amount, seq)) STRICT, WITHOUT ROWID`,
    key: ['tenantKey', 'amount', 'seq'],
  },
  notFilled: ['comment', 'duplicateHash', 'occurrence', 'duplicateGroup'],
};
