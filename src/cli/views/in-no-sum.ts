/** What a table of sales shows and its sums leave out, in words. */
import { count } from './input-view.js';

/** `2 duplicates and 1 not imported: in no sum`. At least one of both is there. */
export function inNoSumText({ duplicates, notImported }: { duplicates: number; notImported: number }): string {
  const parts = [
    ...(duplicates > 0 ? [count(duplicates, 'duplicate')] : []),
    ...(notImported > 0 ? [`${notImported.toLocaleString('en')} not imported`] : []),
  ];
  return `${parts.join(' and ')}: in no sum`;
}
