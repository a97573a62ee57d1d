/** Files to drop: with faults, with questions, and a large one; and the way to drop one. */
import { image, long, rightToLeft } from './sales.js';
import type { InChromium } from './stand.js';

/** Takes a file to the page where files are dropped; it then opens. */
export async function takeFile({ page, go }: Pick<InChromium, 'page' | 'go'>, name: string, text: string): Promise<void> {
  await go('upload');
  const choice = page.getByRole('main').locator('input[type=file]').first();
  await choice.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

export const faulty = [
  'transactionDate,amount,currency,terminalId,transactionReference',
  '2026-11-19T10:00:00+01:00,12.50,EUR,N-1,F-1',
  '2026-11-19T10:01:00+01:00,zwölf,EUR,N-1,F-2',
  '2026-11-19T10:02:00+01:00,-3.00,EUR,N-1,F-3',
  '2026-13-19T10:03:00+01:00,4.00,EUR,N-1,=1+1',
  '2026-11-19T10:04:00+01:00,0.30,EUR,N-1,F-5',
].join('\n');

/** Which number is the day, and in which zone the till stood, cannot be told. */
export const asking = [
  'Date;Amount;Currency;Terminal;Reference',
  '05/06/2026 10:00:00;12,50;EUR;S-1;Q-1',
  '06/06/2026 11:00:00;7,25;EUR;S-1;Q-2',
].join('\n');

/** Columns and values that are meant to do harm. */
export const odd = [
  `transactionDate,amount,currency,brandId,terminalId,transactionReference,${image},${rightToLeft}`,
  `2026-11-19T10:00:00+01:00,1.00,EUR,${image},=1+1,${long},${image},${rightToLeft}`,
  `2026-11-19T10:01:00+01:00,${image},EUR,${image},=1+1,${rightToLeft},x,y`,
].join('\n');

export function manyRows(count: number): string {
  const lines = ['transactionDate,amount,currency,terminalId,transactionReference'];
  for (let row = 0; row < count; row++) {
    const second = String(row % 60).padStart(2, '0');
    lines.push(
      `2026-10-01T12:${String(Math.floor(row / 60) % 60).padStart(2, '0')}:${second}+02:00,${(row % 9_000) + 1}.25,EUR,N-1,M-${row}`,
    );
  }
  return lines.join('\n');
}
