/** The questions about what no column has: the currency, the time zone, the time of day. */
import { code as currencyOfCode } from 'currency-codes';
import { phrase } from '../../contract/phrase.js';
import type { QuestionAnswer } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import { columnAnswer } from '../../files/questions/open-questions.js';
import { timeZoneNamed } from '../../files/values/time-zone.js';
import { currencyOfZone, currencyShown } from '../../files/words/likely-currency.js';
import { type AskedQuestion, all, columnTyped, referenceShown, type SeenTable } from './asked-question.js';

export function currencyQuestion(table: SeenTable): AskedQuestion {
  const shown = currencyShown(table.header, table.samples);
  const codes = [...new Set([shown ?? [], currencyOfZone(table.fileZone) ?? [], 'EUR', 'USD', 'CHF'].flat())];
  const constant = (value: string): Remedy => ['--const', `currency=${value}`];
  return {
    samples: table.samples,
    title: phrase`Which currency are the amounts in?`,
    choices: codes.map((code) => ({
      text: code === shown ? phrase`${code} in every row, as the file shows` : phrase`${code} in every row`,
      columns: [],
      remedies: [constant(code)],
    })),
    proposed: shown === null ? null : 0,
    typing: phrase`another code, such as EUR, or the name of the column that has it`,
    typed: (text) => {
      const column = columnTyped(text, table.header);
      if (column !== null) return [columnAnswer('currency', [column], table.header)];
      const code = currencyNamed(text);
      return code === null ? null : [constant(code)];
    },
  };
}

export function zoneQuestion({ kind, timeZone }: SeenTable): AskedQuestion {
  const zones = zonesProposed(timeZone);
  const remedy = (timezone: string): Remedy => ['--timezone', timezone];
  const isOfMachine = timeZoneNamed(timeZone) !== null && zones[0] === timeZone;
  return {
    samples: [],
    title:
      kind === 'Sales'
        ? phrase`Which time zone does the clock of the till have?`
        : phrase`Which time zone do the times of the settlement records have?`,
    choices: zones.map((zone) => ({
      text: zone === timeZone ? phrase`${zone}, as this machine` : zone,
      columns: [],
      remedies: [remedy(zone)],
    })),
    proposed: isOfMachine ? 0 : null,
    typing: phrase`another time zone, such as Europe/London`,
    typed: (text) => {
      const zone = timeZoneNamed(text);
      return zone === null ? null : [remedy(zone.name)];
    },
  };
}

export function zonesProposed(timeZone: string): string[] {
  // A machine that is on no clock of a place says nothing about a till.
  const own = /^(?:UTC|Etc\/|GMT)/.test(timeZone) || timeZoneNamed(timeZone) === null ? [] : [timeZone];
  return [...new Set([...own, 'Europe/Zurich'])];
}

const TIME_CELL = /^\s*\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?\s*$/i;
const TIME_TYPED = /^(?:[01]?\d|2[0-3]):[0-5]\d$/;

export function timeQuestion(field: string, alternatives: readonly QuestionAnswer[], table: SeenTable): AskedQuestion {
  const { kind, header, mapping, samples } = table;
  const dates = mapping.flatMap((text, index) => (text === field ? [index] : []));
  const at = (column: number) => columnAnswer(field, [...dates, column], header);
  const free = header.flatMap((_, index) => (dates.includes(index) ? [] : [index]));
  const times = dates.length === 0 ? [] : free.filter((index) => all(samples[index], (text) => TIME_CELL.test(text)));
  const noon = alternatives.flatMap(({ remedies }) => remedies).find(([flag]) => flag === '--time');
  return {
    samples,
    title:
      kind === 'Sales'
        ? phrase`At what time of day were the sales?`
        : phrase`At what time of day were the payments of the settlement records?`,
    choices: [
      ...times.map((index) => ({
        text: phrase`as in ${referenceShown(header, index)}`,
        columns: [index],
        remedies: [at(index)],
      })),
      ...(noon ? [{ text: phrase`${noon[1] ?? ''} for all of them: the file has none`, columns: [], remedies: [noon] }] : []),
    ],
    proposed: null,
    typing: phrase`another time, such as 18:30, or the name of the column that has it`,
    typed: (text) => {
      const column = columnTyped(text, header);
      if (column !== null && dates.length > 0) return [at(column)];
      return TIME_TYPED.test(text) ? [['--time', text.padStart(5, '0')]] : null;
    },
  };
}

/** A code in capitals, or null. */
export function currencyNamed(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) && currencyOfCode(code) ? code : null;
}
