/** Comments that import leaves on rows. Whether a row was imported with a warning stands nowhere else: its comment says it. */

const warningStart = 'Warning: ';
const between = '; ';

/** The comment of a row that was imported, but that somebody should look at. */
export function warningOf(reasons: readonly string[]): string {
  return `${warningStart}${reasons.join(between)}`;
}

/** The comment of a row that was not imported. */
export function rejectionOf(reasons: readonly string[]): string {
  return reasons.join(between);
}

export function isWarning(comment: string | null): boolean {
  return comment?.startsWith(warningStart) ?? false;
}

/** The reasons that a comment was made of. */
export function reasonsIn(comment: string | null): string[] {
  if (!comment) return [];
  return (isWarning(comment) ? comment.slice(warningStart.length) : comment).split(between);
}
