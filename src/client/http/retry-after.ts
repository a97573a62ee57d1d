/** Turns the header Retry-After into seconds. It decides nothing about whether to try again. */

/** More than this is taken as this: a server that asks for longer is to be asked again by hand. */
const RETRY_AFTER_S_MAX = 86_400;

/**
 * Seconds to wait by `retryAfter`, which is a number of seconds or an HTTP date. A date counts from the answer's own `date`,
 * so that a wrong clock on either side does not matter; without one, from `nowMs`. Undefined when the header says nothing readable.
 */
export function retryAfterS(retryAfter: string | undefined, date: string | undefined, nowMs: number): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), RETRY_AFTER_S_MAX);
  const untilMs = httpDateMs(text);
  if (untilMs === undefined) return undefined;
  const fromMs = httpDateMs(date ?? '') ?? nowMs;
  return Math.min(Math.max(0, Math.ceil((untilMs - fromMs) / 1_000)), RETRY_AFTER_S_MAX);
}

/** Milliseconds since 1970 of an HTTP date (`Fri, 20 Nov 2026 14:03:59 GMT`), undefined when it is none. */
export function httpDateMs(text: string): number | undefined {
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
