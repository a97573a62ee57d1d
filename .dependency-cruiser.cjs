/** The import table of the rooms. Arrows point at contract; client and server meet only there. */
const only = (room, allowed, comment) => ({
  name: `${room}-imports`,
  comment,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
});

/**
 * The folders of a room, in the order in which they build on each other: each imports those before it, and none of its own level beside it.
 * What lies at the room's top may import all of them, and none of them what lies there.
 */
const ordered = (room, ...levels) =>
  levels.flatMap((level, index) =>
    level.map((folder) => ({
      name: `${room}-${folder}-imports`,
      severity: 'error',
      from: { path: `^src/${room}/${folder}/` },
      to: { path: `^src/${room}/`, pathNot: `^src/${room}/(${[folder, ...levels.slice(0, index).flat()].join('|')})/` },
    })),
  );

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      comment: 'No folder needs another one that needs it; for a folder and those inside it see the rules of their order',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src' },
      to: { circular: true },
    },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/' }, to: {} },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-is-pure',
      comment: 'contract/ runs anywhere: zod, the list of currencies, and nothing else',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg'], pathNot: 'node_modules/(zod|currency-codes)/' },
    },
    only('contract', [], 'contract/ is what everything else points at'),
    only('files', ['contract'], 'files/ turns bytes into rows'),
    only('client', ['contract', 'files'], 'client/ talks to any server that keeps the contract'),
    only('jobs', ['contract', 'files', 'client'], 'jobs/ takes one file from opening to report'),
    only('programs', ['contract', 'files', 'client', 'jobs'], 'programs/ is what other programs import'),
    only('matching', ['contract'], 'matching/ says which sales and settlement records are one payment'),
    {
      name: 'matching-is-pure',
      comment: 'matching/ knows rows and rules: no clock, no files, no library',
      severity: 'error',
      from: { path: '^src/matching/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg'] },
    },
    only('store', ['contract'], 'store/ keeps data and decides nothing'),
    only('importing', ['contract', 'store'], 'importing/ decides about rows'),
    only('matcher', ['contract', 'store', 'matching'], 'matcher/ brings what is stored and what matching says of it together'),
    only('threads', ['contract', 'store', 'importing', 'matcher'], 'threads/ decides where the work on data is done'),
    only('server', ['contract', 'store', 'matching', 'importing', 'threads', 'files', 'jobs'], 'server/ speaks HTTP'),
    {
      name: 'files-are-read-for-the-console-alone',
      comment: 'What a browser drops is read and sent by jobs/, which is handed the receiver; nothing else of server/ knows of files',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '^src/server/console/files/' },
      to: { path: '^src/(files|jobs)/' },
    },
    ...ordered(
      'files',
      ['input'],
      ['words'],
      ['text'],
      ['values'],
      ['formats'],
      ['columns'],
      ['rows'],
      ['reading'],
      ['questions', 'transcode'],
      ['table'],
    ),
    ...ordered('client', ['machine'], ['http', 'journal'], ['batches'], ['sending']),
    ...ordered('cli', ['documents'], ['terminal'], ['flags'], ['settings'], ['views'], ['upload'], ['commands']),
    ...ordered('server', ['tls', 'access'], ['telemetry'], ['http'], ['routes'], ['console']),
    ...ordered('store/sqlite', ['port'], ['database'], ['rows'], ['lists'], ['verify'], ['administration']),
    ...ordered('store/postgres', ['port'], ['database'], ['access'], ['rows'], ['lists'], ['verify'], ['administration'], ['moving']),
    {
      name: 'jobs-without-a-terminal',
      comment: 'A job knows no terminal and no command line, so that something else than a terminal can show it',
      severity: 'error',
      from: { path: '^src/(jobs|programs)/' },
      to: { path: 'node_modules/(commander|ora)/|^node:(readline|tty)' },
    },
    {
      name: 'sending-is-handed-to-jobs',
      comment: 'Who runs a job hands it the way to the server; checked on what is built, where imports of types are gone',
      severity: 'error',
      from: { path: '^dist/jobs/' },
      to: { path: '^dist/client/http/' },
    },
    {
      name: 'parts-of-commands',
      comment: 'The parts of a command know no command',
      severity: 'error',
      from: { path: '^src/cli/commands/[^/]+/' },
      to: { path: '^src/cli/commands/[^/]+$' },
    },
    {
      name: 'server-takes-the-data-as-given',
      comment: 'server/ and importing/ know of threads the interface alone',
      severity: 'error',
      from: { path: '^src/(server|importing)/' },
      to: { path: '^src/threads/', pathNot: '^src/threads/data.ts$' },
    },
    { name: 'nothing-imports-cli', severity: 'error', from: { pathNot: '^src/cli/' }, to: { path: '^src/cli/' } },
    {
      name: 'sqlite-only-behind-the-interface',
      comment: 'Only the commands that work on a data directory name the SQLite store; threads/ is told where to find it',
      severity: 'error',
      from: { pathNot: '^src/(store/sqlite/|cli/commands/(serve|admin|backup|doctor))' },
      to: { path: '^src/store/sqlite/' },
    },
    {
      name: 'postgres-only-behind-the-interface',
      comment: 'Only the commands that work on a database name the PostgreSQL store; threads/ is told where to find it',
      severity: 'error',
      from: { pathNot: '^src/(store/postgres/|cli/flags/database-flags.ts$|cli/commands/(serve|admin|backup|doctor))' },
      to: { path: '^src/store/postgres/' },
    },
    {
      name: 'postgres-knows-no-sqlite',
      severity: 'error',
      from: { path: '^src/store/postgres/' },
      to: { path: '^src/store/sqlite/' },
    },
    {
      name: 'pg-only-in-its-store',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/store/postgres/database/' },
      to: { path: '(node_modules/|^)(@types/)?pg(-|/|$)' },
    },
    {
      name: 'server-and-sqlite-loaded-late',
      comment: 'The command line loads them by dynamic import() alone; checked on what is built, where imports of types are gone',
      severity: 'error',
      from: { path: '^dist/(cli|programs|jobs|client|files|contract)/' },
      to: { path: '^dist/(store|server|importing|threads)/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'better-sqlite3-only-in-the-engine',
      severity: 'error',
      comment: 'One file chooses the binding that the running Node takes',
      from: { path: '^src/', pathNot: '^src/store/sqlite/database/engine.ts$' },
      to: { path: '(node_modules/|^)(@types/)?better-sqlite3' },
    },
    {
      name: 'no-http-outside-server',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/' },
      to: { path: 'node_modules/(h3|listhen)/' },
    },
    {
      name: 'handlers-are-plain',
      comment: 'A handler is a function of input and scope, without h3 in sight',
      severity: 'error',
      from: { path: '^src/(server/routes|importing|store)/' },
      to: { path: '(node_modules/(h3|listhen)/|^node:https?$)' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // dependency-cruiser has no eye for JSX: .ci/laws.cjs reads the imports of the pages.
    exclude: { path: '^dist/.*\\.d\\.ts$|^(src|dist)/console/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
