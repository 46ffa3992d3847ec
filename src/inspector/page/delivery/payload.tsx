/** Payload as a tree, beside the types and deviations that its schema has for it. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { DescribedType, PayloadDescription } from "../../types.js";
import { formatLeaf, pointTo } from "./format-json.js";
import { parseTree, type JsonEntry, type JsonNode } from "./json.js";
import { placeDeviations, type PlacedDeviations } from "./place-deviations.js";

interface TreeRow {
  /** JSON Pointer, which repeated keys share. */
  readonly at: string;
  readonly key: string;
  readonly node: JsonNode;
  readonly depth: number;
  readonly isRepeated: boolean;
}

/** Depth up to which the tree is open at first. */
const OPEN_DEPTH = 2;
/** Rows that are drawn; a button draws more. */
const ROWS_DRAWN = 500;

interface PayloadProps {
  readonly json: string | undefined;
  readonly description: PayloadDescription | undefined;
}

export function Payload({ json, description }: PayloadProps) {
  const root = useMemo(() => (json === undefined ? undefined : parseTree(json)), [json]);
  if (json === undefined) return <p class="nothing">The body is not kept, or holds no payload.</p>;
  if (root === undefined) return <p class="nothing">The payload is not JSON that can be shown.</p>;
  return <Tree root={root} description={description} />;
}

interface TreeProps {
  readonly root: JsonNode;
  readonly description: PayloadDescription | undefined;
}

function Tree({ root, description }: TreeProps) {
  const deviations = useMemo(() => placeDeviations(root, description), [root, description]);
  const rows = useTreeRows(root, deviations);
  return (
    <div>
      <div class="bar-of-buttons">
        <button type="button" onClick={rows.openAll}>
          Open all
        </button>
        <button type="button" onClick={rows.closeAll}>
          Close all
        </button>
        <DeviationCount description={description} />
      </div>
      <TreeBox rows={rows} description={description} deviations={deviations} />
      {rows.isCut && (
        <button type="button" onClick={rows.showMore}>
          Show more
        </button>
      )}
    </div>
  );
}

interface TreeRows {
  /** Rows that are drawn. */
  readonly drawn: readonly TreeRow[];
  /** True if there may be more. */
  readonly isCut: boolean;
  readonly isOpen: (row: TreeRow) => boolean;
  readonly toggle: (row: TreeRow) => void;
  readonly openAll: () => void;
  readonly closeAll: () => void;
  readonly showMore: () => void;
}

/** Rows that were opened or closed. All others are open by their depth, and where a deviation is inside. */
interface OpenRows {
  readonly byPlace: ReadonlyMap<string, boolean>;
  /** Of all other rows; `undefined` until all are opened or closed at once. */
  readonly others?: boolean;
}

const OPEN_AT_FIRST: OpenRows = { byPlace: new Map() };
const ALL_OPEN: OpenRows = { byPlace: new Map(), others: true };
const ONLY_ROOT_OPEN: OpenRows = { byPlace: new Map([["", true]]), others: false };

function useTreeRows(root: JsonNode, deviations: PlacedDeviations): TreeRows {
  const [open, setOpen] = useState(OPEN_AT_FIRST);
  const [limit, setLimit] = useState(ROWS_DRAWN);
  const isOpenAtFirst = ({ at, depth }: TreeRow) => depth < OPEN_DEPTH || deviations.inside.has(at);
  const isOpen = (row: TreeRow) => open.byPlace.get(row.at) ?? open.others ?? isOpenAtFirst(row);
  const drawn = useMemo(() => listRows(root, isOpen, limit), [root, open, limit, deviations]);
  return {
    drawn,
    isCut: drawn.length === limit,
    isOpen,
    toggle: (row) => setOpen({ ...open, byPlace: new Map(open.byPlace).set(row.at, !isOpen(row)) }),
    openAll: () => setOpen(ALL_OPEN),
    closeAll: () => setOpen(ONLY_ROOT_OPEN),
    showMore: () => setLimit(limit + 4 * ROWS_DRAWN),
  };
}

interface TreeBoxProps {
  readonly rows: TreeRows;
  readonly description: PayloadDescription | undefined;
  readonly deviations: PlacedDeviations;
}

