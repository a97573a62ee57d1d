/** `sales settle`: files of acquirers and payment services to the API, as `sales upload` sends sales. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { sendsFiles } from './upload.js';

export function commandOf(run: Run): Command {
  const command = new Command('settle')
    .alias('settlement')
    .description(
      'Send the settlement records in FILE to the API: what an acquirer or payment service says it took, kept and paid. Accepts CSV, JSON and NDJSON, also gzipped, and XLSX; - is standard input.',
    );
  return sendsFiles(command, 'Settlement', run);
}
