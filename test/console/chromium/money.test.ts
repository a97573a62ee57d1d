/** A month of a merchant in a real browser: what became of the money, what is open, what was paid out; by the keyboard, wide and narrow. */
import { expect, it } from 'vitest';
import { month, uploadMonth } from './month.js';
import { findingsOf, inChromium, overflowOf, unitUsers } from './stand.js';

inChromium('a month', (at) => {
  it('is told as money, and each figure leads to its rows', async () => {
    await uploadMonth(at.stand.server);
    await at.go(`?${month}`);
    const lines = at.page.locator('.money-table tr');
    await lines.first().waitFor();
    expect((await lines.allTextContents()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      ...['Sold by card7 transactions 1,141.50', 'paid2 transactions in 2 payouts 1,032.50', 'not due yet0 transactions 0.00'],
      ...[
        'overdue1 transaction Exceptions8.00',
        'to decide3 transactions Exceptions96.00',
        'settlement file missing1 transaction Exceptions5.00',
        'Fees Payouts-0.50',
        'Paid out Payouts1,032.00',
      ],
      'Cash and other1 transaction 60.00',
    ]);
    const toDo = at.page.locator('section.card', { hasText: 'Needs attention' });
    expect(await toDo.locator('a[href$="/exceptions"]').textContent()).toMatch(/^Exceptions[7-9]$/);
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflowOf(at.page)).toBe(0);
    await at.page.setViewportSize({ width: 1280, height: 800 });
    const badges = { paid: 'Paid', overdue: 'Overdue', 'Cash and other': 'Cash' } as Record<string, string>;
    const figures = ['Sold by card', 'paid', 'settlement file missing', 'overdue', 'to decide', 'Cash and other'];
    for (const figure of figures) {
      await at.go(`?${month}`);
      const line = lines.filter({ has: at.page.getByRole('rowheader', { name: figure, exact: true }) });
      const count = Number.parseInt((await line.locator('td').first().textContent()) ?? '', 10);
      const amount = (await line.locator('td').last().textContent()) ?? '';
      await line.getByRole('link', { name: figure, exact: true }).press('Enter');
      await at.page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
      await expect.poll(() => at.rows().count()).toBe(count);
      // The sum of its rows, as the server adds them up for this list.
      await expect.poll(() => at.page.locator('.summary').textContent()).toContain(amount);
      const shown = await at.page.locator('main td:nth-child(2)').allTextContents();
      expect([figure, shown.reduce((sum, text) => sum + Number(text.replace(/[^\d.-]/g, '')), 0).toFixed(2)]).toEqual([
        figure,
        amount.replaceAll(',', ''),
      ]);
      if (badges[figure]) expect(new Set(await at.page.locator('main td .badge').allTextContents())).toEqual(new Set([badges[figure]]));
    }
    await at.go(`?${month}`);
    await lines.filter({ hasText: 'overdue' }).getByRole('link', { name: 'Exceptions' }).press('Enter');
    await at.page.getByRole('heading', { name: 'Exceptions', level: 1 }).waitFor();
    await at.rows().first().waitFor();
    expect(new Set(await at.page.locator('main td .badge').allTextContents())).toEqual(new Set(['Overdue']));
  });

  it('offers no day that is past for a claim, and keeps what was typed where the server refuses it', async () => {
    await at.go('exceptions?dayFrom=2026-09-01&dayTo=2026-09-30&reason=NotSettled');
    await at.rows().first().getByRole('checkbox').check();
    await at.page.getByRole('button', { name: 'Ask the acquirer (1)' }).click();
    const dialog = at.page.getByRole('dialog');
    const day = dialog.getByLabel('Comes back on');
    const today = await at.page.evaluate(() => new Date().toISOString().slice(0, 10));
    expect(((await day.getAttribute('min')) ?? '') > today).toBe(true);
    // As where the clock of the browser is wrong.
    await day.evaluate((input) => input.removeAttribute('min'));
    await day.fill('2026-01-01');
    await dialog.getByLabel('Reference of the acquirer').fill('Case 7');
    await dialog.getByRole('button', { name: 'Ask the acquirer' }).click();
    await dialog.getByText('Choose a day after today.').waitFor();
    expect(await dialog.getByLabel('Reference of the acquirer').inputValue()).toBe('Case 7');
    await at.page.keyboard.press('Escape');
  });

  it('lets suggestions be approved together by the keyboard, told before and after, and taken back together', async () => {
    const { keyboard } = at.page;
    const bar = at.page.getByRole('region', { name: 'Decide about the chosen rows' });
    await at.go('exceptions?dayFrom=2026-09-01&dayTo=2026-09-30');
    await expect.poll(() => at.rows().count()).toBe(7);
    expect(await at.page.locator('main td .badge').allTextContents()).toEqual([
      ...['Overdue', 'Sales missing', 'File missing', 'Payout differs', 'Suggestion', 'Suggestion', 'Suggestion'],
    ]);
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflowOf(at.page)).toBe(0);
    await at.page.setViewportSize({ width: 1280, height: 800 });
    for (const key of ['j', 'j', 'j', 'j', 'j', ' ', 'j', ' ', 'j', ' ']) await keyboard.press(key);
    await bar.getByText('3 rows: 96.00 EUR').waitFor();
    // Meanwhile somebody else says no to one of them.
    const { request } = at.stand.server;
    const { items } = (await request('/settlement/v1/matches?kind=Proposal&dayFrom=2026-09-06&dayTo=2026-09-06')).json;
    const body = JSON.stringify({ decisions: [{ action: 'Unlink', matchId: items[0].matchId }] });
    await request('/settlement/v1/decisions', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await keyboard.press('a');
    const dialog = at.page.getByRole('dialog');
    await dialog.getByText('3 rows: 96.00 EUR').waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await bar.getByText('2 rows: done.').waitFor();
    expect(await bar.getByRole('listitem').allTextContents()).toEqual([expect.stringMatching(/^6 Sept 2026 · 33\.00 EUR: ./)]);
    expect(await findingsOf(at.page)).toEqual([]);
    const approved = async () =>
      (await request('/settlement/v1/matches?pinned=true&dayFrom=2026-09-01&dayTo=2026-09-30')).json.items.length;
    expect(await approved()).toBe(2);
    await bar.getByRole('button', { name: 'Undo' }).press('Enter');
    await bar.getByText('2 rows: taken back.').waitFor();
    expect(await approved()).toBe(0);
    await at.go('exceptions?reason=NotSettled&dayFrom=2026-09-01&dayTo=2026-09-30');
    await at.rows().first().waitFor();
    await keyboard.press('j');
    await keyboard.press('Enter');
    await at.page.getByRole('complementary', { name: 'Transaction' }).getByRole('button', { name: 'Ask the acquirer' }).waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
  });

  it('leads from a payout to its records, a sale, and back to the payout', async () => {
    const { keyboard } = at.page;
    await keyboard.press('Escape');
    await keyboard.press('g');
    await keyboard.press('p');
    await at.page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor();
    await at.rows().first().waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    await at.go('payouts?status=Differs&dateFrom=2026-09-01&dateTo=2026-09-30');
    await expect.poll(() => at.rows().count()).toBe(1);
    await keyboard.press('j');
    await keyboard.press('Enter');
    await at.page.getByRole('heading', { name: 'PO-02', level: 1 }).waitFor();
    await at.page.getByText('0.75 EUR less was paid than its lines come to').waitFor();
    expect(await at.rows().allTextContents()).toEqual(['Payments120.00-0.2519.75', 'Together120.00-0.2519.75', 'Paid19.00']);
    await at.page.locator('.list tbody tr').first().waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflowOf(at.page)).toBe(0);
    await at.page.setViewportSize({ width: 1280, height: 800 });
    await at.page.locator('.list tbody tr', { hasText: 'MREF-7320002' }).getByRole('link').press('Enter');
    const record = at.page.getByRole('complementary', { name: 'Settlement record' });
    await record.getByText('Matched: the settlement has this payment.').waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    await record.getByRole('list', { name: 'Transactions' }).getByRole('link').press('Enter');
    const sale = at.page.getByRole('complementary', { name: 'Transaction' });
    await sale.getByRole('link', { name: 'payout PO-02' }).press('Enter');
    await at.page.getByRole('heading', { name: 'PO-02', level: 1 }).waitFor();
  });

  it('tells a user of one unit no figure of a whole payout, and a Reader what is open without anything to decide', async () => {
    const north = await at.stand.open(unitUsers.north, 'payouts?dateFrom=2026-09-01&dateTo=2026-09-30');
    await at.rows(north).first().waitFor();
    expect(await north.locator('main').textContent()).not.toMatch(/Adds up|Differs|19\.00/);
    await at.rows(north).filter({ hasText: 'PO-02' }).getByRole('link').press('Enter');
    await north.getByText('The sums of your own records').waitFor();
    expect(await north.locator('main').textContent()).not.toMatch(/Differs|19\.00/);
    await north.context().close();
    await at.stand.admin('user', 'add', 'reader', '--role', 'Reader', '--tenant', 'Default', '--password-stdin');
    const reader = await at.stand.open('reader', 'exceptions?dayFrom=2026-09-01&dayTo=2026-09-30');
    await at.rows(reader).first().waitFor();
    expect(await reader.locator('main').getByRole('checkbox').count()).toBe(0);
    expect(await reader.getByRole('region', { name: 'Decide about the chosen rows' }).count()).toBe(0);
    await reader.context().close();
  });
});
