/** For tests of command lines on a server that keeps what it is sent: one stub for the file, emptied before each test. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { memoryServer } from '../client/memory-server.js';
import { type StubServer, startStub } from '../client/stub-server.js';
import { type CommandLine, openCommandLine } from './command-line.js';

/** `use` gets the stub and a new command line before each test. */
export function onMemoryServer(use: (stub: StubServer, line: CommandLine) => void): void {
  let stub: StubServer;
  let line: CommandLine;
  beforeAll(async () => {
    stub = await startStub();
  });
  beforeEach(() => {
    stub.requests.length = 0;
    stub.answer = memoryServer({ idempotent: true }).answer;
    line = openCommandLine(stub);
    use(stub, line);
  });
  afterEach(() => line.remove());
  afterAll(() => stub.close());
}
