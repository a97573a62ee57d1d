/** Saves the filtered sales as a file: format and columns, progress, and a notice where the limit cuts it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundField } from '../../../contract/slip-filters.js';
import { api } from '../../api.js';
import { csvFile } from '../../download/csv.js';
import { gather, rowsMax } from '../../download/rows.js';
import { save } from '../../download/save.js';
import { xlsxFile } from '../../download/xlsx.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { tell } from '../../parts/notice.js';
import { Problem } from '../../parts/states.js';
import type { Parameters } from '../../router.js';
import { words } from '../../words.js';
import { today } from '../../zone.js';
import { areForTotals } from './filters.js';
import { chosenColumns, columnNames, type ShownColumn } from './shown-columns.js';

type FileKind = 'xlsx' | 'csv' | 'csv-comma';

export function ExportDialog({ filters, close }: { filters: Parameters; close: () => void }) {
  const [format, setFormat] = useState<FileKind>('xlsx');
  const [isAll, setAll] = useState(true);
  const [isPaidTold, setPaidTold] = useState(() => foundNames.some((name) => chosenColumns.value.includes(name as ShownColumn)));
  const [hasAllRows, setAllRows] = useState(false);
  const [rows, setRows] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const make = async () => {
    setProblem(null);
    setRows(0);
    try {
      const { signal } = stop.current;
      const gathered = await gather(filters, hasAllRows, signal, setRows);
      const columns = [...(isAll ? listedNames : listedNames.filter(isChosen)), ...(isPaidTold ? foundNames : [])];
      const isBook = format === 'xlsx';
      // Totals count all filtered sales, and a cut file has not all of them.
      const hasTotals = isBook && !gathered.isCut && areForTotals(filters);
      const totals = hasTotals ? (await api.totals({ ...filters, by: 'currency' }, signal)).items : [];
      const file = isBook
        ? await xlsxFile(gathered.rows, columns, totals)
        : csvFile(gathered.rows, columns, format === 'csv-comma' ? ',' : '.');
      save(file, `${words.export.fileName(today())}.${isBook ? 'xlsx' : 'csv'}`);
      if (gathered.isCut) {
        setRows(null);
        setProblem(words.export.cut(rowsMax));
        return;
      }
      tell(words.export.saved(gathered.rows.length, gathered.leftOut));
      close();
    } catch (error) {
      if (stop.current.signal.aborted) return;
      setRows(null);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Dialog title={words.export.title} close={close}>
      <p>{words.export.what}</p>
      <fieldset class="choices choices-lines">
        <legend>{words.export.format}</legend>
        {formats.map((name) => (
          <label key={name}>
            <input type="radio" name="format" checked={format === name} onChange={() => setFormat(name)} /> {words.export.formats[name]}
          </label>
        ))}
      </fieldset>
      <fieldset class="choices choices-lines">
        <legend>{words.transactions.columns}</legend>
        <label>
          <input type="radio" name="columns" checked={isAll} onChange={() => setAll(true)} /> {words.export.all}
        </label>
        <label>
          <input type="radio" name="columns" checked={!isAll} onChange={() => setAll(false)} /> {words.export.shown}
        </label>
      </fieldset>
      <label>
        <input type="checkbox" name="paid" checked={isPaidTold} onChange={() => setPaidTold(!isPaidTold)} /> {words.export.withPaid}
      </label>
      <label>
        <input type="checkbox" name="allRows" checked={hasAllRows} onChange={() => setAllRows(!hasAllRows)} /> {words.export.allRows}
      </label>
      <Problem text={problem} />
      <div class="dialog-actions">
        <span class="quiet" role="status">
          {rows !== null && words.export.reading(words.transactions.counted(rows))}
        </span>
        <Button text={words.cancel} act={close} />
        <Button look="main" text={words.export.save} disabled={rows !== null} act={make} />
      </div>
    </Dialog>
  );
}

const formats: readonly FileKind[] = ['xlsx', 'csv', 'csv-comma'];

/** What a till does not write. */
const foundNames: readonly FoundField[] = ['paidAmount', 'fee', 'payoutId', 'openReason'];

/** The two states are two columns of the file. */
const listedNames = columnNames
  .filter((name): name is Exclude<ShownColumn, FoundField> => !foundNames.includes(name as FoundField))
  .flatMap((name) => (name === 'transactionState' ? ([name, 'transactionMatchState'] as const) : [name]));

function isChosen(name: (typeof listedNames)[number]): boolean {
  return chosenColumns.value.includes(name === 'transactionMatchState' ? 'transactionState' : name);
}
