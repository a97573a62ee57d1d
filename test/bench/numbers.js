/** What becomes of measured numbers: medians, percentiles, and how they are written. */

export function median(values) {
  return percentile(values, 0.5);
}

/** The smallest value that so much of all values does not exceed: 0.99 gives the p99, of few values the largest. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))];
}

/** A number as people read it: three digits that count, or all before the point. */
export function figure(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '-';
  if (value === 0 || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

/** A share as people read it: 1/40 rather than 0.025. */
export function share(value) {
  return value > 0 && value < 0.5 ? `1/${figure(1 / value)}` : figure(value);
}

export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
