/** Finds the places of mutants in the tree of a source file. `OPERATORS` lists the kinds of faults. */
import ts from "typescript";
import type { Mutant } from "./mutant.js";
import { findPatternFaults } from "./patterns.js";

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

function dropCopies(node: ts.Node, add: Add, text: GetText): void {
  const original =
    findCopiedByCall(node, text) ?? findCopiedByClass(node, text) ?? findCopiedBySpread(node);
  if (original !== undefined) add(node, "copy dropped", `(${text(original)})`);
}

/** Finds `value` in `value.slice()` and `structuredClone(value)`. */
function findCopiedByCall(node: ts.Node, text: GetText): ts.Node | undefined {
  if (!ts.isCallExpression(node) || ts.isOptionalChain(node.parent)) return undefined;
  const { expression: callee, arguments: args } = node;
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === "slice" && args.length === 0)
    return callee.expression;
  return text(callee) === "structuredClone" ? args[0] : undefined;
}

/** Finds `value` in `new Map(value)`. */
function findCopiedByClass(node: ts.Node, text: GetText): ts.Node | undefined {
  if (!ts.isNewExpression(node) || !COPYING_CLASSES.has(text(node.expression))) return undefined;
  return onlyOf(node.arguments ?? []);
}

/** Classes whose constructors copy their only argument. */
const COPYING_CLASSES = new Set(["Array", "Map", "Set", "Uint8Array", "URL", "Headers", "Date"]);

/** Finds `value` in `[...value]` and `{ ...value }`. */
function findCopiedBySpread(node: ts.Node): ts.Node | undefined {
  if (ts.isArrayLiteralExpression(node)) {
    const element = onlyOf(node.elements);
    return element && ts.isSpreadElement(element) ? element.expression : undefined;
  }
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const property = onlyOf(node.properties);
  return property && ts.isSpreadAssignment(property) ? property.expression : undefined;
}

function onlyOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

// ---- Patterns

function changePatterns(node: ts.Node, add: Add, text: GetText): void {
  if (!ts.isRegularExpressionLiteral(node)) return;
  for (const { operator, replacement } of findPatternFaults(text(node)))
    add(node, operator, replacement);
}

// ---- Types

/** Notes a fault in place of a node. */
type Add = (node: ts.Node, operator: string, replacement: string, form?: Mutant["form"]) => void;

type GetText = (node: ts.Node) => string;

type Operator = (node: ts.Node, add: Add, text: GetText) => void;
