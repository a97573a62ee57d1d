/** Numbers, money and dates as people of the language and region of the pages read them. */
import { formatIn } from '../words/format.js';
import { locale } from './language.js';

export { decimalOfAmount, decimalsOf, isZero, negated, sumText } from '../words/format.js';

export const format = formatIn(locale);
const calendar = (parts: Intl.DateTimeFormatOptions) => {
  const written = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  return (day: string): string => written.format(Date.parse(day));
};
/** Month of a day, such as `November 2026`. */
export const monthText = calendar({ month: 'long', year: 'numeric' });
/** `Mon` of a day. */
export const weekdayText = calendar({ weekday: 'short' });

export const { apartText, bytesText, countText, daysText, dayText, durationText, many, moneyText, secondsText } = format;
