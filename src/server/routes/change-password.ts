/** changePassword: whoever knows the password of a user may give it a new one. Who guesses at the old one waits as with log-ins. */
import { PasswordChange } from '../../contract/access.js';
import { SalesError } from '../../contract/problem.js';
import { administering } from '../access/administering.js';
import { isUsablePassword } from '../access/auth.js';
import { newPasswordOf } from '../access/new-password.js';
import { passwordHasher } from '../access/password.js';
import { jsonBody } from '../http/json-body.js';
import type { Gate, UserHandler } from '../http/operation.js';

const hasher = passwordHasher();

export function changePassword({ data, principals }: Pick<Gate, 'data' | 'principals'>): UserHandler<'changePassword'> {
  return async (user, request) => {
    const { oldPassword, newPassword } = await jsonBody(request, PasswordChange);
    if (!isUsablePassword(newPassword)) throw fault('newPassword', 'must have 1 to 512 bytes and no control characters');
    if (!(await principals.knowsPassword(user, oldPassword, request.node, request.notes.address))) {
      throw fault('oldPassword', 'is not the password of this user');
    }
    const { hash } = await newPasswordOf(newPassword, hasher);
    await administering(data, user, request.notes, (calls) => calls.setPassword(user.id, hash));
    return { body: null };
  };
}

function fault(field: keyof PasswordChange, message: string): SalesError {
  return new SalesError('validation', undefined, { errors: { [field]: [message] } });
}
