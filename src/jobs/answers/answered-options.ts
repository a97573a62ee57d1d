/** Answers to the questions about a file, as the options that it is read with. */
import { SalesError } from '../../contract/problem.js';
import type { Remedy } from '../../contract/remedy.js';
import { columnRuleName, constantRuleName, type RuleName } from '../../files/columns/rule-names.js';
import { noRules } from '../../files/input/mapping-rules.js';
import type { OpenOptions } from '../../files/open.js';
import { pairIn } from './answer-parts.js';

/** The options with `answer` among them; it replaces what was said of the same before. Fails with `usage` where it names no field. */
export function withAnswer(options: OpenOptions, answer: Remedy): OpenOptions {
  const { rules = noRules, kind = 'Sales' } = options;
  const given = answer[1] ?? '';
  const [name, value] = pairIn(given);
  switch (answer[0]) {
    case '--set': {
      const field = nameOf(columnRuleName(name, kind));
      const constants = without(rules.constants, field);
      return { ...options, rules: { ...rules, columns: { ...rules.columns, [field]: value }, constants } };
    }
    case '--const': {
      const field = nameOf(constantRuleName(name, value, kind));
      const columns = without(rules.columns, field);
      return { ...options, rules: { ...rules, columns, constants: { ...rules.constants, [field]: value } } };
    }
    case '--only':
      return { ...options, rules: { ...rules, rows: [...(rules.rows ?? []), { column: name, values: [value], keep: true }] } };
    case '--leave-out':
      return { ...options, rules: { ...rules, rows: [...(rules.rows ?? []), { column: name, values: [value], keep: false }] } };
    case '--negative':
      return { ...options, rules: { ...rules, negative: [...(rules.negative ?? []), { column: name, values: [value] }] } };
    case '--decimal':
      return { ...options, decimal: given === ',' ? ',' : '.' };
    case '--date-format':
      return { ...options, dateFormat: given };
    case '--timezone':
      return { ...options, timezone: given };
    case '--minor-units':
      return { ...options, minorUnits: true };
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

function nameOf(named: RuleName): string {
  if ('fault' in named) throw new SalesError('usage', `An answer cannot be used: ${named.fault}.`);
  return named.name;
}

function without(record: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([own]) => own !== name));
}
