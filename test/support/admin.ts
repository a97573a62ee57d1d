/** Administration of a test server, as an operator types it. */
import type { CommandLine } from '../cli/command-line.js';
import { password, type TestServer } from './test-server.js';

/** Runs `sales admin ARGV` on the data of `server`, each password that it asks for the test's own; gives what it prints. */
export function adminOn(line: CommandLine, server: () => TestServer): (...argv: string[]) => Promise<string> {
  return async (...argv) => {
    const { exit, stdout, stderr } = await line.run(['admin', '--data', server().directory, ...argv], { stdin: `${password}\n` });
    if (exit !== 0) throw new Error(stderr);
    return stdout.trim();
  };
}
