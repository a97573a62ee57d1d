/**
 * `sales serve --print-systemd`: a unit for a system service, with everything closed that the server does not need. Pure: from what
 * the command line says to the text.
 */
import { dirname, resolve } from 'node:path';
import type { Command, Option } from 'commander';
import { shellWord } from '../../terminal/shell-word.js';

interface UnitOptions {
  /** Absolute path of the node that runs now. */
  node: string;
  /** Absolute path of the program. */
  program: string;
  /** Absolute path of the data directory. */
  data: string;
  port: number;
  /** Whether it serves from a database that it reaches over a connection, which may be away for a while. */
  isShared: boolean;
  /** How long it drains when it is stopped. */
  drainS: number;
  /** The operator's files, absolute. */
  files: readonly string[];
  /** Flags of `sales serve`, beside --data and --print-systemd. */
  flags: readonly string[];
}

/** The flags that a command line or its environment gives, but for those named; files by their absolute path. */
export function givenFlags(command: Command, but: readonly string[]): string[] {
  return command.options.flatMap((option) => {
    const source = command.getOptionValueSource(option.attributeName());
    const isGiven = (source === 'cli' || source === 'env') && !but.includes(option.long ?? '');
    return isGiven ? wordsOf(option, command.getOptionValue(option.attributeName())) : [];
  });
}

function wordsOf(option: Option, value: unknown): string[] {
  const isPath = /<(?:file|dir)>/.test(option.flags);
  const flag = option.long ?? '';
  if (typeof value === 'boolean') return value === option.negate ? [] : [flag];
  return [value].flat().flatMap((one) => [flag, isPath ? resolve(String(one)) : String(one)]);
}

/** systemd makes folders there by itself, for the user of the service. */
const STATE = /^\/var\/lib\/([\w.-]+(?:\/[\w.-]+)*)$/;
const PRIVILEGED_PORTS = 1_024;

/** The text of the unit file, with instructions as comments at its top. */
export function systemdUnit(options: UnitOptions): string {
  const { node, program, data, port, isShared, drainS, files, flags } = options;
  const words = [node, program, 'serve', '--data', data, ...flags];
  const state = STATE.exec(data)?.[1];
  const seen = [node, program, data, ...files];
  return [
    '# Save as /etc/systemd/system/sales.service, then:',
    '#   useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin sales',
    ...(state === undefined ? [`#   install -d -o sales -g sales -m 0700 ${shellWord(data)}`] : []),
    '#   systemctl daemon-reload && systemctl enable --now sales && journalctl -u sales',
    ...(files.length === 0 ? [] : certificateNotes(files)),
    '[Unit]',
    'Description=Sales API',
    'Wants=network-online.target',
    'After=network-online.target',
    // A database that is away is there again at some time, and then the server shall be, too.
    ...(isShared ? ['StartLimitIntervalSec=0'] : ['StartLimitIntervalSec=300', 'StartLimitBurst=10']),
    '',
    '[Service]',
    'Type=exec',
    'User=sales',
    'Group=sales',
    `ExecStart=${words.map(quoted).join(' ')}`,
    '# Reads the certificate again.',
    'ExecReload=/bin/kill -HUP $MAINPID',
    isShared
      ? '# 6: the database cannot be reached, and is tried again. A restart does not help after 2 (usage) or 12 (schema).'
      : '# 70: the database failed, and a restart opens it again. A restart does not help after 2 (usage) or 12 (disk).',
    'Restart=on-failure',
    'RestartSec=2',
    'RestartPreventExitStatus=2 12',
    `# ${drainS > 0 ? `It drains for ${drainS} s, and running` : 'Running'} requests get 10 s; the rest is closing the database.`,
    `TimeoutStopSec=${60 + drainS}`,
    'UMask=0077',
    ...(state === undefined
      ? [`ReadWritePaths="${data.replace(/%/g, '%%').replace(/(["\\])/g, '\\$1')}"`]
      : [`StateDirectory=${state}`, 'StateDirectoryMode=0700']),
    ...hardening(seen, port),
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ].join('\n');
}

function certificateNotes(files: readonly string[]): string[] {
  const folder = dirname(files[0] ?? '');
  return [
    '#',
    '# The user sales must be able to read the certificate and its key, also when they are renewed:',
    `#   install -d -o sales -g sales -m 0700 ${shellWord(folder)}`,
    '# A changed pair is noticed automatically. (No LoadCredential=: it would need a restart for each renewal.)',
  ];
}

function hardening(seen: readonly string[], port: number): string[] {
  const inHome = seen.some((path) => /^\/(?:home|root|run\/user)\//.test(path));
  const mayBind = port > 0 && port < PRIVILEGED_PORTS ? 'CAP_NET_BIND_SERVICE' : '';
  return [
    'LimitNOFILE=65536',
    'NoNewPrivileges=yes',
    ...(mayBind ? [`AmbientCapabilities=${mayBind}`] : []),
    `CapabilityBoundingSet=${mayBind}`,
    'ProtectSystem=strict',
    // What it runs from or works on lies there.
    `ProtectHome=${inHome ? 'read-only' : 'yes'}`,
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'ProtectKernelTunables=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelLogs=yes',
    'ProtectControlGroups=yes',
    'ProtectClock=yes',
    'ProtectHostname=yes',
    'ProtectProc=invisible',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
    'RestrictNamespaces=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'LockPersonality=yes',
    'RemoveIPC=yes',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged',
    'SystemCallErrorNumber=EPERM',
  ];
}

/** A word of ExecStart as systemd reads it: percent and dollar have a meaning there, and words end at blanks. */
function quoted(word: string): string {
  const plain = word.replace(/%/g, '%%').replace(/\$/g, '$$$$');
  return /^[\w./:@%$+,=*-]+$/.test(plain) ? plain : `"${plain.replace(/(["\\])/g, '\\$1')}"`;
}
