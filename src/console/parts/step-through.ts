/** To the next link of a list, or the one before: from where one stands, else from what is open. */

/** False where there is nothing to step to. */
export function stepThrough(links: readonly HTMLElement[], by: number): boolean {
  if (links.length === 0) return false;
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const from = focused >= 0 ? focused : links.findIndex((link) => link.getAttribute('aria-current') === 'true');
  const next = links[from < 0 ? 0 : Math.max(0, Math.min(from + by, links.length - 1))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return true;
}
