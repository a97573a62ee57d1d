/**
 * The way to a server, layer by layer: name, connection, TLS. It looks and reports; it sends no request and no credentials.
 */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls';
import type { SalesError } from '../contract/problem.js';
import { connectionFailure } from './connection-failure.js';

export type Layer = 'DNS' | 'TCP' | 'TLS' | 'HTTP' | 'log-in';

export interface TlsFacts {
  version: string;
  /** Null when the certificate's end cannot be read. */
  certificateDaysLeft: number | null;
}

/** What the layers said, up to the one that failed. */
export interface Probe {
  address: string | null;
  tls: TlsFacts | null;
  failed: { layer: Layer; error: SalesError } | null;
}

export async function probe(url: URL, ca: string | undefined, timeoutMs: number, nowMs: number): Promise<Probe> {
  const found: Probe = { address: null, tls: null, failed: null };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 443);
  let layer: Layer = 'DNS';
  try {
    found.address = isIP(host) ? host : (await lookup(host)).address;
    layer = 'TCP';
    await opened(connectTcp({ host, port, autoSelectFamily: true }), 'connect', timeoutMs);
    layer = 'TLS';
    const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
    const name = isIP(host) ? {} : { servername: host };
    const socket = connectTls({ host, port, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'], ...name, ...trusted });
    await opened(socket, 'secureConnect', timeoutMs, () => {
      found.tls = tlsFacts(socket, nowMs);
    });
  } catch (cause) {
    found.failed = { layer, error: connectionFailure(cause, url.host, { safe: true, wholeRequestSent: false }) };
  }
  return found;
}

function opened(socket: ReturnType<typeof connectTcp>, event: string, timeoutMs: number, look: () => void = () => {}): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
    socket.once(event, () => {
      look();
      socket.destroy();
      resolve();
    });
  });
}

function tlsFacts(socket: TLSSocket, nowMs: number): TlsFacts {
  const endMs = Date.parse(socket.getPeerCertificate().valid_to);
  return {
    version: socket.getProtocol() ?? 'unknown',
    certificateDaysLeft: Number.isNaN(endMs) ? null : Math.floor((endMs - nowMs) / 86_400_000),
  };
}
