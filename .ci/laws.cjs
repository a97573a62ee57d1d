/**
 * Laws of src/ that no linter knows. No name of a type is declared twice: who reads one must not have to ask which; but the two stores, of
 * which neither knows the other, call the same thing the same. And no sentence below the
 * command line contains one of its lines, or a flag: what can be typed is data there (src/contract/remedy.ts). The pages in
 * src/console, whose JSX dependency-cruiser does not read, import the types of contract/, its walk over a whole list and its rule for formulas, the words of src/words,
 * their own files and what is built into them, and nothing imports pages. No comment opens with a word that hides its subject, such as "Of". No name is looked up in an object with a prototype (own-names.cjs). The top level of the repository is fixed, and no file of it is larger than a fixture may be.
 * Prints what breaks them, and fails.
 */
const { execFileSync } = require('node:child_process');
const { existsSync, lstatSync, readdirSync, readFileSync } = require('node:fs');
const { join, sep } = require('node:path');
const { parseSync } = require('@swc/core');
const { prototypeFaults } = require('./own-names.cjs');

const commands = readdirSync('src/cli/commands').flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : []));
const LINE = new RegExp(`\\bsales (?:${commands.join('|')})\\b`);
const FLAG = /[a-z:,(] --[a-z]/;
/** The name that the certificates of `serve` have always had, and what names a flag that was given. */
const ALLOWED =
  /commonName', value: `sales serve on |for --metrics-port|password of --init-password-file|certificate of --cert:|a search by --where/;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
/** A reader looks for the subject first: "Line number of the header", not "Of the header". */
const NO_SUBJECT = /(?:\/\/|\*)\s+(?:Of|So many|As many|What is|The same of|Those of|That of)\b/;

const faults = [];
const pages = join('src', 'console') + sep;
/** What of contract/ is built into the pages, too. */
const built = ['every-transaction.js', 'formula.js'].map((name) => join('src', 'contract', name));
/** Words that the command line has, too. */
const shared = join('src', 'words') + sep;
const ofPages = /^(preact|preact\/hooks|@preact\/signals|uplot|uplot\/dist\/uPlot\.min\.css)$/;

/** What a page imports as it must not. */
function faultsOfImports(file, text) {
  const { body } = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' });
  return body.flatMap((node) => {
    if (!node.source) return [];
    const from = node.source.value;
    const path = from.startsWith('.') ? join(file, '..', from) : null;
    const areTypes = node.typeOnly || (node.specifiers?.length > 0 && node.specifiers.every((one) => one.isTypeOnly));
    const mayBe =
      path === null
        ? ofPages.test(from)
        : built.includes(path) ||
          path.startsWith(pages) ||
          path.startsWith(shared) ||
          (areTypes && path.startsWith(join('src', 'contract') + sep));
    const isUp =
      path?.startsWith(join(pages, 'pages') + sep) && !file.startsWith(join(pages, 'pages') + sep) && file !== join(pages, 'app.tsx');
    return mayBe && !isUp ? [] : [`${file} imports ${from}`];
  });
}

const TOP =
  /^(package\.json|tsconfig\.json|bin|src|fixtures|test|docs|README\.md|CHANGELOG\.md|package-lock\.json|LICENSE|CONTRIBUTING\.md|SECURITY\.md|Dockerfile|\..+)$/;
const FILE_BYTES_MAX = 1_000_000;

/** An export of a million rows was committed by mistake once, as a file named as a flag. */
function faultsOfTree() {
  const files = existsSync('.git') ? execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(existsSync) : [];
  return files.flatMap((file) => [
    ...(TOP.test(file.split('/')[0]) ? [] : [`${file} has no place on the top level`]),
    ...(lstatSync(file).size > FILE_BYTES_MAX ? [`${file} is larger than ${FILE_BYTES_MAX} bytes`] : []),
  ]);
}
faults.push(...faultsOfTree());

const declared = new Map();
const sources = [];
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!/\.tsx?$/.test(file)) continue;
  const text = readFileSync(file, 'utf8');
  if (!file.startsWith(pages) && file !== join('src', 'contract', 'own-names.ts')) sources.push([file, text]);
  if (file.startsWith(pages)) faults.push(...faultsOfImports(file, text));
  else if (/from '[^']*(?<!server)\/console\//.test(text) && !file.startsWith(join('src', 'server') + sep))
    faults.push(`${file} imports pages`);
  const names = [...text.matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm)].map(([, name]) => name);
  for (const name of new Set(names)) declared.set(name, [...(declared.get(name) ?? []), file]);
  const isCli = file.startsWith(join('src', 'cli') + sep);
  for (const [index, line] of text.split('\n').entries()) {
    if (NO_SUBJECT.test(line)) faults.push(`${file}:${index + 1} has a comment that does not begin with its subject: ${line.trim()}`);
    if (isCli) continue;
    const isTyped = LINE.test(line) || (FLAG.test(line) && !COMMENT.test(line));
    if (isTyped && !ALLOWED.test(line)) faults.push(`${file}:${index + 1} contains a command line: ${line.trim()}`);
  }
}
faults.push(...prototypeFaults(sources));
const twins = [join('src', 'store', 'sqlite') + sep, join('src', 'store', 'postgres') + sep];
const areTwins = (files) => files.length === 2 && twins.every((store) => files.some((file) => file.startsWith(store)));
for (const [name, files] of declared)
  if (files.length > 1 && !areTwins(files)) faults.push(`The type ${name} is declared in ${files.join(' and ')}.`);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
