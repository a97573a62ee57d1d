/** The flags of `sales serve` as typed, and what they mean once they are checked. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { Rate } from '../../../server/access/rate-limit.js';
import type { LogFormat } from '../../../server/telemetry/log.js';
import type { CertificateFiles } from '../../../server/tls/operator-certificate.js';
import { passwordFromFile } from '../../settings/password.js';

export interface ServeFlags {
  data: string;
  host: string;
  port: string;
  cert?: string;
  key?: string;
  name: string[];
  initPasswordFile?: string;
  metricsPort?: string;
  console: boolean;
  dropMax: number;
  rate?: Rate;
  drain?: number;
  trustedProxy: string[];
  log: LogFormat;
  printSystemd?: boolean;
}

const DRAIN_S_MAX = 3_600;

interface ServeSettings {
  /** Files of `--cert` and `--key`; null where the server makes its own certificate. */
  certificateFiles: CertificateFiles | null;
  readInitPassword: (() => Promise<string>) | null;
  port: number;
  metricsPort: number | null;
}

/** Fails with `usage` on a port that is none, and on a certificate without its key. The password file is read when it is called for. */
export function readServeFlags(flags: ServeFlags): ServeSettings {
  const port = portOf('--port', flags.port);
  const metricsPort = flags.metricsPort === undefined ? null : portOf('--metrics-port', flags.metricsPort);
  if ((flags.cert === undefined) !== (flags.key === undefined)) throw new SalesError('usage', 'Give --cert and --key together.');
  const { cert, key } = flags;
  const certificateFiles = cert && key ? { cert: resolve(cert), key: resolve(key) } : null;
  const file = flags.initPasswordFile;
  const readInitPassword = file ? () => passwordFromFile(file, '--init-password-file') : null;
  return { certificateFiles, readInitPassword, port, metricsPort };
}

function portOf(flag: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SalesError('usage', `${flag} must be a number from 0 to 65535, not ${text}.`);
}

/** Whole seconds. */
export function drainSeconds(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > DRAIN_S_MAX) {
    throw new InvalidArgumentError(`It must be whole seconds from 0 to ${DRAIN_S_MAX}, not ${JSON.stringify(text)}.`);
  }
  return Number(text);
}

/** An address, or a network as an address and the number of its leading bits: `10.0.0.0/8`. */
export function addProxy(text: string, before: string[] | undefined): string[] {
  const proxies = text.split(',').map((proxy) => proxy.trim());
  for (const proxy of proxies) {
    const [, address = '', bits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(proxy) ?? [];
    const family = isIP(address);
    if (family === 0) throw new InvalidArgumentError(`${JSON.stringify(proxy)} is neither an address nor a network such as 10.0.0.0/8.`);
    if (bits !== undefined && Number(bits) > (family === 4 ? 32 : 128)) {
      throw new InvalidArgumentError(`${JSON.stringify(proxy)} is no network: it has more bits than an address.`);
    }
    if (bits !== undefined && Number(bits) === 0) {
      throw new InvalidArgumentError(`${JSON.stringify(proxy)} is everybody: then any client could name any address as its own.`);
    }
  }
  return [...(before ?? []), ...proxies];
}

/** For a certificate: a name as the DNS has them, perhaps with an asterisk, or an address. */
export function addName(text: string, before: string[] | undefined): string[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    const isName = name.length <= 253 && /^(?:\*\.)?[a-z\d_][a-z\d_-]*(?:\.[a-z\d_][a-z\d_-]*)*$/i.test(name) && !/^[\d.]+$/.test(name);
    if (!isName && isIP(name) === 0) throw new InvalidArgumentError(`${JSON.stringify(name)} is neither a name nor an address.`);
  }
  return [...(before ?? []), ...names];
}

const BYTES = { MB: 1_000_000, GB: 1_000_000_000 };

/** `--drop-max`: `1GB`, `200MB`. */
export function dropMaxOption(): Option {
  return new Option('--drop-max <size>', 'size of a file that is dropped on the console at most, such as 200MB')
    .default(BYTES.GB, '1GB')
    .argParser(size);
}

function size(text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,4})(MB|GB)$/i.exec(text.trim()) ?? [];
  const bytes = BYTES[unit.toUpperCase() as keyof typeof BYTES];
  if (bytes === undefined) throw new InvalidArgumentError('It must be a number of MB or GB, such as 200MB or 2GB.');
  return Number(number) * bytes;
}

const SECONDS = { s: 1, m: 60, h: 3_600 };

/** `--rate`: `20/s`, `600/m`, `5000/h`. */
export function rateOption(): Option {
  return new Option(
    '--rate <n/unit>',
    'requests of each user in a second, minute or hour, such as 20/s, 600/m or 5000/h (default: no limit)',
  ).argParser(rate);
}

function rate(text: string): Rate {
  const [, number = '', unit] = /^([1-9]\d{0,6})\/([smh])$/.exec(text) ?? [];
  if (unit === undefined) throw new InvalidArgumentError('It must be a number and a unit of time, such as 20/s, 600/m or 5000/h.');
  return { requests: Number(number), windowS: SECONDS[unit as keyof typeof SECONDS] };
}
