/** Credentials: good, wrong, malformed and absent. */
import { password } from '../../access/world.js';
import type { Chance } from './chance.js';
import type { User } from './world.js';

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

export function goodLogin({ name }: Pick<User, 'name'>, chance: Chance | null = null): string {
  const given = chance?.oneIn(20) ? name.normalize('NFD') : name;
  const value = basic(`${given}:${password}`);
  return chance?.oneIn(20) ? value.replace('Basic ', 'bAsIc   ') : value;
}

/** None of them costs a hash. */
const malformed: readonly (string | null)[] = [
  ...[null, '', 'Basic', 'Basic ', 'Basic !!!!', 'Bearer abc', 'Digest username="api"', 'Basic YTpi YTpi', `Basic ${'A'.repeat(3_000)}`],
  ...[
    basic('nocolon'),
    basic(`:${password}`),
    basic('a\u0000b:c'),
    basic(Buffer.from([0xff, 0x3a, 0xff])),
    'Basic YTpiYR==',
    'Basic "; DROP',
  ],
];

export function badLogin(chance: Chance, known: string): string | null {
  // The throttle lets only some fifty of them come to a hash, and that of an unknown user takes a fifth of a second.
  if (chance.oneIn(60)) return basic(`nobody ${chance.below(1_000)}:x`);
  if (chance.oneIn(8)) return basic(`${known}:${chance.below(1_000)}`);
  return chance.pick(malformed);
}
