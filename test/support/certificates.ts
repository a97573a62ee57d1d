/** Certificates for tests, real ones: authorities, those they issue, and what a server on the loopback presents. */
import { createHash, X509Certificate } from 'node:crypto';
import { connect, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';

const DAY_MS = 86_400_000;

export interface Pair {
  /** PEM; the certificate alone. */
  cert: string;
  /** PEM. */
  key: string;
}

export interface CertificateWishes {
  name?: string;
  issuer?: Pair;
  isAuthority?: boolean;
  /** Of DNS; localhost and 127.0.0.1 unless told otherwise. */
  names?: string[];
  fromDay?: number;
  toDay?: number;
  keyType?: 'ec' | 'rsa';
  /** Makes it for this key. */
  key?: { private: string; public: string };
}

export async function makeCertificate(wishes: CertificateWishes = {}): Promise<Pair & { public: string }> {
  const { name = 'localhost', issuer, isAuthority = false, names, fromDay = -1, toDay = 60, key, keyType = 'ec' } = wishes;
  const altNames = names
    ? names.map((value) => ({ type: 2 as const, value }))
    : [
        { type: 2 as const, value: 'localhost' },
        { type: 7 as const, ip: '127.0.0.1' },
      ];
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType,
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + fromDay * DAY_MS),
    notAfterDate: new Date(Date.now() + toDay * DAY_MS),
    ...(issuer && { ca: issuer }),
    ...(key && { keyPair: { privateKey: key.private, publicKey: key.public } }),
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      ...(isAuthority ? [] : [{ name: 'subjectAltName' as const, altNames }]),
    ],
  });
  return { cert: `${made.cert.trim()}\n`, key: made.private, public: made.public };
}

export const makeAuthority = (name: string, issuer?: Pair) => makeCertificate({ name, isAuthority: true, ...(issuer && { issuer }) });

export function keySha256(cert: string): string {
  return createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** A TLS connection to the loopback that trusts anybody; `chain` is what the server presented, by serial number. */
export async function connectTo(port: number | string): Promise<{ socket: TLSSocket; serial: string; chain: string[] }> {
  const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false, servername: 'localhost' });
  await new Promise<void>((resolve, reject) => socket.once('error', reject).once('secureConnect', resolve));
  const chain: string[] = [];
  let one = socket.getPeerCertificate(true);
  while (one && !chain.includes(one.serialNumber)) {
    chain.push(one.serialNumber);
    one = one.issuerCertificate;
  }
  return { socket, serial: chain[0] ?? '', chain };
}

export async function servedSerial(port: number | string): Promise<string> {
  const { socket, serial } = await connectTo(port);
  socket.destroy();
  return serial;
}

export const serialOf = (cert: string) => new X509Certificate(cert).serialNumber;
