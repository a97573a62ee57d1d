/**
 * Which objects may be removed: those that have no data and on which nothing else depends. A tenant with uploads and a user who has made some
 * must stay; their access can be taken away instead. Each fails with `usage` where the object must stay.
 */
import { SalesError } from '../contract/problem.js';
import type { Hint } from '../contract/remedy.js';

export const mayRemove = {
  customer: (name: string, tenants: number): void => {
    if (tenants > 0)
      throw stays(`The customer "${name}" still has tenants (${tenants})`, ['Remove them first: ', ['sales', 'admin', 'tenant', 'remove']]);
  },
  tenant: (name: string, hasUploads: boolean): void => {
    if (!hasUploads) return;
    throw stays(`The tenant "${name}" has uploads, and data is not deleted here`, [
      'To hide it, take its users away: ',
      ['sales', 'admin', 'user', 'revoke', 'NAME', '--tenant', 'ID'],
    ]);
  },
  unit: (name: string, units: number): void => {
    if (units === 0) return;
    throw stays(`The unit "${name}" still has units below it (${units})`, [
      'Remove them first, or move them: ',
      ['sales', 'admin', 'unit', 'set'],
    ]);
  },
  user: (name: string, hasUploads: boolean): void => {
    if (!hasUploads) return;
    throw stays(`"${name}" has made uploads, which keep their user`, [
      'Disable the user instead: ',
      ['sales', 'admin', 'user', 'disable', name],
    ]);
  },
};

function stays(why: string, hint: Hint): SalesError {
  return new SalesError('usage', `${why}.`, { hint });
}
