/** Which column is which field, with a select to change each; and what was given for all rows. The file is then read anew. */
import type { DroppedFile, FileReading, ReadColumn } from '../../../contract/dropped-files.js';
import { Button } from '../../parts/button.js';
import { Select, submitted } from '../../parts/field.js';
import { Problem } from '../../parts/states.js';
import { Head, TableBox } from '../../parts/table-box.js';
import { Stored } from '../../parts/texts.js';
import { fieldName, words } from '../../words.js';
import { letterOf } from './column-letter.js';
import { answerOf, QuestionField, useAnswers } from './questions.js';

const text = words.upload;
const samplesShown = 3;

interface ColumnsProps {
  file: DroppedFile;
  reading: FileReading;
  columns: readonly ReadColumn[];
  changed: () => void;
}

export function Columns({ file, reading, columns, changed }: ColumnsProps) {
  const { constants, decisions, given, fields } = reading;
  const { busy, problem, give, forget } = useAnswers(file, changed);
  const named = columns.filter(({ field }) => isField(field));
  const others = columns.filter(({ field }) => !isField(field));
  const submit = submitted((data) => {
    const chosen = columns.flatMap(({ number, field }) => {
      const now = String(data.get(nameOf(number)));
      return now === (isField(field) ? field : '') ? [] : [{ number, field: now === '' ? null : now }];
    });
    const answers = given.flatMap((question, index) => answerOf(question, data, index) ?? []);
    if (chosen.length + answers.length > 0) give(answers, chosen);
  });
  return (
    <form class="changes" onSubmit={submit}>
      <h2>{text.columns}</h2>
      <TableBox label={text.columns}>
        <table class="reading">
          <Head titles={[[words.uploads.field], [text.theirs], [text.samples]]} />
          <tbody>
            {[...named, ...others].map((column) => (
              <tr key={column.number} class={isField(column.field) ? undefined : 'other'}>
                <th scope="row">
                  <FieldSelect column={column} fields={fields} />
                  {decisions
                    .filter(({ field }) => field === column.field)
                    .map(({ shown }) => (
                      <span key={shown} class="quiet decision">
                        {shown}
                      </span>
                    ))}
                </th>
                <td>
                  <span class="quiet">{letterOf(column.number)}</span> <Stored text={column.header} />
                </td>
                <td>
                  {column.samples.slice(0, samplesShown).map((sample, at) => (
                    <code key={at} class="sample">
                      <Stored text={sample} />
                    </code>
                  ))}
                </td>
              </tr>
            ))}
            {Object.entries(constants).map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{fieldName(field)}</th>
                <td class="quiet">{text.constant}</td>
                <td>
                  <code class="sample">
                    <Stored text={value} />
                  </code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {given.map((question, index) => (
        <QuestionField key={`${question.code} ${question.field}`} question={question} index={index} columns={columns} />
      ))}
      <Problem text={problem} />
      <div class="actions">
        <Button text={text.readAnew} disabled={busy} />
        {file.answers.length > 0 && <Button text={text.askAgain} disabled={busy} act={() => forget()} />}
      </div>
    </form>
  );
}

const nameOf = (number: number) => `column-${number}`;

/** Additional data is no field. */
function isField(field: string | null): field is string {
  return field !== null && !field.startsWith('additionalData');
}

function FieldSelect({ column: { number, header, field }, fields }: { column: ReadColumn; fields: readonly string[] }) {
  return (
    <Select
      name={nameOf(number)}
      aria-label={text.fieldOf(letterOf(number), header)}
      chosen={isField(field) ? field : ''}
      options={[['', field === null ? text.notSent : text.additional], ...fields.map((name) => [name, fieldName(name)] as const)]}
    />
  );
}
