/** Applies overlays to a description: lists of changes to the values that a JSONPath selects. */
import { exec } from "jsonpath-rfc9535";
import { entriesOf, isMap, itemsOf, type Json, type JsonMap } from "../../model/json.js";
import {
  describeJson,
  type DescriptionFile,
  ImportError,
  withoutUndefined,
} from "../model/description.js";
import { parseDescription } from "./parse-description.js";

/**
 * Applies overlays in order (OpenAPI Overlay Specification 1.0.0 and 1.1.0, section 4.4). The given
 * description does not change.
 * @throws ImportError with one line that names the action.
 */
export function applyOverlays(root: JsonMap, overlays: readonly DescriptionFile[]): Overlaid {
  const unmatched: string[] = [];
  const result = overlays.flatMap(readOverlayActions).reduce<Json>((current, action) => {
    const targets = select(current, action.target, action);
    if (targets.nodes.length === 0) unmatched.push(`${action.file} ${action.target}`);
    return applyAction(current, targets, action);
  }, root);
  if (!isMap(result)) throw new ImportError("The overlays leave no description.");
  return { root: result, unmatched };
}

function readOverlayActions({ path, text }: DescriptionFile): readonly OverlayAction[] {
  const overlay = parseDescription(path, text);
  if (!isMap(overlay) || typeof overlay["overlay"] !== "string") {
    const got = isMap(overlay) ? describeJson(overlay["overlay"]) : describeJson(overlay);
    throw errorAbout(path, "The version of the overlay", got, "a map with `overlay: 1.0.0`");
  }
  if (!/^1\.\d+\.\d+/.test(overlay["overlay"])) {
    const version = JSON.stringify(overlay["overlay"]);
    throw errorAbout(path, "The version of the overlay", version, "1.0 or 1.1");
  }
  const actions = overlay["actions"];
  if (!Array.isArray(actions) || actions.length === 0) {
    const got = Array.isArray(actions) ? "an empty list" : describeJson(actions);
    throw errorAbout(path, "`actions`", got, "a list of actions");
  }
  return itemsOf(actions).map((action, index) => readAction(action, path, index));
}

function readAction(action: Json, file: string, index: number): OverlayAction {
  const place = `${file}: actions[${index}]`;
  if (!isMap(action)) {
    throw errorAbout(place, "The action", describeJson(action), "a map");
  }
  const { target, remove, update, copy } = action;
  if (typeof target !== "string") {
    throw errorAbout(place, "`target`", describeJson(target), "a JSONPath");
  }
  if (remove !== undefined && typeof remove !== "boolean") {
    throw errorAbout(place, "`remove`", describeJson(remove), "true or false");
  }
  if (copy !== undefined && typeof copy !== "string") {
    throw errorAbout(place, "`copy`", describeJson(copy), "a JSONPath");
  }
  const isRemoval = remove === true;
  if (!isRemoval && copy !== undefined && update !== undefined) {
    throw new ImportError(
      `${place}: The action has both \`update\` and \`copy\`; expected one of them.`,
    );
  }
  return { file, place, target, isRemoval, update, ...(copy !== undefined && { copy }) };
}

function errorAbout(place: string, subject: string, got: string, expected: string): ImportError {
  return new ImportError(`${place}: ${subject} is ${got}; expected ${expected}.`);
}

function select(root: Json, path: string, { place }: OverlayAction): Selection {
  const tree = createBranch();
  const nodes: Json[] = [];
  try {
    // A description is JSON, as it was parsed.
    exec(root as Parameters<typeof exec>[0], quoteNames(path), (node, keys) => {
      nodes.push(node);
      mark(tree, keys);
    });
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n"); // the parser throws errors
    throw new ImportError(
      `${place}: ${JSON.stringify(path)} is no JSONPath of RFC 9535: ${reason.replace(/\.$/, "")}.`,
    );
  }
  return { nodes, tree };
}

/**
 * Quotes names with hyphens, such as `@.x-internal`. RFC 9535 requires quotes, but overlays omit them,
 * even in the examples of the specification.
 */
function quoteNames(path: string): string {
  const pattern = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(\.\.?)([a-z_]\w*(?:-+\w+)+)/gi;
  return path.replace(pattern, (whole, dots: string | undefined, name: string) => {
    if (dots === undefined) return whole;
    return `${dots === ".." ? dots : ""}['${name}']`;
  });
}

function createBranch(): Branch {
  return { isSelected: false, children: new Map() };
}

