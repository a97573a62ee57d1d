/** What the command line would say of a file, in the words of a page: flags mean nothing there, and what can be done is shown as buttons. */

const FLAG = /--?[a-z]/;
/** A part of a sentence that tells a flag to type. */
const WITH_FLAG = /(?:; |, or )(?:(?!; |, or ).)*--[a-z](?:(?!; ).)*/g;

/** Null where there is nothing to say but a flag. */
export function plainHint(hint: unknown): string | null {
  return typeof hint === 'string' && !FLAG.test(hint) ? hint : null;
}

/** `is a plain number; if it is a day of Excel, say --date-format excel; write …`: without what is in the middle. */
export function plainMessage(message: string): string {
  return message.replaceAll(WITH_FLAG, '');
}

export function plainFaults<Fault extends { message: string }>(faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, message: plainMessage(fault.message) }));
}
