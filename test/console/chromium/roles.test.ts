/** A Reader in a real browser: what may be read works, what may not be done is not shown, and the own password can be changed. */
import { expect, it } from 'vitest';
import { password } from '../../support/test-server.js';
import { findingsOf, inChromium, logIn } from './stand.js';

inChromium('a Reader', (at) => {
  it('reads sales, their details and uploads, and is offered no more', async () => {
    await at.stand.admin('user', 'add', 'reader', '--role', 'Reader', '--tenant', 'Default', '--password-stdin');
    const page = await at.stand.open('reader');
    await page.locator('.money-table').first().waitFor();
    const links = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link');
    expect(await links.allTextContents()).toEqual([
      'Money',
      'Exceptions',
      'Payouts',
      'Close',
      'Settlement records',
      'Transactions',
      'Uploads',
    ]);
    await links.nth(5).click();
    await at.rows(page).first().waitFor();
    await page.locator('.row-link').first().click();
    await page.getByRole('complementary').getByText('Uploaded').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await at.go(`uploads/${at.stand.uploads.refused}`, page);
    await page.getByText('What the import says').waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
    for (const path of ['upload', 'administration/users']) {
      await at.go(path, page);
      await page.getByText('There is no such page.').waitFor();
    }
    await page.context().close();
  });

  it('changes the own password by the current one; this page goes on, and another ends', async () => {
    const [page, other] = [await at.stand.open('reader'), await at.stand.open('reader')];
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    const fill = async (old: string, ...given: [string, string]) => {
      await dialog.getByLabel('Current password').fill(old);
      for (const [place, label] of (['New password', 'New password, again'] as const).entries())
        await dialog.getByLabel(label, { exact: true }).fill(given[place] ?? '');
      await page.keyboard.press('Enter');
    };
    await fill(password, 'one', 'other');
    await dialog.getByText('The two new passwords differ.').waitFor();
    await fill('guess', 'a better one', 'a better one');
    await dialog.getByText('The current password is wrong.').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await fill(password, 'a better one', 'a better one');
    await page.getByText('Your password is changed.').waitFor();
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await at.rows(page).first().waitFor();
    await other.reload();
    await other.getByRole('button', { name: 'Log in' }).waitFor();
    await logIn(other, 'reader', 'a better one');
    for (const one of [page, other]) await one.context().close();
  });
});
