/**
 * Names that people give to users, customers, tenants, units and import configurations. They are kept in composed form (NFC), and two
 * names that differ in case or form alone count as the same: nobody could tell them apart.
 */
import { nameCharsMax, userNameCharsMax } from './limits.js';
import { SalesError } from './problem.js';
import { isUuid } from './uuid.js';

/** Controls, what reorders or hides text, separators of lines, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Who acts where no user does, in the audit trail and in a transaction's history; `local:NAME` cannot be, for its colon. */
const NO_USER: readonly string[] = ['server', 'unknown', 'import'];

/** `text` as a name is kept. Fails with `usage`. */
export function nameOf(what: string, text: string, charsMax: number = nameCharsMax): string {
  const name = text.normalize('NFC');
  const fault = faultOf(name, charsMax);
  if (fault) throw new SalesError('usage', `The name of the ${what} ${fault}.`);
  return name;
}

/** The same for the name that somebody logs in with: HTTP Basic ends it at the first colon. Fails with `usage`. */
export function userNameOf(text: string): string {
  const name = nameOf('user', text, userNameCharsMax);
  if (name.includes(':')) throw new SalesError('usage', 'The name of the user must not have a colon, which ends it at log-in.');
  if (NO_USER.includes(sameness(name))) {
    throw new SalesError('usage', `The name of the user must not be "${name}": the audit trail and histories call the system itself so.`);
  }
  return name;
}

function faultOf(name: string, charsMax: number): string | null {
  if (name === '') return 'must not be empty';
  if (name !== name.trim()) return 'must not begin or end with a space';
  if (UNSEEN.test(name)) return 'must not have control characters, or others that cannot be seen';
  if ([...name].length > charsMax) return `must have at most ${charsMax} characters`;
  if (isUuid(name)) return 'must not look like an id';
  return null;
}

/** What names that count as the same have in common. */
export function sameness(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
