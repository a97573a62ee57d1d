/** Files dropped on the console in a real browser: with faults, with questions, several at once, and a large one. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { isSoak } from '../../support/at-length.js';
import { asking, faulty, manyRows, odd, takeFile } from './files.js';
import { image, long, rightToLeft } from './sales.js';
import { findingsOf, inChromium, inPage, overflowOf, unitUsers } from './stand.js';

const LARGE_ROWS = isSoak ? 200_000 : 60_000;

inChromium('dropped files', (at) => {
  it('takes a file with faults: shows how it reads, names the faults, imports the rest, and gives the rejected rows back', async () => {
    await at.page.keyboard.press('Control+u');
    await at.page.getByRole('heading', { name: 'Upload a file', level: 1 }).waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    await takeFile(at, 'shop.csv', faulty);
    const send = at.page.getByRole('button', { name: 'Import 3 transactions' });
    await send.waitFor();
    expect(await at.page.locator('.reading tbody th').first().textContent()).toContain('Date');
    await at.page.getByText('2 rows with faults').waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    const [faults] = await Promise.all([
      at.page.waitForEvent('download'),
      at.page.getByRole('button', { name: 'Save as a table' }).click(),
    ]);
    expect(readFileSync(await faults.path(), 'utf8')).toContain('zwölf');
    await send.click();
    await at.page.getByRole('link', { name: 'Save these rows' }).waitFor();
    expect(await findingsOf(at.page)).toEqual([]);
    const [rejects] = await Promise.all([at.page.waitForEvent('download'), at.page.getByRole('link', { name: 'Save these rows' }).click()]);
    const text = readFileSync(await rejects.path(), 'utf8');
    for (const part of ['zwölf', '2026-13-19']) expect(text).toContain(part);
    const done = at.page.url();
    // Mended, and dropped again: those two and no other.
    await takeFile(at, 'shop.rejects.csv', text.replace('zwölf', '12.00').replace('2026-13-19', '2026-11-19'));
    await at.page.getByRole('button', { name: 'Import 2 transactions' }).click();
    await at.page.getByRole('link', { name: 'Upload of 2 rows' }).waitFor();
    expect(await at.page.getByRole('link', { name: 'Save these rows' }).count()).toBe(0);
    const shop = await at.stand.server.request(
      '/history/v1/transactions?terminalId=N-1&transactionDateFrom=2026-11-19T09:00:00Z&pageSize=500',
    );
    const sums = shop.json.items.filter(({ orderId }: { orderId: string | null }) => orderId === null);
    expect(sums.map(({ amount }: { amount: number }) => amount).sort()).toEqual([-3, 0.3, 12, 12.5, 4].sort());
    await at.page.goto(done);
    await at.page.getByRole('link', { name: 'Upload of 3 rows' }).click();
    await at.page.getByRole('heading', { name: 'Upload', level: 1 }).waitFor();
    const { json } = await at.stand.server.request('/history/v1/transactions?transactionReference=F-5');
    expect(json.items.map(({ amount }: { amount: number }) => amount)).toEqual([0.3]);
  });

  it('says before the button that the server has the same bytes, and which file an upload came from', async () => {
    const text = 'amount,currency,transactionDate,transactionReference\n7.10,EUR,2026-11-18T10:00:00Z,B-1\n';
    await takeFile(at, 'morning.csv', text);
    const send = at.page.getByRole('button', { name: 'Import 1 transaction' });
    await send.waitFor();
    const told = at.page.getByText('The server has the same bytes already.');
    expect(await told.count()).toBe(0);
    await send.click();
    await at.page.getByRole('link', { name: 'Upload of 1 rows' }).waitFor();
    await takeFile(at, 'copy.csv', text);
    await send.waitFor();
    await told.waitFor();
    expect(await told.textContent()).toMatch(/Sent by boss, .*, morning\.csv: Upload$/);
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.getByRole('link', { name: 'Upload', exact: true }).click();
    await at.page.getByRole('heading', { name: 'Upload', level: 1 }).waitFor();
    await at.page.getByText('morning.csv').waitFor();
    await at.page.getByRole('link', { name: 'Uploads' }).first().click();
    await at.page.getByRole('cell', { name: 'morning.csv' }).first().waitFor();
    expect(await overflowOf(at.page)).toBe(0);
    await at.go('upload');
    await at.page.getByRole('link', { name: 'copy.csv' }).click();
    await at.page.getByRole('button', { name: 'Remove the file' }).click();
    await at.page.getByText('copy.csv').waitFor({ state: 'detached' });
  });

  it('asks what a file leaves open, with samples, and imports it as answered', async () => {
    await takeFile(at, 'till.csv', asking);
    for (let round = 0; round < 4; round++) {
      const importing = at.page.getByRole('button', { name: 'Import 2 transactions' });
      const goOn = at.page.getByRole('button', { name: 'Go on' });
      await importing.or(goOn).waitFor();
      if (await importing.isVisible()) break;
      expect(await findingsOf(at.page)).toEqual([]);
      for (const question of await at.page.locator('.question').all()) {
        const day = question.getByRole('radio').first();
        const typed = question.getByRole('textbox');
        if (/time|zone/i.test((await question.locator('h2').textContent()) ?? '') && (await typed.count()) > 0) {
          await typed.fill('Europe/Berlin');
        } else await day.check();
      }
      await goOn.click();
      await goOn.waitFor({ state: 'detached' });
    }
    await at.page.getByRole('button', { name: 'Import 2 transactions' }).click();
    await at.page.getByRole('link', { name: 'Upload of 2 rows' }).waitFor();
    const { json } = await at.stand.server.request('/history/v1/transactions?transactionReference=Q-1');
    expect(json.items).toMatchObject([{ amount: 12.5, transactionDate: expect.stringMatching(/^2026-0[56]-0[56]T10:00:00\+02:00$/) }]);
  });

  it.each([1_280, 390])(
    'shows a new header at %i px, changes a column and says yes by keyboard, and knows the next file',
    async (width) => {
      const page = await at.stand.open('boss', 'upload', { viewport: { width, height: 800 } });
      const drop = (day: number) => {
        const text = `Datum;Betrag;Währung;Beleg;Kasse ${width}\n2026-09-0${day}T09:12:00+02:00;${day},50;CHF;K-${width}-${day};N-1\n`;
        return takeFile({ page, go: (path) => at.go(path, page) }, `day ${day}.csv`, text);
      };
      const tabTo = async (place: Locator) => {
        await place.waitFor();
        for (let keys = 0; keys < 100; keys++) {
          if (await place.evaluate((element) => element === element.ownerDocument.activeElement)) return;
          await page.keyboard.press('Tab');
        }
        throw new Error('not reached by Tab');
      };
      const looksRight = async () => {
        expect(await findingsOf(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      };
      const field = page.getByRole('combobox', { name: 'Field of column D Beleg' });
      const yes = page.getByRole('button', { name: 'It is read right: import 1 transaction' });
      await drop(1);
      await yes.waitFor();
      await page.getByText('Files with this header are new here').waitFor();
      expect(await field.inputValue()).toBe('transactionReference');
      await looksRight();
      await tabTo(field);
      await page.keyboard.type('Order');
      await tabTo(page.getByRole('button', { name: 'Show it so' }));
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Take back all answers' }).waitFor();
      expect(await field.inputValue()).toBe('orderId');
      await looksRight();
      const address = page.url();
      await at.go('upload', page);
      await page.getByText('1 file has a new header').waitFor();
      expect(await page.locator('.line', { hasText: 'day 1.csv' }).locator('.badge').first().textContent()).toBe('New: look at it');
      await looksRight();
      await page.goto(address);
      await tabTo(yes);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: /Upload of 1 row/ }).waitFor();
      await drop(2);
      await page.getByRole('button', { name: 'Import 1 transaction', exact: true }).waitFor();
      expect([await field.inputValue(), await page.getByText('new here').count()]).toEqual(['orderId', 0]);
      await looksRight();
      const { json } = await at.stand.server.request(`/history/v1/transactions?orderId=K-${width}-1`);
      expect(json.items).toMatchObject([{ amount: 1.5, transactionReference: null }]);
      await page.getByRole('button', { name: 'Remove the file' }).click();
      await page.getByText('day 2.csv').waitFor({ state: 'detached' });
      await page.context().close();
    },
    200_000,
  );

  it('says above the questions that a file may be settlement records', async () => {
    await takeFile(at, 'payout.csv', 'Datum;Betrag;Gebühr;Netto;Währung;Beleg\n20.11.2026 10:00;12,50;0,20;12,30;CHF;P-1\n');
    await at.page.getByRole('button', { name: 'Go on' }).waitFor();
    expect(await at.page.locator('.note').textContent()).toContain('It tells what was paid out');
    expect(await findingsOf(at.page)).toEqual([]);
  });

  it('takes a folder with what is in its folders, but no hidden file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sales-folder-'));
    try {
      mkdirSync(join(folder, 'till', 'old'), { recursive: true });
      for (const [name, text] of [
        ['till/may.csv', faulty.replaceAll('F-', 'May-')],
        ['till/old/april.csv', faulty.replaceAll('F-', 'April-')],
        ['till/.hidden.csv', faulty],
      ] as const)
        writeFileSync(join(folder, name), text);
      const other = await at.stand.open(unitUsers.north, '');
      const session = await other.context().newCDPSession(other);
      const drag = (type: 'dragEnter' | 'dragOver' | 'drop') => {
        const data = { items: [], files: [join(folder, 'till')], dragOperationsMask: 1 };
        return session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
      };
      // The page listens a moment after it is shown.
      await expect
        .poll(async () => {
          await drag('dragEnter');
          return other.locator('.drop-cover').count();
        })
        .toBe(1);
      await drag('dragOver');
      await drag('drop');
      await other.getByRole('button', { name: 'Import all 2 files that are ready' }).waitFor();
      const names = await other.locator('.line .stored').allTextContents();
      expect(names.sort()).toEqual(['april.csv', 'may.csv']);
      await other.context().close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('shows whatever stands in a file as text, and not one word of a command line', async () => {
    await takeFile(at, 'odd.csv', odd);
    await at.page.getByText('How the columns are read').waitFor();
    const shown = (await at.page.getByRole('main').textContent()) ?? '';
    for (const text of [image, rightToLeft, '=1+1', long.slice(0, 39)]) expect(shown).toContain(text);
    expect(await at.page.locator('main img, main script').count()).toBe(0);
    expect(await overflowOf(at.page)).toBe(0);
    expect(await findingsOf(at.page)).toEqual([]);
    await at.page.getByRole('button', { name: 'Remove the file' }).click();
    await at.page.getByText('odd.csv').waitFor({ state: 'detached' });
    await takeFile(at, 'asking.csv', asking.replaceAll('Q-', 'O-').replace('Reference', image));
    await at.page.locator('.question').first().waitFor();
    const asked = (await at.page.getByRole('main').textContent()) ?? '';
    for (const text of [shown, asked]) expect(text).not.toMatch(/(^|\s)--?[a-z]|\bsales (upload|check|map)\b/);
    expect(await at.page.locator('main img').count()).toBe(0);
  });

  it('takes files that are dropped anywhere, several at once, and a large one that goes on while the tab is closed', async () => {
    const other = await at.stand.open('boss', 'transactions');
    await at.rows(other).first().waitFor();
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
      .setInputFiles({ name: 'year.csv', mimeType: 'text/csv', buffer: Buffer.from(manyRows(LARGE_ROWS)) });
    await other.getByRole('heading', { name: 'year.csv', level: 1 }).waitFor();
    await other.getByRole('button', { name: `Import ${LARGE_ROWS.toLocaleString('en')} transactions` }).click({ timeout: 60_000 });
    await other.getByText('You can close this page').waitFor();
    await other.close();
    await at.go('upload');
    await at.page.getByRole('link', { name: 'year.csv' }).click();
    await at.page
      .getByRole('link', { name: /Upload of/ })
      .first()
      .waitFor({ timeout: 90_000 });
    const { json } = await at.stand.server.request(
      '/history/v1/totals?transactionDateFrom=2026-10-01T00:00:00Z&transactionDateTo=2026-10-02T00:00:00Z',
    );
    expect(json.items[0].imported.transactions).toBe(LARGE_ROWS);
    await other.context().close();
  }, 180_000);
});
