/** Numbers, money and dates as people of the language and region of the pages read them. */
import { formatIn } from '../words/format.js';
import { locale } from './language.js';

export { decimalOfAmount, decimalsOf, isZero, negated, sumText } from '../words/format.js';

export const format = formatIn(locale);
export const { apartText, bytesText, countText, daysText, dayText, durationText, many, moneyText, secondsText } = format;
