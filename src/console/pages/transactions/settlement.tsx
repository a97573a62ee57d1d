/** What matching says of one row: its match with the rows of it, or why there is none. */
import type { ComparedRow, Explanation, MatchDetail } from '../../../contract/matches.js';
import type { SettlementRecord } from '../../../contract/records.js';
import { api } from '../../api.js';
import { apartText, daysText, dayText, moneyText } from '../../format.js';
import { reasonDetail } from '../../parts/reason.js';
import { Amount, Facts, Money, Stored, Time } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { fieldName, words } from '../../words.js';

export interface Settled {
  explanation: Explanation;
  /** Also a proposal or a cancellation; null where it is in none. */
  match: MatchDetail | null;
}

export async function loadSettled(side: SettledRow['side'], id: string, signal: AbortSignal): Promise<Settled> {
  const explanation = await api.explanation(side, id, signal);
  return { explanation, match: explanation.matchId === null ? null : await api.match(explanation.matchId, signal) };
}

export interface SettledRow {
  side: 'Sale' | 'Record';
  id: string;
  matchState: string;
}

export function Settlement({ row: { side, matchState }, settled }: { row: SettledRow; settled: Settled | null }) {
  const isOpen = matchState === 'Unmatched';
  const { match, explanation } = settled ?? { match: null, explanation: null };
  // A duplicate, or what was not imported: its comment says all of it.
  if (!match && !isOpen) return null;
  const reason = explanation?.reason ?? null;
  return (
    <>
      <h3>{words.settlement.title}</h3>
      {!match && (
        <p class={reason === null ? 'quiet' : undefined}>{reason === null ? words.settlement.notCompared : reasonText(reason, side)}</p>
      )}
      {!match && explanation && <MoreOfReason explanation={explanation} />}
      {!match && explanation && <Compared rows={explanation.compared} />}
      {match && explanation && <OfMatch match={match} explanation={explanation} />}
    </>
  );
}

/** The words of a sale's reason speak of the sale. */
const reasonText = (reason: string, side: string) =>
  (side === 'Sale' ? words.settlement.reasons[reason] : words.states.reasons[reason]) ?? reason;

/** What the parameters of the reason tell, where there are any. */
function MoreOfReason({ explanation: { side, reason, parameters } }: { explanation: Explanation }) {
  const text = reasonDetail(side, reason, parameters);
  return text && <p class="quiet">{text}</p>;
}

/** The rows that the reason is about, beside this one. */
function Compared({ rows }: { rows: readonly ComparedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul class="lines">
      {rows.map((row) => (
        <li key={row.id} class="tried">
          <Stored text={comparedText(row)} />
        </li>
      ))}
    </ul>
  );
}

/** `same reference and card; terminal 17 instead of 12; 4 seconds apart; 2.50 more`. */
export function comparedText({ same, differs, secondsApart, daysApart, difference }: ComparedRow): string {
  const text = words.settlement.compared;
  const isOfOtherDay = secondsApart === null || daysApart > 1;
  return [
    ...(same.length === 0 ? [] : [text.same(same.map(fieldName).join(', '))]),
    ...differs.map(({ field, ours, theirs }) => text.differs(fieldName(field), theirs, ours)),
    isOfOtherDay ? (daysApart === 0 ? text.sameDay : text.apart(daysText(daysApart))) : text.apart(apartText(secondsApart)),
    ...(difference === null ? [] : [differenceText(difference)]),
  ].join('; ');
}

function differenceText(difference: string): string {
  const { sameAmount, more, less } = words.settlement.compared;
  if (/^-?0\.0*$/.test(difference)) return sameAmount;
  return difference.startsWith('-') ? less(moneyText(difference.slice(1), null)) : more(moneyText(difference, null));
}

