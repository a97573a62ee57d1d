/** A month as a calendar in a real browser: each day as it stands, a day with its claims, and what is missing, by the keyboard, wide and narrow. */
import { expect, it } from 'vitest';
import { uploadClosedMonth, uploadMissing } from './closed-month.js';
import { uploadMonth } from './month.js';
import { findingsOf, inChromium, overflowOf, unitUsers } from './stand.js';

inChromium('a closed month', (at) => {
  const days = () => at.page.locator('.calendar a');
  const missing = () => at.page.locator('.card', { hasText: 'Missing' }).locator('li');
  const drawer = (name: string) => at.page.getByRole('complementary', { name });
  const fits = async () => {
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflowOf(at.page)).toBe(0);
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.setViewportSize({ width: 1280, height: 800 });
  };

  it('shows each day as it stands, and a day is told by its claims', async () => {
    await uploadClosedMonth(at.stand.server);
    await at.go('close?month=2026-05');
    await at.page.getByRole('heading', { name: 'May 2026' }).waitFor();
    const shown = (await days().allTextContents()).map((text) => text.replace(/^\d+\S? /, ''));
    const [whole, unknown, none] = ['Complete12 transactions', 'Not provable12 transactions', 'No sales'];
    const broken = (sales: number) => `Incomplete${sales} transactions`;
    const week = (day: string, sunday = none) => [...Array.from({ length: 6 }, () => day), sunday];
    expect(shown).toEqual([
      ...[whole, whole, none, ...week(whole)],
      ...[whole, broken(11), unknown, unknown, unknown, unknown, none],
      ...[unknown, unknown, broken(12), broken(12), broken(6), broken(12), none],
      ...week(unknown),
    ]);
    await fits();
    await days().nth(11).press('Enter');
    await drawer('12 May 2026').getByText('Counters have no gap').waitFor();
    expect(await drawer('12 May 2026').locator('.lines > li').allTextContents()).toEqual([
      'Counters have no gapBrokenTerminal C-1: number 1226 is missing, 1 sale on 12 May 2026.',
      'Totals of terminals are rightBrokenTerminal C-1 on 12 May 2026: its total has 13.37 EUR more than its sales, and 1 payment more.',
      ...['Terminals have salesProved', 'Settlement files are thereProved', 'Payouts add upProved'],
      'Parts come to what was soldProved',
      'Nothing is pendingNot provable5 sales not paid yet: not due, or to be looked at.6 payments in settlement records without a sale: not sent, or to be looked at.',
    ]);
    await fits();
    await at.go('close?month=2026-05&open=2026-05-13');
    const unproved = 'Counters have no gapNot provableTerminal C-1: its counter had gaps in the 30 days before.';
    await expect.poll(() => drawer('13 May 2026').locator('.lines > li').first().textContent()).toBe(unproved);
    await at.go('close?month=2026-05&open=2026-05-04');
    await expect.poll(() => drawer('4 May 2026').locator('.badge-good').count()).toBe(8);
  });

  it('lists what is missing, each line with the way to its rows', async () => {
    await at.go('close?month=2026-05');
    const lines: [line: string, title: string, rows: number | null][] = [
      ['12 sales from 1 May 2026 to 31 May 2026: overdue, or their settlement file has not come.', 'Exceptions', null],
      ['Terminal C-1: number 1226 is missing, 1 sale on 12 May 2026.', 'Transactions', 5],
      ['Terminal C-1 on 12 May 2026: its total has 13.37 EUR more than its sales, and 1 payment more.', 'Transactions', 5],
      ['Terminal C-1 has handed in no total on 20 May 2026.', 'Transactions', 6],
      ['Terminal C-2 has handed in no total on 20 May 2026.', 'Transactions', 6],
      ['The file of ACQ-C has not come on 20 May 2026.', 'Settlement records', 100],
      ['Terminal C-2: numbers 1277 to 1282 are missing, 6 sales from 21 May 2026 to 23 May 2026.', 'Transactions', 12],
      ['Payout PO-C-2026-05-21 of ACQ-C: 1.25 EUR less was paid than its lines come to.', 'Payouts', 1],
      ['Terminal C-2 has sent no sales on 22 May 2026.', 'Upload a file', null],
    ];
    await missing().first().waitFor();
    expect(await missing().allTextContents()).toEqual(lines.map(([line]) => line));
    for (const [line, title, rows] of lines) {
      await at.go('close?month=2026-05');
      await missing().getByRole('link', { name: line }).press('Enter');
      await at.page.getByRole('heading', { name: title, level: 1 }).waitFor();
      if (rows !== null) await expect.poll(() => at.rows().count(), { message: line }).toBe(rows);
    }
  });

  it.runIf(process.env.SCREENSHOTS)('looks as the document shows it', async () => {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      const shown = await at.stand.open('boss', 'close?month=2026-05', { viewport: { width, height } });
      await shown.locator('.calendar').waitFor();
      await shown.screenshot({ path: `docs/console/close-${width}.png` });
      await shown.context().close();
    }
  });

  it('goes by the keyboard, and month and day stand in the address', async () => {
    const { keyboard } = at.page;
    await at.go('');
    await at.page.getByRole('heading', { name: 'Money', level: 1 }).waitFor();
    for (const key of ['g', 'c']) await keyboard.press(key);
    await at.page.getByRole('heading', { name: 'Close', level: 1 }).waitFor();
    await at.page.getByRole('heading', { name: 'November 2026' }).waitFor();
    expect(await at.page.getByRole('link', { name: 'Month after' }).count()).toBe(0);
    for (const month of ['October', 'September', 'August', 'July', 'June', 'May']) {
      await at.page.getByRole('link', { name: 'Month before' }).press('Enter');
      await at.page.getByRole('heading', { name: `${month} 2026` }).waitFor();
    }
    expect(at.page.url()).toMatch(/\/close\?month=2026-05$/);
    for (const key of ['j', 'j', 'j', 'k', 'Enter']) await keyboard.press(key);
    await drawer('2 May 2026').waitFor();
    expect(at.page.url()).toMatch(/\/close\?month=2026-05&open=2026-05-02$/);
    await keyboard.press('Escape');
    await expect.poll(() => at.page.locator('a[data-day="2026-05-02"]:focus').count()).toBe(1);
    expect(at.page.url()).toMatch(/\/close\?month=2026-05$/);
    await at.page.getByRole('link', { name: 'Month after' }).press('Enter');
    await at.page.getByRole('heading', { name: 'June 2026' }).waitFor();
    await at.go('close?month=May');
    await at.page.getByRole('alert').getByText('must be a month as yyyy-MM').waitFor();
  });

  it('counts what is overdue, and leads to where somebody decides', async () => {
    await uploadMonth(at.stand.server);
    await at.go('close?month=2026-09');
    await expect.poll(() => at.page.locator('a[data-day="2026-09-03"]').textContent()).toContain('1 overdue');
    await missing().getByRole('link', { name: '1 transaction Overdue' }).press('Enter');
    await at.page.getByRole('heading', { name: 'Exceptions', level: 1 }).waitFor();
    await expect.poll(() => at.rows().count()).toBe(1);
  });

  it('tells a user of one unit nothing of other terminals, files and payouts', async () => {
    const north = await at.stand.open(unitUsers.north, 'close?month=2026-05&open=2026-05-12');
    await north.locator('.drawer .lines > li').first().waitFor();
    expect(await north.locator('.drawer .lines > li > .line').count()).toBe(5);
    await north.getByText('Nothing is missing that can be seen').waitFor();
    expect(new Set(await north.locator('.calendar .badge').allTextContents())).toEqual(new Set(['– No sales']));
    expect(await north.locator('main').textContent()).not.toMatch(/C-[12]|ACQ-C|PO-C/);
    await north.context().close();
  });

  it('a day and the month are approved, and the calendar says so, also what has changed since', async () => {
    await at.go('close?month=2026-05&open=2026-05-12');
    await drawer('12 May 2026').getByRole('button', { name: 'Approve' }).press('Enter');
    await drawer('12 May 2026').getByText('Approved on').waitFor();
    expect(await drawer('12 May 2026').getByText('Approved on').textContent()).toMatch(/ by boss \(statement 1\): nothing changed since$/);
    expect(await at.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    const day = at.page.locator('a[data-day="2026-05-12"]');
    await expect.poll(() => day.textContent()).toContain('Incomplete= Approved');
    await at.page.getByRole('link', { name: 'May 2026', exact: true }).press('Enter');
    await drawer('May 2026').getByRole('button', { name: 'Approve' }).press('Enter');
    await drawer('May 2026').getByText('(statement 2): nothing changed since').waitFor();
    await fits();
    await uploadMissing(at.stand.server);
    await at.go('close?month=2026-05&open=2026-05-12');
    await expect.poll(() => day.textContent()).toContain('≠ Changed since');
    const told = await drawer('12 May 2026').getByText('Approved on').textContent();
    expect(told).toContain('Sold by card +1 13.37 EUR');
    expect(told).toContain('Counters have no gap: broken then, proved now');
    await drawer('12 May 2026').getByRole('button', { name: 'Approve' }).waitFor();
    await fits();
  });
});
