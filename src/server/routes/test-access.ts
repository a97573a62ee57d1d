/** testAccess, testSettlementAccess: log-in and tenant are checked before this is reached, which is the whole test; the answer is empty. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../http/operation.js';

export const testAccess: Handler<typeof operations.testAccess | typeof operations.testSettlementAccess> = async () => ({ body: null });
