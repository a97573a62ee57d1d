/** The flag `--gzip`, for the commands that send. Whether the server takes packed bodies is learned where batches are sent. */
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { Option } from 'commander';

export type GzipFlag = 'auto' | 'on' | 'off';

export function gzipOption(): Option {
  const text = 'compress requests; auto: if the server supports it and runs on another machine';
  return new Option('--gzip <when>', text).choices(['auto', 'on', 'off']).default('auto');
}

/** `host` is that of the server, with or without a port. Null: where the server says that it takes packed bodies. */
export function sendsPacked(flag: GzipFlag, host: string): boolean | null {
  if (flag !== 'auto') return flag === 'on';
  // Packing costs both sides more than the way through one machine.
  return isThisMachine(host) ? false : null;
}

function isThisMachine(host: string): boolean {
  const name = new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, '');
  return ['localhost', '::1', hostname().toLowerCase()].includes(name) || (isIP(name) === 4 && name.startsWith('127.'));
}
