/** What stands where data would: while it loads, where there is none, and where it could not be had. */
import type { ComponentChildren } from 'preact';
import type { CallError } from '../api.js';
import { secondsText } from '../format.js';
import type { Loaded } from '../loaded.js';
import { words } from '../words.js';
import { Button } from './button.js';

/** Bars of the height of what will come, seen only where it takes longer than a moment. */
export function Waiting({ lines = 8 }: { lines?: number | undefined }) {
  return (
    <div class="waiting" role="status">
      <span class="unseen">{words.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="waiting-line" />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

export function Failure({ error, again }: { error: CallError; again?: () => void }) {
  const faults = Object.entries(error.faults);
  return (
    <div class="failure" role="alert">
      <p class="failure-title">{words.failures.titles[error.status] ?? words.failures.other}</p>
      <p>{error.message}</p>
      {faults.length > 1 && (
        <ul>
          {faults.map(([name, messages]) => (
            <li key={name}>
              <code>{name}</code> {messages.join(', ')}
            </li>
          ))}
        </ul>
      )}
      {error.retryAfterS !== null && <p>{words.failures.retryIn(secondsText(error.retryAfterS))}</p>}
      {error.requestId && error.status >= 500 && <p class="quiet">{words.failures.request(error.requestId)}</p>}
      {again && <Button text={words.again} act={again} />}
    </div>
  );
}

/** In place of what is loaded: that it could not be had, or that it is on its way; nothing once it is there. */
export function Pending({ loaded: { value, error, again }, lines }: { loaded: Loaded<unknown>; lines?: number }) {
  if (error) return <Failure error={error} again={again} />;
  return value === undefined ? <Waiting lines={lines} /> : null;
}

/** A sentence beside a control: why what was asked for was not done. */
export function Problem({ text }: { text: string | null }) {
  return (
    text && (
      <p class="problem" role="alert">
        {text}
      </p>
    )
  );
}
