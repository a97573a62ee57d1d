#!/usr/bin/env node
/**
 * A load on the Node that runs it, for real: `sales serve` takes 40,000 rows from `sales upload`, answers 2,000 lists, and stops with 0.
 * Statements are made, used and collected in all its threads meanwhile, which an engine built for another Node does not survive.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../bench/generate.js';
import { openClient } from '../bench/https-client.js';
import { endAll } from '../bench/processes.js';
import { startSales, uploadWithSales } from '../bench/sales-server.js';

const ROWS = 40_000;
const LISTS = 2_000;
const filters = ['', '&currency=EUR', '&sorting.key=Amount', '&brandId=VISA', '&amountFrom=100', '&transactionState=Processed'];

const folder = mkdtempSync(join(tmpdir(), 'sales-load-'));
try {
  const file = join(folder, 'load.csv');
  await generate(file, ROWS);
  const server = await startSales(join(folder, 'data'));
  const { uploads } = await uploadWithSales(server, file, ROWS);
  const client = openClient(server, 4);
  let listed = 0;
  const askOne = async (index) => {
    const path = `/sales/v1/transactions?pageSize=50&pageNumber=${1 + (index % 40)}${filters[index % filters.length]}`;
    listed += JSON.parse((await client.timed(path)).text).items.length;
  };
  for (let index = 0; index < LISTS; index += 4) await Promise.all([0, 1, 2, 3].map((next) => askOne(index + next)));
  await client.close();
  const exit = await server.stop();
  if (exit !== 0) throw new Error(`the server ended with ${exit}`);
  if (listed < LISTS) throw new Error(`${LISTS} lists held ${listed} rows`);
  process.stdout.write(
    `Node ${process.versions.node}: ${ROWS} rows in ${uploads.length} uploads, ${LISTS} lists of ${listed} rows, exit 0\n`,
  );
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true });
}
