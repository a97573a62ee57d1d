/** testAccess: that the request got here is the answer. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../operation.js';

export const testAccess: Handler<typeof operations.testAccess> = async () => ({ body: null });
