/** The server's application on plain HTTP, from the sources or from any build: without TLS, first start and everything else that takes time. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from 'h3/node';
import type { admission } from '../../src/server/access/admission.js';
import type { authenticator } from '../../src/server/access/auth.js';
import type { passwordHasher } from '../../src/server/access/password.js';
import type { principals } from '../../src/server/access/principals.js';
import type { loginThrottle } from '../../src/server/access/throttle.js';
import type { createApp } from '../../src/server/app.js';
import type { openMatchReader } from '../../src/store/sqlite/sqlite-store.js';
import type { Store } from '../../src/store/store.js';
import type { dataOn } from '../../src/threads/one-thread.js';
import type { Openers, StorePlace } from './stores.js';

/** What the application is made of. */
export interface Build extends Openers {
  admission: typeof admission;
  createApp: typeof createApp;
  authenticator: typeof authenticator;
  principals: typeof principals;
  passwordHasher: typeof passwordHasher;
  loginThrottle: typeof loginThrottle;
  dataOn: typeof dataOn;
  openMatchReader: typeof openMatchReader;
}

export interface PlainServer {
  url: string;
  store: Store;
  stop(): Promise<void>;
}

/** The parts of a build, by a function that imports them. */
export async function buildFrom(load: (file: string) => Promise<unknown>): Promise<Build> {
  const files = [
    'server/access/admission',
    'server/app',
    'server/access/auth',
    'server/access/password',
    'server/access/principals',
    'server/access/throttle',
    'store/sqlite/sqlite-store',
    'store/postgres/postgres-store',
    'threads/one-thread',
  ];
  const modules = await Promise.all(files.map((file) => load(`${file}.js`)));
  return Object.assign({}, ...(modules as object[])) as Build;
}

/** Serves the data of `place`, which is left to the caller. */
export async function startPlainServer(build: Build, place: StorePlace): Promise<PlainServer> {
  const store = place.open(build);
  const data = build.dataOn(store);
  const nowMs = () => Date.now();
  // Who is disabled fails with every question. For the throttle each look at the clock is a window later, so that nobody has to wait.
  let looks = 0;
  const throttle = build.loginThrottle(() => Date.now() + 15 * 60_000 * looks++);
  const basic = build.authenticator({ users: data, hasher: build.passwordHasher(), throttle, nowMs });
  const app = build.createApp({
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    data,
    admission: build.admission(data.listThreads, () => {}),
    principals: build.principals(basic, null),
    console: null,
    version: '0.0.0-test',
    isStopping: () => false,
    isOwnName: () => true,
    metricsText: async () => '',
    rateLimit: null,
    log: () => {},
    onStorageFailure: () => {},
  });
  const server = createServer(toNodeHandler(app));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await data.close();
    },
  };
}
