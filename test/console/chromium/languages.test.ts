/** The main pages in each language on a telephone: nothing cut, nothing left in English, numbers as the browser's region writes them. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { faulty, takeFile } from './files.js';
import { month, uploadMonth } from './month.js';
import { inChromium, inPage, overflowOf } from './stand.js';

/** Texts that a page has of its own: not what is stored, nor what the server says in English. */
const ownTexts = `(() => {
  const foreign = 'bdi, code, textarea, noscript, style, time, .zone option, .decision, .answer, .question, .line > span, .problem, .chip-value';
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (element.closest(foreign) && !element.closest('.card-head')) continue;
    if (node instanceof Element) texts.push(...['aria-label', 'placeholder'].map((name) => node.getAttribute(name) ?? ''));
    else texts.push(node.textContent);
  }
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
})()`;

/** Texts that are wider than their place; stored ones have an ellipsis. */
const cutTexts = `[...document.querySelectorAll('body *')]
  .filter((place) => /hidden|clip/.test(getComputedStyle(place).overflowX) && !place.closest('.unseen, .calendar-word') && place.clientWidth > 0)
  .filter((place) => place.scrollWidth > place.clientWidth && !place.matches('bdi, td') && !place.querySelector('bdi'))
  .map((place) => place.outerHTML.slice(0, 200))`;

/** Words that only English has; names of rules have some between hyphens, and Italian writes `all’`. */
const ENGLISH = /(?<!-)\b(?:the|of|is|are|were|and|with|this|that|from|by|it|be|has|have|not|your|you|all|for|to)\b(?![-’])/i;

inChromium('the languages', (at) => {
  const goTo = async (page: Page, path: string, on: string) => {
    await at.go(path, page);
    await page.locator(on).first().waitFor();
    await page.waitForLoadState('networkidle');
  };

  it("are the browser's, then the chosen one, on every page", async () => {
    const page = await at.stand.open('boss', '', { locale: 'de-CH', viewport: { width: 390, height: 844 } });
    await takeFile({ page, go: (path) => at.go(path, page) }, 'languages.csv', faulty);
    await page.locator('.send-bar').waitFor();
    const file = new URL(page.url()).pathname.replace('/console/', '');
    await uploadMonth(at.stand.server);
    const payouts = (await at.stand.server.request('/settlement/v1/payouts?status=Differs')).json.items;
    const pages: [path: string, on: string][] = [
      [`?${month}`, '.chart canvas'],
      ['exceptions', 'tbody tr'],
      ['payouts', 'tbody tr'],
      [`payouts/${payouts[0].id}`, '.list tbody tr'],
      ['close?month=2026-09', '.calendar a'],
      ['close?month=2026-09&open=2026-09-03', '.drawer .found'],
      ['records', 'tbody tr'],
      ['transactions', 'tbody tr'],
      ['uploads', 'tbody tr'],
      [`uploads/${at.stand.uploads.refused}`, '.reasons'],
      ['upload', '.drop-area'],
      [file, '.send-bar'],
      ['administration/users', 'tbody tr'],
      ['administration/units', '.tree'],
      ['administration/imports', 'textarea'],
      ['administration/audit', 'tbody tr'],
      ['administration/health', '.facts'],
    ];
    const faults: object[] = [];
    const amounts: Record<string, string> = {};
    for (const language of ['de', 'fr', 'it', 'en']) {
      if (language !== 'de') {
        await Promise.all([page.waitForEvent('load'), page.locator('.zone select').nth(1).selectOption(language)]);
        await page.locator('.side nav').waitFor();
      }
      expect(await inPage(page, 'document.documentElement.lang')).toBe(language);
      for (const [path, on] of pages) {
        await goTo(page, path, on);
        if (path === 'transactions') {
          await page.locator('.row-link').first().click();
          await page.locator('.story').waitFor();
        }
        const cut = await inPage<string[]>(page, cutTexts);
        if ((await overflowOf(page)) > 0) cut.push('scrolls sideways');
        const texts = await inPage<string[]>(page, ownTexts);
        const left = texts.filter((text) => ENGLISH.test(text));
        // In English, each page has some: the search finds them.
        if (language === 'en' && left.length > 0) left.length = 0;
        else if (language === 'en') left.push('no English found');
        if (cut.length + left.length > 0) faults.push({ language, path, cut, left });
        if (path === `?${month}`) amounts[language] = (await page.locator('.money-table .money').first().textContent()) ?? '';
      }
    }
    expect(faults).toEqual([]);
    // Swiss numbers in the languages of Switzerland; ICU has written both apostrophes.
    for (const language of ['de', 'it']) expect(amounts[language]).toMatch(/^1[’']141\.50$/);
    expect([amounts.fr, amounts.en]).toEqual(['1\u202f141,50', '1,141.50']);
    await page.reload();
    expect(await inPage(page, 'document.documentElement.lang')).toBe('en');
    await page.context().close();
  });

  it('are not changed while a file is on its way, unless one says yes', async () => {
    const page = await at.stand.open('boss', 'upload', { locale: 'de-CH' });
    await page.route('**/console/v1/files?*', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
    const file = { name: 'slow.csv', mimeType: 'text/csv', buffer: Buffer.from(faulty) };
    await page.locator('main input[type=file]').first().setInputFiles(file);
    await page.locator('progress').first().waitFor();
    const asked = page.waitForEvent('dialog');
    await page.locator('.zone select').nth(1).selectOption('fr');
    expect((await asked).type()).toBe('beforeunload');
    expect(await inPage(page, 'document.documentElement.lang')).toBe('de');
    // The stand answers no to each dialog, and notes it.
    expect(at.stand.faults.splice(0)).toEqual(['dialog: ']);
    await page.context().close();
  });
});
