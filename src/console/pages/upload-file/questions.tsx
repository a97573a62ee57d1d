/** What a file leaves open: for each question its readings beside samples of the file, none of them chosen in advance unless one is proposed. */
import { useState } from 'preact/hooks';
import type { ChangedColumn, DroppedFile, FileQuestion, GivenAnswer, ReadColumn } from '../../../contract/dropped-files.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { submitted, typedIn } from '../../parts/field.js';
import { Problem } from '../../parts/states.js';
import { Stored } from '../../parts/texts.js';
import { words } from '../../words.js';
import { letterOf } from './column-letter.js';
import { files } from './files-api.js';

const text = words.upload;
const samplesShown = 3;

export function Questions({ file, changed }: { file: DroppedFile; changed: () => void }) {
  const { questions = [], columns } = file.reading ?? {};
  const { busy, problem, give } = useAnswers(file, changed);
  const submit = submitted((data) => give(questions.map((question, index) => answerOf(question, data, index) ?? text.answerAll)));
  return (
    <form class="questions" onSubmit={submit}>
      <p class="lead">{text.questionsLead(questions.length)}</p>
      {questions.map((question, index) => (
        <QuestionField key={`${question.code} ${question.field}`} question={question} index={index} columns={columns ?? []} />
      ))}
      <Problem text={problem} />
      <Button look="main" text={text.goOn} disabled={busy} />
    </form>
  );
}

/** Gives answers to the server, which reads the file anew; an answer that is a text says what is missing. */
export function useAnswers(file: DroppedFile, changed: () => void) {
  const { busy, problem, run } = useAction();
  const [missing, setMissing] = useState<string | null>(null);
  const give = async (given: readonly (GivenAnswer | string)[], columns: readonly ChangedColumn[] = []) => {
    const lack = given.find((answer) => typeof answer === 'string') ?? null;
    setMissing(lack);
    if (lack !== null) return;
    if (await run(() => files.answer(file.id, [...file.answers, ...(given as GivenAnswer[])], { columns }))) changed();
  };
  /** Forgets all answers, so that the file is asked about again, as one of `kind`. */
  const forget = async (kind = file.kind) => {
    if (await run(() => files.answer(file.id, [], { kind }))) changed();
  };
  return { busy, problem: missing ?? problem, give, forget };
}

const typedChoice = 'typed';

export function QuestionField({ question, index, columns }: { question: FileQuestion; index: number; columns: readonly ReadColumn[] }) {
  const { title, text: about, choices, proposed, typing } = question;
  const name = `answer-${index}`;
  const [isTyped, setTyped] = useState(false);
  return (
    <fieldset class="question card">
      <legend>
        <h2>{title}</h2>
      </legend>
      <p>
        <Stored text={about} />
      </p>
      {choices.map((choice, at) => (
        <label key={at} class="answer">
          <input type="radio" name={name} value={at} defaultChecked={at === proposed} onChange={() => setTyped(false)} />
          <span>
            <Stored text={choice.text} />
            {choice.columns.map((column) => (
              <Samples key={column} column={columns[column]} />
            ))}
          </span>
        </label>
      ))}
      {typing !== '' && (
        <div class="answer">
          <input
            type="radio"
            name={name}
            value={typedChoice}
            checked={isTyped || undefined}
            aria-label={typing}
            onChange={() => setTyped(true)}
            defaultChecked={choices.length === 0}
          />
          <input name={`${name}-typed`} aria-label={typing} placeholder={typing} autocomplete="off" onFocus={() => setTyped(true)} />
        </div>
      )}
    </fieldset>
  );
}

function Samples({ column }: { column: ReadColumn | undefined }) {
  if (!column) return null;
  return (
    <span class="samples">
      {letterOf(column.number)} <Stored text={column.header} />:{' '}
      {column.samples.slice(0, samplesShown).map((sample, at) => (
        <code key={at}>
          <Stored text={sample} />
        </code>
      ))}
    </span>
  );
}

export function answerOf({ code, field, choices }: FileQuestion, data: FormData, index: number): GivenAnswer | null {
  const chosen = data.get(`answer-${index}`);
  const typed = typedIn(data, `answer-${index}-typed`);
  if (chosen === typedChoice) return typed === '' ? null : { code, field, typed };
  const choice = chosen === null ? undefined : choices[Number(chosen)];
  return choice ? { code, field, remedies: choice.remedies } : null;
}
