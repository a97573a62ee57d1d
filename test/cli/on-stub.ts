/** For tests of command lines on a server of their own: one stub for the file, its requests forgotten before each test. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type MemoryServer, memoryServer } from '../client/memory-server.js';
import { type StubServer, startStub } from '../client/stub-server.js';
import { type CommandLine, openCommandLine } from './command-line.js';

/** `use` gets the stub, to say what it answers, and a new command line before each test. */
export function onStub(use: (stub: StubServer, line: CommandLine) => void): void {
  let stub: StubServer;
  let line: CommandLine;
  beforeAll(async () => {
    stub = await startStub();
  });
  beforeEach(() => {
    stub.requests.length = 0;
    line = openCommandLine(stub);
    use(stub, line);
  });
  afterEach(() => line.remove());
  afterAll(() => stub.close());
}

interface OnMemoryServer {
  stub: StubServer;
  line: CommandLine;
  server: MemoryServer;
}

/** As {@link onStub}, where a server in memory answers, a new one before each test. */
export function onMemoryServer(kind: { idempotent: boolean }, use: (on: OnMemoryServer) => void): void {
  onStub((stub, line) => {
    const server = memoryServer(kind);
    stub.answer = server.answer;
    use({ stub, line, server });
  });
}
