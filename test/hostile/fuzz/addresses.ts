/** Paths and query parameters: right, wrong and odd ones. */
import type { Chance } from './chance.js';
import type { FuzzWorld, Tenant, User } from './world.js';

export interface Operation {
  /** As the OpenAPI document writes them. */
  path: string;
  method: 'get' | 'post';
  role: 'API' | 'Admin';
}

const operation = (path: string, method: Operation['method'] = 'get', role: Operation['role'] = 'API'): Operation => ({
  path,
  method,
  role,
});
export const uploadOperation = operation('/sales/v1/transactions/upload', 'post');
const stateOperation = operation('/sales/v1/transactions/upload/{uploadId}');
const listOperation = operation('/sales/v1/transactions');
const oneOperation = operation('/sales/v1/transactions/{id}');
const historyOperation = operation('/history/v1/transactions/{id}');
const accessOperation = operation('/sales/v1/');
const changeOperations = [
  operation('/admin/v1/uploads/{uploadId}/reprocess', 'post', 'Admin'),
  ...['undo', 'redo'].map((verb) => operation(`/admin/v1/uploads/{uploadId}/${verb}`, 'post')),
];

/** What an address means for the answer. Of several reasons for a status the one with the lowest rank decides. */
export interface Reason {
  rank: number;
  /** Null: any that is documented. */
  expected: readonly number[] | null;
}
/** The order of the checks. */
const order = [
  ...(['address', 'host', 'site', 'route', 'login', 'query', 'tenant', 'header', 'key', 'mediaType'] as const),
  ...(['unit', 'packing', 'body', 'object'] as const),
] as const;
export const ranks = Object.fromEntries(order.map((name, at) => [name, at])) as Record<(typeof order)[number], number>;

export interface Address {
  /** Null for an address that is none of the document's. */
  operation: Operation | null;
  /** With the query. */
  target: string;
  reasons: Reason[];
  /** Which tenant an answer would be about; null where none can be told. */
  tenant: Tenant | null;
}

const unknownId = '01900000-0000-7000-8000-000000000000';
const badIds = ['x', '%00', '..%2f', `${unknownId}0`, '%F0%9F%A7%BE', '01900000000070008000000000000000', '-1'];
const wrongTargets = [
  '/',
  '/sales',
  '/sales/v2/',
  '/SALES/V1/',
  '/sales/v1/nothing',
  '/admin/v1/',
  '/favicon.ico',
  '/sales/v1/transactions/upload/a/b',
];
/** Which of our addresses they are, if any, is for the server to say. */
const oddTargets = [
  ...[
    '//',
    '//sales/v1/',
    '/sales/v1//',
    '/./sales/v1/',
    '/sales/../sales/v1/',
    '/sales/v1/%2e%2e/',
    '/sales%2Fv1%2F',
    '/sales/v1/;x=1',
    '/*',
    '/**',
  ],
  ...[
    '/sales/v1/?',
    '/sales/v1/#x',
    '/sales/v1/transactions?#',
    '/__proto__',
    '/constructor',
    '/:id',
    '/sales/v1/transactions/:id',
    '/?'.padEnd(7_000, 'x'),
  ],
  ...[
    '/sales/v1/transactions/upload/',
    `/sales/v1/transactions/${unknownId}/`,
    '*',
    'https://localhost/sales/v1/',
    '/sales/v1/transactions?=&=&&',
  ],
];
const badTargets = ['/%', '/%zz', '/%C3%28', '/sales/v1/%E0%A4%A', '/sales/v1/transactions/upload/%FF'];

