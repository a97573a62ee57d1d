/** Requests from a grammar of the interface, as bytes, each with what may come back. */
import { type Address, addressOf, type Operation, type Reason, ranks, uploadOperation } from './addresses.js';
import { type Body, bodyOf, packed } from './bodies.js';
import { type Chance, chanceOf } from './chance.js';
import { framed } from './framing.js';
import { badLogin, goodLogin } from './logins.js';
import { type FuzzWorld, someUser, type Tenant, type User } from './world.js';

/**
 * kept: one answer, and the connection goes on. closing: one answer, and the connection ends. broken: no well-formed HTTP, which is
 * refused or cut off. cut: the client stops in the middle.
 */
export type Ending = 'kept' | 'closing' | 'broken' | 'cut';

export interface FuzzRequest {
  operation: Operation | null;
  method: string;
  target: string;
  head: Buffer;
  body: Buffer;
  /** Whether the body is sent only after "100 Continue". */
  waits: boolean;
  /** What is sent behind a body that was said to end before. */
  rest: Buffer | null;
  ending: Ending;
  /** Null for any status that is documented. */
  expected: readonly number[] | null;
  user: User | null;
  tenant: Tenant | null;
  upload: { rows: number; key: string | null; body: string } | null;
}

interface Header {
  name: string;
  value: string;
}

const otherMethods = ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE', 'M-SEARCH', 'HEAD', 'GET', 'POST'];
const OFTEN_KEYS = 40;
const uuids = Array.from({ length: 20 }, (_, at) => `0190aaaa-0000-7000-8000-${String(at).padStart(12, '0')}`);

/** The next request of a connection. */
export function requestOf(chance: Chance, world: FuzzWorld): FuzzRequest {
  const isKnown = !chance.oneIn(25);
  const user = isKnown ? someUser(world, chance) : null;
  const address = addressOf(chance, world, user);
  const reasons = [...address.reasons];
  const method = methodOf(chance, address, reasons);
  const headers = [
    ...hostHeaders(chance, reasons),
    ...loginHeaders(chance, user, address, reasons),
    ...oddHeaders(chance, method, reasons),
  ];
  const isUpload = address.operation === uploadOperation && method === 'POST';
  const hasBody = isUpload ? !chance.oneIn(100) : method !== 'HEAD' && chance.oneIn(method === 'GET' ? 40 : 4);
  const often = isUpload && chance.oneIn(8) ? chance.below(OFTEN_KEYS) : null;
  const owner = address.tenant?.id ?? 'nobody';
  // Half of the requests with a key that is used often bring the same body.
  const body = bodyOf(often !== null && chance.oneIn(2) ? chanceOf(often) : chance, owner, user?.isLimited ?? false);
  const packing = hasBody ? packed(chance, body) : { bytes: Buffer.alloc(0), encoding: null };
  let key: string | null = null;
  if (isUpload) {
    headers.push(...uploadHeaders(chance, body, packing.encoding, reasons));
    key = keyHeaders(chance, often, headers, reasons);
    if (packing.expected !== undefined) reasons.push({ rank: ranks.packing, expected: packing.expected });
    const ofBody = hasBody ? body.expected : [400];
    if (!ofBody?.includes(200)) reasons.push({ rank: ranks.body, expected: ofBody });
  }
  const parts = framed(chance, { method, target: address.target, headers, body: hasBody ? packing.bytes : null }, isUpload);
  if (parts.reason) reasons.push(parts.reason);
  // What asks for another protocol ends its connection.
  if (parts.ending === 'kept' && !parts.waits && headers.some(({ name }) => name === 'Upgrade')) parts.ending = 'closing';
  return {
    operation: address.operation,
    method,
    target: address.target,
    ...parts,
    expected: expectedOf(reasons, method, address.operation),
    user,
    tenant: address.tenant,
    upload: isUpload ? { rows: body.rows, key, body: body.name } : null,
  };
}

/** What the first check that fails leads to; where none does, what the operation itself does. */
function expectedOf(reasons: readonly Reason[], method: string, operation: Operation | null): readonly number[] | null {
  if (reasons.length === 0) return operation ? [200] : null;
  const lowest = Math.min(...reasons.map(({ rank }) => rank));
  const decisive = reasons.filter(({ rank }) => rank === lowest);
  if (decisive.some(({ expected }) => expected === null)) return null;
  return method === 'CONNECT' ? null : decisive.flatMap(({ expected }) => expected ?? []);
}

function methodOf(chance: Chance, { operation }: Address, reasons: Reason[]): string {
  const own = operation?.method.toUpperCase() ?? 'GET';
  if (own === 'GET' && chance.oneIn(20)) return 'HEAD';
  if (!chance.oneIn(25)) return own;
  const method = chance.pick(otherMethods);
  const isOwn = method === own || (method === 'HEAD' && own === 'GET');
  if (isOwn) return method;
  // Where the address is none of ours, it is a 404 with whatever method, but for the open ones.
  reasons.push({ rank: ranks.route, expected: operation ? [405] : null });
  return method;
}

