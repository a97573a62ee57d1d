/** `sales admin audit`: what was done by whom, and whether the trail and what it names is whole. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import { rowMembers } from '../../../contract/states.js';
import type { AuditHead, NamedAuditRow, ReceivedUpload } from '../../../store/audit.js';
import { instantsOf } from '../../flags/date-words.js';
import type { Run } from '../../flags/run.js';
import { count } from '../../views/input-view.js';
import { type ItemColumn, showTable } from '../../views/table-view.js';
import { administer } from './administer.js';

const ROWS_DEFAULT = 100;

export function auditCommand(run: Run): Command {
  const audit = new Command('audit').description('The audit trail: what was done, by whom, when.');
  audit
    .command('list')
    .description('List the last rows of the trail and the last uploads, newest first.')
    .addOption(new Option('--from <date>', 'from this day, month or instant on'))
    .addOption(new Option('--to <date>', 'up to the end of this day or month, or this instant'))
    .addOption(new Option('--limit <number>', 'at most this many rows, and as many uploads').argParser(wholeNumber).default(ROWS_DEFAULT))
    .action((flags: AuditFlags, command: Command) => list(flags, command, run));
  audit
    .command('verify')
    .description(
      'Check that no row of the trail was changed, moved or removed, and no statement about a close. Prints its head: its last row and hash.',
    )
    .addOption(new Option('--kept <row:hash>', 'an earlier head, which must still be in the trail').argParser(keptHead))
    .addHelpText(
      'after',
      '\nA trail whose last rows were cut off still looks complete. So keep the head elsewhere, and give it with --kept.',
    )
    .action((flags: { kept?: AuditHead }, command: Command) => verify(flags.kept ?? null, command, run));
  return audit;
}

interface AuditFlags {
  from?: string;
  to?: string;
  limit: number;
}

async function list({ from, to, limit }: AuditFlags, command: Command, run: Run): Promise<void> {
  const { host, output } = run;
  const bounds = instantsOf({ from, to }, host);
  const dateOf = (instant: string | undefined) => (instant === undefined ? null : new Date(instant));
  const filter = { from: dateOf(bounds.from), to: dateOf(bounds.to), limit };
  const { rows, uploads } = await administer(command, run, async (administration) => ({
    rows: await administration.auditRows(filter),
    uploads: await administration.receivedUploads(filter),
  }));
  if (output.flags.json) return output.document({ schema: 'sales.admin.audit/1', rows, uploads });
  const { newestFirst } = await import('../../../store/audit.js');
  const lines = newestFirst(rows, uploads).slice(0, limit);
  showTable(columns, lines.map(lineOf), run);
}

type AuditLine = Pick<NamedAuditRow, 'at' | 'actor' | 'origin' | 'outcome' | 'details'> & { row: string; what: string };

const columns: readonly ItemColumn<AuditLine>[] = [
  { title: 'row', align: 'right', dropped: 2, cell: ({ row }) => row },
  { title: 'at', instant: true, cell: ({ at }) => at },
  { title: 'who', cell: ({ actor }) => actor },
  { title: 'from', dropped: 3, cell: ({ origin }) => origin ?? '-' },
  { title: 'what', cell: ({ what }) => what },
  { title: 'outcome', dropped: 1, cell: ({ outcome }) => outcome },
  { title: 'details', dropped: 4, cell: ({ details }) => JSON.stringify(details) },
];

function lineOf(one: NamedAuditRow | ReceivedUpload): AuditLine {
  if (!('uploadId' in one)) return { ...one, row: String(one.key), what: [one.action, one.object, one.name ?? []].flat().join(' ') };
  const { at, actor, uploadId, tenant, kind, transactions } = one;
  const details = { tenant, [rowMembers[kind].rows]: transactions };
  return { row: '-', at, actor, origin: null, what: `upload ${uploadId}`, outcome: 'done', details };
}

async function verify(kept: AuditHead | null, command: Command, run: Run): Promise<void> {
  const { rows, head, broken, statements } = await administer(command, run, async (administration) => ({
    ...(await administration.checkAudit(kept)),
    statements: await administration.checkStatements(),
  }));
  if (run.output.flags.json) {
    const ok = broken === null && statements.broken === null;
    run.output.document({ schema: 'sales.admin.audit-check/1', ok, rows, head, broken, statements });
  }
  if (broken) {
    throw new SalesError('disk', `The audit trail is broken at row ${broken.key}: ${broken.reason}.`, {
      hint: 'The rows before it are unchanged. Compare with a backup',
    });
  }
  if (statements.broken) {
    const { tenant, number, reason } = statements.broken;
    throw new SalesError('disk', `Statement ${number} of the tenant "${tenant}" is not as it was approved: ${reason}.`, {
      hint: 'The audit trail is complete, and so are the statements before it. Compare with a backup',
    });
  }
  if (run.output.flags.json) return;
  run.output.text(head ? `${head.key}:${head.hash}` : '0:');
  run.output.message('OK', `${count(rows, 'row')}, complete from the first to this last one`, 'green');
  if (statements.checked > 0) run.output.message('OK', `${count(statements.checked, 'statement')}, as approved`, 'green');
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return Number(text);
}

function keptHead(text: string): AuditHead {
  const [, key = '', hash = ''] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (key === '') throw new InvalidArgumentError('It must be what sales admin audit verify has printed.');
  return { key: Number(key), hash };
}
