/** Single values as they are shown: money, stored texts, times, states. */
import type { ComponentChildren } from 'preact';
import { decimalOfAmount, moneyText } from '../format.js';
import { words } from '../words.js';
import { timeText } from '../zone.js';

/** Facts by their names; one without a value is left out. */
export function Facts({
  of,
  wide = false,
}: {
  of: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  wide?: boolean;
}) {
  return (
    <dl class={wide ? 'facts facts-wide' : 'facts'}>
      {of.map(
        ([name, value], at) =>
          value && (
            <div key={at}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A text that somebody sent: whatever its direction and marks, it stays within its own bounds and is nothing but text. */
export function Stored({ text }: { text: string | null }) {
  return text === null ? <Nothing /> : <bdi class="stored">{text}</bdi>;
}

/** The code of a currency, or that there is none. */
export function Currency({ code }: { code: string | null }) {
  return code === null ? words.noCurrency : <Stored text={code} />;
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
      {!bare && (
        <span class="currency">
          {' '}
          <Currency code={currency} />
        </span>
      )}
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

/** A transaction's states as one word. */
export function StateBadge({ state, match, reason = null }: { state: string; match: string; reason?: string | null }) {
  const { tone, text } = stateWord(state, match, reason);
  return <Badge tone={tone}>{text}</Badge>;
}

/** `reason`: why it is in no match, as far as that is known. Only what is paid looks good. */
export function stateWord(state: string, match: string, reason: string | null = null): TonedWord {
  const { transactionStates, matchStates, reasons, skipped } = words.states;
  if (state === 'Unprocessed') return { text: transactionStates.Unprocessed ?? state, tone: 'bad' };
  if (match === 'Match') return { text: matchStates.Match ?? match, tone: 'good' };
  const known = reason === null ? undefined : reasons[reason];
  if (known && reason !== null) return { text: known, tone: reasonTone(reason) };
  return { text: match === 'Skip' ? skipped : (transactionStates.Processed ?? state), tone: 'plain' };
}

const badReasons: readonly string[] = [
  'VoidPaid',
  'NotSettled',
  'SettledTwice',
  'PostedTwice',
  'Chargeback',
  'NoFile',
  'NoSales',
  'PayoutDiffers',
];
const plainReasons: readonly string[] = ['Waiting', 'Cash', 'Duplicate'];

export const reasonTone = (reason: string): Tone =>
  badReasons.includes(reason) ? 'bad' : plainReasons.includes(reason) ? 'plain' : 'warn';

export function uploadWord(status: string, isWithdrawn: boolean): TonedWord {
  if (isWithdrawn) return { tone: 'plain', text: words.uploads.withdrawn };
  return { tone: uploadTones[status] ?? 'plain', text: words.uploads.statuses[status] ?? status };
}

const uploadTones: Record<string, Tone> = { Processing: 'busy', Processed: 'good', ProcessedWithErrors: 'warn', Failed: 'bad' };

export function UploadBadge({ status, withdrawn }: { status: string; withdrawn: boolean }) {
  const { tone, text } = uploadWord(status, withdrawn);
  return <Badge tone={tone}>{text}</Badge>;
}
