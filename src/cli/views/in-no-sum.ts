/** What a table of sales shows and its sums leave out, in words. */

/** `2 duplicates and 1 not imported: in no sum`. At least one of both is there. */
export function inNoSumText({ duplicates, notImported }: { duplicates: number; notImported: number }): string {
  const parts = [
    ...(duplicates > 0 ? [`${duplicates.toLocaleString('en')} ${duplicates === 1 ? 'duplicate' : 'duplicates'}`] : []),
    ...(notImported > 0 ? [`${notImported.toLocaleString('en')} not imported`] : []),
  ];
  return `${parts.join(' and ')}: in no sum`;
}