/** Parameters of lists that are taken, by name. */
const goodParameters: Record<string, readonly string[]> = {
  pageSize: ['1', '2', '5', '10', '500', '%2B7', '007'],
  pageNumber: ['1', '2', '50', '2147483647'],
  currency: ['EUR', 'eur', '%20', '%00', 'x'.repeat(1_024)],
  brandId: ['T1', "'%20OR%201=1--", '%F0%9F%A7%BE', '%EF%BB%BF'],
  terminalId: ['T1', 'T2', '__proto__'],
  amountFrom: ['0', '-1e3', '-1.7976931348623157e308', '1e-320', '%2B5'],
  amountTo: ['0', '1e308', '1.10'],
  transactionDateFrom: ['2026-01-01T00:00:00Z', '0002-01-01T00:00:00%2B14:00', '2026-01-01T00:00:00+01:00'],
  transactionDateTo: ['2026-12-31T23:59:59.9999999Z', '2020-01-01T00:00:00-01:00'],
  transactionState: ['Unprocessed', 'Processed'],
  transactionMatchState: ['NotApplicable', 'Unmatched', 'Match', 'Skip'],
  uploadId: [unknownId, 'x', '%00'],
  'sorting.key': ['TransactionDate', 'Amount'],
  'sorting.direction': ['Ascending', 'Descending'],
  nobodyKnows: ['', '1&nobodyKnows=2', '%FF', '%'],
  ['__proto__']: ['1'],
};
const badParameters: readonly string[] = [
  ...[
    'pageSize=0',
    'pageSize=501',
    'pageSize=abc',
    'pageSize=1e1',
    'pageSize=',
    'pageSize=1&pageSize=1',
    'pageNumber=0',
    'pageNumber=2147483648',
  ],
  ...[
    'amountFrom=NaN',
    'amountFrom=1,5',
    'amountFrom=0x10',
    'amountFrom=1e999',
    'amountTo=-Infinity',
    'amountTo=%00',
    'currency=',
    'currency=%FF',
  ],
  ...[
    'transactionDateFrom=2026-01-01',
    'transactionDateTo=2026-02-30T00:00:00Z',
    'transactionDateTo=2026-01-01T00:00:00',
    'terminalId=%zz',
  ],
  ...[
    'transactionState=processed',
    'transactionMatchState=',
    'sorting.key=Currency',
    'sorting.direction=up',
    `brandId=${'x'.repeat(1_025)}`,
  ],
  ...['customerId=x', 'tenantId=', 'tenantId=x', `customerId=${unknownId}&customerId=${unknownId}`],
];

/** An address for one user: mostly of something that is there. */
export function addressOf(chance: Chance, world: FuzzWorld, user: User | null): Address {
  const kind = chance.weighted([
    [30, 'upload'],
    [16, 'state'],
    [12, 'list'],
    [10, 'one'],
    [4, 'history'],
    [4, 'change'],
    [8, 'access'],
    [6, 'open'],
    [4, 'wrong'],
    [4, 'odd'],
    [2, 'bad'],
  ] as const);
  const plain = (target: string, reasons: Reason[] = []): Address => ({ operation: null, target, reasons, tenant: null });
  if (kind === 'open') return chance.oneIn(50) ? plain('/openapi.json') : plain(chance.pick(['/healthz', '/readyz', '/metrics']));
  if (kind === 'wrong') {
    const target = chance.pick(wrongTargets);
    // A browser is led to the console from there, or gets a page where there is none; others get a 404.
    return plain(target, [{ rank: ranks.route, expected: target === '/' ? [404, 200, 302] : [404] }]);
  }
  if (kind === 'odd') return plain(chance.pick(oddTargets), [{ rank: ranks.address, expected: null }]);
  if (kind === 'bad') return plain(chance.pick(badTargets), [{ rank: ranks.route, expected: [400] }]);
  return operationAddress(kind, chance, world, user);
}

type Kind = 'upload' | 'state' | 'list' | 'one' | 'history' | 'change' | 'access';

