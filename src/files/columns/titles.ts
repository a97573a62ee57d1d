/**
 * The lines above a header, and what they say about all rows: that amounts are in cents, or in which zone the times are. Only sentences
 * that can mean nothing else count, because the name of a shop or the time of the export stand there, too.
 */

import type { Titles } from '../formats/detect.js';
import { type TimeZone, timeZoneNamed } from '../values/time-zone.js';
import { partsOf, speaksOf } from '../words/lexicon.js';

/** A title that says something about all rows, and the number for `--skip-rows` with which titles are ignored. */
export interface SaidAbove {
  title: string;
  lines: number;
}

/** Only so much of a line is examined; titles are not longer. */
const CHARS_MAX = 300;
const CENTS = new RegExp(
  `\\b(?:in|en|as|als|unit|einheit|unité|unità|currency|währung|devise|valuta)[:\\s]+(?:\\p{L}+[-\\s])?(${partsOf('cents')})`,
  'iu',
);
/** The capitals of a place, such as Connecticut, and not of a unit. */
const A_PLACE = /^(?:CT|Ct|RP)$/;
/** "All times are in UTC"; but not "Report time: 10:00 UTC". */
const OF_TIMES = new RegExp(`\\b(?:${partsOf('timesAbove')})\\b\\D{0,40}?\\b(?:UTC|GMT)\\b`, 'i');
/** Not "UTC+01:00", "GMT Standard Time" or "(UTC) Dublin", which Windows writes for zones that have another offset in summer. */
const ZONE = /\b(?:(?:UTC|GMT)(?!\s?[+\-−]\d|\s(?:Standard|Daylight|Summer)|\)\s\p{L})|[A-Z]\p{L}+\/[A-Z][\p{L}_]+(?:\/[A-Z][\p{L}_]+)?)/u;

/** The title that says that amounts are in cents; null where there is none. */
export function centsAbove({ texts, lines }: Titles): SaidAbove | null {
  const title = texts.map(plain).find((text) => speaksOf('amountsAbove', text) && isInCents(text));
  return title === undefined ? null : { title, lines };
}

function isInCents(text: string): boolean {
  const unit = CENTS.exec(text)?.[1];
  return unit !== undefined && !A_PLACE.test(unit);
}

export interface ZoneAbove extends SaidAbove {
  zone: TimeZone;
}

/** The zone that a title states for all times; null where none states one that is known. */
export function zoneAbove({ texts, lines }: Titles): ZoneAbove | null {
  for (const title of texts.map(plain)) {
    const zone = speaksOf('zoneAbove', title) || OF_TIMES.test(title) ? zoneIn(title) : null;
    if (zone) return { title, lines, zone };
  }
  return null;
}

function zoneIn(title: string): TimeZone | null {
  const [name] = ZONE.exec(title) ?? [];
  return name === undefined ? null : timeZoneNamed(name.includes('/') ? name : 'UTC');
}

/** The title without delimiters and quotes. */
function plain(title: string): string {
  return title
    .slice(0, CHARS_MAX)
    .replace(/[;,|"\s]+/g, ' ')
    .trim();
}
