/** One payout: its parts from gross to net, what that is held against, and the settlement records in it. */
import type { PayoutDetail, PayoutPart } from '../../../contract/payouts.js';
import { api } from '../../api.js';
import { countText, dayText, isZero, negated } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Page } from '../../parts/page.js';
import { Pending } from '../../parts/states.js';
import { Head, TableBox } from '../../parts/table-box.js';
import { Badge, Facts, Money } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { RecordList } from '../records/record-list.js';
import { accountOf, payoutWord } from './payouts.js';

const text = words.payouts;

export function PayoutPage({ id }: { id: string }) {
  const loaded = useLoaded(id, (signal) => api.payout(id, signal));
  const { value } = loaded;
  return (
    <Page title={value ? value.payoutId : words.fields.payoutId} above={<a href={hrefOf('payouts')}>{words.shell.payouts}</a>} wide>
      <Pending loaded={loaded} lines={10} />
      {value && (
        <>
          <Summary payout={value} />
          <Parts payout={value} />
          <h2>{words.shell.records}</h2>
          <RecordList filters={{ payoutId: value.payoutId, acquirerId: value.acquirerId, merchantId: value.merchantId }} />
        </>
      )}
    </Page>
  );
}

function Summary({ payout }: { payout: PayoutDetail }) {
  const { date, currency, status, difference, withoutNet } = payout;
  const word = payoutWord(payout);
  return (
    <>
      <p>
        {word && <Badge tone={word.tone}>{word.text}</Badge>}{' '}
        {status === 'Differs' && difference !== null && (
          <>
            <Money decimal={difference.replace('-', '')} currency={currency} /> {text.differs(difference.startsWith('-'))}
          </>
        )}
        {status === null && text.ownAlone}
      </p>
      <Facts
        of={[
          [words.day, date && dayText(date)],
          [text.account, <bdi>{accountOf(payout) || words.none}</bdi>],
        ]}
      />
      {withoutNet > 0 && <p class="quiet">{text.withoutNet(words.uploads.rowsOf(withoutNet, 'Settlement'))}</p>}
    </>
  );
}

function Parts({ payout }: { payout: PayoutDetail }) {
  const { parts, currency, paid } = payout;
  const hasCorrections = parts.some(({ corrections }) => !isZero(corrections));
  const cells = (sums: Omit<PayoutPart, 'type'>) =>
    [sums.amount, negated(sums.fees), ...(hasCorrections ? [sums.corrections] : []), sums.net].map((decimal, index) => (
      <td key={index} class="numeric">
        <Money decimal={decimal} currency={currency} bare />
      </td>
    ));
  const titles = [text.lines, text.beforeFees, words.money.fees, ...(hasCorrections ? [text.corrections] : []), text.netIn(currency ?? '')];
  return (
    <TableBox label={text.parts}>
      <table>
        <caption class="unseen">{text.parts}</caption>
        <Head titles={[[text.part], ...titles.map((title) => [title, 'numeric'] as const)]} />
        <tbody>
          {parts.map((part) => (
            <tr key={part.type}>
              <th scope="row">{text.types[part.type]}</th>
              <td class="numeric">{countText(part.records)}</td>
              {cells(part)}
            </tr>
          ))}
          <tr class="money-sum">
            <th scope="row">{text.together}</th>
            <td class="numeric">{countText(payout.records)}</td>
            {cells(payout)}
          </tr>
          {paid !== null && (
            <tr class="money-sum">
              <th scope="row">{text.paid}</th>
              <td class="numeric" colSpan={titles.length}>
                <Money decimal={paid} currency={currency} bare />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </TableBox>
  );
}
