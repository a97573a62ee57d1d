/** The lines about a claim: what is missing, each by itself; then what nobody can know, summed up by its kind. */
import type { ClosingClaim, ClosingFinding } from '../../contract/closes.js';
import type { ClosingWords } from './en.js';

/** More of one kind are counted. */
const SHOWN_MAX = 20;
const NAMED_MAX = 3;

interface ClaimLine {
  text: string;
  /** Null where it counts several. */
  finding: ClosingFinding | null;
}

/** A newer server may know codes for which there are no words here. */
export function findingText({ findings }: Pick<ClosingWords, 'findings'>, finding: ClosingFinding): string {
  const worded: Partial<typeof findings> = findings;
  return worded[finding.code]?.(finding) ?? finding.code;
}

export function claimLines(words: Pick<ClosingWords, 'findings' | 'more' | 'moreAlike'>, { findings }: ClosingClaim): ClaimLine[] {
  const line = (finding: ClosingFinding): ClaimLine => ({ text: findingText(words, finding), finding });
  const broken = findings.filter(({ state }) => state === 'Broken');
  const lines = broken.slice(0, SHOWN_MAX).map(line);
  if (broken.length > SHOWN_MAX) lines.push({ text: words.more(broken.length - SHOWN_MAX), finding: null });
  const others = new Map<ClosingFinding['code'], ClosingFinding[]>();
  for (const finding of findings)
    if (finding.state === 'NotProvable') others.set(finding.code, [...(others.get(finding.code) ?? []), finding]);
  for (const same of others.values()) {
    const [first] = same as [ClosingFinding];
    if (same.length <= NAMED_MAX) lines.push(...same.map(line));
    else lines.push({ text: `${findingText(words, first)} ${words.moreAlike(same.length - 1)}`, finding: null });
  }
  return lines;
}
