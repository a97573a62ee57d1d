/** What became of a decision, and the way back. The focus goes here: what was pressed may be gone. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words.js';
import { Button } from './button.js';

interface OutcomeProps {
  /** The outcome; another one takes the focus again. */
  of: object;
  text: string;
  busy: boolean;
  /** Null where nothing can be taken back. */
  undo: (() => void) | null;
  children?: ComponentChildren;
}

export function Outcome({ of, text, busy, undo, children }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [of]);
  // What stands above it grows as the rows are read anew.
  useLayoutEffect(() => {
    if (box.current?.contains(document.activeElement)) box.current.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div ref={box} class="note" role="status" tabIndex={-1}>
      <p>
        {text} {undo && <Button text={words.decisions.actions.Undo} disabled={busy} act={undo} />}
      </p>
      {children}
    </div>
  );
}
