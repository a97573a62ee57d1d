/** How the pages look: narrow, dark, printed, and in the document. And that what they must never do would be noted. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { asking, takeFile } from './files.js';
import { month, uploadMonth } from './month.js';
import { image } from './sales.js';
import { findingsOf, inChromium, inPage, overflowOf } from './stand.js';

inChromium('the pages', (at) => {
  it('fits a window of 360 pixels, in the dark and in print', async () => {
    const narrow = await at.stand.open('boss', '', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    for (const path of ['', 'transactions', 'uploads', `uploads/${at.stand.uploads.refused}`, 'upload']) {
      await at.go(path, narrow);
      await narrow.locator('h1').waitFor();
      await narrow.waitForLoadState('networkidle');
      expect(await overflowOf(narrow), path).toBe(0);
      expect(await findingsOf(narrow), path).toEqual([]);
    }
    await narrow.emulateMedia({ media: 'print' });
    expect(await narrow.getByRole('navigation', { name: 'Pages', exact: true }).isVisible()).toBe(false);
    await narrow.context().close();
  });

  it('prints a list as a table whose head is on each sheet, with nothing cut and nothing to press', async () => {
    const pressable = () => at.page.locator('button:visible').allTextContents();
    await at.go('transactions');
    await at.rows().first().waitFor();
    await at.page.emulateMedia({ media: 'print' });
    const styles = await inPage<string[]>(
      at.page,
      `['.list table', '.list thead', '.list tbody tr'].map((place) => getComputedStyle(document.querySelector(place)).display)`,
    );
    expect(styles).toEqual(['table', 'table-header-group', 'table-row']);
    const cut = `[...document.querySelectorAll('.list td')].filter((cell) => getComputedStyle(cell).overflow !== 'visible').length`;
    expect(await inPage(at.page, cut)).toBe(0);
    expect(await pressable()).toEqual([]);
    await at.go('');
    await at.page.locator('.money-table').first().waitFor();
    await at.page.emulateMedia({ media: 'print' });
    expect(await pressable()).toEqual([]);
    await at.page.emulateMedia({ media: 'screen' });
  });

  it.runIf(process.env.SCREENSHOTS)('looks as the document shows it', async () => {
    await uploadMonth(at.stand.server);
    const payouts = (await at.stand.server.request('/settlement/v1/payouts?status=Differs')).json.items;
    await takeFile(at, 'till-november.csv', asking.replaceAll('Q-', 'P-'));
    const file = new URL(at.page.url()).pathname.replace('/console/', '');
    const withdraw = (change: 'undo' | 'redo') =>
      at.stand.server.request(`/admin/v1/uploads/${at.stand.uploads.hostile}/${change}`, { method: 'POST' });
    await withdraw('undo');
    await at.stand.server.uploadAndImport([{ amount: 12.5, currency: 'EUR', transactionDate: '2026-11-20T08:00:00Z', terminalId: 'S-2' }]);
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      const before = await (await at.stand.context({ viewport: { width, height } })).newPage();
      await at.go('', before);
      await before.getByLabel('User').waitFor();
      await before.screenshot({ path: `docs/console/log-in-${width}.png` });
      await before.context().close();
      const shown = await at.stand.open('boss', '', { viewport: { width, height } });
      const shots: [name: string, path: string, on: string][] = [
        ['money', `?${month}`, '.chart canvas'],
        ['exceptions', 'exceptions', 'tbody tr'],
        ['payout', `payouts/${payouts[0].id}`, '.list tbody tr'],
        ['transactions', width === 390 ? 'transactions' : 'transactions?brandId=VISA', 'tbody tr'],
        ['uploads', 'uploads', 'tbody tr'],
        ['questions', file, '.question'],
        ['upload', `uploads/${at.stand.uploads.refused}`, '.reasons'],
        ['users', 'administration/users', 'tbody tr'],
        ['units', 'administration/units', '.tree'],
        ['imports', 'administration/imports', 'textarea'],
        ['audit', 'administration/audit', 'tbody tr'],
        ['health', 'administration/health', '.facts'],
      ];
      for (const [name, path, on] of shots) {
        await at.go(path, shown);
        await shown.locator(on).first().waitFor();
        if (name === 'transactions' && width > 390) {
          await shown.locator('.row-link').nth(2).click();
          await shown.getByText('History').waitFor();
        }
        if (name === 'exceptions' && width > 390) {
          for (const box of await shown.getByRole('checkbox').all()) if (await box.isVisible()) await box.check();
        }
        if (name === 'payout' && width > 390) {
          await shown.locator('.list tbody tr').first().getByRole('link').click();
          await shown.getByText('Matched: the settlement has this payment.').waitFor();
        }
        if (name === 'users' && width > 390) {
          await shown.getByRole('link', { name: 'anna' }).click();
          await shown.getByText('Unit North').waitFor();
        }
        await shown.waitForLoadState('networkidle');
        await shown.screenshot({ path: `docs/console/${name}-${width}.png` });
      }
      await shown.context().close();
    }
    await withdraw('redo');
  });

  it('tell an upload of settlement records by its name, and lead to no page of transactions from it', async () => {
    const records = [
      { amount: 12.5, currency: 'EUR', settlementDate: '2026-11-19', transactionReference: 'S-1' },
      { amount: -3, currency: 'EUR', settlementDate: '2026-11-19', type: 'Fee' },
      { currency: 'EUR', settlementDate: '2026-11-19', transactionReference: image },
    ];
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ records }) };
    const sent = await at.stand.server.request('/settlement/v1/records/upload', request);
    const { uploadId } = sent.json;
    const state = async () => (await at.stand.server.request(`/settlement/v1/records/upload/${uploadId}`)).json;
    await expect.poll(async () => (await state()).status).toBe('ProcessedWithErrors');
    await at.go('');
    const line = at.page.locator(`.card a[href$="uploads/${uploadId}"]`);
    await line.filter({ hasText: '1 of 3 settlement records not imported' }).waitFor();
    await line.filter({ hasText: '3 settlement records · api' }).waitFor();
    await at.go('uploads');
    await at.rows().first().waitFor();
    expect(await at.page.locator('td[data-title=Rows]').first().textContent()).toBe('3 settlement records');
    // The month that the screenshots show has one of its own.
    expect(await at.page.locator('td[data-title=Rows]', { hasText: 'records' }).count()).toBe(process.env.SCREENSHOTS ? 2 : 1);
    expect([await overflowOf(at.page), await findingsOf(at.page)]).toEqual([0, []]);
    await at.rows().first().getByRole('link').click();
    await at.page.getByText('What the import says').waitFor();
    const facts = (await at.page.locator('.facts > div').allTextContents()).join('; ');
    expect(facts).toMatch(/^StatePartly imported; .*; Settlement records3; Duplicates0; Not imported1; Sums of payments12\.50 EUR; /);
    expect(await at.page.locator('.reasons li').allTextContents()).toEqual(['1 × Amount is required']);
    expect(await at.page.locator('main a[href*=transactions]').count()).toBe(0);
    expect([await overflowOf(at.page), await findingsOf(at.page)]).toEqual([0, []]);
    const change = async (name: string, text: string) => {
      await at.page.getByRole('button', { name }).click();
      await at.page.getByRole('dialog').getByText(text).waitFor();
      await at.page.getByRole('dialog').getByRole('button', { name }).click();
      await at.page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await change('Reprocess', 'for 1 settlement record that was not imported');
    await change('Withdraw', '3 settlement records of this upload will leave all lists and sums');
    await at.page.getByText('Withdrawn by').waitFor();
    expect((await state()).withdrawn.by).toBe('boss');
    await change('Restore', 'The settlement records of this upload will be back');
    await at.page.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect((await state()).withdrawn).toBeUndefined();
    await at.go('administration/audit');
    await at.rows().filter({ hasText: uploadId }).filter({ hasText: '3 settlement records for Default' }).waitFor();
    await at.go('uploads/00000000-0000-4000-8000-000000000000');
    await at.page.getByRole('alert').getByText('There is no such upload.').waitFor();
  });

  it('take nothing from a form of another site, whoever is logged in', async () => {
    const other = await at.stand.open('boss', '');
    const { url } = at.stand.server;
    /** How much there is of what the forms would add to. */
    const kept = () =>
      inPage<number[]>(
        other,
        `Promise.all(['/history/v1/uploads?pageSize=500', '/console/v1/files'].map(async (path) => (await (await fetch(path)).json()).items.length))`,
      );
    const before = await kept();
    const body = JSON.stringify({ transactions: [{ amount: 666, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z' }] });
    const forms = ['/sales/v1/transactions/upload', '/console/v1/files', '/console/v1/session', '/console/v1/admin/users'].map(
      (path) =>
        `<form method="post" enctype="text/plain" action="${url}${path}" target="_blank"><input name='${body.slice(0, -1)},"x":"' value='"}'></form>`,
    );
    const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(forms.join('')));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    // Its host is the server's: to a cookie, ports are the same site, and only what a browser says of where a request is from tells them apart.
    const elsewhere = await other.context().newPage();
    at.stand.alsoAllowed.push(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    await elsewhere.goto(at.stand.alsoAllowed.at(-1) ?? '');
    for (let form = 0; form < forms.length; form++) {
      const [opened] = await Promise.all([
        elsewhere.context().waitForEvent('page'),
        inPage(elsewhere, `document.forms[${form}].submit(); 0`),
      ]);
      await opened.waitForLoadState();
      expect(await opened.locator('body').textContent()).toMatch(/"status": ?40[0-9]|"status": ?415/);
      await opened.close();
    }
    site.close();
    expect(await kept()).toEqual(before);
    await other.context().close();
  });

  it('notes what breaks the policy', async () => {
    const other = await (await at.stand.context()).newPage();
    await at.go('', other);
    await inPage(other, `document.body.appendChild(Object.assign(new Image(), { src: 'https://elsewhere.invalid/x' })); 0`);
    await inPage(other, `document.body.appendChild(document.createElement('style')).textContent = 'a { color: red }'; 0`);
    await expect.poll(() => at.stand.faults.join(' ')).toMatch(/img-src.*style-src/s);
    await other.context().close();
    // A rule that is broken may be told more than once.
    expect(at.stand.faults.splice(0).filter((fault) => !/img-src|style-src|elsewhere.invalid/.test(fault))).toEqual([]);
  });
});