function operationAddress(kind: Kind, chance: Chance, world: FuzzWorld, user: User | null): Address {
  const reasons: Reason[] = [];
  const { tenant, query } = access(chance, world, user, reasons);
  const elsewhere = chance.oneIn(10) ? chance.pick(world.tenants) : (tenant ?? chance.pick(world.tenants));
  const isOurs = elsewhere === tenant;
  const missing = { rank: ranks.object, expected: [404] };
  // What is withdrawn is not there, and is not imported again.
  const maybe = { rank: ranks.object, expected: kind === 'change' ? [200, 400, 404] : [200, 404] };
  const idOf = (known: string | undefined, isStrict: boolean): string => {
    if (known !== undefined && !chance.oneIn(8)) {
      reasons.push(isOurs ? maybe : missing);
      return chance.oneIn(10) ? known.toUpperCase() : known;
    }
    if (chance.oneIn(2)) {
      reasons.push(missing);
      return unknownId;
    }
    reasons.push(isStrict ? { rank: ranks.query, expected: [400] } : missing);
    return chance.pick(badIds);
  };
  const uploads = elsewhere.recent;
  const upload = uploads[chance.below(Math.max(1, uploads.length))];
  const transactionId = () => idOf(elsewhere.transactionIds[chance.below(Math.max(1, elsewhere.transactionIds.length))], true);
  const at = (operation: Operation, path = operation.path): Address => ({ operation, target: path + queryText(query), reasons, tenant });
  switch (kind) {
    case 'upload':
      if (chance.oneIn(20)) query.push(configuration(chance, tenant, reasons));
      return at(uploadOperation);
    case 'state':
      return at(stateOperation, `/sales/v1/transactions/upload/${idOf(upload?.id, false)}`);
    case 'list':
      listQuery(chance, query, reasons, upload?.id);
      return at(listOperation, chance.oneIn(20) ? '/sales/v1/transactions/' : '/sales/v1/transactions');
    case 'one':
      return at(oneOperation, `/sales/v1/transactions/${transactionId()}`);
    case 'history':
      return at(historyOperation, `/history/v1/transactions/${transactionId()}`);
    case 'access':
      return at(accessOperation, chance.oneIn(3) ? '/sales/v1' : '/sales/v1/');
    case 'change': {
      // Their own uploads they may withdraw and restore.
      const isAdmin = user?.roles.includes('Admin') && !user.isLimited;
      if (!isAdmin) reasons.push({ rank: ranks.unit, expected: [200, 403, 404] });
      // What has a key is left alone, so that what its key stands for stays known.
      const id = idOf(upload?.key === null ? upload.id : undefined, false);
      const changing = chance.pick(changeOperations);
      return at(changing, changing.path.replace('{uploadId}', id));
    }
  }
}

function queryText(query: string[]): string {
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

/** Which tenant the request names, and whether the user may ask for it. */
function access(chance: Chance, world: FuzzWorld, user: User | null, reasons: Reason[]): { tenant: Tenant | null; query: string[] } {
  const tenants = user?.tenants ?? [];
  const refused = { rank: ranks.tenant, expected: [401] };
  const named = chance.oneIn(30) ? chance.pick(world.tenants) : chance.pick(tenants.length > 0 ? tenants : world.tenants);
  const query: string[] = [];
  if (chance.oneIn(tenants.length > 1 ? 30 : 2)) {
    if (tenants.length !== 1) reasons.push(refused);
    return { tenant: tenants.length === 1 ? (tenants[0] ?? null) : null, query };
  }
  query.push(`tenantId=${chance.oneIn(5) ? named.id.toUpperCase() : named.id}`);
  if (chance.oneIn(4)) query.push(`customerId=${named.customerId}`);
  else if (chance.oneIn(30)) {
    query.push(`customerId=${unknownId}`);
    reasons.push(refused);
  }
  if (!tenants.includes(named)) reasons.push(refused);
  return { tenant: tenants.includes(named) ? named : null, query };
}

function configuration(chance: Chance, tenant: Tenant | null, reasons: Reason[]): string {
  if (tenant && chance.oneIn(2)) return `importConfigurationId=${tenant.configurationId}`;
  if (chance.oneIn(3)) {
    reasons.push({ rank: ranks.query, expected: [400] });
    return 'importConfigurationId=x';
  }
  // Whether the body is looked at first is not fixed.
  reasons.push({ rank: ranks.object, expected: [404] });
  return `importConfigurationId=${unknownId}`;
}

function listQuery(chance: Chance, query: string[], reasons: Reason[], uploadId: string | undefined): void {
  for (const [name, values] of Object.entries(goodParameters)) {
    if (chance.oneIn(8)) query.push(`${name}=${name === 'uploadId' && uploadId ? uploadId : chance.pick(values)}`);
  }
  // As it is, a large page is rare: to check it takes longer than to serve it.
  const large = query.indexOf('pageSize=500');
  if (large >= 0 && !chance.oneIn(5)) query[large] = 'pageSize=50';
  if (!chance.oneIn(8)) return;
  const bad = chance.pick(badParameters);
  const name = bad.slice(0, bad.indexOf('='));
  const others = query.filter((parameter) => !parameter.startsWith(`${name}=`));
  query.splice(0, query.length, ...others, bad);
  reasons.push({ rank: ranks.query, expected: [400] });
}
