/** A way to the database that ends when a COMMIT is sent: before it arrives, after it was done but before the answer, or while it is on its way. */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Pair } from '../support/certificates.js';

export type Cut = 'before' | 'answer lost' | 'arrives late';

export interface CuttingProxy {
  port: number;
  /** The next COMMIT of a transaction that has sent this is cut so, of one that locks a row if nothing is said; or that many. Null lets all pass. */
  cutNext(how: Cut | null, having?: string, times?: number): void;
  /** The next COMMIT of a transaction that locks a row arrives late: when this promise is kept. */
  holdNext(arrival: Promise<unknown>): void;
  /** How many were cut. */
  cuts(): number;
  close(): void;
}

export const LATE_MS = 150;

/** What it presents itself, and the authority that it asks of the database: where both ways speak TLS, it reads what goes over them. */
export interface ProxyTls extends Pair {
  ca: string;
}

export async function cuttingProxy(target: number, tls: ProxyTls | null = null): Promise<CuttingProxy> {
  let next: Cut | null = null;
  let sent = '';
  let left = 0;
  let cuts = 0;
  let held: Promise<unknown> | null = null;
  const sockets = new Set<Socket>();
  const follow = (socket: Socket) => {
    sockets.add(socket);
    return socket
      .setNoDelay(true)
      .on('error', () => {})
      .once('close', () => sockets.delete(socket));
  };
  const server = createServer((outer) => {
    const inner = follow(connect(target, '127.0.0.1'));
    follow(outer);
    if (tls === null) relay(outer, inner);
    else encrypted(outer, inner, tls, (client, database) => relay(follow(client), follow(database)));
  });
  const relay = (client: Socket, database: Socket) => {
    /** Since the transaction began. */
    let said = '';
    let isCut = false;
    client.on('data', (data) => {
      if (isCut) return;
      said = (data.includes('BEGIN') ? '' : said) + data.toString('latin1');
      const how = said.includes(sent) && data.includes('COMMIT') ? next : null;
      if (!how) {
        database.write(data);
        return;
      }
      left -= 1;
      if (left <= 0) next = null;
      isCut = true;
      cuts += 1;
      client.destroy();
      void (held ?? wait(how === 'arrives late' ? LATE_MS : 0)).then(async () => {
        if (how !== 'before') {
          database.write(data);
          await wait(2 * LATE_MS);
        }
        database.destroy();
      });
    });
    database.on('data', (data) => {
      if (!isCut) client.write(data);
    });
    client.on('close', () => !isCut && database.destroy());
    database.on('close', () => client.destroy());
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cutNext = (how: Cut | null, having = 'FOR UPDATE', times = 1) => {
    next = how;
    left = times;
    sent = having;
    held = null;
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cutNext,
    holdNext: (arrival) => {
      cutNext('arrives late');
      held = arrival;
    },
    cuts: () => cuts,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** As PostgreSQL's protocol begins TLS: a request of eight bytes, answered with one letter. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Speaks TLS to the database first, so that the client is told yes only when there is one. */
function encrypted(outer: Socket, inner: Socket, { cert, key, ca }: ProxyTls, use: (client: Socket, database: Socket) => void): void {
  const giveUp = () => {
    inner.destroy();
    outer.destroy();
  };
  inner.once('close', giveUp);
  outer.once('close', giveUp);
  outer.once('data', () => {
    inner.write(SSL_REQUEST);
    inner.once('data', () => {
      const database = connectTls({ socket: inner, ca, servername: 'localhost' });
      database.once('error', giveUp);
      database.once('secureConnect', () => {
        // From here on one way may end before the other.
        for (const socket of [inner, outer]) socket.off('close', giveUp);
        outer.write('S', () => use(new TLSSocket(outer, { isServer: true, cert, key }), database));
      });
    });
  });
}
