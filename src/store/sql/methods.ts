/** Works as methods: a table of works is their only list. */
import type { Work } from './work.js';

export type WorkResult<Of> = Of extends (...given: never) => Work<infer Result> ? Result : never;

/** Methods that are given what the works are given. */
export type MethodsOf<Works> = {
  [Name in keyof Works]: Works[Name] extends (...given: infer Given) => unknown
    ? (...given: Given) => Promise<WorkResult<Works[Name]>>
    : never;
};

/** The methods that the caller says; `run` does the work of a table with what the method is given. */
export function methods<Methods>(
  works: Record<string, (...given: never[]) => Work<unknown>>,
  run: (work: (...given: unknown[]) => Work<never>, given: unknown[]) => Promise<unknown>,
): Methods {
  const made = Object.entries(works).map(([name, work]) => [name, (...given: unknown[]) => run(work as never, given)]);
  return Object.fromEntries(made) as Methods;
}
