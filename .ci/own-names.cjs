/**
 * Finds where a name is looked up in an object with a prototype: `constructor` is there though nobody put it in, and `__proto__` is lost.
 * A `Record<string, …>` takes a computed name only where `named()` made it; elsewhere `own()` reads it (src/contract/own-names.ts).
 * Free are records by known names (`Record<Field, …>`), and of `unknown`, where the compiler asks for a check of what was found.
 * A record is known by its written type: of a variable, a parameter, a cast, or of every declared member of that name.
 */
const { parseSync } = require('@swc/core');

function walk(node, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (node && typeof node === 'object') {
    if (node.type) visit(node);
    for (const member of Object.values(node)) walk(member, visit);
  }
}

/** Whether a type is a record by any name; `aliases` are the names of types that are. */
function isRecord(type, aliases) {
  const every = (types) => types.some((one) => isRecord(one, aliases));
  if (type?.type === 'TsTypeAnnotation') return isRecord(type.typeAnnotation, aliases);
  if (type?.type === 'TsTypeLiteral')
    return type.members.some((one) => one.type === 'TsIndexSignature' && one.params[0].typeAnnotation.typeAnnotation.kind === 'string');
  if (type?.type === 'TsUnionType' || type?.type === 'TsIntersectionType') return every(type.types);
  if (type?.type !== 'TsTypeReference') return false;
  const [first] = type.typeParams?.params ?? [];
  if (type.typeName.value === 'Record') return first?.kind === 'string' && type.typeParams.params[1].kind !== 'unknown';
  if (type.typeName.value === 'Readonly' || type.typeName.value === 'Partial') return isRecord(first, aliases);
  return aliases.has(type.typeName.value);
}

function aliasesIn(trees) {
  const aliases = new Set();
  for (let size = -1; size < aliases.size; ) {
    size = aliases.size;
    walk(trees, (node) => {
      if (node.type === 'TsTypeAliasDeclaration' && isRecord(node.typeAnnotation, aliases)) aliases.add(node.id.value);
    });
  }
  return aliases;
}

function membersIn(trees, aliases) {
  const [records, others] = [new Set(), new Set()];
  walk(trees, (node) => {
    if (node.type === 'TsPropertySignature') (isRecord(node.typeAnnotation, aliases) ? records : others).add(node.key.value);
  });
  return records.difference?.(others) ?? new Set([...records].filter((name) => !others.has(name)));
}

const callOf = (node, name) => node?.type === 'CallExpression' && node.callee.value === name;
/** Whether a name is written out, or has a character in it that no name of a prototype has. */
function isSafe(name) {
  if (name.type === 'TemplateLiteral') return name.quasis.some(({ raw }) => /[^\w]/.test(raw));
  return name.type === 'StringLiteral' || name.type === 'NumericLiteral';
}

/** `files` is [path, text] of each; gives a line for each fault. */
exports.prototypeFaults = (files) => {
  const parsed = files.map(([file, text]) => {
    // Positions are counted on from file to file, in bytes.
    const before = parseSync('', { syntax: 'typescript' }).span.end;
    return { file, text, before, tree: parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }) };
  });
  const trees = parsed.map(({ tree }) => tree);
  const aliases = aliasesIn(trees);
  const members = membersIn(trees, aliases);
  return parsed.flatMap(({ file, text, before, tree }) => {
    const names = new Set();
    walk(tree, (node) => {
      if (node.type === 'Identifier' && isRecord(node.typeAnnotation, aliases)) names.add(node.value);
      if (node.type === 'AssignmentPatternProperty' && members.has(node.key.value)) names.add(node.key.value);
      if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return;
      if (node.init?.type === 'TsAsExpression' && isRecord(node.init.typeAnnotation, aliases)) names.add(node.id.value);
    });
    walk(tree, (node) => {
      if (node.type === 'VariableDeclarator' && callOf(node.init, 'named')) names.delete(node.id.value);
    });
    const isSuspect = (object) => {
      if (object.type === 'ParenthesisExpression') return isSuspect(object.expression);
      if (object.type === 'TsAsExpression') return isRecord(object.typeAnnotation, aliases) || isSuspect(object.expression);
      if (object.type === 'Identifier') return names.has(object.value);
      return object.type === 'MemberExpression' && members.has(object.property.value);
    };
    const lines = new Set();
    walk(tree, (node) => {
      const isIn = node.type === 'BinaryExpression' && node.operator === 'in' && !isSafe(node.left);
      const isSubscript = node.type === 'MemberExpression' && node.property.type === 'Computed' && !isSafe(node.property.expression);
      if (!isIn && !(isSubscript && isSuspect(node.object))) return;
      lines.add(
        Buffer.from(text)
          .subarray(0, node.span.start - before)
          .toString()
          .split('\n').length,
      );
    });
    return [...lines].map(
      (line) => `${file}:${line} looks up a name in an object with a prototype (own(), named()): ${text.split('\n')[line - 1].trim()}`,
    );
  });
};
