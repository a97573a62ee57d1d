/** Before and after a run: a folder for the PostgreSQL clusters that its test files share, and their end. None is started here. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sales-clusters-'));
  process.env.SALES_TEST_CLUSTERS = folder;
  return () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const { home, pid } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      process.kill(pid, 'SIGQUIT');
      rmSync(home, { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
