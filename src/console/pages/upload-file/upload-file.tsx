/** Where files are dropped, and those that were: each with what is next. Several that are ready go with one button. */
import { useRef } from 'preact/hooks';
import type { DroppedFile } from '../../../contract/dropped-files.js';
import { bytesText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Card, Line } from '../../parts/card.js';
import { Page } from '../../parts/page.js';
import { Empty, Failure, Problem } from '../../parts/states.js';
import { Badge, Stored, Time, type Tone } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { session } from '../../session.js';
import { words } from '../../words.js';
import { arrivals, arrived, drop, forgetArrival } from './dropping.js';
import { files } from './files-api.js';
import { useWhileBusy } from './follow.js';

const text = words.upload;

export function UploadFile() {
  const list = useLoaded(`files ${arrived.value}`, files.list);
  const items = list.value?.items ?? [];
  useWhileBusy(items, list.again);
  const ready = items.filter(({ state }) => state === 'ready');
  const unconfirmed = items.filter(({ state }) => state === 'unconfirmed').length;
  const action = useAction();
  const sendAll = async () => {
    await action.run(async () => {
      for (const { id } of ready) await files.send(id);
    });
    list.again();
  };
  const sending = ready.length > 1 && <Button look="main" text={text.sendAll(ready.length)} disabled={action.busy} act={sendAll} />;
  return (
    <Page title={words.shell.upload}>
      <DropArea />
      {arrivals.value.length > 0 && (
        <ul class="lines card" aria-label={text.arriving}>
          {arrivals.value.map(({ key, name, bytes, share, problem }) => (
            <li key={key} class="line">
              <span>
                <Stored text={name} /> <span class="quiet">{bytesText(bytes)}</span>
                {problem && <span class="problem"> {problem}</span>}
              </span>
              {problem ? (
                <Button look="link" text={words.close} act={() => forgetArrival(key)} />
              ) : (
                <progress aria-label={text.arriving} max={1} value={share} />
              )}
            </li>
          ))}
        </ul>
      )}
      <Card title={text.yours} beside={sending} isPlain>
        {unconfirmed > 0 && <p class="note">{text.unconfirmed(unconfirmed)}</p>}
        <Problem text={action.problem} />
        {list.error && <Failure error={list.error} again={list.again} />}
        {list.value && items.length === 0 && <Empty title={text.none} />}
        {items.length > 0 && (
          <ul class="lines card">
            {items.map((file) => (
              <FileLine key={file.id} file={file} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  );
}

function FileLine({ file: { id, name, bytes, receivedAt, state } }: { file: DroppedFile }) {
  return (
    <Line href={hrefOf(`upload/${id}`)}>
      <span>
        <Stored text={name} />
        <span class="quiet">
          {' '}
          {bytesText(bytes)} · <Time instant={receivedAt} />
        </span>
      </span>
      <FileBadge state={state} />
    </Line>
  );
}

const tones: Record<DroppedFile['state'], Tone> = {
  waiting: 'plain',
  reading: 'busy',
  asking: 'warn',
  unconfirmed: 'warn',
  ready: 'good',
  unusable: 'bad',
  sending: 'busy',
  done: 'good',
  failed: 'bad',
};

export function FileBadge({ state }: { state: DroppedFile['state'] }) {
  return <Badge tone={tones[state] ?? 'plain'}>{text.states[state] ?? state}</Badge>;
}

function DropArea() {
  const choice = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const max = session.value?.server?.dropMaxBytes;
  const take = (input: HTMLInputElement) => {
    drop([...(input.files ?? [])]);
    input.value = '';
  };
  return (
    <div class="drop-area">
      <p class="drop-title">{text.dropHere}</p>
      <p class="quiet">{text.kinds(max === undefined ? null : bytesText(max))}</p>
      <div class="actions">
        <Button look="main" text={text.chooseFiles} act={() => choice.current?.click()} />
        <Button text={text.chooseFolder} act={() => folder.current?.click()} />
      </div>
      <input
        ref={choice}
        class="unseen"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={text.chooseFiles}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={folder}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label={text.chooseFolder}
        {...{ webkitdirectory: true }}
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}
