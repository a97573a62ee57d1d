/** What the parameters of a reason tell, as a sentence. The words are those of a sale: of a settlement record, the sale is the other side. */
import { fieldName, words } from '../words.js';

/** Reasons whose sentence counts settlement records, which only a sale can be compared with. */
const ofSales = ['AmountAlone', 'Nearby', 'Proposed'];

/** Null where there is nothing to tell. */
export function reasonDetail(side: string, reason: string | null, parameters: Readonly<Record<string, unknown>> | null): string | null {
  // Its code and its parameters come from one place of the server.
  const tell = (words.reasons as Record<string, (parameters: unknown, field: string | null) => string | null>)[reason ?? ''];
  const isOfRecord = side === 'Record';
  if (!tell || !parameters || (isOfRecord && ofSales.includes(reason ?? ''))) return null;
  const { field, ours, theirs } = parameters;
  const given = isOfRecord ? { ...parameters, ours: theirs, theirs: ours } : parameters;
  return tell(given, typeof field === 'string' && field !== 'forbidden' ? fieldName(field) : null);
}
