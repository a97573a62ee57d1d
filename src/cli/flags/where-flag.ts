/** `--where field=value`: what stands on a customer's slip, or why a sale is open, where the server can search for it. */
import { InvalidArgumentError, Option } from 'commander';
import { type MoneyPart, moneyParts } from '../../contract/money-parts.js';
import { slipFilterNames, slipFilters } from '../../contract/slip-filters.js';
import { openReasonNamed, openReasonNames } from './reason-words.js';

export type Where = Record<string, string>;

const words = slipFilterNames.map((name) => slipFilters[name]).join(', ');

/** May be given several times; the value holds the parameters. */
export function whereFlag(): Option {
  return new Option(
    '--where <field=value>',
    `by ${words}. last4: the digits at the end of a card number; reason: why a sale is open, such as overdue; part: its line in sales money, such as to-check`,
  ).argParser((text: string, before: Where = {}): Where => {
    const [, word = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    const name = slipFilterNames.find((filter) => slipFilters[filter] === word.trim().toLowerCase() || filter === word.trim());
    if (!name)
      throw new InvalidArgumentError(`It must be field=value, with one of ${words}: --where ${slipFilters.transactionReference}=R-17`);
    if (name === 'cardLastFour' && !/^\d{4}$/.test(value))
      throw new InvalidArgumentError('The end of a card number is four digits: --where last4=4242');
    if (name === 'moneyPart') return { ...before, moneyPart: partNamed(value) };
    if (name !== 'openReason') return { ...before, [name]: value };
    const reason = openReasonNamed(value);
    if (!reason) throw new InvalidArgumentError(`A reason is one of ${openReasonNames.join(', ')}: --where reason=overdue`);
    return { ...before, openReason: reason };
  });
}

const partNames = moneyParts.map((part) => part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

function partNamed(text: string): MoneyPart {
  const typed = text.trim().toLowerCase();
  const part = moneyParts.find((part, at) => partNames[at] === typed || part.toLowerCase() === typed);
  if (!part) throw new InvalidArgumentError(`A part of sales money is one of ${partNames.join(', ')}: --where part=to-check`);
  return part;
}
