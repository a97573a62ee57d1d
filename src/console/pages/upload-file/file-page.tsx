/** One dropped file on its way: read, asked about, ready, being sent, done. The server keeps where it is, so that a closed tab loses nothing. */
import { useState } from 'preact/hooks';
import type { DroppedFile, FileProgress } from '../../../contract/dropped-files.js';
import { api } from '../../api.js';
import { bytesText, countText, secondsText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Page } from '../../parts/page.js';
import { Pending, Problem, Waiting } from '../../parts/states.js';
import { Stored, Time } from '../../parts/texts.js';
import { go, hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { files } from './files-api.js';
import { useEvents } from './follow.js';
import { Questions, useAnswers } from './questions.js';
import { Reading } from './reading.js';
import { Result } from './result.js';
import { FileBadge } from './upload-file.js';

const text = words.upload;

export function FilePage({ id }: { id: string }) {
  const file = useLoaded(id, (signal) => files.one(id, signal));
  const { value, error } = file;
  const progress = useEvents(value, file.again);
  return (
    <Page
      title={value?.name ?? words.uploads.file}
      above={<a href={hrefOf('upload')}>{words.shell.upload}</a>}
      actions={value && <Removal file={value} />}
    >
      <Pending loaded={file} />
      {!error && value && (
        <>
          <p class="file-facts">
            <FileBadge state={value.state} />
            <span class="quiet">
              {bytesText(value.bytes)} · <Time instant={value.receivedAt} />
              {value.removedAt && (
                <>
                  {' '}
                  · {text.removedAt} <Time instant={value.removedAt} />
                </>
              )}
            </span>
          </p>
          {['asking', 'unconfirmed', 'ready', 'unusable'].includes(value.state) && <TakenFor file={value} changed={file.again} />}
          <Stage file={value} progress={progress} changed={file.again} />
        </>
      )}
    </Page>
  );
}

/** Which kind of rows it has, and the way to say that it has the other. */
function TakenFor({ file, changed }: Omit<StageProps, 'progress'>) {
  const { busy, problem, forget } = useAnswers(file, changed);
  const other = file.kind === 'Sales' ? 'Settlement' : 'Sales';
  return (
    <>
      <p>
        {text.takenFor} {words.uploads.brought[file.kind]} <Button text={text.theseAre[other]} disabled={busy} act={() => forget(other)} />
      </p>
      <Problem text={problem} />
      {file.reading?.tellsPayouts && <p class="note">{text.tellsPayouts}</p>}
    </>
  );
}

interface StageProps {
  file: DroppedFile;
  progress: FileProgress | null;
  changed: () => void;
}

function Stage({ file, progress, changed }: StageProps) {
  switch (file.state) {
    case 'waiting':
    case 'reading':
    case 'sending':
      return <Busy label={progress ? sendingText(progress) : (text.states[file.state] ?? '')} progress={progress} />;
    case 'asking':
      return (
        <>
          <Questions file={file} changed={changed} />
          {file.reading?.rows && <Reading file={file} reading={file.reading} changed={changed} />}
        </>
      );
    case 'unconfirmed':
    case 'ready':
      return <Ready file={file} changed={changed} />;
    default:
      return (
        <>
          {file.problem && <FileProblem problem={file.problem} />}
          {file.result && <Result file={file} result={file.result} />}
          {file.state === 'unusable' && file.reading && <Reading file={file} reading={file.reading} changed={changed} />}
          {file.state === 'failed' && <SendAgain file={file} changed={changed} />}
        </>
      );
  }
}

function Busy({ label, progress }: { label: string; progress: FileProgress | null }) {
  const share = progress && shareOf(progress);
  return (
    <div class="busy" role="status">
      <p>{label}</p>
      {share === null ? <progress aria-label={label} /> : <progress aria-label={label} max={1} value={share} />}
      {progress?.retry && <p class="note">{text.retry(progress.retry.reason, secondsText(progress.retry.inS))}</p>}
      <p class="quiet">{text.mayClose}</p>
    </div>
  );
}

function shareOf({ bytes, imports }: FileProgress): number | null {
  if (imports && imports.total > 0) return imports.done / imports.total;
  return bytes && bytes.total > 0 ? bytes.at / bytes.total : null;
}

function sendingText({ accepted, imports }: FileProgress): string {
  return imports ? text.importingText(countText(accepted)) : text.sentSoFar(countText(accepted));
}

function FileProblem({ problem: { code, message, details, hint } }: { problem: DroppedFile['problem'] & {} }) {
  return (
    <div class="failure" role="alert">
      <p class="failure-title">{text.problems[code] ?? message}</p>
      {details.map((detail) => (
        <p key={detail}>
          <Stored text={detail} />
        </p>
      ))}
      {hint && <p>{hint}</p>}
    </div>
  );
}

function Ready({ file, changed }: { file: DroppedFile; changed: () => void }) {
  const action = useAction();
  const { reading } = file;
  if (!reading) return <Waiting />;
  const isNew = file.state === 'unconfirmed';
  const good = reading.rows?.good ?? 0;
  const send = async () => {
    await action.run(() => files.send(file.id, isNew ? { accept: reading.header?.digest ?? '' } : {}));
    changed();
  };
  return (
    <>
      {isNew && <p class="note">{text.isNew}</p>}
      <Reading file={file} reading={reading} changed={changed} />
      {file.sha256 && <SentBefore fileSha256={file.sha256} of={file} />}
      <Problem text={action.problem} />
      <div class="send-bar">
        <Button look="large" text={(isNew ? text.sendRead : text.send)(good, file.kind)} disabled={action.busy || good === 0} act={send} />
        {(reading.rows?.rejected ?? 0) > 0 && <span class="quiet">{text.withoutFaulty(reading.rows?.rejected ?? 0)}</span>}
      </div>
    </>
  );
}

/** That the tenant has the same bytes already, as far as the user may know; a reason to look, and none to stop. */
function SentBefore({ fileSha256, of: { id, tenantId } }: { fileSha256: string; of: DroppedFile }) {
  const asked = { fileSha256, tenantId };
  const { value } = useLoaded(`sent before ${id}`, (signal) => api.uploads(asked, signal));
  const before = value?.items.find(({ withdrawn }) => !withdrawn);
  if (!before) return null;
  return (
    <p class="note" role="status">
      {text.sentBefore} <Stored text={before.user} />, <Time instant={before.receivedAt} />
      {before.fileName && (
        <>
          , <Stored text={before.fileName} />
        </>
      )}
      : <a href={hrefOf(`uploads/${before.uploadId}`)}>{words.fields.uploadId}</a>
    </p>
  );
}

function SendAgain({ file, changed }: { file: DroppedFile; changed: () => void }) {
  const action = useAction();
  const wasBefore = text.problems[file.problem?.code ?? ''] !== undefined;
  const send = async () => {
    await action.run(() => files.send(file.id, { again: wasBefore }));
    changed();
  };
  return (
    <div class="send-bar">
      <Button text={wasBefore ? text.sendOnceMore : text.sendAgain} disabled={action.busy} act={send} />
      <Problem text={action.problem} />
    </div>
  );
}

function Removal({ file: { id, state } }: { file: DroppedFile }) {
  const action = useAction();
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  const remove = async () => {
    if (!(await action.run(() => files.remove(id)))) return;
    setGone(true);
    go(hrefOf('upload'), true);
  };
  return (
    <>
      {action.problem && <span class="problem">{action.problem}</span>}
      <Button text={state === 'sending' ? text.stopAndRemove : text.remove} disabled={action.busy} act={remove} />
    </>
  );
}
