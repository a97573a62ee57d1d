/** Pages that have the rows of a finding. */
import type { ClosingFinding } from '../../../contract/closes.js';
import { hrefOf } from '../../router.js';
import { mayDrop } from '../../session.js';
import { listHref, periodOf } from '../transactions/filters.js';

/** Null where no page has any; sales that never came are to be uploaded. */
export function hrefOfFinding({ code, dayFrom, dayTo, terminalId, acquirerId, payoutId }: ClosingFinding): string | null {
  switch (code) {
    case 'CounterGap':
    case 'TotalDiffers':
    case 'NoTotal':
      return listHref({ ...periodOf(dayFrom, dayTo), terminalId });
    case 'NotImported':
      return listHref({ ...periodOf(dayFrom, dayTo), transactionState: 'Unprocessed' });
    case 'Unpaid':
      return hrefOf('exceptions', { dayFrom, dayTo });
    case 'NoSales':
      return mayDrop.value ? hrefOf('upload') : null;
    case 'NoFile':
      return hrefOf('records', { acquirerId, terminalId });
    case 'PayoutDiffers':
    case 'Unannounced':
    case 'NotItemised':
      return hrefOf('payouts', { payoutId, acquirerId });
    default:
      return null;
  }
}
