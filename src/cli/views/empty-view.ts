/** Why nothing matches, as far as the filters tell by themselves: a value that no transaction has, with the nearest that there are. */
import type { SalesApi } from '../../client/http/api.js';
import { own } from '../../contract/own-names.js';
import type { QueryValues } from '../../contract/paths.js';
import { SalesError } from '../../contract/problem.js';
import type { TotalsItem } from '../../contract/totals.js';
import type { TotalsDimension } from '../../contract/totals-dimensions.js';
import { nearNames } from '../../files/text/near-names.js';
import type { Run } from '../flags/run.js';
import { kindWords } from '../terminal/kind-words.js';

const VALUES_SHOWN = 5;

const fields = [
  { filter: 'terminalId', dimension: 'terminal', what: 'terminal' },
  { filter: 'brandId', dimension: 'brand', what: 'brand' },
  { filter: 'currency', dimension: 'currency', what: 'currency' },
] as const satisfies { filter: keyof TotalsItem; dimension: TotalsDimension; what: string }[];

/** Tells it to somebody at a terminal, where the server can say which values there are; programs are spared the question. */
export async function explainEmpty(
  api: Pick<SalesApi, 'ask' | 'uploadState' | 'records'>,
  query: QueryValues,
  { host, output }: Pick<Run, 'host' | 'output'>,
): Promise<void> {
  if (output.flags.json || output.flags.quiet || host.stderr.isTTY !== true) return;
  try {
    for (const { filter, dimension, what } of fields) {
      const wanted = own(query, filter);
      if (wanted === undefined) continue;
      const { items } = await api.ask('getTotals', { query: { by: dimension } });
      const values = [...new Set(items.map((item) => item[filter] ?? ''))].filter((value) => value !== '');
      if (!values.includes(String(wanted)))
        output.note(`No transaction has the ${what} ${wanted}. ${thereAre(String(wanted), values, what)}`);
    }
    if (query.uploadId !== undefined)
      await api.uploadState(String(query.uploadId)).catch(async (error: unknown) => {
        await api.records.uploadState(String(query.uploadId)).catch(() => {
          throw error;
        });
        const command = output.commandLine(...kindWords.Settlement.list, '--upload', String(query.uploadId));
        output.note(`That upload brought settlement records:   ${command}`);
      });
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    // Another server may not tell, and this is no more than a help.
    if (error.code === 'notFound')
      output.note(`There is no upload ${query.uploadId} here.   ${output.commandLine('uploads')}   shows those made from here.`);
  }
}

function thereAre(wanted: string, values: readonly string[], what: string): string {
  if (values.length === 0) return `None has any ${what}.`;
  const near = nearNames(wanted, values);
  if (near.length > 0) return `There ${near.length === 1 ? 'is' : 'are'} ${near.join(', ')}.`;
  const more = values.length > VALUES_SHOWN ? `, and ${values.length - VALUES_SHOWN} more` : '';
  return `There ${values.length === 1 ? 'is' : 'are'} ${values.slice(0, VALUES_SHOWN).join(', ')}${more}.`;
}
