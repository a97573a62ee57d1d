/** Files of strangers by class, each against what a bookkeeper says is right (`field/strangers.ts`). */
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readingOptions } from '../../src/cli/flags/mapping-flags.js';
import { addReadingFlags } from '../../src/cli/flags/reading-flags.js';
import { phraseText } from '../../src/contract/phrase.js';
import { SalesError } from '../../src/contract/problem.js';
import { openInput } from '../../src/files/open.js';
import { incomplete } from '../../src/files/questions/open-questions.js';
import { readingCollector } from '../../src/files/reading/shown-reading.js';
import { valuesOf } from '../../src/files/rows/sale.js';
import { encoded } from '../../src/files/text/encodings.js';
import { type Stranger, strangers } from './field/strangers.js';
import { chunked } from './reading.js';

interface Row {
  amount: number | null;
  /** By a note, or by a line of the shown reading that wants an answer of its own. */
  isTold: boolean;
  isBack: boolean;
  values: Record<string, unknown>;
}
/** What is asked or refused, in words with the flags of all answers; or what is sent of each line, and why nothing is. */
type Outcome = string | Record<number, Row | string>;

async function outcomeOf({ text, encoding = 'utf-8', flags = [], settles }: Stranger): Promise<Outcome> {
  const command = addReadingFlags(new Command()).exitOverride();
  command.parse(['--timezone', 'Europe/Zurich', ...flags], { from: 'user' });
  const rows: Record<number, Row | string> = {};
  try {
    const options = await readingOptions({
      ...command.opts(),
      isProfileZone: flags.length === 0,
      ...(settles && { settlement: true as const }),
    });
    const input = await openInput({ stdin: chunked(encoded(text, encoding)) }, options);
    const lacking = incomplete(input.description);
    if (lacking) throw lacking;
    const reading = readingCollector(input.description);
    for await (const group of input.rows)
      for (const row of group) {
        reading.look(row);
        const { line, sale, faults, leftOut } = row;
        rows[line] = sale
          ? {
              amount: sale.amount,
              isTold: sale.mark !== null || sale.noSale !== null || (sale.isRefund && (sale.amount ?? 0) > 0),
              isBack: (sale.amount ?? 0) < 0 || ['Refund', 'Chargeback'].includes(sale.type ?? ''),
              values: valuesOf(sale),
            }
          : (leftOut ?? faults[0]?.code ?? '');
      }
    await input.close();
    const against = reading.shown(false).against.map(({ text }) => phraseText(text));
    for (const row of Object.values(rows))
      if (typeof row !== 'string')
        for (const { key, value } of (row.values.additionalData ?? []) as { key: string; value: string }[])
          row.isTold ||= against.some((text) => text.startsWith(`Column ${JSON.stringify(key)} is ${JSON.stringify(value)} `));
    return rows;
  } catch (error) {
    if (!(error instanceof SalesError) || error.code !== 'inputUnusable') throw error;
    const answers = (error.questions ?? []).map(
      ({ code, field, answers }) => `${code} ${field}: ${answers.flatMap(({ remedies }) => remedies.flat()).join(' ')}`,
    );
    return [error.message, ...answers].join('\n');
  }
}

/** What of the outcome is not right; empty where all is. What is wrong and not told begins with SILENT. */
function wrongIn(stranger: Stranger, outcome: Outcome): string[] {
  if (typeof outcome === 'string') return stranger.asked?.test(outcome) ? [] : [`asked in vain: ${outcome}`];
  if (!stranger.rows) return [`SILENT: read, nothing asked: ${JSON.stringify(outcome)}`];
  const wrong: string[] = [];
  for (const [line, row] of Object.entries(outcome)) {
    const wanted = stranger.rows[Number(line)];
    if (wanted === undefined) throw new Error(`${stranger.name}: line ${line} has no expectation`);
    if (typeof row === 'string') {
      if (wanted !== 'no') wrong.push(`line ${line}: ${row}, not ${wanted}`);
      continue;
    }
    const size = typeof wanted === 'number' ? wanted : Number(wanted.split(' ')[1]);
    const isRight =
      wanted === 'no'
        ? row.isTold || row.amount === null || ['Payout', 'Fee'].includes(String(row.values.type))
        : typeof wanted === 'number'
          ? row.amount === wanted
          : Math.abs(row.amount ?? 0) === size && (row.isBack || row.isTold);
    if (!isRight) wrong.push(`SILENT line ${line}: ${row.values.type ?? ''} ${row.amount}, not ${wanted}`);
    for (const [field, value] of Object.entries(stranger.fields?.[Number(line)] ?? {}))
      if (row.values[field] !== value && !sameInstant(row.values[field], value))
        wrong.push(`SILENT line ${line}: ${field} ${row.values[field]}, not ${value}`);
  }
  return wrong;
}

const sameInstant = (one: unknown, other: unknown) => /T.*:/.test(String(other)) && Date.parse(String(one)) === Date.parse(String(other));

describe('files of strangers', () => {
  it.each(strangers)('$name', async (stranger) => {
    const wrong = wrongIn(stranger, await outcomeOf(stranger)).join('; ');
    if (stranger.today) expect(wrong).toContain(stranger.today);
    else expect(wrong).toBe('');
    expect(wrong).not.toContain('SILENT');
  });
});
