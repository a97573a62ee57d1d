/** The pages in a real browser, over a real server: every page and way, for the eye, the keyboard and a screen reader. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asking, faulty, manyRows } from './files.js';
import { image, long, rightToLeft } from './sales.js';
import { chromiumPath, findingsOf, inPage, logIn, openStand, overflowOf, type Stand, unitUsers } from './stand.js';

describe.skipIf(chromiumPath === null)('the console in Chromium', () => {
  let stand: Stand;
  /** A page of the user of the whole tenant, which the tests share. */
  let page: Page;
  beforeAll(async () => {
    stand = await openStand();
    page = await stand.open('boss');
  });
  afterAll(async () => {
    await stand?.close();
  });
  const go = async (path: string, on: Page = page) => {
    await on.goto(`${stand.server.url}/console/${path}`);
  };
  const rows = (on: Page = page) => on.locator('main table').first().locator('tbody tr');
  const query = () => new URL(page.url()).searchParams;

  it('logs in and out, says what went wrong, and comes back to where one was', async () => {
    const other = await (await stand.context()).newPage();
    await go('uploads?pageNumber=1', other);
    await other.getByLabel('User').fill('boss');
    await other.getByLabel('Password').fill('wrong');
    await other.getByRole('button', { name: 'Log in' }).click();
    await other.getByRole('alert').getByText('User or password is wrong.').waitFor();
    expect(await other.getByLabel('Password').inputValue()).toBe('');
    expect(await findingsOf(other)).toEqual([]);
    await logIn(other, 'boss');
    await other.getByRole('heading', { name: 'Uploads', level: 1 }).waitFor();
    await other.getByRole('button', { name: 'Log out' }).click();
    await other.getByRole('button', { name: 'Log in' }).waitFor();
    await other.reload();
    await other.getByRole('button', { name: 'Log in' }).waitFor();
    await other.context().close();
  });

  it('asks for a log-in again where the session has ended, and goes on where one was', async () => {
    const other = await stand.open('boss', 'transactions');
    await rows(other).first().waitFor();
    await other.context().clearCookies();
    await other.getByRole('link', { name: 'Uploads', exact: true }).click();
    await other.getByText('Your session has ended').waitFor();
    await logIn(other, 'boss');
    await other.getByRole('heading', { name: 'Uploads', level: 1 }).waitFor();
    await other.context().close();
  });

  it('shows the day: exact sums, bars by brand, the last uploads and what needs attention, each a way into a list', async () => {
    await go('');
    const tiles = page.locator('.tiles .tile');
    await tiles.first().waitFor();
    const totals = await stand.server.request('/history/v1/totals?by=currency&transactionDateFrom=2026-10-22T00:00:00%2B02:00');
    const { imported, notImported } = totals.json.items.find(({ currency }: { currency: string }) => currency === 'EUR');
    const text = (amount: string) => new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(amount as unknown as number);
    expect(await tiles.locator('.tile-value').allTextContents()).toEqual(
      [imported.sales.amount, imported.refunds.amount, imported.net, notImported.net].map((amount) => `${text(amount)} EUR`),
    );
    await page.locator('.chart canvas').waitFor();
    await page.getByText('6 of 10 rows not imported').waitFor();
    expect(await page.locator('.card').first().locator('.lines li').count()).toBe(4);
    expect(await findingsOf(page)).toEqual([]);
    // Each tile leads to the transactions that it counts, and to the duplicates among them, which are told apart.
    for (const [at, { transactions }] of [imported.sales, imported.refunds, imported, notImported].entries()) {
      await go('');
      await tiles.nth(at).click();
      const summary = page.locator('.summary:not(.stale) strong');
      await summary.waitFor();
      const [all = '', , duplicates = '0'] =
        /^(\d+) transactions?(, (\d+) of them duplicates)?/.exec((await summary.textContent()) ?? '')?.slice(1) ?? [];
      expect(Number(all) - Number(duplicates)).toBe(transactions);
    }
    await go('?from=2026-11-20&to=2026-11-20');
    await page.getByText('Figures by day').click();
    await page.locator('.day-table').getByRole('link', { name: '20 Nov 2026' }).click();
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    expect(query().get('transactionDateFrom')).toBe('2026-11-20T00:00:00+01:00');
    await go('?from=2020-01-01&to=2020-01-31');
    await page.getByRole('link', { name: 'Go to the latest' }).click();
    await tiles.first().waitFor();
  });

  it('filters, sorts and pages transactions, all of it in the address', async () => {
    await go('transactions');
    await rows().first().waitFor();
    expect(await rows().count()).toBe(100);
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('Page 2').waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    const filled = { Currency: 'EUR', Brand: 'AMEX', Terminal: 'S-1', Reference: 'R-00045', Order: 'B-75045', Location: 'Zürich, HB' };
    for (const [label, value] of Object.entries(filled)) {
      await page.locator('.chip-name', { hasText: new RegExp(`^\\+ ${label}$`) }).click();
      await page.locator('.chip-form').getByLabel(label).fill(value);
      await page.keyboard.press('Enter');
      await page.locator('.chip-set', { hasText: value }).waitFor();
    }
    await page.locator('.chip-name', { hasText: '+ Amount' }).click();
    await page.locator('.chip-form').getByLabel('From').fill('1.355,90');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is no amount').waitFor();
    await page.locator('.chip-form').getByLabel('From').fill('0,5');
    await page.keyboard.press('Enter');
    await page.locator('.chip-name', { hasText: '+ State' }).click();
    await page.locator('.chip-form').getByLabel('Imported', { exact: true }).check();
    await page.keyboard.press('Enter');
    await page.locator('.chip-name', { hasText: '+ Date' }).click();
    await page.locator('.chip-form').getByRole('link', { name: 'This month' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    expect(Object.fromEntries(query())).toEqual({
      currency: 'EUR',
      brandId: 'AMEX',
      terminalId: 'S-1',
      transactionReference: 'R-00045',
      orderId: 'B-75045',
      locationId: 'Zürich, HB',
      amountFrom: '0.5',
      transactionState: 'Processed',
      transactionDateFrom: '2026-11-01T00:00:00+01:00',
      transactionDateTo: '2026-11-20T23:59:59.9999999+01:00',
    });
    await page.reload();
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Amount' }).click();
    await page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=descending]')).waitFor();
    await page.getByRole('link', { name: 'Amount' }).click();
    await page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await go('transactions?brandId=nobody');
    await page.getByText('No transaction matches these filters').waitFor();
    await go('transactions?amountFrom=abc');
    await page.getByRole('alert').getByText('must be a number').waitFor();
  });

  it('goes by the keyboard alone', async () => {
    await go('transactions');
    await rows().first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary', { name: 'Transaction' });
    await detail.getByText('History').waitFor();
    expect(await page.locator('.row-open').count()).toBe(1);
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => detail.count()).toBe(0);
    await expect.poll(() => page.locator('tbody tr:nth-child(2) a:focus').count()).toBe(1);
    await page.keyboard.press('/');
    await page.keyboard.type('R-00042');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows().count()).toBe(1);
    await page.locator('h1').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Uploads', level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator('.page :focus, .frame :focus').count()).toBeGreaterThan(0);
  });

  it('shows whatever was stored as text, and keeps it out of the hands of spreadsheets', async () => {
    await go(`transactions?uploadId=${stand.uploads.hostile}`);
    await rows().first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').waitFor();
    for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Done' }).click();
    const shown = (await rows().first().allTextContents()).join(' ');
    for (const text of [image, '=1+1', rightToLeft, long, '@SUM(A1)', '<script>alert(2)</script>', '&lt;b&gt;'])
      expect(shown).toContain(text);
    expect(await rows().first().locator('.row-link').textContent()).toBe('20 Nov 2026, 09:00:00');
    await rows().first().locator('.row-link').click();
    const detail = page.getByRole('complementary', { name: 'Transaction' });
    await detail.getByText('Additional data').waitFor();
    expect(await detail.textContent()).toContain(`${image}${rightToLeft}`);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    // The choice of columns is remembered.
    await page.reload();
    await page.getByRole('columnheader', { name: 'Acquirer' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('CSV, 12.50 with commas between').check();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
    const csv = readFileSync(await download.path(), 'utf8');
    for (const cell of [`,${image},`, ",'=1+1,", ",'@SUM(A1),", ",'-1+1,", ',0.1,EUR,']) expect(csv).toContain(cell);
  });

  it('saves a workbook that the command line reads as the same transactions', async () => {
    await go('transactions?currency=CHF');
    await rows().first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    expect(await findingsOf(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
    const { openInput } = await import('../../../src/files/open.js');
    const input = await openInput({ path: await download.path() }, { format: 'auto' });
    const read: unknown[] = [];
    for await (const group of input.rows) for (const { sale, faults } of group) read.push(sale ? JSON.parse(sale.json) : faults);
    await input.close();
    const { json } = await stand.server.request('/sales/v1/transactions?currency=CHF&pageSize=500&sorting.direction=Ascending');
    expect(read.length).toBe(json.items.length);
    expect(read.map((row) => (row as { amount: number }).amount)).toEqual(json.items.map(({ amount }: { amount: number }) => amount));
  });

  it('shows uploads with counts, reasons and duplicates; withdraws and restores after a sentence that says what will happen', async () => {
    await go('uploads');
    await rows().first().waitFor();
    expect(await rows().count()).toBe(4);
    expect(await findingsOf(page)).toEqual([]);
    await go(`uploads/${stand.uploads.refused}`);
    await page.getByText('Why rows were not imported').waitFor();
    expect((await page.locator('.reasons li').allTextContents()).sort()).toEqual([
      '2 × Amount is required',
      '4 × Currency is not an ISO 4217 currency code',
    ]);
    expect(await findingsOf(page)).toEqual([]);
    await go(`uploads/${stand.uploads.again}`);
    await page.getByRole('link', { name: 'See the first' }).first().click();
    await page.getByRole('complementary', { name: 'Transaction' }).getByText('Imported').first().waitFor();
    await go(`uploads/${stand.uploads.hostile}`);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByText('1 transaction of this upload will leave all lists and sums').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    expect((await stand.server.request(`/sales/v1/transactions?uploadId=${stand.uploads.hostile}`)).json.items).toEqual([]);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect((await stand.server.request(`/sales/v1/transactions?uploadId=${stand.uploads.hostile}`)).json.items).toHaveLength(1);
  });

  it('shows two users of two units their own sales alone, and offers neither what their role may not do', async () => {
    for (const [user, own, other] of [
      [unitUsers.north, 'N-1', 'S-1'],
      [unitUsers.south, 'S-1', 'N-1'],
    ] as const) {
      const own_ = await stand.open(user, 'transactions?pageSize=500');
      await rows(own_).first().waitFor();
      const terminals = await own_.locator('td[data-title=Terminal]').allTextContents();
      expect(new Set(terminals)).toEqual(new Set([own]));
      await go(`transactions?terminalId=${other}`, own_);
      await own_.getByText('No transaction matches these filters').waitFor();
      await go('', own_);
      await own_.locator('.legend').waitFor();
      expect(await own_.locator('.legend').textContent()).not.toContain(own === 'N-1' ? 'AMEX' : 'VISA');
      await go(`uploads/${stand.uploads.sales}`, own_);
      await own_.getByRole('alert').getByText('Not found').waitFor();
      expect(await own_.getByRole('link', { name: 'Administration' }).count()).toBe(0);
      await go('administration/users', own_);
      await own_.getByText('There is no such page.').waitFor();
      await own_.context().close();
    }
  });

  /** Takes a file to the page where files are dropped; it then opens. */
  const take = async (name: string, text: string) => {
    await go('upload');
    await page
      .getByRole('main')
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };

  it('takes a file with faults: shows how it reads, names the faults, imports the rest, and gives the rejected rows back', async () => {
    await page.keyboard.press('Control+u');
    await page.getByRole('heading', { name: 'Upload a file', level: 1 }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await take('shop.csv', faulty);
    const send = page.getByRole('button', { name: 'Import 3 transactions' });
    await send.waitFor();
    expect(await page.locator('.reading tbody th').first().textContent()).toContain('Date');
    await page.getByText('2 rows with faults').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    const [faults] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a table' }).click()]);
    expect(readFileSync(await faults.path(), 'utf8')).toContain('zwölf');
    await send.click();
    await page.getByRole('link', { name: 'Save these rows' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    const [rejects] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save these rows' }).click()]);
    const text = readFileSync(await rejects.path(), 'utf8');
    for (const part of ['zwölf', '2026-13-19']) expect(text).toContain(part);
    await page.getByRole('link', { name: 'Upload of 3 rows' }).click();
    await page.getByRole('heading', { name: 'Upload', level: 1 }).waitFor();
    const { json } = await stand.server.request('/history/v1/transactions?transactionReference=F-5');
    expect(json.items.map(({ amount }: { amount: number }) => amount)).toEqual([0.3]);
  });

  it('asks what a file leaves open, with samples, and imports it as answered', async () => {
    await take('till.csv', asking);
    for (let round = 0; round < 4; round++) {
      const importing = page.getByRole('button', { name: 'Import 2 transactions' });
      const goOn = page.getByRole('button', { name: 'Go on' });
      await importing.or(goOn).waitFor();
      if (await importing.isVisible()) break;
      expect(await findingsOf(page)).toEqual([]);
      for (const question of await page.locator('.question').all()) {
        const day = question.getByRole('radio').first();
        const typed = question.getByRole('textbox');
        if (/time|zone/i.test((await question.locator('h2').textContent()) ?? '') && (await typed.count()) > 0) {
          await typed.fill('Europe/Berlin');
        } else await day.check();
      }
      await goOn.click();
      await goOn.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Import 2 transactions' }).click();
    await page.getByRole('link', { name: 'Upload of 2 rows' }).waitFor();
    const { json } = await stand.server.request('/history/v1/transactions?transactionReference=Q-1');
    expect(json.items).toMatchObject([{ amount: 12.5, transactionDate: expect.stringMatching(/^2026-0[56]-0[56]T10:00:00\+02:00$/) }]);
  });

  it('takes files that are dropped anywhere, several at once, and a large one that goes on while the tab is closed', async () => {
    const other = await stand.open('boss', 'transactions');
    await rows(other).first().waitFor();
    await inPage(
      other,
      `(() => {
        const dataTransfer = new DataTransfer();
        for (const name of ['one.csv', 'two.csv']) dataTransfer.items.add(new File([${JSON.stringify(faulty)}.replaceAll('F-', name + '-')], name));
        document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
      })()`,
    );
    await other.getByRole('button', { name: 'Import all 2 files that are ready' }).click();
    const done = () =>
      other
        .locator('.line', { hasText: /(one|two)\.csv/ })
        .locator('.badge', { hasText: 'Done' })
        .count();
    await expect.poll(done, { timeout: 60_000 }).toBe(2);
    await other
      .getByRole('main')
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'year.csv', mimeType: 'text/csv', buffer: Buffer.from(manyRows(200_000)) });
    await other.getByRole('heading', { name: 'year.csv', level: 1 }).waitFor();
    await other.getByRole('button', { name: 'Import 200,000 transactions' }).click({ timeout: 60_000 });
    await other.getByText('You can close this page').waitFor();
    await other.close();
    await go('upload');
    await page.getByRole('link', { name: 'year.csv' }).click();
    await page
      .getByRole('link', { name: /Upload of/ })
      .first()
      .waitFor({ timeout: 90_000 });
    const { json } = await stand.server.request(
      '/history/v1/totals?transactionDateFrom=2026-10-01T00:00:00Z&transactionDateTo=2026-10-02T00:00:00Z',
    );
    expect(json.items[0].imported.transactions).toBe(200_000);
    await other.context().close();
  }, 180_000);

  it('fits a window of 360 pixels, in the dark and in print', async () => {
    const narrow = await stand.open('boss', '', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    for (const path of ['', 'transactions', 'uploads', `uploads/${stand.uploads.refused}`, 'upload']) {
      await go(path, narrow);
      await narrow.locator('h1').waitFor();
      await narrow.waitForLoadState('networkidle');
      expect(await overflowOf(narrow), path).toBe(0);
      expect(await findingsOf(narrow), path).toEqual([]);
    }
    await narrow.emulateMedia({ media: 'print' });
    expect(await narrow.getByRole('navigation', { name: 'Pages', exact: true }).isVisible()).toBe(false);
    await narrow.context().close();
  });

  // SCREENSHOTS=1 renews those of docs/console.md.
  it.runIf(process.env.SCREENSHOTS)('looks as the document shows it', async () => {
    await take('till-november.csv', asking.replaceAll('Q-', 'P-'));
    const file = new URL(page.url()).pathname.replace('/console/', '');
    const withdraw = (change: 'undo' | 'redo') =>
      stand.server.request(`/admin/v1/uploads/${stand.uploads.hostile}/${change}`, { method: 'POST' });
    await withdraw('undo');
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      const before = await (await stand.context({ viewport: { width, height } })).newPage();
      await go('', before);
      await before.getByLabel('User').waitFor();
      await before.screenshot({ path: `docs/console/log-in-${width}.png` });
      await before.context().close();
      const shown = await stand.open('boss', '', { viewport: { width, height } });
      const shots: [name: string, path: string, on: string][] = [
        ['overview', '', '.chart canvas'],
        ['transactions', width === 390 ? 'transactions' : 'transactions?brandId=VISA', 'tbody tr'],
        ['uploads', 'uploads', 'tbody tr'],
        ['questions', file, '.question'],
        ['upload', `uploads/${stand.uploads.refused}`, '.reasons'],
      ];
      for (const [name, path, on] of shots) {
        await go(path, shown);
        await shown.locator(on).first().waitFor();
        if (name === 'transactions' && width > 390) {
          await shown.locator('.row-link').nth(2).click();
          await shown.getByText('History').waitFor();
        }
        await shown.waitForLoadState('networkidle');
        await shown.screenshot({ path: `docs/console/${name}-${width}.png` });
      }
      await shown.context().close();
    }
    await withdraw('redo');
  });

  it('never broke its policy, never failed in a script, and asked no other host', () => {
    expect(stand.faults).toEqual([]);
  });

  it('notes what breaks the policy', async () => {
    const other = await (await stand.context()).newPage();
    await go('', other);
    await inPage(other, `document.body.appendChild(Object.assign(new Image(), { src: 'https://elsewhere.invalid/x' })); 0`);
    await inPage(other, `document.body.appendChild(document.createElement('style')).textContent = 'a { color: red }'; 0`);
    await expect.poll(() => stand.faults.splice(0).join(' ')).toMatch(/img-src.*style-src/s);
    await other.context().close();
  });
});
