/** A newcomer's first month in a real browser, with the mouse: two files dropped, and nothing left to decide after twelve clicks. */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ListedException } from '../../../src/contract/exceptions.js';
import { acquirersFile, tillsFile } from '../../settlements/first-month.js';
import { password } from '../../support/test-server.js';
import { findingsOf, inChromium, inPage } from './stand.js';

inChromium('a first month', (at) => {
  it('is worked through by twelve clicks, from two files to nothing that is left to decide', async () => {
    const { stand } = at;
    await stand.admin('tenant', 'add', 'Shop', '--customer', 'Default');
    await stand.admin('user', 'add', 'newcomer', '--tenant', 'Shop', '--role', 'API', '--password-stdin');
    const page = await stand.open('newcomer');
    const main = page.getByRole('main');
    let clicks = 0;
    const click = async (place: Locator) => {
      clicks++;
      await place.click();
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    /** Opens it beside the list. */
    const row = (text: string) => at.rows(page).filter({ hasText: text }).getByRole('link').first();
    const imported = async (name: string, text: string, yes: string) => {
      await inPage(
        page,
        `(() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
          document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
        })()`,
      );
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await button(yes).waitFor();
      expect(await findingsOf(page)).toEqual([]);
      await click(button(yes));
      await main.getByRole('link', { name: /^Upload of/ }).waitFor();
    };
    await imported('till.csv', tillsFile, 'Import 10 transactions');
    await imported('acquirer.csv', acquirersFile, 'Import 7 settlement records');
    const open = async () => {
      const { json } = await stand.server.request('/settlement/v1/exceptions', { login: `newcomer:${password}` });
      return json.items.map(({ reason }: ListedException) => reason);
    };
    await expect.poll(open).toEqual(['NotSettled', 'AmountDiffers', 'AmountDiffers', 'Proposed']);
    await click(page.getByRole('link', { name: 'Exceptions', exact: true }));
    await click(row('7.60'));
    await click(button('Approve'));
    await expect.poll(() => at.rows(page).count()).toBe(3);
    await click(row('60.00'));
    await click(button('This is the payment'));
    const dialog = page.getByRole('dialog');
    clicks++;
    await dialog.getByLabel('Why the amounts differ').selectOption('Gift card');
    await click(dialog.getByRole('button', { name: 'This is the payment' }));
    await expect.poll(() => at.rows(page).count()).toBe(1);
    await click(row('8.00'));
    await click(button('Ask the acquirer'));
    await dialog.getByLabel('Comes back on').fill('2999-01-01');
    await click(dialog.getByRole('button', { name: 'Ask the acquirer' }));
    await page.getByText('Nothing is open').waitFor();
    expect(clicks).toBeLessThanOrEqual(12);
    await page.context().close();
  });
});
