/** The flags that say how a file is read, the same for every command that reads one, and the options that they make. */
import { type Command, Option } from 'commander';
import type { OpenOptions } from '../files/open.js';

export interface ReadingFlags {
  format: OpenOptions['format'];
  delimiter?: string;
}

export function addReadingFlags(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'input format').choices(['auto', 'csv', 'json', 'ndjson']).default('auto'))
    .addOption(new Option('--delimiter <char>', 'CSV delimiter; tab for the tab (default: detected)').argParser(delimiter));
}

/** The options that the flags make; absent ones are left out. */
export function readingOptions({ format, delimiter }: ReadingFlags): OpenOptions {
  return { format, ...(delimiter !== undefined && { delimiter }) };
}

function delimiter(text: string): string {
  return text === 'tab' || text === '\\t' ? '\t' : text;
}
