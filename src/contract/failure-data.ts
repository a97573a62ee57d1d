/** Failures as plain data that can be sent between threads: an Error that is cloned loses everything but its message. */
import type { Faults } from './faults.js';
import { type FailureCode, SalesError } from './problem.js';
import type { Question } from './question.js';
import type { Hint } from './remedy.js';

export interface FailureData {
  /** Null for what is no SalesError. */
  code: FailureCode | null;
  /** Code from the system or SQLite, such as ENOSPC or SQLITE_FULL; undefined for a SalesError. */
  systemCode: string | undefined;
  name: string;
  message: string;
  hint: Hint | undefined;
  errors: Faults | undefined;
  questions: readonly Question[] | undefined;
  retryAfterS: number | undefined;
  cause: FailureData | null;
  /** Stack of a defect, which must be found; undefined for a SalesError. */
  stack: string | undefined;
}

/** An error as plain data that can be sent to another thread; anything thrown that is no error becomes one. */
export function failureData(error: unknown): FailureData {
  const { name, message, cause, stack } = error instanceof Error ? error : new Error(String(error));
  const sales = error instanceof SalesError ? error : null;
  return {
    code: sales?.code ?? null,
    systemCode: sales ? undefined : systemCodeOf(error),
    name,
    message,
    hint: sales?.hint,
    errors: sales?.errors,
    questions: sales?.questions,
    retryAfterS: sales?.retryAfterS,
    cause: cause instanceof Error ? failureData(cause) : null,
    stack: sales ? undefined : stack,
  };
}

function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The failure as it was thrown. */
export function failureOf({ code, systemCode, name, message, hint, errors, questions, retryAfterS, cause, stack }: FailureData): Error {
  const inner = cause ? { cause: failureOf(cause) } : {};
  if (code === null)
    return Object.assign(new Error(message, inner), { name, stack, ...(systemCode !== undefined && { code: systemCode }) });
  return new SalesError(code, message, { ...inner, hint, errors, questions, retryAfterS });
}
