/** Commands for rows of each kind, and the words for them. */
import { rowMembers, type UploadKind } from '../../contract/states.js';

export const kindWords = {
  Sales: {
    send: 'upload',
    list: ['list'],
    map: ['map'],
    one: 'transaction',
    sale: 'sale',
    payment: 'sale',
    sales: rowMembers.Sales.called,
  },
  Settlement: {
    send: 'settle',
    list: ['list', '--settlement'],
    map: ['map', '--settlement'],
    one: 'record',
    sale: 'record',
    payment: 'payment',
    sales: rowMembers.Settlement.called,
  },
} as const satisfies Record<UploadKind, object>;
