/** One run of the program: what every command is given. It is filled in once the flags are read, and holds the exit code at the end. */
import type { Command } from 'commander';
import type { Host } from '../terminal/host.js';
import { type Output, openOutput } from '../terminal/output.js';
import { loadWords } from '../words/words.js';
import { type GlobalFlags, outputFlags } from './global-flags.js';
import { shownIn } from './language-flag.js';

export interface Run {
  host: Host;
  /** The command line, without node and script. */
  argv: readonly string[];
  output: Output;
  flags: GlobalFlags;
  /** The command's exit code. */
  exit: number;
}

export function openRun(host: Host, argv: readonly string[] = []): Run {
  const flags: GlobalFlags = { input: true, color: true, progress: 'auto' };
  return { host, argv, output: openOutput(host, outputFlags(flags, null)), flags, exit: 0 };
}

/** Takes over the flags of the command that is about to act. */
export async function useFlags(run: Run, command: Command): Promise<void> {
  run.flags = command.optsWithGlobals<GlobalFlags>();
  const { language, locale } = shownIn(run.flags.lang, run.host);
  run.output = openOutput(run.host, outputFlags(run.flags, command), await loadWords(language, locale));
}
