/** The flags that say how a file is read, the same for every command that reads one, and the options that they make. */
import { type Command, Option } from 'commander';
import { encodings } from '../files/encodings.js';
import type { OpenOptions } from '../files/open.js';

export interface ReadingFlags {
  format: OpenOptions['format'];
  delimiter?: string;
  encoding?: OpenOptions['encoding'];
  decimal?: OpenOptions['decimal'];
  dateFormat?: string;
  timezone?: string;
}

export function addReadingFlags(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'input format').choices(['auto', 'csv', 'json', 'ndjson']).default('auto'))
    .addOption(new Option('--delimiter <char>', 'CSV delimiter; tab for the tab (default: detected)').argParser(delimiter))
    .addOption(new Option('--encoding <encoding>', 'text encoding').choices(['auto', ...encodings]).default('auto'))
    .addOption(new Option('--decimal <sign>', "decimal sign of amounts (default: the column's)").choices(['auto', '.', ',']))
    .option('--date-format <pattern>', "order of dates, as dd/MM/yyyy; or excel for its day numbers (default: the column's)")
    .option('--timezone <zone>', 'IANA zone of local times, as Europe/Zurich');
}

/** The options that the flags make; absent ones are left out. */
export function readingOptions({ format, delimiter, encoding, decimal, dateFormat, timezone }: ReadingFlags): OpenOptions {
  return {
    format,
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && encoding !== 'auto' && { encoding }),
    ...(decimal !== undefined && decimal !== 'auto' && { decimal }),
    ...(dateFormat !== undefined && { dateFormat }),
    ...(timezone !== undefined && { timezone }),
  };
}

function delimiter(text: string): string {
  return text === 'tab' || text === '\\t' ? '\t' : text;
}
