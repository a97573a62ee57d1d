/** The pages of administration in a real browser: each change as an Admin makes it, what it does, and what is offered to whom. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { password } from '../../support/test-server.js';
import { image } from './sales.js';
import { findingsOf, inChromium, inPage, logIn, overflowOf } from './stand.js';

inChromium('the pages of administration', (at) => {
  const dialog = () => at.page.getByRole('dialog');
  const drawer = () => at.page.getByRole('complementary', { name: 'till' });
  const news = (text: string) => at.page.getByRole('status').getByText(text).waitFor();
  /** The password that is shown this once. */
  const shownPassword = async () => {
    const shown = (await dialog().locator('output').textContent()) ?? '';
    await dialog().getByRole('button', { name: 'Done' }).click();
    return shown;
  };
  /** Of a user, on another computer. */
  const elsewhere = async (user: string, secret: string): Promise<Page> => {
    const other = await (await at.stand.context()).newPage();
    await at.go('transactions', other);
    await logIn(other, user, secret);
    return other;
  };
  let till: { secret: string; page: Page };

  it('tell how the server does, by the rules of sales doctor, and what needs attention on the first page', async () => {
    await at.page.getByRole('link', { name: 'Administration' }).click();
    await at.page.getByRole('link', { name: 'Health' }).click();
    await at.page.getByText('Backup: none is known').waitFor();
    const lines = await at.page.locator('.card').first().locator('.line').allTextContents();
    expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual(['Program', 'Database', 'Disk space', 'Certificate', 'Backup']);
    expect(lines[4]).toMatch(/Make one on the server's machine.*Look at it$/);
    const figures = (await at.page.locator('.facts').textContent()) ?? '';
    expect(figures).toMatch(/Transactions, of all tenants443/);
    expect(await findingsOf(at.page)).toEqual([]);
    await at.go('');
    await at.page.getByRole('link', { name: 'Backup: none is known' }).waitFor();
    await at.page.getByRole('link', { name: '1 terminal or location belongs to no unit' }).click();
    await at.page.getByText('Belong to no unit').waitFor();
  });

  it('add a user, whose password is shown once and works', async () => {
    await at.go('administration/users');
    await at.rows().first().waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.getByRole('button', { name: 'Add a user' }).click();
    expect(await findingsOf(at.page)).toEqual([]);
    await dialog().getByLabel('Name').fill('boss');
    await dialog().getByLabel('Access to').selectOption({ label: 'North' });
    await dialog().getByRole('button', { name: 'Add a user' }).click();
    await dialog().getByRole('alert').getByText('boss').waitFor();
    await dialog().getByLabel('Name').fill('till');
    await dialog().getByRole('button', { name: 'Add a user' }).click();
    const secret = await shownPassword();
    till = { secret, page: await elsewhere('till', secret) };
    await at.rows(till.page).first().waitFor();
    expect(new Set(await till.page.locator('td[data-title=Terminal]').allTextContents())).toEqual(new Set(['N-1']));
    expect(await till.page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  });

  it('change what a user may see, from the next request on', async () => {
    await at.rows().filter({ hasText: 'till' }).getByRole('link').click();
    await drawer().getByText('Unit North').waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    await drawer().getByLabel('Access to').selectOption({ label: 'South' });
    await drawer().getByRole('button', { name: 'Give access' }).click();
    await drawer().getByText('Unit South').waitFor();
    await drawer().locator('li', { hasText: 'Unit North' }).getByRole('button', { name: 'Take away' }).click();
    await drawer().getByText('Unit North').waitFor({ state: 'detached' });
    await till.page.reload();
    await at.rows(till.page).first().waitFor();
    expect(new Set(await till.page.locator('td[data-title=Terminal]').allTextContents())).toEqual(new Set(['S-1']));
    await drawer().getByRole('checkbox', { name: 'API' }).click();
    const listed = at.rows().filter({ hasText: 'till' }).locator('[data-title=Roles]');
    await expect.poll(() => listed.textContent()).toBe('');
    await till.page.reload();
    await till.page.getByRole('link', { name: 'Money', exact: true }).waitFor();
    expect(await till.page.getByRole('link', { name: 'Transactions' }).count()).toBe(0);
    await drawer().getByRole('checkbox', { name: 'API' }).click();
    await listed.getByText('API').waitFor();
  });

  it('give a new password, end sessions, disable and enable', async () => {
    const outIn = (page: Page) => page.getByRole('button', { name: 'Log in' }).waitFor();
    await drawer().getByRole('button', { name: 'New password' }).click();
    await dialog().getByRole('button', { name: 'Make it' }).click();
    const secret = await shownPassword();
    expect(secret).not.toBe(till.secret);
    await till.page.reload();
    await outIn(till.page);
    await logIn(till.page, 'till', secret);
    await drawer().getByRole('button', { name: 'End sessions' }).click();
    expect(await findingsOf(at.page)).toEqual([]);
    await dialog().getByRole('button', { name: 'End sessions' }).click();
    await news('Ended the sessions of till.');
    await till.page.reload();
    await outIn(till.page);
    await logIn(till.page, 'till', secret);
    await drawer().getByRole('button', { name: 'Disable' }).click();
    await dialog().getByRole('button', { name: 'Disable' }).click();
    await news('Disabled till.');
    await till.page.reload();
    await outIn(till.page);
    await at.rows().filter({ hasText: 'till' }).getByText('Disabled').waitFor();
    await drawer().getByRole('button', { name: 'Enable' }).click();
    await news('Enabled till.');
    await logIn(till.page, 'till', secret);
    await till.page.context().close();
  });

  it('go by the keyboard alone, and offer nobody to lock out themselves', async () => {
    await at.go('administration/users');
    await at.rows().first().waitFor();
    const names = await at.rows().locator('.row-link').allTextContents();
    for (let step = 0; step <= names.indexOf('boss'); step++) await at.page.keyboard.press('j');
    await at.page.keyboard.press('Enter');
    const own = at.page.getByRole('complementary', { name: 'boss' });
    await own.getByText('Tenant Default').waitFor();
    expect(await own.getByRole('checkbox', { name: 'Admin' }).isDisabled()).toBe(true);
    expect(await own.getByRole('button', { name: 'Disable' }).count()).toBe(0);
    await at.page.keyboard.press('Escape');
    await own.waitFor({ state: 'detached' });
    await at.page.getByRole('link', { name: 'Units' }).focus();
    await at.page.keyboard.press('Enter');
    await at.page.getByRole('button', { name: 'Add a unit' }).focus();
    await at.page.keyboard.press('Enter');
    await dialog().getByLabel('Name').fill('');
    await at.page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    await expect.poll(() => at.page.locator('button:focus').textContent()).toBe('Add a unit');
  });

  it('order units: an unknown terminal is assigned by a choice, a unit added and changed', async () => {
    await at.go('administration/units');
    const unknown = at.page.locator('.card').nth(1);
    await unknown.getByText('=1+1').waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.getByRole('button', { name: 'Add a unit' }).click();
    await dialog().getByLabel('Name').fill(image);
    await dialog().getByLabel('Below').selectOption({ label: 'North' });
    await dialog().getByLabel('Terminals, one a line').fill('N-7\n N-8 \n\nN-7');
    expect(await findingsOf(at.page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Add a unit' }).click();
    const inner = at.page.locator('.tree .tree');
    await inner.getByText('Terminals N-7, N-8').waitFor();
    expect(await inner.locator('strong').textContent()).toBe(image);
    await unknown.getByLabel('Assign =1+1 to a unit').selectOption({ label: image });
    await news(`Assigned to ${image}.`);
    await unknown.getByText('Every terminal and location belongs to a unit.').waitFor();
    await inner.getByText('Terminals =1+1, N-7, N-8').waitFor();
    await inner.getByRole('button', { name: `Change ${image}` }).click();
    expect(await dialog().getByLabel('Below').inputValue()).not.toBe('');
    await dialog().getByLabel('Name').fill('Kiosk');
    await dialog().getByLabel('Below').selectOption({ label: 'at the top' });
    await dialog().getByLabel('Terminals, one a line').fill('N-8\nN-9');
    await dialog().getByRole('button', { name: 'Store' }).click();
    await news('Changed Kiosk.');
    await inner.waitFor({ state: 'detached' });
    await at.page.locator('.tree > li', { hasText: 'Kiosk' }).getByText('Terminals N-8, N-9').waitFor();
    await unknown.getByText('=1+1').waitFor();
  });

  it('try import rules on the newest rows, and store them', async () => {
    await at.go('administration/imports');
    const rules = at.page.getByLabel('Settings of Default');
    const settings = JSON.parse(await rules.inputValue());
    const tryThem = at.page.getByRole('button', { name: 'Try on the last 1,000 rows' });
    expect(await findingsOf(at.page)).toEqual([]);
    await rules.fill('{');
    await tryThem.click();
    await at.page.getByRole('alert').getByText('This is no JSON').waitFor();
    await rules.fill(JSON.stringify({ ...settings, requiredFields: 'all' }));
    await tryThem.click();
    await at.page.getByRole('alert').getByText('requiredFields').waitFor();
    const requiring = (field: string) => JSON.stringify({ ...settings, requiredFields: [...settings.requiredFields, field] });
    await rules.fill(requiring('applicationId'));
    await tryThem.click();
    const trial = at.page.getByText(
      /^Of the last 443 rows, 1 would be imported, 0 taken as duplicates, 442 refused. Nothing was changed.$/,
    );
    await trial.waitFor();
    await at.page.getByText('applicationId is required').waitFor();
    await rules.fill(requiring('authorisationCode'));
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.getByRole('button', { name: 'Store' }).click();
    await news('Stored. Uploads are imported by Default as it is now.');
    const { json } = await at.stand.server.request('/history/v1/import-configuration');
    expect(json.settings.requiredFields).toEqual([...settings.requiredFields, 'authorisationCode']);
  });

  it('show the audit trail: who did what to whom, newest first, and no secret', async () => {
    await at.go('administration/audit');
    await at.rows().first().waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    const lines = await at.rows().allTextContents();
    expect(lines[0]).toMatch(/boss127\.0\.0\.1import-config\.setDefaultdone/);
    expect(lines.findIndex((line) => /user\.disable.*till/.test(line))).toBeLessThan(
      lines.findIndex((line) => /user\.add.*till/.test(line)),
    );
    expect(lines.some((line) => /api.*upload.*420 transactions for Default/.test(line))).toBe(true);
    expect(lines.join(' ')).not.toMatch(new RegExp(`scrypt|${password}`));
    await at.go('administration/audit?pageSize=3');
    await expect.poll(() => at.rows().allTextContents()).toEqual(lines.slice(0, 3));
    await at.page.getByRole('link', { name: 'Next' }).click();
    await at.page.getByText('Page 2').waitFor();
    await expect.poll(() => at.rows().allTextContents()).toEqual(lines.slice(3, 6));
    await at.page.getByLabel('To day').fill('2020-01-01');
    await at.page.getByText('Nothing was changed in this period').waitFor();
  });

  it('name in the audit trail the upload that somebody withdrew', async () => {
    const uploadId = await at.stand.server.uploadAndImport([{ amount: 1, currency: 'EUR', transactionDate: '2026-11-20T08:00:00Z' }]);
    expect((await at.stand.server.request(`/admin/v1/uploads/${uploadId}/undo`, { method: 'POST' })).status).toBe(200);
    await at.go('administration/audit');
    await at.rows().filter({ hasText: 'upload.withdraw' }).waitFor();
    expect(await at.rows().filter({ hasText: 'upload.withdraw' }).locator('td[data-title=On]').textContent()).toBe(uploadId);
  });

  it('fit a window of 360 pixels, in the dark, with every link in it', async () => {
    const outside = (page: Page) =>
      inPage<string[]>(
        page,
        `[...document.querySelectorAll('nav a')].filter((link) => link.getBoundingClientRect().right > innerWidth).map((link) => link.textContent)`,
      );
    const narrow = await at.stand.open('boss', '', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    for (const tab of ['users', 'units', 'imports', 'audit', 'health']) {
      await at.go(`administration/${tab}`, narrow);
      await narrow.locator('.tabs a[aria-current]').waitFor();
      await narrow.waitForLoadState('networkidle');
      expect(await overflowOf(narrow), tab).toBe(0);
      expect(await outside(narrow), tab).toEqual([]);
      expect(await findingsOf(narrow), tab).toEqual([]);
    }
    await narrow.context().close();
  });

  it('offer an Admin of one tenant among several what is of that tenant alone', async () => {
    await at.stand.admin('tenant', 'add', 'Other', '--customer', 'Default');
    await at.go('administration/users');
    await at.page.getByRole('button', { name: 'Add a unit' }).waitFor();
    expect(await at.page.locator('.tabs a').allTextContents()).toEqual(['Units', 'Import rules', 'Health']);
    await at.go('administration/health');
    await at.page.getByText('Program: sales').waitFor();
    expect(await at.page.getByText('Figures').count()).toBe(0);
    await at.stand.admin('user', 'grant', 'boss', '--customer', 'Default');
    await at.go('administration/units');
    await at.page.getByLabel('Tenant').selectOption({ label: 'Default: Other' });
    await at.page.getByText('No units yet').waitFor();
    expect(await at.page.getByText('Belong to no unit').count()).toBe(0);
    await at.page.getByRole('link', { name: 'Users' }).click();
    await at.rows().first().waitFor();
  });

  it('show as text what users, tenants and import configurations are called', async () => {
    const named = (what: string) => `<img src=${what} onerror=alert(3)>&lt;`;
    const [user, tenant, rules] = [named('u'), named('t'), named('c')];
    await at.stand.admin('tenant', 'add', tenant, '--customer', 'Default');
    await at.stand.admin('import-config', 'add', rules, '--tenant', tenant);
    await at.stand.admin('user', 'add', user, '--customer', 'Default', '--role', 'API', '--role', 'Admin', '--password-stdin');
    const own = await at.stand.open(user, '');
    const seen = async (path: string, texts: string[], on: Locator = own.locator('body')) => {
      if (path !== '') await at.go(path, own);
      for (const text of texts) await expect.poll(() => on.textContent(), { message: path }).toContain(text);
      expect(await own.locator('img').count(), path).toBe(0);
      expect(await overflowOf(own), path).toBe(0);
    };
    await seen('?', [user, tenant]);
    await own.getByLabel('Tenant').selectOption({ label: `Default: ${tenant}` });
    await seen('administration/imports', [rules], own.getByRole('main'));
    const settings = own.getByLabel(`Settings of ${rules}`);
    await settings.waitFor();
    await own.locator('.card', { has: settings }).getByRole('button', { name: 'Store' }).click();
    await seen('', [`Stored. Uploads are imported by ${rules} as it is now.`]);
    const row = { amount: 1, currency: 'EUR', transactionDate: '2026-11-20T08:00:00Z' };
    const login = `${user}:${password}`;
    const { tenants } = (await at.stand.server.request('/history/v1/access', { login })).json;
    const { tenantId } = tenants.find(({ tenantName }: { tenantName: string }) => tenantName === tenant);
    const sent = await at.stand.server.request(`/sales/v1/transactions/upload?tenantId=${tenantId}`, {
      ...{ method: 'POST', login, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ transactions: [row] }),
    });
    await seen('uploads', [user], own.getByRole('main'));
    await seen(`uploads/${sent.json.uploadId}`, [user], own.getByRole('main'));
    await seen('administration/users', [user], own.getByRole('main'));
    await own.getByRole('link', { name: user }).click();
    await own.getByRole('complementary', { name: user }).getByRole('button', { name: 'End sessions' }).waitFor();
    await seen('', [user, tenant], own.getByRole('complementary'));
    await seen('administration/audit', [user, tenant, rules], own.getByRole('main'));
    await own.context().close();
  });
});
