/** Where a PostgreSQL database is and how it is reached: reads an address such as `postgres://sales_app:secret@db1,db2/sales`. */
import { isIP } from 'node:net';
import { SalesError } from '../../../contract/problem.js';

export interface DatabaseHost {
  /** A name, an address, or the folder of a socket. */
  host: string;
  port: number;
}

/** Plain data, which can be sent to a thread. Holds a secret: never to be shown; see {@link shownAddress}. */
export interface DatabaseAddress {
  /** Tried in turn for the one that accepts writes. */
  hosts: readonly DatabaseHost[];
  database: string;
  user: string;
  /** Undefined where the database asks for none. */
  password: string | undefined;
  /** Null without TLS; else the authority to trust (PEM), undefined for those that Node trusts. The name of the host is always checked. */
  tls: { ca: string | undefined } | null;
}

export interface AddressOptions {
  /** The authority that the database's certificate must come from (PEM). */
  ca?: string | undefined;
  /** Allows a connection to another machine without TLS. */
  plaintext?: boolean | undefined;
}

const PORT_DEFAULT = 5432;
const shape = /^postgres(?:ql)?:\/\/(?:([^:@/?]*)(?::([^@/]*))?@)?([^/?]*)\/([^/?]+)(?:\?(.*))?$/;

/** Fails with `usage`, never showing the password. TLS is used unless the database is on this machine, or `sslmode=disable` was allowed. */
export function databaseAddress(text: string, { ca, plaintext = false }: AddressOptions = {}): DatabaseAddress {
  const [, user = '', password, hostList = '', database = '', query = ''] = shape.exec(text.trim()) ?? refuse();
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (name !== 'host' && name !== 'sslmode') throw unusable(`has the parameter ${JSON.stringify(name)}, which is not known here`);
  }
  const folder = parameters.get('host');
  const hosts = folder === null ? hostList.split(',').map(hostOf) : [{ host: folder, port: hostOf(`localhost${hostList}`).port }];
  if (user === '') throw unusable('names no user');
  const isHere = hosts.every(({ host }) => isThisMachine(host));
  const mode = parameters.get('sslmode') ?? (isHere && ca === undefined ? 'disable' : 'verify-full');
  if (mode !== 'disable' && mode !== 'verify-full') throw unusable(`has sslmode=${mode}; known are verify-full and disable`);
  if (mode === 'disable' && !isHere && !plaintext) {
    throw new SalesError('usage', 'A connection without TLS to a database on another machine is refused.', {
      hint: ['Leave sslmode=disable out of the address; or, on a network that is safe, add ', ['--database-plaintext']],
    });
  }
  return {
    hosts,
    database: decoded(database),
    user: decoded(user),
    password: password === undefined ? undefined : decoded(password),
    tls: mode === 'disable' ? null : { ca },
  };
}

/** Whether the address holds a password. Also true for what is no address at all but looks like one with a password. */
export function hasPassword(text: string): boolean {
  return /\/\/[^/@]*:[^/@]*@/.test(text) || /[?&]password=/i.test(text);
}

/** The address for people: without its password. */
export function shownAddress({ hosts, database, user }: DatabaseAddress): string {
  const [only] = hosts;
  if (only?.host.startsWith('/')) return `postgres://${user}@:${only.port}/${database}?host=${only.host}`;
  const list = hosts.map(({ host, port }) => (port === PORT_DEFAULT ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`));
  return `postgres://${user}@${list.join(',')}/${database}`;
}

/** The address as it was given, with its password: for a file that only its user can read. */
export function secretAddress(address: DatabaseAddress): string {
  const { user, password, tls } = address;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  return shownAddress(address).replace(`//${user}@`, `//${encodeURIComponent(user)}${secret}@`) + (tls ? '?sslmode=verify-full' : '');
}

function hostOf(text: string): DatabaseHost {
  const [, name = '', port] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? refuse();
  return { host: decoded(name).replace(/^\[|\]$/g, ''), port: port === undefined ? PORT_DEFAULT : Number(port) };
}

function isThisMachine(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse();
  }
}

function refuse(): never {
  throw unusable('is not one');
}

function unusable(why: string): SalesError {
  return new SalesError('usage', `The address of the database ${why}.`, {
    hint: 'It looks like postgres://USER:PASSWORD@HOST:PORT/DATABASE; characters such as @ and / in a password are written as %40 and %2F.',
  });
}
