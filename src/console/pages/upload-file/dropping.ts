/** Files on their way to the server: from a drop anywhere, a choice, a folder. Their state outlives the page that shows it. */
import { effect, signal } from '@preact/signals';
import { CallError } from '../../api.js';
import { go, hrefOf } from '../../router.js';
import { dropFile } from './files-api.js';

interface Arrival {
  key: number;
  name: string;
  bytes: number;
  /** From 0 to 1. */
  share: number;
  problem: string | null;
}

export const arrivals = signal<readonly Arrival[]>([]);
/** Grows with each file that has arrived, so that lists ask again. */
export const arrived = signal(0);

/** The browser asks before it leaves a page that sends files: what is on its way would be lost. */
const ask = (event: Event) => event.preventDefault();
effect(() => {
  const isSending = arrivals.value.some(({ problem }) => problem === null);
  if (isSending) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
});

let count = 0;

/** Sends them one after the other; a file by itself is opened when it is there. */
export async function drop(dropped: readonly File[]): Promise<void> {
  const whole = dropped.filter(({ name }) => !name.startsWith('.'));
  if (whole.length === 0) return;
  go(hrefOf('upload'));
  const own = whole.map((file) => ({ file, arrival: { key: ++count, name: file.name, bytes: file.size, share: 0, problem: null } }));
  arrivals.value = [...arrivals.value, ...own.map(({ arrival }) => arrival)];
  for (const { file, arrival } of own) {
    try {
      const { id } = await dropFile(file, (share) => change(arrival.key, { share }));
      arrivals.value = arrivals.value.filter(({ key }) => key !== arrival.key);
      arrived.value++;
      if (whole.length === 1) go(hrefOf(`upload/${id}`));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      change(arrival.key, { problem: error.message });
    }
  }
}

function change(key: number, changes: Partial<Arrival>): void {
  arrivals.value = arrivals.value.map((arrival) => (arrival.key === key ? { ...arrival, ...changes } : arrival));
}

export function forgetArrival(key: number): void {
  arrivals.value = arrivals.value.filter((arrival) => arrival.key !== key);
}

/** The files of a drop; those of folders in it, too. */
export async function filesOf(data: DataTransfer): Promise<File[]> {
  // At once: what was dropped can be asked for only while the event lasts.
  const dropped = [...data.items].flatMap((item) =>
    item.kind === 'file' ? [{ entry: item.webkitGetAsEntry(), file: item.getAsFile() }] : [],
  );
  const found = await Promise.all(dropped.map(({ entry, file }) => (entry?.isDirectory ? filesIn(entry) : file === null ? [] : [file])));
  return found.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  for (;;) {
    // A folder is told in pieces, the last of which is empty.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const inner of entries) files.push(...(await filesIn(inner)));
  }
}