function TreeBox({ rows, description, deviations }: TreeBoxProps) {
  const { drawn, isOpen, toggle } = rows;
  const [active, setActive] = useState(0);
  const tree = useRef<HTMLDivElement>(null);
  const at = Math.min(active, drawn.length - 1);
  const move = (to: number) => {
    const next = Math.min(Math.max(0, to), drawn.length - 1);
    setActive(next);
    tree.current?.querySelector(`#node-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div
      ref={tree}
      class="tree"
      role="tree"
      aria-label="Payload"
      tabIndex={0}
      aria-activedescendant={`node-${at}`}
      onKeyDown={(event) => pressTreeKey(event, rows, at, move)}
    >
      {drawn.map((row, index) => (
        <TreeItem
          key={`${row.at} ${index}`}
          id={`node-${index}`}
          row={row}
          isActive={index === at}
          isOpen={isOpen(row)}
          described={row.isRepeated ? undefined : description?.types[row.at]}
          deviations={row.isRepeated ? [] : (deviations.at.get(row.at) ?? [])}
          onClick={() => {
            setActive(index);
            if ("entries" in row.node) toggle(row);
          }}
        />
      ))}
    </div>
  );
}

/** Moves from the row at `at`, or opens or closes it. */
function pressTreeKey(
  event: KeyboardEvent,
  { drawn, isOpen, toggle }: TreeRows,
  at: number,
  move: (to: number) => void,
): void {
  const row = drawn[at];
  const hasEntries = row !== undefined && "entries" in row.node;
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Home: () => move(0),
    End: () => move(drawn.length - 1),
    ArrowRight: () => (hasEntries && !isOpen(row) ? toggle(row) : move(at + 1)),
    ArrowLeft: () => {
      const parent = drawn.findLastIndex(({ depth }, i) => i < at && depth < (row?.depth ?? 0));
      if (hasEntries && isOpen(row)) toggle(row);
      else move(parent);
    },
    Enter: () => hasEntries && toggle(row),
    " ": () => hasEntries && toggle(row),
  };
  const action = keys[event.key];
  if (action === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  action();
  event.preventDefault();
  event.stopPropagation(); // the page has keys of its own
}

function DeviationCount({ description }: { description: PayloadDescription | undefined }) {
  if (description === undefined) return <span class="muted">There is no schema.</span>;
  const count = description.deviations.length;
  if (count === 0) return <span class="good">As the schema says.</span>;
  return <span class="bad">{count === 1 ? "One deviation" : `${count} deviations`}</span>;
}

interface TreeItemProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly described: DescribedType | undefined;
  readonly deviations: readonly string[];
  readonly onClick: () => void;
}

function TreeItem({ id, row, isActive, isOpen, described, deviations, onClick }: TreeItemProps) {
  const { node, key, depth, isRepeated } = row;
  const hasEntries = "entries" in node && node.entries.length > 0;
  const type = described?.type ?? node.kind;
  const values = described?.values?.map((value) => JSON.stringify(value)).join(", ");
  return (
    <div
      id={id}
      class={`node${isActive ? " active" : ""}${deviations.length > 0 ? " deviates" : ""}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={hasEntries ? isOpen : undefined}
      aria-selected={isActive}
      style={{ paddingLeft: `${Math.min(depth, 12) * 14 + 4}px` }}
      onClick={onClick}
    >
      <span class="twist" aria-hidden="true">
        {hasEntries ? (isOpen ? "▾" : "▸") : ""}
      </span>
      {depth > 0 && <span class="key">{key}: </span>}
      <span class={`value ${node.kind}`}>{formatLeaf(node)}</span>
      <span class="type" title={values}>
        {type}
        {values === undefined ? "" : " …"}
      </span>
      {isRepeated && <span class="note">repeated key: a later one counts</span>}
      {deviations.map((text) => (
        <span key={text} class="deviation">
          {text}
        </span>
      ))}
    </div>
  );
}

/** Lists the rows of all open entries, up to a limit. */
function listRows(root: JsonNode, isOpen: (row: TreeRow) => boolean, limit: number): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = ({ key, node, isRepeated }: JsonEntry, at: string, depth: number): void => {
    if (rows.length >= limit) return;
    const row = { at, key, node, depth, isRepeated };
    rows.push(row);
    if (!("entries" in node) || !isOpen(row)) return;
    for (const entry of node.entries) visit(entry, pointTo(at, entry.key), depth + 1);
  };
  visit({ key: "", node: root, isRepeated: false }, "", 0);
  return rows;
}
