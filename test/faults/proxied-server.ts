/** The real server on a data directory of its own, behind a proxy that can spoil what passes. */
import { rmSync } from 'node:fs';
import { type ServeProcess, serve } from '../support/serve-process.js';
import { type FaultProxy, openFaultProxy } from './fault-proxy.js';
import { preparedDirectory } from './storage-run.js';

export interface ProxiedServer {
  directory: string;
  server: ServeProcess;
  proxy: FaultProxy;
  close(): Promise<void>;
}

/** `bin` is a deliberately wrong build, where it is not ours. */
export async function openProxiedServer(bin?: string): Promise<ProxiedServer> {
  const directory = await preparedDirectory();
  const server = await serve(directory, null, {}, ['--log', 'none'], bin);
  const proxy = await openFaultProxy(directory, server.url);
  const close = async () => {
    await proxy.close();
    await server.end('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  };
  return { directory, server, proxy, close };
}
