/**
 * Settlement records that were paid in cash: a column of ways to pay says so, and no service takes a fee of them. Sent as they are, they would count
 * as paid out.
 */
import { maskCardNumbers } from '../../contract/card-number.js';
import { cashWords } from '../../contract/match-settings.js';
import { phrase } from '../../contract/phrase.js';
import { columnShown } from '../columns/column-names.js';
import { isSale } from '../rows/known-rows.js';
import { isSomeAmount } from '../values/amount-text.js';
import { isNamed, wordOf } from '../words/lexicon.js';
import { type AskedTable, type Detection, isGiven } from './detection.js';
import { asideAnswer, columnAnswer, eachWhen, rowsAre } from './open-questions.js';

const VALUES_MAX = 20;
const words = cashWords.map(wordOf);

export function cashRecords({ layout, sources, amount }: AskedTable): Detection[] {
  const { header, columns } = layout;
  if (!amount) return [];
  const fees = sources.flatMap(({ field, index, more }) => (field === 'fee' && index >= 0 ? [index, ...more] : []));
  const isWay = (index: number) => {
    const column = columns[index];
    const isBrand = column?.kind === 'field' && column.field === 'brandId';
    return (isBrand || (column?.kind === 'item' && isNamed('payment', header[index] ?? ''))) && !isGiven(layout, index);
  };
  return [...header.keys()].filter(isWay).map((column): Detection => {
    const values = new Map<string, { firstLine: number; isCharged: boolean }>();
    return {
      look({ cells, line }) {
        const text = (cells[column] ?? '').trim();
        const isOn = (index: number) => isSomeAmount(cells[index] ?? '');
        if (text === '' || !isSale(layout, cells) || !isOn(amount.index)) return false;
        const value = values.get(text) ?? { firstLine: line, isCharged: false };
        value.isCharged ||= fees.some(isOn);
        values.set(text, value);
        return values.size > VALUES_MAX;
      },
      question() {
        const areCharged = [...values.values()].some(({ isCharged }) => isCharged);
        const free = [...values].filter(([, { isCharged }]) => areCharged && !isCharged).map(([text]) => text);
        const isCash = (text: string) => {
          const own = wordOf(text);
          // Words that begin so, as Barzahlung, may be names: Barclays takes fees.
          return words.some((word) => own === word || (own.startsWith(word) && free.includes(text)));
        };
        const cash = values.size > VALUES_MAX ? [] : [...values.keys()].filter(isCash);
        const [first] = cash;
        if (first === undefined) return null;
        const others = [...new Set([...cash, ...free])];
        const own = columns[column];
        return {
          code: 'KIND_UNCERTAIN',
          field: 'amount',
          text: phrase`Line ${values.get(first)?.firstLine ?? 0}: column ${columnShown(header, column)} says ${JSON.stringify(maskCardNumbers(first))}: that would be sent as a payment which was paid out.`,
          answer: eachWhen(
            [phrase`no service paid these rows out`, ...others.map((text) => rowsAre('--leave-out', column, text, header))],
            [
              phrase`all rows were paid out`,
              own?.kind === 'field' ? columnAnswer(own.field, [column], header) : asideAnswer(column, header),
            ],
          ),
        };
      },
    };
  });
}
