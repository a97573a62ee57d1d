/** Answers to the questions about a file, as the options that it is read with. */
import { SalesError } from '../../contract/problem.js';
import type { Remedy } from '../../contract/remedy.js';
import { columnRuleName, constantRuleName, type RuleName } from '../../files/columns/rule-names.js';
import { noRules, type RowValues } from '../../files/input/mapping-rules.js';
import type { OpenOptions } from '../../files/open.js';
import { pairIn } from './answer-parts.js';

/** The options with `answer` among them; it replaces what was said of the same before. Fails with `usage` where it names no field. */
export function withAnswer(options: OpenOptions, answer: Remedy): OpenOptions {
  const { rules = noRules, kind = 'Sales' } = options;
  const [flag, given = ''] = answer;
  const [name, value] = pairIn(given);
  switch (flag) {
    case '--set': {
      const field = nameOf(columnRuleName(name, kind), answer);
      const constants = without(rules.constants, field);
      return { ...options, rules: { ...rules, columns: { ...rules.columns, [field]: value }, constants } };
    }
    case '--const': {
      const field = nameOf(constantRuleName(name, value, kind), answer);
      const columns = without(rules.columns, field);
      return { ...options, rules: { ...rules, columns, constants: { ...rules.constants, [field]: value } } };
    }
    case '--only':
    case '--leave-out':
      return { ...options, rules: { ...rules, rows: withValue(rules.rows, { column: name, values: [value], keep: flag === '--only' }) } };
    case '--negative':
      return { ...options, rules: { ...rules, negative: withValue(rules.negative, { column: name, values: [value] }) } };
    case '--decimal':
      return { ...options, decimal: given === ',' ? ',' : '.' };
    case '--date-format':
      return { ...options, dateFormat: given };
    case '--timezone': {
      const { isProfileZone: _, ...others } = options;
      return { ...others, timezone: given };
    }
    case '--minor-units':
      return { ...options, minorUnits: true };
    case '--no-minor-units':
      return { ...options, minorUnits: false };
    case '--pan':
      return { ...options, pan: 'mask' };
    case '--sales':
      return { ...options, asSales: true };
    case '--time':
      return { ...options, time: given };
    case '--skip-rows':
      return { ...options, skipRows: Number(given) };
    default:
      return options;
  }
}

function nameOf(named: RuleName, answer: Remedy): string {
  if ('fault' in named) throw new SalesError('usage', `${answer.join(' ')}: ${named.fault}.`);
  return named.name;
}

/** Entries of one column are one, any of whose values will do. */
function withValue<Row extends RowValues & { keep?: boolean }>(rows: readonly Row[] = [], row: Row): Row[] {
  const isSame = (other: Row) => other.column === row.column && other.keep === row.keep;
  const known = rows.find(isSame);
  return [...rows.filter((other) => !isSame(other)), { ...row, values: [...(known?.values ?? []), ...row.values] }];
}

function without(record: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([own]) => own !== name));
}
