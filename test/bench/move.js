/** `sales admin move`: a directory with a full table into PostgreSQL while its server runs, 1,000 rows more, and the change-over. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabases } from './database-cluster.js';
import { generate } from './generate.js';
import { figure, table } from './numbers.js';
import { start, succeeded } from './processes.js';
import { sales, startSales, uploadWithSales } from './sales-server.js';

const NEW_ROWS = 1_000;
/** Seconds: of all of it for 1,000,000 rows, and of the change-over, during which nothing can be uploaded. */
const bounds = { all: 120, finish: 10 };

export async function measureMove(folder, { rows, progress }) {
  const databases = await openDatabases(folder, progress);
  if (!databases) return null;
  const [file, more] = [join(folder, 'move.csv'), join(folder, 'move-more.csv')];
  const data = join(folder, 'move-data');
  try {
    progress(`writing ${rows.toLocaleString('en')} rows`);
    await generate(file, rows);
    await generate(more, NEW_ROWS, { seed: 3 });
    const server = await startSales(data);
    await uploadWithSales(server, file, rows);
    const { owner } = await databases.newDatabase();
    const move = async (...flags) => {
      const before = databases.cpuS();
      const { wallS, cpuS } = await succeeded(
        start(process.execPath, [sales, 'admin', 'move', '--data', data, '--to', owner, ...flags]),
        'sales admin move',
      );
      const result = { wallS, cpuS, databaseS: databases.cpuS() - before };
      progress(`move ${flags.join(' ')}: ${figure(wallS)} s, CPU ${figure(cpuS)} + ${figure(result.databaseS)} s`);
      return result;
    };
    const first = await move();
    await uploadWithSales(server, more, NEW_ROWS);
    await server.stop();
    const finish = await move('--finish');
    return { rows, version: databases.version, first, finish };
  } finally {
    await databases.stop();
    for (const left of [file, more, data]) rmSync(left, { recursive: true, force: true });
  }
}

export function moveReport(results) {
  if (!results) return { text: 'PostgreSQL was not found: nothing was moved.', verdicts: [] };
  const { rows, version, first, finish } = results;
  const all = first.wallS + finish.wallS;
  const line = (name, { wallS, cpuS, databaseS }) => [name, figure(wallS), figure(cpuS), figure(databaseS)];
  return {
    text: [
      `${rows.toLocaleString('en')} rows of a directory into PostgreSQL ${version}; the change-over copies ${NEW_ROWS.toLocaleString('en')} more and compares all of them`,
      '',
      table(['', 'seconds', 'CPU s', "the database's"], [line('while the server runs', first), line('the change-over', finish)]),
    ].join('\n'),
    verdicts: [
      { line: 12, text: `moved and compared in at most ${bounds.all} s`, passed: all <= bounds.all, measured: `${figure(all)} s` },
      {
        line: 12,
        text: `the change-over takes at most ${bounds.finish} s`,
        passed: finish.wallS <= bounds.finish,
        measured: `${figure(finish.wallS)} s`,
      },
    ],
  };
}
