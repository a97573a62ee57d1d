/**
 * The way to a server, layer by layer: name, connection, TLS. It looks and reports; it sends no request and no credentials.
 */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls';
import { SalesError } from '../../contract/problem.js';
import { connectionFailure } from './connection-failure.js';
import { type PeerCertificate, peerCertificate, pinFailure } from './pin.js';

export type Layer = 'DNS' | 'TCP' | 'TLS' | 'HTTP' | 'log-in';

export interface TlsFacts {
  version: string;
  /** Null when the certificate's end cannot be read. */
  certificateDaysLeft: number | null;
  certificate: PeerCertificate;
}

/** Whom to believe. */
export interface Trust {
  /** PEM of authorities to be trusted beside the built-in ones. */
  ca: string | undefined;
  /** SHA-256 of the one key, or certificate, to be trusted; authorities then count for nothing. */
  pin: string | undefined;
}

/** What the layers said, up to the one that failed. */
export interface Probe {
  address: string | null;
  /** Also where the certificate is not trusted. */
  tls: TlsFacts | null;
  failed: { layer: Layer; error: SalesError } | null;
}

/** Tests the layers in turn and stops at the first that fails; TCP and TLS may each take `timeoutMs`. A failure is part of the result. */
export async function probe(url: URL, trust: Trust, timeoutMs: number, nowMs: number): Promise<Probe> {
  const found: Probe = { address: null, tls: null, failed: null };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 443);
  let layer: Layer = 'DNS';
  try {
    found.address = isIP(host) ? host : (await lookup(host)).address;
    layer = 'TCP';
    await opened(connectTcp({ host, port, autoSelectFamily: true }), 'connect', timeoutMs, () => {});
    layer = 'TLS';
    const ca = trust.ca === undefined ? {} : { ca: [...rootCertificates, trust.ca] };
    const name = isIP(host) ? {} : { servername: host };
    // Whom nobody believes is looked at all the same: nothing is sent, and what was seen helps to decide.
    const options = { host, port, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'], rejectUnauthorized: false, ...name, ...ca } as const;
    const socket = connectTls(options);
    await opened(socket, 'secureConnect', timeoutMs, () => {
      found.tls = tlsFacts(socket, nowMs);
      const failure = trust.pin === undefined ? authorityFailure(socket) : pinFailure(socket, trust.pin, url.host, nowMs);
      if (failure) throw failure;
    });
  } catch (cause) {
    found.failed = { layer, error: connectionFailure(cause, url.host, { safe: true, wholeRequestSent: false }) };
  }
  return found;
}

/** Fails as the connection does, or as `look` does. */
function opened(socket: ReturnType<typeof connectTcp>, event: string, timeoutMs: number, look: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
    socket.once(event, () => {
      try {
        look();
        resolve();
      } catch (error) {
        reject(error);
      }
      socket.destroy();
    });
  });
}

/** Node says by its code why it does not believe, though its types promise an error. */
function authorityFailure({ authorized, authorizationError }: TLSSocket): Error | null {
  if (authorized) return null;
  const code = String(authorizationError);
  return Object.assign(new Error(code), { code });
}

function tlsFacts(socket: TLSSocket, nowMs: number): TlsFacts {
  const certificate = peerCertificate(socket);
  if (!certificate) throw new SalesError('tlsTrust', 'The server shows no certificate.');
  const { validToMs } = certificate;
  return {
    version: socket.getProtocol() ?? 'unknown',
    certificateDaysLeft: Number.isNaN(validToMs) ? null : Math.floor((validToMs - nowMs) / 86_400_000),
    certificate,
  };
}
