/** Reasons why rows are open as values of a flag. */
import { type ExceptionReasonName, exceptionReasons } from '../../contract/exception-reasons.js';
import type { OpenReasonCode } from '../../contract/open-reasons.js';
import { reasonWords } from '../words/reason-names.js';

const nameOf = (words: string) => words.replaceAll(' ', '-');

export const reasonNames = Object.values(reasonWords).map(nameOf);

/** The reason of that name, or of that code in whatever case. */
export function reasonNamed(text: string): ExceptionReasonName | undefined {
  return named(exceptionReasons, reasonWords, text);
}

const { Chargeback, NoFile, NoSales, PayoutDiffers, ...ofRows } = reasonWords;
/** Reasons of sales that are in no match: what is no exception is among them. */
const openWords: Readonly<Record<OpenReasonCode, string>> = { ...ofRows, Waiting: 'not due yet', Cash: 'cash' };
const openReasons = Object.keys(openWords) as OpenReasonCode[];

export const openReasonNames = Object.values(openWords).map(nameOf);

export function openReasonNamed(text: string): OpenReasonCode | undefined {
  return named(openReasons, openWords, text);
}

function named<Code extends string>(codes: readonly Code[], words: Readonly<Record<Code, string>>, text: string): Code | undefined {
  const typed = text.trim().toLowerCase();
  return codes.find((code) => nameOf(words[code]) === typed || code.toLowerCase() === typed);
}
