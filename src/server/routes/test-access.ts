/** testAccess: getting past the log-in and into a tenant is all it tests, so the answer is empty. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../operation.js';

export const testAccess: Handler<typeof operations.testAccess> = async () => ({ body: null });
