/**
 * The server's own certificate authority and certificate, made once and kept in the data directory, so that clients can trust the
 * authority and stay trusting it. Keys are readable by their owner alone.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { generate, type SelfsignedOptions } from 'selfsigned';
import type { Certificate } from './listen.js';
import { writeWhole } from './whole-file.js';

const DAY_MS = 24 * 60 * 60_000;
const CA_DAYS = 3_650;
const SERVER_DAYS = 397;
const RENEW_DAYS_BEFORE = 30;

export interface OwnCertificate extends Certificate {
  /** Absolute path of the authority's certificate, for clients. */
  caFile: string;
}

/**
 * The certificate kept in `directory`, for localhost, this machine's name and `names`. Makes the authority when there is none, and the
 * certificate when there is none, when it ends soon, or when it lacks a name.
 */
export async function ownCertificate(directory: string, names: readonly string[], now: Date): Promise<OwnCertificate> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const caFile = join(directory, 'ca.pem');
  const ca = (await readPair(caFile, join(directory, 'ca.key'))) ?? (await makeAuthority(directory, now));
  const wanted = [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...names])];
  const kept = await readPair(join(directory, 'server.pem'), join(directory, 'server.key'));
  if (kept && isGood(kept, ca, wanted, now)) return { ...kept, caFile };
  const pair = await generate([{ name: 'commonName', value: wanted.at(4) ?? 'localhost' }], serverOptions(ca, wanted, now));
  const made = { cert: `${pair.cert.trim()}\n${ca.cert.trim()}\n`, key: pair.private };
  await writePair(directory, 'server', made);
  return { ...made, caFile };
}

function isGood({ cert, key }: Certificate, ca: Certificate, names: readonly string[], now: Date): boolean {
  const leaf = new X509Certificate(cert);
  if (Date.parse(leaf.validTo) - now.getTime() < RENEW_DAYS_BEFORE * DAY_MS) return false;
  // A stop between the two writes leaves a new key beside an old certificate.
  if (!leaf.checkPrivateKey(createPrivateKey(key))) return false;
  if (!leaf.checkIssued(new X509Certificate(ca.cert))) return false;
  return names.every((name) => (isAddress(name) ? leaf.checkIP(name) : leaf.checkHost(name)) !== undefined);
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

function serverOptions(ca: Certificate, names: readonly string[], now: Date): SelfsignedOptions {
  return {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + SERVER_DAYS * DAY_MS),
    ca: { key: ca.key, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map((name) => (isAddress(name) ? { type: 7, ip: name } : { type: 2, value: name })) },
    ],
  };
}

function isAddress(name: string): boolean {
  return name.includes(':') || /^[\d.]+$/.test(name);
}

async function readPair(certFile: string, keyFile: string): Promise<Certificate | null> {
  try {
    return { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Key first: a certificate without its key would be taken for a whole pair. */
async function writePair(directory: string, name: string, { cert, key }: Certificate): Promise<void> {
  await writeWhole(join(directory, `${name}.key`), key, 0o600);
  await writeWhole(join(directory, `${name}.pem`), cert, 0o644);
}
