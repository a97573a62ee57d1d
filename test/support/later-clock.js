/** Loaded before a program (`--import`): its clock goes ahead by the days that the file says which SALES_TEST_DAYS_AHEAD names, as soon as that changes. */
import { readFileSync } from 'node:fs';

const MS_PER_DAY = 86_400_000;
const KEPT_MS = 50;
const RealDate = Date;
let ahead = { readMs: -KEPT_MS, days: 0 };

function now() {
  const readMs = performance.now();
  if (readMs - ahead.readMs >= KEPT_MS) ahead = { readMs, days: Number(readFileSync(process.env.SALES_TEST_DAYS_AHEAD, 'utf8')) };
  return RealDate.now() + ahead.days * MS_PER_DAY;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (date, given) => (given.length === 0 ? new RealDate(now()) : Reflect.construct(date, given)),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
});
