/** The filters of exceptions; their names are those of the API. */
import { choiceChip, daysChip, textChips } from '../../parts/chips.js';
import type { FilterChip } from '../../parts/filter-bar.js';
import { tenant } from '../../session.js';
import { words } from '../../words.js';
import { todoOf } from './columns.js';

export const filterNames = ['reason', 'side', 'dayFrom', 'dayTo', 'currency', 'terminalId'] as const;

export function chipsOf(query: URLSearchParams): FilterChip[] {
  const { sides, what, side } = words.exceptions;
  // Payouts, files and days of tills are told to users of the whole tenant alone.
  const ownSides = tenant.value?.extent === 'tenant' ? sides : { Sale: sides.Sale, Record: sides.Record };
  const reasons = Object.fromEntries(Object.keys(todoOf).map((code) => [code, words.states.reasons[code] ?? code]));
  return [
    choiceChip(query, 'reason', what, reasons),
    choiceChip(query, 'side', side, ownSides),
    daysChip(query, ['dayFrom', 'dayTo'], words.day),
    ...textChips(query, ['currency', 'terminalId']),
  ];
}
