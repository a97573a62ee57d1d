/** A payout that does not add up, a file or a till's day that has not come: the sentence, and the way to what helps. */
import type { ListedException } from '../../../contract/exceptions.js';
import { dayText } from '../../format.js';
import { Drawer } from '../../parts/drawer.js';
import { Badge, Facts, Money, Stored } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { mayDrop } from '../../session.js';
import { words } from '../../words.js';
import { listHref } from '../transactions/filters.js';
import { reasonWord, sentenceOf } from './columns.js';

export function MissingDetail({ item }: { item: ListedException }) {
  const { side, day, amounts, acquirerId, merchantId, terminalId } = item;
  const { tone, text } = reasonWord(item);
  const names = [acquirerId, merchantId, terminalId].filter((name) => name !== null);
  const facts = [
    [words.day, day && dayText(day)],
    [words.exceptions.about, names.length > 0 && <Stored text={names.join(' · ')} />],
    ...amounts.map(({ currency, amount }) => [words.fields.amount, <Money decimal={amount} currency={currency} />] as const),
  ] as const;
  return (
    <Drawer id={text} title={text}>
      <p>
        <Badge tone={tone}>{text}</Badge>
      </p>
      <p>{sentenceOf(item)}</p>
      <Facts of={facts} />
      {side === 'Payout' && item.id && <a href={hrefOf(`payouts/${item.id}`)}>{words.fields.payoutId}</a>}
      {side === 'Account' && <a href={listHref({ openReason: 'Waiting' })}>{words.exceptions.toSales}</a>}
      {side === 'Terminal' && mayDrop.value && <a href={hrefOf('upload')}>{words.shell.upload}</a>}
    </Drawer>
  );
}
