/** The flag `--parallel`, for the commands that send. What it means without a value is decided where batches are sent. */
import { InvalidArgumentError, Option } from 'commander';
import { connectionsMax } from '../client/transport.js';
import { parallelDefault } from '../client/upload.js';

export function parallelOption(): Option {
  const text = `batches under way at a time, 1 to ${connectionsMax}; as many can end up in doubt`;
  return new Option('--parallel <n>', `${text} (default: ${parallelDefault} where uploads are idempotent, else 1)`).argParser(parallel);
}

function parallel(text: string): number {
  const number = Number(text);
  if (!/^\d{1,2}$/.test(text) || number < 1 || number > connectionsMax)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${connectionsMax}.`);
  return number;
}
