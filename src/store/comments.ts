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

/** A reason of a warning. A user of units is not told it: the sale may be one that this user may not see. */
export const mayBeThere = 'may be a sale that is there already, of the same amount and time';

/** A reason of a warning that users of units are told, too, as they are of duplicates: a name of the sale agrees. */
export const mayBeThereThatDay = 'may be a sale that is there already, of the same day: one of them has no time of day';

/** Ends of what an upload says of all such rows together. */
export const thereWithOtherCosts =
  'there already, with another fee or net amount: what came first counts. If this file corrects it, undo the earlier upload.';
export const thereWithOtherAmount =
  'there already, with the same number and time and another amount. If this file corrects it, undo the earlier upload.';
export const thereOtherwise =
  'there already, with the same number, amount and minute, but another spelling, field or place. If so, undo this upload.';
export const thereAtOtherTimes =
  'than a sale that is there already, with the same number and amount: times of another time zone, or rounded ones. If so, undo this upload.';
export const thereThatDay =
  'there already, with the same name, amount and day: one of both files has no time of day. If so, undo this upload.';

/** The comment of a duplicate; without `id` for those who may not see the sale that stands. */
export function duplicateComment(id?: string): string {
  return id === undefined ? 'Duplicate' : `Duplicate of ${id}`;
}

/** The id of the sale that stands, in the comment of a duplicate. */
export function originalIn(comment: string): string | null {
  return /^Duplicate of (\S+)$/.exec(comment)?.[1] ?? null;
}

/** The comment without {@link mayBeThere}. */
export function withoutDoubt(comment: string): string | null {
  const reasons = reasonsIn(comment).filter((reason) => reason !== mayBeThere);
  if (!isWarning(comment)) return comment;
  return reasons.length === 0 ? null : warningOf(reasons);
}

export function isWarning(comment: string | null): boolean {
  return comment?.startsWith(warningStart) ?? false;
}

/** The reasons that a comment was made of. */
export function reasonsIn(comment: string | null): string[] {
  if (!comment) return [];
  return (isWarning(comment) ? comment.slice(warningStart.length) : comment).split(between);
}
