/** What a failure says field by field (which question is open, which value is wrong), a line for each: for people and for JSON alike. */
import type { SalesError } from '../../contract/problem.js';

/** `amount: Line 1: …`; none where the failure is not about fields. */
export function failureDetails({ errors = {} }: SalesError): string[] {
  return Object.entries(errors).map(([path, messages]) => `${path}: ${messages.join('; ')}`);
}