function OfMatch({ match, explanation: { side, id, compared } }: { match: MatchDetail; explanation: Explanation }) {
  const { kind, rule, currency, itemsHidden, salesAmount, recordsAmount, difference, salesCount, recordsCount } = match;
  const [only, another] = compared;
  const others = match.transactions.filter(({ transactionId }) => transactionId !== id);
  const records = [...match.records, ...(match.chargebacks ?? [])].filter(({ recordId }) => recordId !== id);
  const left = salesCount + recordsCount - match.transactions.length - match.records.length;
  const isCancelled = kind === 'Cancellation' || kind === 'SetAside';
  const ruled = (
    <>
      {rule === null ? words.settlement.byHand : <Stored text={rule} />}
      {only && !another && (
        <div class="quiet">
          <Stored text={comparedText(only)} />
        </div>
      )}
    </>
  );
  return (
    <>
      <p>{words.settlement.kinds[kind] ?? kind}</p>
      <Facts
        of={[
          [words.settlement.rule, ruled],
          [words.shell.transactions, (others.length > 0 || salesAmount === null) && <Sum decimal={salesAmount} currency={currency} />],
          [words.settlement.records, !isCancelled && <Sum decimal={recordsAmount} currency={currency} />],
          [words.settlement.difference, !isCancelled && <Difference decimal={difference} currency={currency} />],
        ]}
      />
      {records.length > 0 && (
        <ul class="lines" aria-label={words.shell.records}>
          {records.map((record) => (
            <li key={record.recordId}>
              <RecordLine record={record} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul class="lines" aria-label={side === 'Sale' ? words.settlement.otherSales : words.shell.transactions}>
          {others.map((other) => (
            <li key={other.transactionId}>
              <a class="line" href={hrefOf('transactions', { open: other.transactionId })}>
                <Time instant={other.transactionDate} />
                <Amount amount={other.amount} currency={other.currency} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p class="quiet">{words.settlement.more(left)}</p>}
      {itemsHidden && <p class="quiet">{words.settlement.itemsHidden}</p>}
    </>
  );
}

/** Null where rows of it are hidden. */
function Sum({ decimal, currency }: { decimal: string | null; currency: string | null }) {
  return decimal === null ? <span class="quiet">{words.settlement.hidden}</span> : <Money decimal={decimal} currency={currency} />;
}

/** Settled less sold. */
function Difference({ decimal, currency }: { decimal: string | null; currency: string | null }) {
  if (decimal === null) return <Sum decimal={null} currency={currency} />;
  if (/^-?0\.0*$/.test(decimal)) return <>{words.settlement.noDifference}</>;
  return (
    <>
      <Money decimal={decimal.replace('-', '')} currency={currency} /> {words.settlement.differs(decimal.startsWith('-'))}
    </>
  );
}

/** When it was settled, what, and by which names the acquirer knows it. */
function RecordLine({ record }: { record: SettlementRecord }) {
  const { amount, currency, settlementCurrency, type, fee, acquirerId, merchantId, payoutId, transactionReference } = record;
  const day = record.settlementDate ?? record.businessDate;
  // A fee of a payment that is paid out in another currency does not say which of the two it is in.
  const isInOneCurrency = settlementCurrency === null || settlementCurrency === currency;
  const names = [acquirerId, merchantId, transactionReference, type && words.payouts.types[type]];
  return (
    <div class="line">
      <div>
        <a href={hrefOf('records', { open: record.recordId })}>{day === null ? <Time instant={record.transactionDate} /> : dayText(day)}</a>
        {payoutId && (
          <>
            {' · '}
            <a href={hrefOf(`payouts/${record.recordId}`)}>
              {words.settlement.payout} <Stored text={payoutId} />
            </a>
          </>
        )}
        <div class="quiet">{names.flatMap((name, index) => (name ? [index > 0 && ' · ', <Stored key={index} text={name} />] : []))}</div>
      </div>
      <div class="line-end">
        <Amount amount={amount} currency={currency} />
        {fee !== null && isInOneCurrency && (
          <div class="quiet">
            {words.settlement.fee} <Amount amount={fee} currency={currency} />
          </div>
        )}
      </div>
    </div>
  );
}
