/** Changes of the payload since the delivery before of the same event. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { readContent, type Content } from "../content.js";
import { compare } from "./compare-json.js";
import { formatLeaf, formatPlace } from "./format-json.js";
import { parseTree } from "./json.js";
import { api } from "../requests.js";

interface ChangesProps {
  /** The `key` of the delivery before. */
  readonly previous: string | undefined;
  readonly content: Content;
}

export function Changes({ previous, content }: ChangesProps) {
  const [before, setBefore] = useState<Content | "failed">();
  useEffect(() => {
    let isCurrent = true;
    if (previous === undefined) return;
    api.get(previous).then(
      (answer) => {
        if (isCurrent) setBefore(readContent(answer));
      },
      () => {
        if (isCurrent) setBefore("failed");
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [previous]);
  if (previous === undefined)
    return <p class="nothing">It is the first delivery of this event that is kept.</p>;
  if (before === undefined) return <p class="nothing">Loading…</p>;
  if (before === "failed") return <p class="nothing">The delivery before could not be loaded.</p>;
  return <Differences before={before.json} after={content.json} />;
}

/** Differences that are listed. */
const MAX_DIFFERENCES = 500;

interface DifferencesProps {
  /** Both payloads as JSON; `undefined` for a delivery without one. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function Differences({ before, after }: DifferencesProps) {
  const differences = useMemo(() => {
    const [left, right] = [before, after].map((json) => json && parseTree(json));
    return left && right ? compare(left, right) : undefined;
  }, [before, after]);
  if (differences === undefined)
    return <p class="nothing">There are no two payloads to compare.</p>;
  if (differences.length === 0)
    return <p class="nothing">The payload is the same as the one before.</p>;
  return (
    <table class="differences">
      <caption>
        {differences.length === 1 ? "One difference" : `${differences.length} differences`} from the
        delivery before of the same event
      </caption>
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {differences.slice(0, MAX_DIFFERENCES).map(({ at, before: left, after: right }) => (
          <tr key={at}>
            <th scope="row">{formatPlace(at)}</th>
            <td class="removed">{left === undefined ? "absent" : formatLeaf(left)}</td>
            <td class="added">{right === undefined ? "absent" : formatLeaf(right)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
