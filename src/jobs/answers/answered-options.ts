/** Answers to the questions about a file, as the options that it is read with. */
import { SalesError } from '../../contract/problem.js';
import type { Remedy } from '../../contract/remedy.js';
import { columnRuleName, constantRuleName, type RuleName } from '../../files/columns/rule-names.js';
import { type MappingRules, noRules } from '../../files/input/mapping-rules.js';
import type { OpenOptions } from '../../files/open.js';

/** The options with `answer` among them; it replaces what was said of the same before. Fails with `usage` where it names no field. */
export function withAnswer(options: OpenOptions, answer: Remedy): OpenOptions {
  const rules = options.rules ?? noRules;
  switch (answer.do) {
    case 'setColumn': {
      const { columns } = answer;
      const field = nameOf(columnRuleName(answer.field, options.kind ?? 'Sales'));
      return withRules(options, {
        ...rules,
        columns: { ...rules.columns, [field]: columns.join(' + ') },
        constants: without(rules.constants, field),
      });
    }
    case 'setConstant': {
      const { value } = answer;
      const field = nameOf(constantRuleName(answer.field, value, options.kind ?? 'Sales'));
      return withRules(options, { ...rules, columns: without(rules.columns, field), constants: { ...rules.constants, [field]: value } });
    }
    case 'onlyRows': {
      const { column, value } = answer;
      return withRules(options, { ...rules, rows: [...(rules.rows ?? []), { column, values: [value], keep: true }] });
    }
    case 'setDecimal':
      return { ...options, decimal: answer.sign };
    case 'setDateFormat':
      return { ...options, dateFormat: answer.pattern };
    case 'useTimezone':
      return answer.timezone === null ? options : { ...options, timezone: answer.timezone };
    case 'setMinorUnits':
      return { ...options, minorUnits: true };
    case 'maskCards':
      return { ...options, pan: 'mask' };
    case 'takeAsSales':
      return { ...options, asSales: true };
    case 'setTime':
      return { ...options, time: answer.time };
    case 'skipRows':
      return { ...options, skipRows: answer.lines };
    default:
      return options;
  }
}

function nameOf(named: RuleName): string {
  if ('fault' in named) throw new SalesError('usage', `An answer cannot be used: ${named.fault}.`);
  return named.name;
}

function withRules(options: OpenOptions, rules: MappingRules): OpenOptions {
  return { ...options, rules };
}

function without(record: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([own]) => own !== name));
}
