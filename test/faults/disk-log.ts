/**
 * The shim's log, read back: what a folder's files hold at any point of a run, after the process died there (all that was written is
 * there) or after a power cut (only what was synced is sure to be there; of the rest, nothing or any part).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface DiskOperation {
  kind: 'write' | 'truncate' | 'sync' | 'unlink' | 'rename';
  /** The shim's count when it happened; writes and syncs count, the others carry the count of the one before. */
  count: number;
  path: string;
  at: number;
  data: Buffer;
}

const kinds = { W: 'write', T: 'truncate', S: 'sync', U: 'unlink', R: 'rename' } as const;

export function readDiskLog(file: string): DiskOperation[] {
  const log = readFileSync(file);
  const operations: DiskOperation[] = [];
  for (let at = 0; at < log.length; ) {
    const end = log.indexOf(0x0a, at);
    const [kind = '', count = '', a = '', b = '', ...path] = log.subarray(at, end).toString('utf8').split(' ');
    const isRename = kind === 'R';
    const bytes = kind === 'W' ? Number(b) : isRename ? Number(a) : 0;
    const data = log.subarray(end + 1, end + 1 + bytes);
    operations.push({ kind: kinds[kind as keyof typeof kinds], count: Number(count), path: path.join(' '), at: Number(a), data });
    at = end + 1 + bytes;
  }
  return operations;
}

type Files = Map<string, Buffer>;

export class Disk {
  private readonly current: Files;
  private readonly durable: Files;
  private pending: DiskOperation[] = [];

  /** `folder` as it lay on disk, safely, before the run. */
  constructor(folder: string) {
    this.current = readFolder(folder);
    this.durable = new Map([...this.current].map(([path, data]) => [path, Buffer.from(data)]));
  }

  apply(operation: DiskOperation): void {
    if (operation.kind !== 'sync') {
      change(this.current, operation);
      this.pending.push(operation);
      return;
    }
    // A file's sync makes its content safe; deletions and renamings are safe when their folder is synced.
    const isSafe = (pending: DiskOperation) =>
      pending.kind === 'unlink' || pending.kind === 'rename'
        ? dirname(pending.path) === (operation.path || '/')
        : pending.path === operation.path;
    for (const pending of this.pending) if (isSafe(pending)) change(this.durable, pending);
    this.pending = this.pending.filter((pending) => !isSafe(pending));
  }

  /** The folder as a new process finds it after this one was killed. */
  afterKill(): Files {
    return this.current;
  }

  /** The folder after a power cut: of what was not synced, `survives` decides for each operation, and writes may be torn. */
  afterPowerCut(survives: (operation: DiskOperation) => 'whole' | 'torn' | 'lost'): Files {
    const files: Files = new Map([...this.durable].map(([path, data]) => [path, Buffer.from(data)]));
    for (const operation of this.pending) {
      const fate = survives(operation);
      if (fate === 'whole') change(files, operation);
      if (fate === 'torn' && operation.kind === 'write') {
        change(files, { ...operation, data: operation.data.subarray(0, Math.floor(operation.data.length / 1024) * 512) });
      }
    }
    return files;
  }
}

function change(files: Files, { kind, path, at, data }: DiskOperation): void {
  const old = files.get(path) ?? Buffer.alloc(0);
  if (kind === 'write') {
    const grown = old.length >= at + data.length ? old : Buffer.concat([old, Buffer.alloc(at + data.length - old.length)]);
    data.copy(grown, at);
    files.set(path, grown);
  } else if (kind === 'truncate') {
    files.set(path, at <= old.length ? old.subarray(0, at) : Buffer.concat([old, Buffer.alloc(at - old.length)]));
  } else if (kind === 'unlink') files.delete(path);
  else if (kind === 'rename') {
    files.set(data.toString('utf8'), old);
    files.delete(path);
  }
}

function readFolder(folder: string, prefix = ''): Files {
  const files: Files = new Map();
  for (const name of readdirSync(join(folder, prefix))) {
    const path = `${prefix}/${name}`;
    if (statSync(join(folder, path)).isDirectory()) for (const [inner, data] of readFolder(folder, path)) files.set(inner, data);
    else files.set(path, readFileSync(join(folder, path)));
  }
  return files;
}

export function writeFolder(folder: string, files: Files): void {
  for (const [path, data] of files) {
    const file = join(folder, path);
    if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data);
  }
}
