/**
 * The commands of a block of shell, word by word as bash makes them, and none of them run: a restricted bash without a single program is
 * given the block, and each command that it looks for is written down. What a pipe, a function or a loop makes of a line is bash's affair.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ShellLines {
  /** Each with its words. */
  commands: string[][];
  /** What bash has to say about the syntax; empty where nothing. */
  fault: string;
}

const bash = '/bin/bash';

/** `folder` holds what is needed meanwhile. */
export function shellLines(text: string, folder: string): ShellLines {
  const bin = join(folder, 'bin');
  const record = join(folder, 'record');
  const block = join(folder, 'block.sh');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'record'), `#!${bash}\nprintf '%s\\0' "$@" '' >>'${record}'\n`);
  chmodSync(join(bin, 'record'), 0o755);
  rmSync(record, { force: true });
  writeFileSync(record, '');
  writeFileSync(block, `command_not_found_handle() { record "$@"; }\n${text}`);
  const options = { cwd: folder, env: { PATH: bin, RENEWED_LINEAGE: '/etc/letsencrypt/live/sales' }, encoding: 'utf8' } as const;
  const syntax = spawnSync(bash, ['--noprofile', '--norc', '-n', block], options);
  if (syntax.status !== 0) return { commands: [], fault: syntax.stderr };
  const { stderr } = spawnSync(bash, ['--noprofile', '--norc', '-r', block], options);
  const written = readFileSync(record, 'utf8').split('\0\0').slice(0, -1);
  return { commands: written.map((words) => words.split('\0')), fault: stderr };
}
