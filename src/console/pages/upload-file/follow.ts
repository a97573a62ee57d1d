/** Follows files that the server is working on: one by its events, a list by asking now and then. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DroppedFile, FileProgress } from '../../../contract/dropped-files.js';
import { files } from './files-api.js';

const busyStates: readonly string[] = ['waiting', 'reading', 'sending'];
export const isBusy = ({ state }: DroppedFile): boolean => busyStates.includes(state);

const ASK_EVERY_MS = 2_000;

export function useWhileBusy(items: readonly DroppedFile[], again: () => void): void {
  const isAny = items.some(isBusy);
  const ask = useRef(again);
  ask.current = again;
  useEffect(() => {
    if (!isAny) return;
    const timer = setInterval(() => ask.current(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAny]);
}

/** The progress of one file; `changed` is called where its state changes. The browser takes a lost stream up again by itself. */
export function useEvents(file: DroppedFile | undefined, changed: () => void): FileProgress | null {
  const [progress, setProgress] = useState<FileProgress | null>(null);
  const tell = useRef(changed);
  tell.current = changed;
  const id = file && isBusy(file) ? file.id : null;
  useEffect(() => {
    if (id === null) return;
    const source = new EventSource(files.eventsHref(id));
    source.addEventListener('progress', ({ data }) => setProgress(JSON.parse(data) as FileProgress));
    source.addEventListener('file', () => tell.current());
    source.addEventListener('end', () => {
      source.close();
      tell.current();
    });
    // The server may have no more to tell: what the file is now is asked for in any case.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) tell.current();
    });
    return () => source.close();
  }, [id]);
  return file && isBusy(file) ? (progress ?? file.progress) : null;
}
