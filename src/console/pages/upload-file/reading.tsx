/** How a file was understood: our fields beside its columns, what it comes to, and which rows cannot be read. */
import type { ComponentChildren } from 'preact';
import type { DroppedFile, FileFault, FileReading, RowsOfHeader } from '../../../contract/dropped-files.js';
import { guarded } from '../../../contract/formula.js';
import { csvOf } from '../../download/csv.js';
import { save } from '../../download/save.js';
import { countText, dayText } from '../../format.js';
import { Button } from '../../parts/button.js';
import { Card } from '../../parts/card.js';
import { Problem } from '../../parts/states.js';
import { PlainTable } from '../../parts/table-box.js';
import { Amount, Money, Stored, Time } from '../../parts/texts.js';
import { fieldName, words } from '../../words.js';
import { Columns } from './columns.js';
import { useAnswers } from './questions.js';

const text = words.upload;
const faultsShown = 50;

export function Reading({ file, reading, changed }: { file: DroppedFile; reading: FileReading; changed: () => void }) {
  const { rows, columns, known, faults, personalColumns, first } = reading;
  const leftOut = reading.leftOut ?? [];
  return (
    <>
      {rows && (
        <ul class="tiles">
          <Tile name={text.good} value={countText(rows.good)} />
          <Tile name={text.faulty} value={countText(rows.rejected)} isBad={rows.rejected > 0} />
        </ul>
      )}
      {leftOut.length > 0 && (
        <ul class="reasons">
          {leftOut.map(({ reason, rows: count }) => (
            <li key={reason}>
              {text.leftOut(count)} <Stored text={reason} />
            </li>
          ))}
        </ul>
      )}
      {known && (
        <p class="note">
          {text.known} <Stored text={known} />
        </p>
      )}
      {personalColumns.length > 0 && (
        <p class="note">
          {text.personal} <Stored text={personalColumns.join(', ')} />
        </p>
      )}
      <Notes file={file} reading={reading} changed={changed} />
      {reading.header && <Header header={reading.header} />}
      {columns && <Columns file={file} reading={reading} columns={columns} changed={changed} />}
      {first && first.length > 0 && <First rows={first} />}
      {faults && faults.length > 0 && <Faults file={file} faults={faults} rejected={rows?.rejected ?? faults.length} />}
    </>
  );
}

/** What contradicts nothing, and may be money all the same; with what helps, by which the file is read anew. */
function Notes({ file, reading, changed }: { file: DroppedFile; reading: FileReading; changed: () => void }) {
  const { busy, problem, give } = useAnswers(file, changed);
  return (
    <>
      {reading.notes.map(({ field, text: said, help }) => (
        <p key={said} class="note">
          <Stored text={said} />{' '}
          {help && (
            <Button
              text={<Stored text={help.text} />}
              disabled={busy}
              act={() => give([{ code: 'NOTED', field, remedies: help.remedies }])}
            />
          )}
        </p>
      ))}
      <Problem text={problem} />
    </>
  );
}

export function Tile({ name, value, isBad = false }: { name: string; value: ComponentChildren; isBad?: boolean }) {
  return (
    <li class={isBad ? 'tile tile-bad' : 'tile'}>
      <span class="tile-name">{name}</span>
      <span class="tile-value">{value}</span>
    </li>
  );
}

/** What a person looks for before saying yes: sums, and what is done with the rows of each value. */
function Header({ header: { days, references, currencies, columns } }: { header: RowsOfHeader }) {
  return (
    <section>
      <h2>{text.whatRowsSay}</h2>
      <p>
        {days && <>{[...new Set([days.first, days.last])].map((day) => dayText(day)).join(' – ')} · </>}
        {references === null ? text.noReference : text.references(countText(references.different), references.isWhole)}
      </p>
      <ul>
        {currencies.map(({ currency, sum, smallest, largest }) => (
          <li key={currency}>
            <Money decimal={sum} currency={currency} />
            {smallest !== null && largest !== null && (
              <span class="quiet">
                {' '}
                {text.between} <Money decimal={smallest} currency={currency} /> – <Money decimal={largest} currency={currency} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {columns.map(({ column, values }) => (
        <PlainTable
          key={column}
          label={column}
          class="reading"
          titles={[[<Stored text={column} />], [words.uploads.rows], [text.sums], [text.done]]}
          rows={values.map(({ value, rows, sums, done }) => [
            <Stored text={value || null} />,
            countText(rows),
            sums.map(({ currency, sum }) => <Money key={currency} decimal={sum} currency={currency} />),
            done.map((one) => doneText(one.as, one.rows === rows ? '' : countText(one.rows))).join(', '),
          ])}
          hasHeads
        />
      ))}
    </section>
  );
}

const doneText = (as: string, rows: string) =>
  `${rows} ${text.doneWith[as] ?? (words.payouts.types as Record<string, string>)[as] ?? as}`.trim();

const firstFields = ['transactionDate', 'amount', 'currency', 'brandId', 'terminalId', 'transactionReference'] as const;

/** The first rows as they will be imported, which shows at a glance whether money and times are right. */
function First({ rows }: { rows: FileReading['first'] & {} }) {
  return (
    <section>
      <h2>{text.first}</h2>
      <PlainTable
        label={text.first}
        titles={[
          [text.line, 'numeric'],
          ...firstFields.map((name) => [words.fields[name], name === 'amount' ? 'numeric' : undefined] as const),
        ]}
        rows={rows.map(({ line, transaction }) => [countText(line), ...firstFields.map((name) => firstCell(transaction, name))])}
      />
    </section>
  );
}

function firstCell(transaction: (FileReading['first'] & {})[number]['transaction'], name: (typeof firstFields)[number]) {
  if (name === 'amount') return <Amount amount={transaction.amount ?? null} currency={transaction.currency ?? null} bare />;
  const value = transaction[name] ?? null;
  return name === 'transactionDate' ? <Time instant={value} /> : <Stored text={value} />;
}

export function Faults({ file, faults, rejected }: { file: DroppedFile; faults: readonly FileFault[]; rejected: number }) {
  const saveFaults = () => save(faultsFile(faults), `${file.name}.faults.csv`);
  return (
    <Card title={text.faults(rejected)} beside={<Button text={text.saveFaults} act={saveFaults} />} isPlain>
      <PlainTable
        label={text.faults(rejected)}
        titles={[[text.line, 'numeric'], [text.column], [text.value], [words.uploads.reason]]}
        rows={faults.slice(0, faultsShown).map(({ line, column, columnLetter, field, value, message }) => [
          line === null ? '–' : countText(line),
          <>
            <span class="quiet">{columnLetter}</span> <Stored text={column ?? (field ? fieldName(field) : '')} />
          </>,
          value !== null && <Stored text={value} />,
          <Stored text={message} />,
        ])}
      />
      {faults.length > faultsShown && <p class="quiet">{text.moreFaults(faultsShown)}</p>}
    </Card>
  );
}

/** For whoever mends the file; no cell of it is one that a spreadsheet calculates. */
function faultsFile(faults: readonly FileFault[]): Blob {
  const lines = faults.map(({ line, column, field, value, message }) => [line, column, field, value, message]);
  const cells = lines.map((values) => values.map((value) => guarded(String(value ?? ''))));
  return csvOf([['line', 'column', 'field', 'value', 'fault'], ...cells]);
}
