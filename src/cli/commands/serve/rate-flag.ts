/** The flag `--rate` of `sales serve`: `20/s`, `600/m`, `5000/h`. */
import { InvalidArgumentError, Option } from 'commander';

const SECONDS = { s: 1, m: 60, h: 3_600 };

export function rateOption(): Option {
  return new Option(
    '--rate <n/unit>',
    'requests of each user in a second, minute or hour, such as 20/s, 600/m or 5000/h (default: no limit)',
  ).argParser(rate);
}

function rate(text: string): { requests: number; windowS: number } {
  const [, number = '', unit] = /^([1-9]\d{0,6})\/([smh])$/.exec(text) ?? [];
  if (unit === undefined) throw new InvalidArgumentError('It must be a number and a unit of time, such as 20/s, 600/m or 5000/h.');
  return { requests: Number(number), windowS: SECONDS[unit as keyof typeof SECONDS] };
}
