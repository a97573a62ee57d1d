/** A shop's month is decided about in a real browser by the keyboard alone, wide and narrow: each decision taken, and taken back. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { missing, uploadDecidedMonth, uploadMissing, users } from './decided-month.js';
import { isFocused, isSound, logInByKeys, press, stepTo, tabTo } from './keyboard.js';
import { inChromium } from './stand.js';

/** The sale, as the list has it. */
const tipped = 'amount40.00 EUR';
const MS_PER_DAY = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'sales-clock-'));
const clock = join(folder, 'days');
let daysAhead = 0;
/** The server's clock. */
const moveTo = (days: number) => {
  daysAhead = days;
  writeFileSync(clock, String(days));
};
moveTo(0);
/** By that clock, as one types it into Chromium. */
const dayIn = (days: number) => {
  const [year, month, day] = new Date(Date.now() + (daysAhead + days) * MS_PER_DAY).toISOString().slice(0, 10).split('-');
  return `${month}${day}${year}`;
};

// After the server, which reads it.
afterAll(() => rmSync(folder, { recursive: true }));
const laterClock = new URL('../../support/later-clock.js', import.meta.url);

inChromium(
  'a decided month',
  (at) => {
    const region = (page: Page) => page.getByRole('region', { name: 'Decide about the chosen rows' });
    const dialog = (page: Page) => page.getByRole('dialog');
    const drawer = (page: Page) => page.getByRole('complementary', { name: 'Transaction' });
    /** What a row says, but not which it is: a suggestion that is made anew is another one. */
    const listed = (page: Page) => at.rows(page).allTextContents();
    const button = (place: ReturnType<typeof region>, name: string | RegExp) => place.getByRole('button', { name, exact: true });

    /** The outcome has the focus; from there, all of it is taken back, and the rows are as they were. */
    const takenBack = async (page: Page, place: ReturnType<typeof region>, outcome: string, before: string[]) => {
      const undo = button(place, 'Undo');
      await place.getByText(outcome).waitFor();
      await expect.poll(() => isFocused(place.getByRole('status').filter({ has: page.getByRole('button') }))).toBe(true);
      await isSound(page);
      await tabTo(page, undo, 1);
      await press(page, 'Enter');
      await undo.waitFor({ state: 'detached' });
      await expect.poll(() => isFocused(place.getByRole('status').first())).toBe(true);
      await expect.poll(() => listed(page)).toEqual(before);
      await isSound(page);
    };
    const without = (rows: string[], ...texts: string[]) => rows.filter((row) => !texts.some((text) => row.includes(text)));

    const opened = async (width: number, height: number) => {
      const page = await (await at.stand.context({ viewport: { width, height } })).newPage();
      await at.go('', page);
      await logInByKeys(page, users.clerk);
      await page.getByRole('heading', { name: 'Money', level: 1 }).waitFor();
      await press(page, 'g', 'e');
      await page.getByRole('heading', { name: 'Exceptions', level: 1 }).waitFor();
      await expect.poll(() => at.rows(page).count()).toBe(11);
      return page;
    };

    it('is uploaded and matched', () => uploadDecidedMonth(at.stand));

    it.each([
      [1280, 800],
      [390, 844],
    ])(
      'by the keyboard alone, %i pixels wide',
      async (width, height) => {
        const page = await opened(width, height);
        const before = await listed(page);
        await tabTo(page, button(region(page), 'Approve by rule'));
        await isSound(page);

        // All suggestions of a rule, up to an amount.
        await press(page, 'Enter');
        await dialog(page).getByText('4 rows: 336.00 EUR').waitFor();
        await expect.poll(() => isFocused(dialog(page).getByLabel('Rule'))).toBe(true);
        expect(await dialog(page).getByLabel('Rule').inputValue()).toBe('terminal-and-moment');
        await tabTo(page, dialog(page).getByLabel('Of at most'));
        await page.keyboard.type('50');
        await dialog(page).getByText('3 rows: 96.00 EUR').waitFor();
        await isSound(page);
        await press(page, 'Enter');
        await region(page).getByText('3 rows: done.').waitFor();
        await expect.poll(() => listed(page)).toEqual(without(before, '31.00 EUR', '32.00 EUR', '33.00 EUR'));
        await takenBack(page, region(page), '3 rows: done.', before);
        await region(page).getByText('3 rows: taken back.').waitFor();

        // A sale and its record, with a tip between.
        await stepTo(page, tipped);
        await press(page, 'Enter');
        await drawer(page).getByText('18.00 more').waitFor();
        await expect.poll(() => isFocused(drawer(page))).toBe(true);
        await isSound(page);
        await tabTo(page, button(drawer(page), 'This is the payment'));
        await press(page, 'Enter');
        await expect.poll(() => isFocused(dialog(page).getByLabel('Why the amounts differ'))).toBe(true);
        await dialog(page).getByText('18.00 more').waitFor();
        await page.keyboard.type('Tip');
        await isSound(page);
        await tabTo(page, button(dialog(page), 'This is the payment'));
        await press(page, 'Enter');
        await drawer(page).getByText('18.00 EUR more settled').waitFor();
        await expect.poll(() => listed(page)).toEqual(without(before, '58.00'));
        await takenBack(page, drawer(page), 'Matched by hand.', before);
        await drawer(page).getByText('18.00 more').waitFor();
        await press(page, 'Escape');
        await expect.poll(() => isFocused(page.locator('.row-link').nth(before.findIndex((row) => row.includes(tipped))))).toBe(true);

        // Cash that was keyed in as a card payment, both sales at once.
        await press(page, ...Array.from({ length: 11 }, () => 'k'));
        await isSound(page);
        await press(page, ' ', 'j', ' ', 'd');
        await region(page).getByText('2 rows: 27.50 EUR').waitFor();
        await tabTo(page, button(region(page), 'Set aside (2)'));
        await press(page, 'Enter');
        await expect.poll(() => isFocused(dialog(page).getByLabel('Reason'))).toBe(true);
        await dialog(page).getByText('2 rows: 27.50 EUR').waitFor();
        await page.keyboard.type('paid in cash');
        await isSound(page);
        await press(page, 'Enter');
        await region(page).getByText('2 rows: done.').waitFor();
        await expect.poll(() => listed(page)).toEqual(without(before, '18.00 EUR', '9.50 EUR'));
        await takenBack(page, region(page), '2 rows: done.', before);

        // The acquirer is asked: not about a day that is over, and taken back; then until a day that comes.
        await stepTo(page, missing);
        await press(page, 'Enter');
        await button(drawer(page), 'Ask the acquirer').waitFor();
        await press(page, 'd');
        expect(await isFocused(button(drawer(page), 'Ask the acquirer'))).toBe(true);
        await press(page, 'Enter');
        await expect.poll(() => isFocused(dialog(page).getByLabel('Comes back on'))).toBe(true);
        await page.keyboard.type(dayIn(0));
        await tabTo(page, button(dialog(page), 'Ask the acquirer'));
        await press(page, 'Enter');
        // The browser says that it is over.
        await dialog(page).getByLabel('Comes back on').waitFor();
        await isSound(page);
        const ask = async () => {
          await page.keyboard.type(dayIn(3));
          await tabTo(page, dialog(page).getByLabel('Reference of the acquirer'));
          await page.keyboard.type('T-77');
          await press(page, 'Enter');
          await drawer(page).getByText('Noted: it comes back on that day.').waitFor();
          await expect.poll(() => listed(page)).toEqual(without(before, missing));
        };
        await press(page, 'Escape');
        await expect.poll(() => isFocused(button(drawer(page), 'Ask the acquirer'))).toBe(true);
        await press(page, 'Enter');
        await ask();
        await takenBack(page, drawer(page), 'Noted: it comes back on that day.', before);
        await button(drawer(page), 'Ask the acquirer').waitFor();
        await press(page, 'd', 'Enter');
        await ask();
        await press(page, 'Escape');
        await drawer(page).waitFor({ state: 'detached' });
        await expect.poll(() => isFocused(page.getByRole('heading', { name: 'Exceptions', level: 1 }))).toBe(true);
        moveTo(daysAhead + 1);
        const again = async () => {
          await press(page, 'g', 'u');
          await page.getByText('Your session has ended').waitFor();
          await page.locator('#user:focus').waitFor();
          await isSound(page);
          await logInByKeys(page, users.clerk);
          await press(page, 'g', 'e');
          await at.rows(page).first().waitFor();
        };
        await again();
        expect(await listed(page)).toEqual(without(before, missing));
        moveTo(daysAhead + 2);
        await again();
        expect(await listed(page)).toEqual(before);
        await page.context().close();
      },
      400_000,
    );

    it('a claim is done when a later file has the money, whatever day comes', async () => {
      const page = await opened(1280, 800);
      await stepTo(page, missing);
      await press(page, ' ', 'd');
      await tabTo(page, button(region(page), 'Ask the acquirer (1)'));
      await press(page, 'Enter');
      await dialog(page).getByText('1 row: 77.00 EUR').waitFor();
      await expect.poll(() => isFocused(dialog(page).getByLabel('Comes back on'))).toBe(true);
      await page.keyboard.type(dayIn(1));
      await press(page, 'Enter');
      await region(page).getByText('1 row: done.').waitFor();
      await uploadMissing(at.stand);
      moveTo(daysAhead + 2);
      await page.reload();
      await logInByKeys(page, users.clerk);
      await at.rows(page).first().waitFor();
      expect((await listed(page)).filter((row) => row.includes(missing))).toEqual([]);
      await press(page, 'g', 't');
      await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
      await expect.poll(() => at.rows(page).filter({ hasText: '77.00' }).locator('.badge').textContent()).toBe('Paid');
      await page.context().close();
    });
  },
  { NODE_OPTIONS: `--import ${laterClock}`, SALES_TEST_DAYS_AHEAD: clock },
);
