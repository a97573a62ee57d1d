/** The way in. The version alone is told without loading the commands. */
import { type Host, processHost } from './terminal/host.js';
import { openOutput, plainOutput } from './terminal/output.js';

/** Runs one command line (without node and script) to its end and returns its exit code. It never throws. */
export async function main(argv: string[], host: Host = processHost()): Promise<number> {
  const [word = ''] = argv;
  // Where it cannot be found, the long way says so.
  const version = argv.length === 1 && ['-V', '--version'].includes(word) ? await host.version().catch(() => null) : null;
  if (version !== null) {
    openOutput(host, plainOutput).part(`${version}\n`);
    return 0;
  }
  const { runCommandLine } = await import('./command-line.js');
  return runCommandLine(argv, host);
}