function mark(tree: Branch, keys: readonly (string | number)[]): void {
  let branch = tree;
  for (const key of keys.map(String)) {
    const known = branch.children.get(key);
    const next = known ?? createBranch();
    if (known === undefined) branch.children.set(key, next);
    branch = next;
  }
  branch.isSelected = true;
}

function applyAction(root: Json, { nodes, tree }: Selection, action: OverlayAction): Json {
  if (nodes.length === 0) return root;
  if (action.isRemoval) {
    if (!tree.isSelected) return changeSelected(root, tree, () => undefined);
    throw new ImportError(`${action.place}: The action removes the whole description.`);
  }
  const update = action.copy === undefined ? action.update : readCopy(root, action.copy, action);
  if (update === undefined) return root;
  const kinds = new Set(nodes.map(kindOfValue));
  if (kinds.size > 1) {
    const list = [...kinds].join(" and ");
    throw new ImportError(
      `${action.place}: The target selects ${list}; expected values of one kind for an update.`,
    );
  }
  return changeSelected(root, tree, (target) => mergeTarget(target, update, action));
}

function readCopy(root: Json, path: string, action: OverlayAction): Json {
  const { nodes } = select(root, path, action);
  if (nodes.length === 1) return nodes[0];
  throw new ImportError(
    `${action.place}: \`copy\` selects ${nodes.length} values; expected exactly one.`,
  );
}

/** A copy of a value with the selected values changed. A value that becomes `undefined` is removed. */
function changeSelected(
  value: Json,
  { children, isSelected }: Branch,
  change: (value: Json) => Json,
): Json {
  const changeChild = (child: Json, key: string | number): Json => {
    const branch = children.get(String(key));
    return branch === undefined ? child : changeSelected(child, branch, change);
  };
  const copy = (): Json => {
    if (Array.isArray(value)) {
      return itemsOf(value)
        .map(changeChild)
        .filter((item) => item !== undefined);
    }
    const entries = entriesOf(value).map(([key, child]) => [key, changeChild(child, key)] as const);
    return withoutUndefined(Object.fromEntries(entries));
  };
  const changed = children.size === 0 ? value : copy();
  return isSelected ? change(changed) : changed;
}

/** Merges an update into a target. A value that is no list is added to a list as one item. */
function mergeTarget(target: Json, update: Json, action: OverlayAction): Json {
  if (Array.isArray(target) && !Array.isArray(update)) return [...itemsOf(target), update];
  return merge(target, update, action);
}

/** Merges values of the same kind. An empty value in YAML (`null`) leaves a map or a list as it is. */
function merge(target: Json, update: Json, action: OverlayAction): Json {
  if (isMap(target) && isMap(update)) {
    const merged = new Map(Object.entries(target));
    for (const [key, value] of Object.entries(update)) {
      merged.set(key, merged.has(key) ? merge(merged.get(key), value, action) : value);
    }
    return Object.fromEntries(merged);
  }
  if (Array.isArray(target) && Array.isArray(update))
    return [...itemsOf(target), ...itemsOf(update)];
  if (target === null || kindOfValue(target) === kindOfValue(update)) return update;
  if (update === null) return target;
  throw new ImportError(
    `${action.place}: The update is ${describeJson(update)} for ${describeJson(target)}; ` +
      "expected a value of the same kind.",
  );
}

function kindOfValue(value: Json): "maps" | "lists" | "texts, numbers, flags or null" {
  if (Array.isArray(value)) return "lists";
  return isMap(value) ? "maps" : "texts, numbers, flags or null";
}

// ---- Types

/** A description after overlays. */
export interface Overlaid {
  readonly root: JsonMap;
  /** The actions that select nothing, by file and target. */
  readonly unmatched: readonly string[];
}

/** One action, checked. */
interface OverlayAction {
  readonly file: string;
  /** For messages: `overlay.yaml: actions[2]`. */
  readonly place: string;
  readonly target: string;
  readonly isRemoval: boolean;
  /** The value to merge; `undefined` for none. */
  readonly update: Json;
  /** The path of a value to merge. */
  readonly copy?: string;
}

/** The values that a JSONPath selects, and their places. */
interface Selection {
  readonly nodes: readonly Json[];
  readonly tree: Branch;
}

/** The places of selected values, as a tree of keys and indexes. */
interface Branch {
  isSelected: boolean;
  readonly children: Map<string, Branch>;
}
