/** Single values as they are shown: money, stored texts, times, states. */
import type { ComponentChildren } from 'preact';
import { decimalOfAmount, moneyText } from '../format.js';
import { words } from '../words.js';
import { timeText } from '../zone.js';

/** A text that somebody sent: whatever its direction and marks, it stays within its own bounds and is nothing but text. */
export function Stored({ text }: { text: string }) {
  return <bdi class="stored">{text}</bdi>;
}

export function Nothing() {
  return (
    <span class="nothing">
      <span aria-hidden="true">–</span>
      <span class="unseen">{words.none}</span>
    </span>
  );
}

/** An exact decimal text of one currency. `bare` where the currency stands elsewhere. */
export function Money({ decimal, currency, bare = false }: { decimal: string; currency: string | null; bare?: boolean }) {
  return (
    <span class={decimal.startsWith('-') ? 'money negative' : 'money'}>
      {moneyText(decimal, currency)}
      {!bare && <span class="currency"> {currency === null ? words.noCurrency : <Stored text={currency} />}</span>}
    </span>
  );
}

export function Amount({ amount, currency, bare = false }: { amount: number | null; currency: string | null; bare?: boolean }) {
  return amount === null ? <Nothing /> : <Money decimal={decimalOfAmount(amount)} currency={currency} bare={bare} />;
}

/** In the chosen zone; as it was given where one points. */
export function Time({ instant }: { instant: string | null }) {
  if (instant === null) return <Nothing />;
  return (
    <time dateTime={instant} title={instant}>
      {timeText(instant)}
    </time>
  );
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain' | 'busy';

/** A state as a word, and how serious it is. */
export interface TonedWord {
  text: string;
  tone: Tone;
}

export const badgeClass = (tone: Tone): string => `badge badge-${tone}`;

export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={badgeClass(tone)}>{children}</span>;
}

/** A transaction's two states as one word that says what is with it. */
export function StateBadge({ state, match }: { state: string; match: string }) {
  const { tone, text } = stateWord(state, match);
  return <Badge tone={tone}>{text}</Badge>;
}

export function stateWord(state: string, match: string): TonedWord {
  const { transactionStates, matchStates, skipped } = words.states;
  if (state === 'Unprocessed') return { text: transactionStates.Unprocessed ?? state, tone: 'bad' };
  if (match === 'Skip') return { text: skipped, tone: 'plain' };
  const text = match === 'Match' ? matchStates.Match : transactionStates.Processed;
  return { text: text ?? state, tone: 'good' };
}

export function uploadWord(status: string, isWithdrawn: boolean): TonedWord {
  if (isWithdrawn) return { tone: 'plain', text: words.uploads.withdrawn };
  return { tone: uploadTones[status] ?? 'plain', text: words.uploads.statuses[status] ?? status };
}

const uploadTones: Record<string, Tone> = { Processing: 'busy', Processed: 'good', ProcessedWithErrors: 'warn', Failed: 'bad' };

export function UploadBadge({ status, withdrawn }: { status: string; withdrawn: boolean }) {
  const { tone, text } = uploadWord(status, withdrawn);
  return <Badge tone={tone}>{text}</Badge>;
}
