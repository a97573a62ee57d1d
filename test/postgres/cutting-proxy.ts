/** A way to the database that ends when a COMMIT is sent: before it arrives, after it was done but before the answer, or while it is on its way. */
import { connect, createServer, type Socket } from 'node:net';

export type Cut = 'before' | 'answer lost' | 'arrives late';

export interface CuttingProxy {
  port: number;
  /** The next COMMIT of a transaction that has taken a tenant's turn is cut so; null lets all pass. */
  cutNext(how: Cut | null): void;
  /** How many were cut. */
  cuts(): number;
  close(): void;
}

const LATE_MS = 150;

export async function cuttingProxy(target: number): Promise<CuttingProxy> {
  let next: Cut | null = null;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    for (const socket of [client, database]) sockets.add(socket.on('error', () => {}));
    let hasTurn = false;
    let isCut = false;
    client.on('data', (data) => {
      if (isCut) return;
      if (data.includes('FOR UPDATE')) hasTurn = true;
      const how = hasTurn && data.includes('COMMIT') ? next : null;
      if (!how) {
        database.write(data);
        return;
      }
      next = null;
      isCut = true;
      cuts += 1;
      client.destroy();
      if (how !== 'before') setTimeout(() => database.write(data), how === 'arrives late' ? LATE_MS : 0);
      setTimeout(() => database.destroy(), how === 'before' ? 0 : 3 * LATE_MS);
    });
    database.on('data', (data) => {
      if (!isCut) client.write(data);
    });
    client.on('close', () => !isCut && database.destroy());
    database.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cutNext: (how) => {
      next = how;
    },
    cuts: () => cuts,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
