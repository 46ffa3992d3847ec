/** Finds the places of mutants in the tree of a source file. `OPERATORS` lists the kinds of faults. */
import ts from "typescript";

/** Finds every place of a source file where one of the operators applies. */
export function findMutants(path: string, file: ts.SourceFile): readonly Mutant[] {
  const mutants = new Map<string, Mutant>();
  const add: Add = (node, operator, replacement, form = "expression") => {
    const [start, end] = [node.getStart(file), node.getEnd()];
    const mutant = { path, start, end, form, operator, replacement };
    if (!mutants.has(`${start} ${end} ${replacement}`))
      mutants.set(`${start} ${end} ${replacement}`, mutant);
  };
  const visit = (node: ts.Node) => {
    if (isWithoutBehaviour(node)) return;
    for (const operator of OPERATORS) operator(node, add, (each) => each.getText(file));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return [...mutants.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The kinds of faults. */
const OPERATORS: readonly Operator[] = [
  negateConditions,
  changeBinary,
  changeCounters,
  changeLiterals,
  removeStatements,
  dropAwaits,
  dropProperties,
  dropCopies,
  changePatterns,
];

/** Types, imports and names of properties do nothing at run time, or are no expressions. */
function isWithoutBehaviour(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isComputedPropertyName(node) ||
    (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) ||
    (ts.isLiteralExpression(node) && isName(node))
  );
}

function isName(node: ts.LiteralExpression): boolean {
  return (
    ("name" in node.parent && node.parent.name === node) ||
    (ts.isBindingElement(node.parent) && node.parent.propertyName === node)
  );
}

// ---- Conditions and operators

function negateConditions(node: ts.Node, add: Add, text: GetText): void {
  const condition =
    ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)
      ? node.expression
      : ts.isConditionalExpression(node) || ts.isForStatement(node)
        ? node.condition
        : undefined;
  if (condition !== undefined) add(condition, "condition negated", `!(${text(condition)})`);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    add(node, "negation removed", `(${text(node.operand)})`);
}

/** Binary operators, each with those that a slip of the pen makes of it. */
const BINARY: Readonly<Record<string, readonly string[]>> = {
  "<": ["<="],
  "<=": ["<"],
  ">": [">="],
  ">=": [">"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "+=": ["-="],
  "-=": ["+="],
};

function changeBinary(node: ts.Node, add: Add, text: GetText): void {
  if (!ts.isBinaryExpression(node)) return;
  const { left, right, operatorToken } = node;
  const operator = text(operatorToken);
  const isAssignment = operator === "+=" || operator === "-=";
  const leftText = isAssignment ? text(left) : `(${text(left)})`;
  for (const other of Object.hasOwn(BINARY, operator) ? (BINARY[operator] ?? []) : [])
    add(node, `\`${operator}\` to \`${other}\``, `${leftText} ${other} (${text(right)})`);
  if (operator === "??") add(node, "right side of `??` alone", `(${text(right)})`);
}

function changeCounters(node: ts.Node, add: Add, text: GetText): void {
  const isCounter = ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node);
  if (!isCounter) return;
  const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
  if (node.operator !== PlusPlusToken && node.operator !== MinusMinusToken) return;
  const other = node.operator === PlusPlusToken ? "--" : "++";
  const operand = text(node.operand);
  add(
    node,
    "counts the other way",
    ts.isPrefixUnaryExpression(node) ? other + operand : operand + other,
  );
}

// ---- Literals

/** A text with a space is a message, SQL or HTML: its wording is not behaviour. */
function changeLiterals(node: ts.Node, add: Add, text: GetText): void {
  if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "boolean flipped", "false");
  if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "boolean flipped", "true");
  if (ts.isNumericLiteral(node)) add(node, "number one higher", `(${text(node)} + 1)`);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    if (node.text !== "" && !node.text.includes(" ")) add(node, "text emptied", '""');
  } else if (ts.isTemplateExpression(node) && !/ /.test(text(node).replace(/\$\{[^}]*\}/g, "")))
    add(node, "text emptied", '""');
}

// ---- Statements, properties and copies

function removeStatements(node: ts.Node, add: Add): void {
  if (ts.isExpressionStatement(node)) {
    if (!isNeeded(node.expression)) add(node, "statement removed", "", "statement");
    return;
  }
  const isJump =
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isContinueStatement(node) ||
    ts.isBreakStatement(node);
  const block = ts.isBlock(node.parent) ? node.parent : node;
  const isEarly = ts.isIfStatement(block.parent) && block.parent.thenStatement === block;
  if (isJump && isEarly) add(node, "early exit removed", "", "statement");
}

/** Tells whether a program without the statement would mean something else, or could not run. */
function isNeeded(node: ts.Expression): boolean {
  return (
    ts.isStringLiteral(node) || // a directive
    (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword)
  );
}

