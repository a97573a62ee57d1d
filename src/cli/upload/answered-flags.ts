/** An answer to a question about a file, as the flag that says it. */
import type { Remedy } from '../../contract/remedy.js';
import type { ReadingFlags } from '../flags/reading-flags.js';

/** The flags with `answer` among them; it replaces what was said of the same before. */
export function withAnswer<Flags extends ReadingFlags>(flags: Flags, answer: Remedy): Flags {
  const { set = [], const: constants = [], only = [] } = flags;
  switch (answer.do) {
    case 'setColumn': {
      const { field, columns } = answer;
      return { ...flags, set: [...without(field, set), `${field}=${columns.join('+')}`], const: without(field, constants) };
    }
    case 'setConstant': {
      const { field, value } = answer;
      return { ...flags, set: without(field, set), const: [...without(field, constants), `${field}=${value}`] };
    }
    case 'setDecimal':
      return { ...flags, decimal: answer.sign };
    case 'setDateFormat':
      return { ...flags, dateFormat: answer.pattern };
    case 'useTimezone':
      return answer.timezone === null ? flags : { ...flags, timezone: answer.timezone, isProfileZone: false };
    case 'onlyRows':
      return { ...flags, only: [...only, `${answer.column}=${answer.value}`] };
    case 'setMinorUnits':
      return { ...flags, minorUnits: true };
    case 'maskCards':
      return { ...flags, pan: 'mask' };
    case 'takeAsSales':
      return { ...flags, sales: true };
    case 'setTime':
      return { ...flags, time: answer.time };
    case 'skipRows':
      return { ...flags, skipRows: answer.lines };
    default:
      return flags;
  }
}

function without(field: string, pairs: readonly string[]): string[] {
  return pairs.filter((pair) => pair.slice(0, pair.indexOf('=')).trim() !== field);
}

/** The answers without those that a later one replaced. */
export function lastAnswers(answers: readonly Remedy[]): Remedy[] {
  const of = (answer: Remedy) =>
    answer.do === 'setColumn' || answer.do === 'setConstant' ? answer.field : answer.do === 'onlyRows' ? JSON.stringify(answer) : answer.do;
  return answers.filter((answer, at) => answers.findLastIndex((other) => of(other) === of(answer)) === at);
}
