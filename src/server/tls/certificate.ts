/**
 * The server's own certificate authority and certificate, created once and kept in the data directory, so that clients have to trust the
 * authority only once. A renewed certificate keeps the key, so that clients that pin the key go on trusting it, too. Only the owner of the
 * files can read the private keys.
 */
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { generate as Generate, SelfsignedOptions } from 'selfsigned';
import { SalesError } from '../../contract/problem.js';
import { ownKey } from './own-key.js';
import { writeWhole } from './whole-file.js';

const DAY_MS = 24 * 60 * 60_000;
const CA_DAYS = 3_650;
const SERVER_DAYS = 397;
const RENEW_DAYS_BEFORE = 30;

/** What a server shows to its clients, and the key to it. */
export interface Certificate {
  /** PEM: the chain, leaf first. */
  cert: string;
  /** PEM. */
  key: string;
}

export interface OwnCertificate extends Certificate {
  /** Absolute path of the authority's certificate, to be given to clients. */
  caFile: string;
}

/**
 * The certificate kept in `directory`, for localhost, this machine's name and `names`. Creates the authority if there is none, and the
 * certificate if there is none, it expires soon, or it is for other names. Fails with `disk`.
 */
export async function ownCertificate(directory: string, names: readonly string[], now: Date): Promise<OwnCertificate> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const caFile = join(directory, 'ca.pem');
  const ca = await readPair(directory, 'ca');
  if (ca) checkAuthorityEnd(ca, directory, now);
  const wanted = [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...names].map((name) => name.toLowerCase()))];
  const kept = await readPair(directory, 'server');
  if (ca && kept && isGood(kept, ca, wanted, now)) return { ...kept, caFile };
  const authority = ca ?? (await makeAuthority(directory, now));
  const key = await readKey(directory);
  const pair = await generate([{ name: 'commonName', value: hostname().slice(0, 64) }], serverOptions(authority, key, wanted, now));
  const made = { cert: `${pair.cert.trim()}\n${authority.cert.trim()}\n`, key: pair.private };
  await writePair(directory, 'server', made);
  return { ...made, caFile };
}

/**
 * Whether a certificate of our own must be renewed: within 30 days of its end, unless its authority ends as early; or when it only becomes
 * valid in the future, because it was issued while the clock was wrong.
 */
export function isRenewalDue({ cert }: Pick<Certificate, 'cert'>, now: Date): boolean {
  const [leaf, ca] = cert.split(/(?=-----BEGIN CERTIFICATE-----)/).map((pem) => new X509Certificate(pem));
  if (!leaf || !ca) return false;
  if (Date.parse(leaf.validFrom) > now.getTime()) return true;
  const endMs = Date.parse(leaf.validTo);
  return endMs - now.getTime() < RENEW_DAYS_BEFORE * DAY_MS && endMs < Date.parse(ca.validTo);
}

function isGood({ cert, key }: Certificate, ca: Certificate, names: readonly string[], now: Date): boolean {
  const leaf = new X509Certificate(cert);
  if (Date.parse(leaf.validTo) <= now.getTime() || isRenewalDue({ cert: `${leaf}${ca.cert}` }, now)) return false;
  // A crash between the two writes leaves a new key beside an old certificate.
  if (!leaf.checkPrivateKey(createPrivateKey(key))) return false;
  const authority = new X509Certificate(ca.cert);
  if (!leaf.checkIssued(authority) || !leaf.verify(authority.publicKey)) return false;
  const held = leaf.subjectAltName?.split(', ') ?? [];
  return held.length === names.length && names.every((name) => (isIP(name) ? leaf.checkIP(name) : held.includes(`DNS:${name}`)));
}

/** Once the authority has expired, clients refuse everything that it has signed. */
function checkAuthorityEnd({ cert }: Certificate, directory: string, now: Date): void {
  const end = new X509Certificate(cert).validTo;
  if (Date.parse(end) > now.getTime()) return;
  throw new SalesError('disk', `The certificate authority in ${directory} has expired (${end}).`, {
    hint: 'Check the clock of this machine. Or remove ca.pem and ca.key there for a new one, which every client must then be given.',
  });
}

async function makeAuthority(directory: string, now: Date): Promise<Certificate> {
  const pair = await generate([{ name: 'commonName', value: `sales serve on ${hostname()}`.slice(0, 64) }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + CA_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const made = { cert: pair.cert, key: pair.private };
  await writePair(directory, 'ca', made);
  return made;
}

/** Its library is loaded where a certificate is made: it is a quarter of all that a server would load. */
const generate: typeof Generate = async (attributes, options) => (await import('selfsigned')).generate(attributes, options);

function serverOptions(ca: Certificate, key: string | null, names: readonly string[], now: Date): SelfsignedOptions {
  const caEndMs = Date.parse(new X509Certificate(ca.cert).validTo);
  return {
    ...(key !== null && { keyPair: { privateKey: key, publicKey: publicPem(key) } }),
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(Math.min(now.getTime() + SERVER_DAYS * DAY_MS, caEndMs)),
    ca: { key: ca.key, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })) },
    ],
  };
}

/**
 * Null where there is none yet, or where the server's own pair cannot be used. An authority's certificate without a usable key fails with
 * `disk` instead: replacing the authority would cost the trust of every client.
 */
async function readPair(directory: string, name: 'ca' | 'server'): Promise<Certificate | null> {
  const cert = await readText(join(directory, `${name}.pem`));
  const key = await readText(join(directory, `${name}.key`));
  if (cert === null) return null;
  try {
    if (key === null) throw new Error('its key is missing');
    new X509Certificate(cert);
    createPrivateKey(key);
    return { cert, key };
  } catch (error) {
    if (name === 'server') return null;
    throw new SalesError(
      'disk',
      `The certificate authority in ${directory} is damaged: ca.pem and ca.key must both be there and readable.`,
      {
        hint: 'Restore both from a backup. Or remove the folder for a new authority, which every client must then be given.',
        cause: error,
      },
    );
  }
}

/** The key to be used again for the next certificate; null where there is none that can be. */
async function readKey(directory: string): Promise<string | null> {
  const text = await readText(join(directory, 'server.key'));
  const key = text === null ? null : ownKey(text);
  return key && String(key.export({ type: 'pkcs8', format: 'pem' }));
}

function publicPem(key: string): string {
  return String(createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SalesError('disk', `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, { cause: error });
  }
}

/** The key first: a certificate that stands without its key counts as damaged. */
async function writePair(directory: string, name: string, { cert, key }: Certificate): Promise<void> {
  await writeWhole(join(directory, `${name}.key`), key, 0o600);
  await writeWhole(join(directory, `${name}.pem`), cert, 0o644);
}
