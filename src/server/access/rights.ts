/** Whether a user has a role that an operation takes. The answer names the role: whoever sees it has logged in with the right password. */
import { SalesError } from '../../contract/problem.js';
import type { Role, User } from '../../store/access.js';

/** Fails with `code` where the user has none of `roles`. */
export function checkRole({ roles: own }: Pick<User, 'roles'>, roles: readonly Role[], code: 'unauthorized' | 'forbidden'): void {
  if (roles.some((role) => own.includes(role))) return;
  throw new SalesError(code, `The log-in is right, but the user lacks the role that this needs: ${roles.join(' or ')}.`);
}
