/** `--data`: which directory a server's data is in. */
import { InvalidArgumentError, Option } from 'commander';

/** Without a default. An empty name, which a script has where a variable was never set, would be the current directory. */
export function dataFlag(description: string): Option {
  return new Option('--data <dir>', description).argParser(directoryNamed);
}

function directoryNamed(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must name a directory; it is empty.');
  return text;
}
