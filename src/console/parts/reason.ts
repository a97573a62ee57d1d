/** What the parameters of a reason tell, in the language of the pages. */
import { reasonDetail as detailIn } from '../../words/reason-text.js';
import { words } from '../words.js';

/** Null where there is nothing to tell. */
export function reasonDetail(side: string, reason: string | null, parameters: Readonly<Record<string, unknown>> | null): string | null {
  return detailIn({ details: words.reasons, fields: words.fields }, { side, reason, parameters });
}
