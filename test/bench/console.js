/**
 * How long the console's pages take in Chromium on this machine, over the full table: until the largest part of the first page is painted, from a
 * browser that has nothing yet; and how long a list of 500 rows is on its way from its answer to the frame that has all of them in the page.
 */
import { chromium } from 'playwright-core';
import { figure, median, table } from './numbers.js';

const RUNS = 7;
const LIST_WAIT_MS = 2_000;
/** Milliseconds. */
const bounds = { firstPaint: 500, list: 100 };
const executablePath = process.env.SALES_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** `{rows, logIn, overview, list}`: medians of milliseconds. */
export async function measureConsole({ ours, rows }, { progress }) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const times = { logIn: [], overview: [], list: [] };
  try {
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 } });
      await context.addInitScript({ content: observer });
      const page = await context.newPage();
      await page.goto(`${ours.url}/console/`);
      await page.getByLabel('User').waitFor();
      times.logIn.push(await largestPaint(page));
      await page.getByLabel('User').fill('api');
      await page.getByLabel('Password').fill('bench');
      await page.keyboard.press('Enter');
      await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
      await page.goto(`${ours.url}/console/`);
      await page.locator('.card').first().waitFor();
      times.overview.push(await largestPaint(page));
      await page.goto(`${ours.url}/console/transactions?pageSize=500`);
      // Nothing is asked of the page meanwhile: to look for a row makes it lay out what it would not have.
      await page.waitForTimeout(LIST_WAIT_MS);
      times.list.push(await inPage(page, 'window.listMs'));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const result = { rows, ...Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)])) };
  for (const name of Object.keys(times)) progress(`console, ${name}: ${figure(result[name])} ms`);
  return result;
}

/** Notes the largest paint, and for the answer of a list of 500 rows the time until the frame after the last of them stands in the page. */
const observer = `
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) window.largestMs = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('tbody tr').length < 500) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      const [answer] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('pageSize=500'));
      window.listMs = performance.now() - answer.responseEnd;
    }));
  }).observe(document, { childList: true, subtree: true });
`;

async function largestPaint(page) {
  await page.waitForTimeout(600);
  return inPage(page, 'window.largestMs');
}

async function inPage(page, expression) {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  await session.detach();
  return result.value;
}

export function consoleReport({ rows, logIn, overview, list }) {
  const lines = [
    ['the log-in, largest paint', logIn, bounds.firstPaint],
    ['the first page, largest paint', overview, bounds.firstPaint],
    ['a list of 500 rows, from its answer until all are painted', list, bounds.list],
  ];
  const text = [
    `The console in Chromium over ${rows.toLocaleString('en')} rows, medians of ${RUNS}`,
    '',
    table(
      ['page', 'ms'],
      lines.map(([name, ms]) => [name, figure(ms)]),
    ),
  ].join('\n');
  const verdicts = lines.map(([name, ms, most]) => ({
    line: 11,
    text: `${name}: at most ${most} ms`,
    passed: ms <= most,
    measured: `${figure(ms)} ms`,
  }));
  return { text, verdicts };
}
