/**
 * A proxy that breaks things: it stands between client and server, opens the TLS with the server's own certificate, and does to chosen
 * uploads what bad networks do. Everything else passes.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { type Shape, trickle } from '../hostile/trickle.js';
import { frameReader } from './http-frames.js';

export type Fault =
  /** The connection breaks after so many bytes of the request; the server never sees the rest. */
  | { kind: 'cutRequest'; afterBytes: number }
  /** The server gets the whole request; of its reply, so many bytes come through, then the connection ends (reset or in good order). */
  | { kind: 'cutReply'; afterBytes: number; how: 'reset' | 'end' }
  /** The server gets the whole request; nothing comes back, the connection stays. */
  | { kind: 'silence' }
  /** The server gets the whole request; an answer without an end comes back, see {@link trickle}. */
  | { kind: 'trickle'; shape: Shape; counts: number[] }
  /** The server gets the whole request; something else comes back. */
  | { kind: 'otherReply'; reply: string };

export interface FaultProxy {
  url: string;
  /** Where to pass things on to; may change when the server was started again. */
  upstream: string;
  /** Decides about each upload; `bytes` is the length of the whole request. */
  faultFor: (upload: number, bytes: number) => Fault | null;
  /** Uploads seen so far, and those that went to the server whole. */
  seen: number;
  delivered: number;
  /** Breaks all connections. */
  cutAll(): void;
  close(): Promise<void>;
}

/** A proxy with the certificate of a server's data directory. */
export async function openFaultProxy(directory: string, upstream: string): Promise<FaultProxy> {
  const ca = readFileSync(join(directory, 'tls/ca.pem'));
  const sockets = new Set<TLSSocket>();
  const server = createServer({
    cert: readFileSync(join(directory, 'tls/server.pem')),
    key: readFileSync(join(directory, 'tls/server.key')),
  });
  const proxy: FaultProxy = {
    url: '',
    upstream,
    faultFor: () => null,
    seen: 0,
    delivered: 0,
    cutAll: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      proxy.cutAll();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('secureConnection', (client) => {
    const { hostname, port } = new URL(proxy.upstream);
    const remote = connect({ host: hostname, port: Number(port), ca, servername: 'localhost' });
    for (const socket of [client, remote]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        remote.destroy();
      });
    }
    pass(client, remote, proxy);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

function pass(client: TLSSocket, remote: TLSSocket, proxy: FaultProxy): void {
  let fault: Fault | null = null;
  let requestBytes = 0;
  let replyBytes = 0;
  client.on(
    'data',
    frameReader(({ bytes, head, isFirst, isLast }) => {
      if (isFirst) {
        fault = null;
        requestBytes = 0;
        replyBytes = 0;
      }
      if (head?.startsWith('POST') && requestBytes === 0) {
        const length = head.length + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
        fault = proxy.faultFor(proxy.seen++, length);
      }
      const room = fault?.kind === 'cutRequest' ? fault.afterBytes - requestBytes : bytes.length;
      requestBytes += bytes.length;
      if (room >= bytes.length) {
        if (!remote.destroyed) remote.write(bytes);
        if (isLast && head?.startsWith('POST')) proxy.delivered++;
        return;
      }
      // What was let through arrives, then the connection breaks on both sides.
      remote.write(bytes.subarray(0, Math.max(room, 0)), () => {
        remote.destroy();
        client.destroy();
      });
    }),
  );
  remote.on(
    'data',
    frameReader(({ bytes, isLast }) => {
      if (!fault || fault.kind === 'cutRequest') client.write(bytes);
      else if (fault.kind === 'otherReply' && isLast) client.end(fault.reply);
      else if (fault.kind === 'trickle' && isLast) trickle(client, fault.shape, fault.counts);
      else if (fault.kind === 'cutReply') {
        const through = bytes.subarray(0, Math.max(fault.afterBytes - replyBytes, 0));
        replyBytes += bytes.length;
        if (through.length > 0) client.write(through);
        if (isLast || replyBytes >= fault.afterBytes) {
          if (fault.how === 'end') client.end();
          else client.destroy();
        }
      }
    }),
  );
}
