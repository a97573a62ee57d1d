/** What the exit codes mean, in the words of `sales --help` and of `sales help exit-codes`. */
import { exits } from '../../jobs/exit-codes.js';

interface ExitMeaning {
  code: number;
  meaning: string;
  /** What to do about it. */
  remedy: string;
}

/** Exit codes: those that matter to a script that uploads come first, from good to bad. */
const meanings: ExitMeaning[] = [
  { code: exits.done, meaning: 'done', remedy: '' },
  { code: exits.rejectedRows, meaning: 'done, but some rows were rejected', remedy: 'Correct the rejects file and upload it.' },
  { code: exits.importErrors, meaning: 'the server reports import errors, or counts differ', remedy: 'sales status last names them.' },
  {
    code: exits.stillProcessing,
    meaning: 'still Processing when the wait was over',
    remedy: 'Nothing is lost: sales resume keeps waiting.',
  },
  { code: exits.temporary, meaning: 'temporary failure: no server, or a busy one', remedy: 'Nothing is lost or doubled: sales resume.' },
  {
    code: exits.inDoubt,
    meaning: 'unknown whether the server has a batch',
    remedy: 'Check with sales list [--settlement]; then sales resume.',
  },
  {
    code: exits.inputUnusable,
    meaning: 'unusable input: nothing of that file was sent',
    remedy: 'The message names the place and the flag.',
  },
  { code: exits.usage, meaning: 'usage or configuration', remedy: 'The message names the flag.' },
  { code: exits.access, meaning: 'authentication, or TLS trust', remedy: 'sales ping shows which; then sales login.' },
  { code: exits.notFound, meaning: 'not found, or not visible to you', remedy: '' },
  { code: exits.locked, meaning: 'locked by another process', remedy: 'Wait until that has ended.' },
  { code: exits.disk, meaning: 'local disk or journal', remedy: 'Free space or fix it (sales doctor); then sales resume.' },
  { code: exits.mismatch, meaning: 'something does not add up', remedy: 'sales close names what is missing.' },
  { code: exits.serverDisk, meaning: 'sales serve: the database failed', remedy: 'sales doctor --data DIR; then start it again.' },
  {
    code: exits.defect,
    meaning: 'a bug in sales, or of the server',
    remedy: 'Is it a Sales API? sales ping. Report it, with --debug.',
  },
  { code: exits.interrupted, meaning: 'interrupted (INT); 143 TERM or HUP; 141 PIPE', remedy: 'sales resume continues.' },
];

const width = Math.max(...meanings.map(({ meaning }) => meaning.length));

/** A line for each code, with its remedy. */
export function exitsWithRemedies(): string[] {
  return meanings.map((one) => `  ${named(one).padEnd(width + 6)}${one.remedy}`.trimEnd());
}

/** The codes alone, by number, in two columns. */
export function exitsInColumns(): string[] {
  const all = [...meanings].sort((a, b) => a.code - b.code).map(named);
  const right = all.splice(Math.ceil(all.length / 2));
  return all.map((left, at) => ` ${left.padEnd(width + 6)}${right[at] ?? ''}`.trimEnd());
}

function named({ code, meaning }: ExitMeaning): string {
  return `${String(code).padStart(3)} ${meaning}`;
}