function dropAwaits(node: ts.Node, add: Add, text: GetText): void {
  if (ts.isAwaitExpression(node)) add(node, "`await` dropped", `(${text(node.expression)})`);
}

function dropProperties(node: ts.Node, add: Add, text: GetText): void {
  if (!ts.isObjectLiteralExpression(node)) return;
  if (ts.isBinaryExpression(node.parent) && node.parent.left === node) return; // a pattern
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) add(property.expression, "spread dropped", "{}");
    const isNamed = ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property);
    if (isNamed && text(property.name) !== "__proto__")
      add(property, "property dropped", "", "property");
  }
}

/** Classes whose constructors copy their only argument. */
const COPYING_CLASSES = new Set(["Array", "Map", "Set", "Uint8Array", "URL", "Headers", "Date"]);

function dropCopies(node: ts.Node, add: Add, text: GetText): void {
  const drop = (original: ts.Node) => add(node, "copy dropped", `(${text(original)})`);
  if (ts.isCallExpression(node) && !ts.isOptionalChain(node.parent)) {
    const { expression: callee, arguments: args } = node;
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === "slice" && args.length === 0)
      drop(callee.expression);
    if (text(callee) === "structuredClone" && args[0] !== undefined) drop(args[0]);
  }
  if (ts.isNewExpression(node) && COPYING_CLASSES.has(text(node.expression))) {
    const [only, ...others] = node.arguments ?? [];
    if (only !== undefined && others.length === 0) drop(only);
  }
  const members = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isObjectLiteralExpression(node)
      ? node.properties
      : [];
  const [only, ...others] = members;
  if (only === undefined || others.length > 0) return;
  if (ts.isSpreadElement(only) || ts.isSpreadAssignment(only)) drop(only.expression);
}

// ---- Patterns

function changePatterns(node: ts.Node, add: Add, text: GetText): void {
  if (!ts.isRegularExpressionLiteral(node)) return;
  const whole = text(node);
  const end = whole.lastIndexOf("/");
  const [pattern, flags] = [whole.slice(1, end), whole.slice(end + 1)];
  for (const { start, end: stop, part } of findPatternParts(pattern)) {
    const shortened = pattern.slice(0, start) + pattern.slice(stop);
    if (shortened !== "") add(node, `${part} removed from the pattern`, `/${shortened}/${flags}`);
  }
  for (const flag of flags)
    add(node, `flag \`${flag}\` dropped`, `/${pattern}/${flags.replace(flag, "")}`);
}

/** Finds anchors and alternatives, the parts of a pattern that are most often forgotten. */
function findPatternParts(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  /** Positions at which the alternatives of each open group begin. */
  const openGroups: number[][] = [[0]];
  for (const { 0: token, index } of pattern.matchAll(PATTERN_TOKENS)) {
    if (token === "^" || token === "$")
      parts.push({ start: index, end: index + 1, part: `\`${token}\`` });
    else if (token.startsWith("(")) openGroups.push([index + token.length]);
    else if (token === "|") openGroups.at(-1)?.push(index + 1);
    else if (token === ")") parts.push(...toAlternatives(pattern, openGroups.pop() ?? [], index));
  }
  return [...parts, ...toAlternatives(pattern, openGroups.pop() ?? [], pattern.length)];
}

/** Escapes and sets of characters, which are passed over; starts of groups; and signs with a meaning. */
const PATTERN_TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<[\w$]+>|<?[=!]|:))?|[)|^$]/gs;

/**
 * The alternatives of a group, each with the `|` behind it, and the last one with the `|` before it.
 * @param starts Positions at which the alternatives begin.
 * @param groupEnd Position at which the last one ends.
 */
function toAlternatives(
  pattern: string,
  starts: readonly number[],
  groupEnd: number,
): readonly PatternPart[] {
  if (starts.length < 2) return [];
  return starts.map((start, index) => {
    const next = starts[index + 1];
    if (next === undefined)
      return { start: start - 1, end: groupEnd, part: `\`${pattern.slice(start, groupEnd)}\`` };
    return { start, end: next, part: `\`${pattern.slice(start, next - 1)}\`` };
  });
}

// ---- Types

/**
 * A small fault: `replacement` in place of the text from `start` to `end`. Statements and properties
 * are left out, so their replacement is empty.
 */
export interface Mutant {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly form: "expression" | "statement" | "property";
  readonly operator: string;
  readonly replacement: string;
}

/** Notes a fault in place of a node. */
type Add = (node: ts.Node, operator: string, replacement: string, form?: Mutant["form"]) => void;

type GetText = (node: ts.Node) => string;

type Operator = (node: ts.Node, add: Add, text: GetText) => void;

/** A part of a pattern, from `start` to `end`, and how the report names it. */
interface PatternPart {
  readonly start: number;
  readonly end: number;
  readonly part: string;
}
