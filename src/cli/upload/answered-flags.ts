/** An answer to a question about a file, as the flag that says it. */
import { Command } from 'commander';
import type { Remedy } from '../../contract/remedy.js';
import { pairIn } from '../../jobs/answers/answer-parts.js';
import { addReadingFlags, type ReadingFlags } from '../flags/reading-flags.js';

/** The flags with `answer` among them; it replaces what was said of the same before. */
export function withAnswer<Flags extends ReadingFlags>(flags: Flags, answer: Remedy): Flags {
  const [flag, given = ''] = answer;
  const { set = [], const: constants = [], only = [], leaveOut = [], negative = [] } = flags;
  const [field] = pairIn(given);
  if (flag === '--only') return { ...flags, only: [...only, given] };
  if (flag === '--leave-out') return { ...flags, leaveOut: [...leaveOut, given] };
  if (flag === '--negative') return { ...flags, negative: [...negative, given] };
  if (flag === '--set') return { ...flags, set: [...without(field, set), given], const: without(field, constants) };
  if (flag === '--const') return { ...flags, set: without(field, set), const: [...without(field, constants), given] };
  const command = addReadingFlags(new Command()).parse([...answer], { from: 'user' });
  const said = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return { ...flags, ...Object.fromEntries(said), ...(flag === '--timezone' && { isProfileZone: false }) };
}

function without(field: string, pairs: readonly string[]): string[] {
  return pairs.filter((pair) => pairIn(pair)[0].trim() !== field);
}

/** Flags that may be there for several values. */
const repeated = ['--only', '--leave-out', '--negative'];

/** The answers without those that a later one replaced. */
export function lastAnswers(answers: readonly Remedy[]): Remedy[] {
  const of = ([flag, given = '']: Remedy) =>
    flag === '--set' || flag === '--const' ? pairIn(given)[0] : repeated.includes(flag ?? '') ? `${flag} ${given}` : flag;
  return answers.filter((answer, at) => answers.findLastIndex((other) => of(other) === of(answer)) === at);
}
