/** The flags of how batches are sent and waited for, for the commands that send. */
import { type Command, Option } from 'commander';
import { connectionsMax } from '../../client/http/transport.js';
import { parallelDefault } from '../../client/sending/upload.js';
import { durationMs } from './durations.js';
import { type GzipFlag, gzipOption } from './gzip-flag.js';
import { wholeNumber } from './whole-number.js';

export type InDoubtPolicy = 'ask' | 'stop' | 'resend' | 'skip';

export interface SendingFlags {
  retryFor: number;
  parallel?: number;
  gzip: GzipFlag;
  /** Milliseconds; false with --no-wait. */
  wait: number | false;
  inDoubt: InDoubtPolicy;
}

export function addSendingFlags(command: Command): Command {
  command
    .addOption(parallelOption())
    .addOption(gzipOption())
    .addOption(new Option('--retry-for <duration>', 'how long to retry a failing request').argParser(durationMs).default(900_000, '15m'))
    .addOption(
      new Option('--wait <duration>', 'how long to wait for the import, as --wait=5m').argParser(durationMs).default(600_000, '10m'),
    )
    .option('--no-wait', 'do not wait for the import');
  return addInDoubtFlag(command);
}

function addInDoubtFlag(command: Command): Command {
  return command.addOption(
    new Option(
      '--in-doubt <policy>',
      'what to do with a batch that a server without idempotent uploads may already have: stop, send it again, or skip it',
    )
      .choices(['ask', 'stop', 'resend', 'skip'])
      .default('ask'),
  );
}

/** What it means without a value is decided where batches are sent. */
function parallelOption(): Option {
  const text = `batches sent at the same time, 1 to ${connectionsMax}; that many can end up in doubt`;
  return new Option('--parallel <n>', `${text} (default: ${parallelDefault} where uploads are idempotent, else 1)`).argParser(
    wholeNumber(connectionsMax),
  );
}
