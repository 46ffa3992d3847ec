/**
 * The routes and events that the pages and the test of a package show: chosen by how simple their calls
 * are.
 */
import { splitDirections } from "../../../codegen/json-schema/directions.js";
import { createResolver } from "../../../codegen/json-schema/references.js";
import { listRouteLists } from "../../../codegen/json-schema/route-lists.js";
import { onlyStreams, type SchemaModel } from "../../../codegen/model/model.js";
import { chooseEvent, type EventExample } from "./event-example.js";
import type { ExampleContext } from "./sample-values.js";
import {
  toCandidate,
  printMethodArguments,
  type Candidate,
  type RequestExample,
} from "./request-candidate.js";

/** Chooses examples of the client's own routes and events. */
export function chooseExamples(schema: SchemaModel): Examples {
  const model = splitDirections(schema);
  const resolve = createResolver(model);
  const context = { model, resolve, baseUrl: model.vendor.baseUrl ?? "https://example.com" };
  const event = chooseEvent(context);
  const candidates = model.routes.flatMap((route) => toCandidate(route, context) ?? []);
  const streaming = new Set(model.routes.filter(onlyStreams).map(({ key }) => key));
  const paginated = new Set(listRouteLists({ model, resolve }).map(({ route }) => route.key));
  const list = chooseOne(candidates.filter(({ route }) => paginated.has(route)));
  const stream = chooseStream(candidates, context);
  const whole = candidates.filter(({ route }) => !streaming.has(route));
  return {
    requests: chooseRequests(whole.length > 0 ? whole : candidates),
    ...(list && { list }),
    ...(stream && { stream }),
    ...(event && { event }),
  };
}

/** Chooses a stream, and adds the parameters that ask for it to those that are required. */
function chooseStream(
  candidates: readonly Candidate[],
  { model }: ExampleContext,
): RequestExample | undefined {
  const streams = new Map(
    model.routes.flatMap(({ key, stream }) => (stream ? [[key, stream]] : [])),
  );
  const best = findCheapest(candidates.filter(({ route }) => streams.has(route)));
  if (best === undefined) return undefined;
  const { when } = streams.get(best.route) ?? {};
  if (when === undefined) return toExample(best);
  const values = { ...best.values, ...when };
  return {
    ...toExample(best),
    values,
    arguments: printMethodArguments(best.declared, values, model),
  };
}

/** Chooses at most one of each kind. */
function chooseRequests(candidates: readonly Candidate[]): readonly RequestExample[] {
  const kinds = ["list", "read", "write"] as const;
  return kinds.flatMap(
    (kind) => chooseOne(candidates.filter((candidate) => candidate.kind === kind)) ?? [],
  );
}

function chooseOne(candidates: readonly Candidate[]): RequestExample | undefined {
  const best = findCheapest(candidates);
  return best && toExample(best);
}

function findCheapest(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = [...candidates].sort((one, other) => one.cost - other.cost);
  return best;
}

function toExample(candidate: Candidate): RequestExample {
  const { route, summary, values, call, arguments: callArguments, reply } = candidate;
  return { route, ...(summary && { summary }), values, call, arguments: callArguments, reply };
}

/** The simplest routes and events of a client, for its own pages. */
export interface Examples {
  readonly requests: readonly RequestExample[];
  /** List that the client reads page after page. */
  readonly list?: RequestExample;
  /** Route that responds item by item, with the parameters that ask for it. */
  readonly stream?: RequestExample;
  readonly event?: EventExample;
}
