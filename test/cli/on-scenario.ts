/** For tests of command lines about matches: a real server with the scenario of matches, one for the file. */
import { afterAll, beforeAll } from 'vitest';
import { type MatchScenario, matchScenario } from '../support/match-scenario.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';
import { type CommandLine, openCommandLine } from './command-line.js';

interface Stand {
  server: TestServer;
  scenario: MatchScenario;
  /** Names the server and its user to the command line. */
  env: Record<string, string>;
}

/** `use` gets the server before the first test. Returns the command line. */
export function onScenario(use: (stand: Stand) => void): CommandLine {
  const line = openCommandLine(null);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(() => new Date('2026-10-21T08:00:00Z'));
    const env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) };
    use({ server, scenario: await matchScenario(server, `api:${password}`), env });
  });
  afterAll(async () => {
    await server.stop();
    line.remove();
  });
  return line;
}
