/** Brings up what the console needs beside the data: log-ins of browsers and dropped files, of which those under way go on. */
import type { Data } from '../../threads/data.js';
import type { Admission } from '../access/admission.js';
import { openSessions } from '../access/sessions.js';
import type { Assets } from './assets.js';
import { openDroppedFiles } from './files/dropped-files.js';
import type { ConsoleParts } from './parts.js';

export interface ConsoleOptions {
  assets: Assets;
  /** Size of a dropped file at most. */
  dropMaxBytes: number;
}

export interface ConsoleSurroundings {
  data: Data;
  /** The data directory; absolute. */
  directory: string;
  admission: Admission;
  version: string;
  nowMs: () => number;
}

/** The rest is of the server as a whole. */
export type OpenConsole = Omit<ConsoleParts, 'authenticator' | 'hasher' | 'health'>;

export async function openConsole(
  { assets, dropMaxBytes }: ConsoleOptions,
  { data, directory, admission, version, nowMs }: ConsoleSurroundings,
): Promise<OpenConsole> {
  const installationId = await data.installationId();
  const files = await openDroppedFiles({ data, directory, admission, nowMs, dropMaxBytes, installationId, version });
  return { sessions: await openSessions(data, nowMs), files, assets, version };
}
