/** The flag `--drop-max` of `sales serve`: `1GB`, `200MB`. */
import { InvalidArgumentError, Option } from 'commander';

const BYTES = { MB: 1_000_000, GB: 1_000_000_000 };

export function dropMaxOption(): Option {
  return new Option('--drop-max <size>', 'size of a file that is dropped on the console at most, such as 200MB')
    .default(BYTES.GB, '1GB')
    .argParser(size);
}

function size(text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,4})(MB|GB)$/i.exec(text.trim()) ?? [];
  const bytes = BYTES[unit.toUpperCase() as keyof typeof BYTES];
  if (bytes === undefined) throw new InvalidArgumentError('It must be a number of MB or GB, such as 200MB or 2GB.');
  return Number(number) * bytes;
}
