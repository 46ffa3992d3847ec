/** Form with a field for each value of a payload, in place of its JSON. */
import { formatPlace, pointTo } from "./delivery/format-json.js";
import type { JsonEntry, JsonNode } from "./delivery/json.js";

/** Fields that the form shows. */
const MAX_FIELDS = 300;

interface PayloadFieldsProps {
  /** `undefined` if the payload is not JSON. */
  readonly root: JsonNode | undefined;
  /** Called with the JSON of the whole payload. */
  readonly onChange: (json: string) => void;
}

export function PayloadFields({ root, onChange }: PayloadFieldsProps) {
  if (root === undefined) return <p class="nothing">The payload is not JSON.</p>;
  const leaves = listLeaves(root);
  const change = (path: Path, value: unknown) =>
    onChange(JSON.stringify(toPlain(root, { path, value }), null, 2));
  return (
    <div class="fields" tabIndex={0} role="group" aria-label="Fields of the payload">
      {leaves.slice(0, MAX_FIELDS).map(({ path, node }) => {
        const place = path.reduce((at, key) => pointTo(at, key), "");
        return (
          <label key={place}>
            {formatPlace(place)} <span class="type">{node.kind}</span>
            <Field node={node} onChange={(value) => change(path, value)} />
          </label>
        );
      })}
      {leaves.length > MAX_FIELDS && <p class="muted">The rest is in the JSON.</p>}
    </div>
  );
}

function Field({ node, onChange }: { node: JsonNode; onChange: (value: unknown) => void }) {
  if (node.kind === "boolean") {
    return (
      <input
        type="checkbox"
        checked={node.text === "true"}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  if (node.kind === "number") {
    return (
      <input
        type="number"
        step="any"
        value={node.text}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    );
  }
  return (
    <input
      value={node.kind === "string" ? node.value : ""}
      placeholder={node.kind === "null" ? "null" : ""}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === "" && node.kind === "null" ? null : value)
      }
    />
  );
}

/** Lists the values that hold no others. */
function listLeaves(node: JsonNode, path: Path = []): readonly Leaf[] {
  if (!("entries" in node)) return [{ path, node }];
  return node.entries.flatMap(({ key, node: child }) => listLeaves(child, [...path, key]));
}

/** Copies a payload as plain data, with the change. Where keys are repeated, it changes all of them. */
function toPlain(node: JsonNode, change: Change | undefined): unknown {
  if (change?.path.length === 0) return change.value;
  if (node.kind === "array") return node.entries.map((entry) => entryToPlain(entry, change));
  if (node.kind === "object") {
    const members = node.entries.map((entry) => [entry.key, entryToPlain(entry, change)]);
    return Object.fromEntries(members);
  }
  if (node.kind === "string") return node.value;
  return JSON.parse(node.text) as unknown;
}

/** Copies the value of an entry, with the change if that is inside. */
function entryToPlain({ key, node }: JsonEntry, change: Change | undefined): unknown {
  const [first, ...rest] = change?.path ?? [];
  const isInside = change !== undefined && key === first;
  return toPlain(node, isInside ? { path: rest, value: change.value } : undefined);
}

// ---- Types

/** Keys and indexes that lead from the payload to a value in it. */
type Path = readonly string[];

/** Value that holds no others. */
interface Leaf {
  readonly path: Path;
  readonly node: JsonNode;
}

/** New value for the one at the end of a path. */
interface Change {
  readonly path: Path;
  readonly value: unknown;
}
