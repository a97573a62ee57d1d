/** `--where field=value`: what stands on a customer's slip, where the server can search for it. */
import { InvalidArgumentError, Option } from 'commander';
import { slipFilterNames, slipFilters } from '../../contract/slip-filters.js';

export type Where = Record<string, string>;

const words = slipFilterNames.map((name) => slipFilters[name]).join(', ');

/** May be given several times; the value holds the parameters. */
export function whereFlag(): Option {
  return new Option('--where <field=value>', `by ${words}: the digits at the end of a card number`).argParser(
    (text: string, before: Where = {}): Where => {
      const [, word = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      const name = slipFilterNames.find((filter) => slipFilters[filter] === word.trim().toLowerCase() || filter === word.trim());
      if (!name)
        throw new InvalidArgumentError(`It must be field=value, with one of ${words}: --where ${slipFilters.transactionReference}=R-17`);
      if (name === 'cardLastFour' && !/^\d{4}$/.test(value))
        throw new InvalidArgumentError('The end of a card number is four digits: --where last4=4242');
      return { ...before, [name]: value };
    },
  );
}
