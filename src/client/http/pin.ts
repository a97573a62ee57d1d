/**
 * A server that is trusted by its key alone, as ssh does it: whoever holds the pinned key is that server, whatever its certificate
 * says of names and authorities. Keys are pinned rather than certificates because our server keeps its key when it renews.
 * The proof is asked for before a connection is handed to anyone who could write to it.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { connect, createSecureContext, type TLSSocket } from 'node:tls';
import { SalesError } from '../../contract/problem.js';

/** What a server showed of itself, believed or not. Fingerprints are SHA-256 in hex, of the DER. */
export interface PeerCertificate {
  /** Fingerprint of its public key, which is the one that is pinned. */
  keySha256: string;
  certificateSha256: string;
  /** Hosts and addresses that the certificate is for. */
  names: string[];
  issuer: string;
  validFromMs: number;
  validToMs: number;
}

/** Certificate of the other end after the handshake; null where it shows none. */
export function peerCertificate(socket: TLSSocket): PeerCertificate | null {
  // Not getPeerX509Certificate: it takes the certificate off the chain, so that whoever asks next gets nothing (Node 20).
  const { raw } = socket.getPeerCertificate();
  if (!raw) return null;
  const certificate = new X509Certificate(raw);
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' });
  const names = certificate.subjectAltName?.split(', ').map((name) => name.replace(/^(?:DNS|IP Address):/, ''));
  return {
    keySha256: createHash('sha256').update(key).digest('hex'),
    certificateSha256: createHash('sha256').update(certificate.raw).digest('hex'),
    names: names ?? [lastName(certificate.subject)],
    issuer: lastName(certificate.issuer),
    validFromMs: Date.parse(certificate.validFrom),
    validToMs: Date.parse(certificate.validTo),
  };
}

/** Null where the other end of a finished handshake is the pinned server: it holds the key, or has the very certificate, of `pin`. */
export function pinFailure(socket: TLSSocket, pin: string, host: string, nowMs: number): SalesError | null {
  const peer = peerCertificate(socket);
  if (!peer) return new SalesError('tlsTrust', `${host} shows no certificate.`);
  if (pin === peer.keySha256 || pin === peer.certificateSha256) return validityFailure(peer, host, nowMs);
  const keys = `its key has the SHA-256 ${peer.keySha256}, not ${pin}`;
  return new SalesError('tlsTrust', `${host} is not the server that was trusted: ${keys}. Nothing was sent to it.`, {
    hint: ['Ask whoever runs the server. If its key was changed on purpose: ', ['sales', 'login', '--pin-sha256', peer.keySha256]],
  });
}

/** A pin says who it is, not that its certificate is still good. */
export function validityFailure({ validFromMs, validToMs }: PeerCertificate, host: string, nowMs: number): SalesError | null {
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const hint = 'Check the clock of this machine, or ask whoever runs the server';
  if (!(validToMs > nowMs)) return new SalesError('tlsTrust', `The certificate of ${host} has expired (${date(validToMs)}).`, { hint });
  if (validFromMs > nowMs) {
    return new SalesError('tlsTrust', `The certificate of ${host} is not valid before ${date(validFromMs)}.`, { hint });
  }
  return null;
}

export interface PinnedAddress {
  /** A name or an address, without brackets. */
  host: string;
  port: number;
  /** As sent to the server; empty for an address. */
  servername: string;
  pin: string;
  connectMs: number;
  nowMs: () => number;
}

/** A connection to the pinned server, with `settled` called once. `cancel` breaks it off before. */
export function connectPinned(
  { host, port, servername, pin, connectMs, nowMs }: PinnedAddress,
  settled: (error: Error | null, socket: TLSSocket | null) => void,
): { cancel(): void } {
  const socket = connect({
    host,
    port,
    servername,
    ALPNProtocols: ['http/1.1'],
    // The authorities are not asked: the pin alone decides, below.
    rejectUnauthorized: false,
    secureContext: createSecureContext({ minVersion: 'TLSv1.2', ca: [] }),
  });
  const fail = (error: Error) => {
    clearTimeout(timer);
    socket.destroy();
    settled(error, null);
  };
  const failAs = (code: string) => fail(Object.assign(new Error(code), { code }));
  const timer = setTimeout(failAs, connectMs, 'UND_ERR_CONNECT_TIMEOUT');
  socket.once('error', fail);
  socket.once('secureConnect', () => {
    clearTimeout(timer);
    socket.off('error', fail);
    const failure = pinFailure(socket, pin, `${host.includes(':') ? `[${host}]` : host}:${port}`, nowMs());
    if (!failure) return settled(null, socket);
    socket.on('error', () => {});
    fail(failure);
  });
  return { cancel: () => socket.destroy(Object.assign(new Error('cancelled'), { code: 'ABORT_ERR' })) };
}

/** The last part of a name such as `O=Shop\nCN=localhost`, which is the one people know. */
function lastName(name: string | undefined): string {
  return name?.split('\n').at(-1)?.replace(/^\w+=/, '') ?? '';
}