function hostHeaders(chance: Chance, reasons: Reason[]): Header[] {
  const host = (value: string): Header[] => [{ name: chance.pick(['Host', 'host', 'HOST']), value }];
  if (!chance.oneIn(40)) return host(chance.pick(['localhost', 'LOCALHOST:8443', '127.0.0.1', '[::1]:1']));
  const kind = chance.pick(['none', 'other', 'two', 'odd']);
  if (kind === 'none') reasons.push({ rank: ranks.host, expected: [400] });
  else if (kind === 'other') reasons.push({ rank: ranks.host, expected: [421] });
  else reasons.push({ rank: ranks.address, expected: null });
  if (kind === 'none') return [];
  if (kind === 'two') return [...host('localhost'), ...host('evil.example')];
  return host(
    chance.pick(
      kind === 'other' ? ['evil.example', 'localhost.evil.example:8443'] : ['', ' ', 'a@localhost', '[::', 'localhost:x', '\xe4'],
    ),
  );
}

function loginHeaders(chance: Chance, user: User | null, { operation, target }: Address, reasons: Reason[]): Header[] {
  const isOpen = operation === null && !target.startsWith('/metrics');
  const role = operation?.role ?? (isOpen ? null : 'Admin');
  const value = user ? goodLogin(user, chance) : badLogin(chance, 'till 1');
  const mayAsk = user !== null && !user.disabled && (role === null || user.roles.includes(role));
  // Outside the documented area a right log-in without the role is a 403.
  const isKnown = user !== null && !user.disabled && !target.startsWith('/sales/');
  if (role !== null && !mayAsk) reasons.push({ rank: ranks.login, expected: isKnown ? [403, 401, 429] : [401, 429] });
  return value === null ? [] : [{ name: chance.pick(['Authorization', 'authorization']), value }];
}

function oddHeaders(chance: Chance, method: string, reasons: Reason[]): Header[] {
  if (!chance.oneIn(30)) return [];
  const odd = chance.pick(['site', 'long', 'many', 'latin', 'upgrade', 'range', 'override', 'trace', 'empty'] as const);
  if (odd === 'site') {
    const value = chance.pick(['cross-site', 'same-site', 'same-origin', 'none']);
    if (method !== 'GET' && method !== 'HEAD' && value.endsWith('-site')) reasons.push({ rank: ranks.site, expected: [400] });
    return [{ name: 'Sec-Fetch-Site', value }];
  }
  const one = (name: string, value: string) => [{ name, value }];
  switch (odd) {
    case 'long':
      return one('X-Long', 'x'.repeat(5_000));
    case 'many':
      return Array.from({ length: 200 }, (_, at) => ({ name: `X-${at}`, value: '' }));
    case 'latin':
      return one('X-Latin', '\xe4\xff\x80');
    case 'upgrade':
      return [...one('Connection', 'Upgrade'), ...one('Upgrade', chance.pick(['websocket', 'h2c', 'TLS/1.0']))];
    case 'range':
      return one('Range', 'bytes=0-1');
    case 'override':
      return [...one('X-HTTP-Method-Override', 'DELETE'), ...one('X-Forwarded-Host', 'evil.example'), ...one('X-Original-URL', '/metrics')];
    case 'trace':
      return one('Accept', '\t text/html;q=0.1 , , */*\t');
    case 'empty':
      return one('X-Empty', '');
  }
}

/** Content-Type and Content-Encoding. */
function uploadHeaders(chance: Chance, body: Body, encoding: string | null, reasons: Reason[]): Header[] {
  const good = chance.weighted([
    [50, 'application/json'],
    [3, 'application/json; charset=utf-8'],
    [1, 'Application/JSON ;charset="UTF-8"; x=y'],
  ] as const);
  const isGood = !chance.oneIn(40) || body.bytes.length > 100_000;
  const bad = chance.pick(['', 'text/csv', 'application/jsonp', 'application/json; charset=latin1', 'application/x-www-form-urlencoded']);
  if (!isGood) reasons.push({ rank: ranks.mediaType, expected: [415] });
  const packing = encoding === null ? [] : [{ name: 'Content-Encoding', value: encoding }];
  return [{ name: 'Content-Type', value: isGood ? good : bad }, ...packing];
}

/** Idempotency-Key and Upload-Group; gives the key, where there is a good one. */
function keyHeaders(chance: Chance, often: number | null, headers: Header[], reasons: Reason[]): string | null {
  const refused = { rank: ranks.header, expected: [400] };
  const group = (value: string) => headers.push({ name: 'Upload-Group', value });
  if (chance.oneIn(15)) group(chance.pick(uuids));
  else if (chance.oneIn(60)) {
    reasons.push(refused);
    group(chance.pick(['', 'x', `${uuids[0]}, ${uuids[1]}`, `{${uuids[0]}}`]));
  }
  const key = (value: string) => headers.push({ name: 'Idempotency-Key', value });
  if (often !== null) {
    // What the key stands for, and whether it is in use at the moment, is seen when the answer is there.
    reasons.push({ rank: ranks.key, expected: null });
    key(`often-${often}`);
    return `often-${often}`;
  }
  if (!chance.oneIn(10)) return null;
  if (chance.oneIn(5)) {
    reasons.push(refused);
    for (const value of chance.pick([[''], ['a b'], ['k'.repeat(256)], ['\xe4'], ['a', 'b']])) key(value);
    return null;
  }
  const once = `once-${chance.below(2 ** 31)}`;
  key(once);
  return once;
}
