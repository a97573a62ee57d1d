/** For tests of command lines against a real server: one for the file, and a new command line before each test. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { StubServer } from '../client/stub-server.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { type CommandLine, openCommandLine } from './command-line.js';

/** `use` gets the server, and a command line whose environment names it, before each test. */
export function onServer(use: (server: TestServer, line: CommandLine) => void): void {
  let server: TestServer;
  let line: CommandLine;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => {
    const { url, ca } = server;
    line = openCommandLine({ url, ca } as StubServer);
    use(server, line);
  });
  afterEach(() => line.remove());
  afterAll(() => server.stop());
}
