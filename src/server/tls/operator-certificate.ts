/**
 * Reads the operator's certificate from its two files, and says why it cannot be used before any client sees it. What to serve instead is
 * decided elsewhere.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';
import type { Certificate } from './certificate.js';

/** Absolute paths. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

/**
 * The chain and its key. Fails with `usage` when a file cannot be read, when the chain is not in order (the server's own certificate first,
 * each followed by its issuer), when the key does not match, or when the certificate is not valid now.
 */
export async function operatorCertificate(files: CertificateFiles, now: Date): Promise<Certificate> {
  const cert = await readText(files.cert);
  const key = await readText(files.key);
  const chain = parsedChain(cert, files.cert);
  checkKey(chain, parsedKey(key, files.key), files);
  checkOrder(chain, files.cert);
  const [leaf] = chain;
  const end = leaf?.validTo ?? '';
  if (Date.parse(end) <= now.getTime()) {
    throw unusable(files.cert, `has expired (${end})`, 'Renew it, or check the clock of this machine');
  }
  if (Date.parse(leaf?.validFrom ?? '') > now.getTime()) {
    throw unusable(files.cert, `is not valid before ${leaf?.validFrom}`, 'Check the clock of this machine');
  }
  return { cert, key };
}

function parsedChain(text: string, file: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw unusable(file, 'contains no certificate in PEM format', 'It begins with -----BEGIN CERTIFICATE-----');
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw unusable(
        file,
        `is damaged: its certificate ${index + 1} cannot be read`,
        'Write it again, as it came from the authority',
        cause,
      );
    }
  });
}

function parsedKey(text: string, file: string): KeyObject {
  if (/ENCRYPTED/.test(text)) {
    throw unusable(file, 'is encrypted', ['Decrypt it into a separate file: ', ['openssl', 'pkey', '-in', file, '-out', 'server.key']]);
  }
  try {
    return createPrivateKey(text);
  } catch (cause) {
    throw unusable(file, 'contains no private key in PEM format', 'It begins with -----BEGIN PRIVATE KEY----- or the like', cause);
  }
}

function checkKey(chain: readonly X509Certificate[], key: KeyObject, files: CertificateFiles): void {
  const fitting = chain.findIndex((one) => one.checkPrivateKey(key));
  if (fitting === 0) return;
  if (fitting > 0) {
    throw unusable(files.cert, 'does not begin with the certificate of the server', 'Put it first; those of its issuers follow');
  }
  throw unusable(files.key, `does not match ${files.cert}`, 'Certificate and key must come from the same renewal');
}

function checkOrder(chain: readonly X509Certificate[], file: string): void {
  for (const [index, one] of chain.entries()) {
    const next = chain[index + 1];
    if (next && !(one.checkIssued(next) && one.verify(next.publicKey))) {
      const hint = 'The order is: the certificate of the server, its issuer, the issuer of that';
      throw unusable(file, `is not a chain: its certificate ${index + 2} is not the issuer of certificate ${index + 1}`, hint);
    }
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1');
  } catch (error) {
    throw unusable(
      file,
      `cannot be read: ${(error as NodeJS.ErrnoException).code}`,
      'The user that runs the server must be able to read it',
      error,
    );
  }
}

function unusable(file: string, why: string, hint: Hint, cause?: unknown): SalesError {
  return new SalesError('usage', `${file} ${why}.`, { hint, cause });
}
