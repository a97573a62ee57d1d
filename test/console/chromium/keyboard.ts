/** Somebody who has no mouse: keys alone, and wherever Tab leads, what has the focus is in the window, has a mark, and nothing covers it. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { password } from '../../support/test-server.js';
import { findingsOf, inPage, overflowOf } from './stand.js';

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** What is wrong with the focus; null where it can be seen. */
const unseen = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return 'nothing has the focus';
  const { left, top, right, bottom } = at.getBoundingClientRect();
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
  const over = document.elementFromPoint(x, y);
  const is = over === null ? 'out of the window' : at.contains(over) || over.contains(at) ? null : 'covered by ' + over.outerHTML.slice(0, 100);
  // The button of a date, which the browser marks itself.
  const hasMark = !at.matches(':focus') || [null, '::after'].some((part) => getComputedStyle(at, part).outlineStyle !== 'none');
  return is === null && hasMark ? null : (is ?? 'without a mark') + ': ' + at.outerHTML.slice(0, 200);
})()`;

export const isFocused = async (place: Locator): Promise<boolean> => (await place.and(place.page().locator(':focus')).count()) === 1;

/** To a place by Tab, which may not be far. */
export async function tabTo(page: Page, place: Locator, most = 12): Promise<void> {
  await place.waitFor();
  for (let tabs = 0; tabs < most; tabs++) {
    await page.keyboard.press('Tab');
    expect(await inPage(page, unseen)).toBeNull();
    if (await isFocused(place)) return;
  }
  throw new Error(`${place} is more than ${most} steps away`);
}

/** To the row with a text, by `j`. */
export async function stepTo(page: Page, text: string): Promise<void> {
  for (let rows = 0; rows < 30; rows++) {
    await page.keyboard.press('j');
    expect(await inPage(page, unseen)).toBeNull();
    if ((await inPage<string>(page, `document.activeElement.closest('tr').textContent`)).includes(text)) return;
  }
  throw new Error(`${text} is in no row`);
}

/** As it is seen: whatever has the focus, nothing wider than the window, nothing that axe finds. */
export async function isSound(page: Page): Promise<void> {
  expect([await inPage(page, unseen), await overflowOf(page), await findingsOf(page)]).toEqual([null, 0, []]);
}

/** Where the log-in is shown. */
export async function logInByKeys(page: Page, user: string): Promise<void> {
  await page.locator('#user:focus').waitFor();
  await page.keyboard.type(user);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.locator('.side nav').waitFor();
}
