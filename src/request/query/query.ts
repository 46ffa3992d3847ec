/**
 * Options for TanStack Query 5 and SWR, made of a function of a resource (contract, section P). They are plain
 * objects, so no library is imported.
 */
import { describeKind } from "../../base/values.js";
import { SENDER, type UntypedCore } from "../client/client.js";
import { listPositional, readArguments } from "../sdk/method-arguments.js";
import { findClient, METHOD, type BoundMethod } from "../sdk/methods.js";
import { isSamePage, toJsonText } from "./page-params.js";
import { type PlainPage, requestPage } from "./pages.js";
import type {
  AloneForList,
  AloneForQuery,
  ResourceFunction,
  ClientForList,
  ClientForQuery,
  DataOf,
  FirstOf,
  InfiniteQuery,
  Mutation,
  PageOf,
  PageParam,
  Query,
  QueryKey,
  RestOf,
  SwrInfiniteQuery,
  SwrQuery,
  VariablesOf,
} from "./types.js";

/**
 * Makes the options of a query. Its request is sent with the signal of the query.
 * @param method A function of a resource, such as `listForOrg` of `acme-sdk/resources/repos`.
 * @param client A client, or an instance of the SDK's class.
 * @param args The arguments of the method. A symbol in place of the first one, such as `skipToken` of TanStack
 * Query, becomes `queryFn`.
 * @throws TypeError for anything but a function of a resource, and for another client.
 * @example
 * const repos = useQuery(query(listForOrg, client, { org: "acme" }));
 */
export function query<Method extends ResourceFunction>(
  method: Method,
  client: ClientForQuery<Method>,
  first: FirstOf<Method> | symbol,
  ...rest: RestOf<Method>
): Query<DataOf<Method>>;
export function query<Method extends ResourceFunction>(
  method: Method,
  client: AloneForQuery<Method>,
): Query<DataOf<Method>>;
export function query(method: unknown, client: unknown, ...args: readonly unknown[]): unknown {
  const call = readCall(method, client, args);
  const options: Query<unknown> = {
    queryKey: call.key,
    queryFn: ({ signal }) => send(call, signal),
  };
  return withSkip(options, call);
}

/**
 * Makes the options of an infinite query, from a function of a list with pages. Pages are plain data, and each
 * knows the one after it, so that they can be stored, and hydrated on another machine.
 * @throws TypeError as {@link query}, and for a method without pages.
 * @example
 * const repos = useInfiniteQuery(infiniteQuery(listForOrg, client, { org: "acme" }));
 * const all = repos.data?.pages.flatMap((page) => page.data);
 */
export function infiniteQuery<Method extends ResourceFunction>(
  method: Method,
  client: ClientForList<Method>,
  first: FirstOf<Method> | symbol,
  ...rest: RestOf<Method>
): InfiniteQuery<PageOf<Method>>;
export function infiniteQuery<Method extends ResourceFunction>(
  method: Method,
  client: AloneForList<Method>,
): InfiniteQuery<PageOf<Method>>;
export function infiniteQuery(
  method: unknown,
  client: unknown,
  ...args: readonly unknown[]
): unknown {
  const { call, key, request } = readPagedCall(method, client, args);
  const options: InfiniteQuery<PlainPage> = {
    queryKey: key,
    queryFn: ({ signal, pageParam }) => request(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ nextPageParam: next }, _pages, _last, params) =>
      next && params.some((param) => isSamePage(param, next)) ? null : next,
  };
  return withSkip(options, call);
}

/**
 * Makes the options of a mutation. Its variables are the parameters of the method; for a method with several
 * arguments, they are the list of all of them.
 * @throws TypeError as {@link query}.
 * @example
 * const create = useMutation(mutation(createIssue, client));
 * create.mutate({ owner: "acme", repo: "site", title: "Broken link" });
 */
export function mutation<Method extends ResourceFunction>(
  method: Method,
  client: ClientForQuery<Method>,
): Mutation<DataOf<Method>, VariablesOf<Method>>;
export function mutation(method: unknown, client: unknown): unknown {
  const call = readCall(method, client, []);
  return {
    mutationKey: call.key.slice(0, -1),
    mutationFn: (variables) =>
      send({ ...call, args: call.count > 1 ? (variables as readonly unknown[]) : [variables] }),
  } satisfies Mutation<unknown, unknown>;
}

/**
 * Makes the key and the fetcher of SWR.
 * @param args The arguments of the method. `null` in place of the first one gives no key, which sends nothing.
 * @throws TypeError as {@link query}.
 * @example
 * const { data } = useSWR(...swr(listForOrg, client, { org: "acme" }));
 */
export function swr<Method extends ResourceFunction>(
  method: Method,
  client: ClientForQuery<Method>,
  first: FirstOf<Method> | null,
  ...rest: RestOf<Method>
): SwrQuery<DataOf<Method>>;
export function swr<Method extends ResourceFunction>(
  method: Method,
  client: AloneForQuery<Method>,
): SwrQuery<DataOf<Method>>;
export function swr(
  method: unknown,
  client: unknown,
  ...args: readonly unknown[]
): SwrQuery<unknown> {
  const isSkipped = args[0] === null;
  const call = readCall(method, client, isSkipped ? [] : args);
  return [isSkipped ? null : call.key, () => send(call)];
}

/**
 * Makes `getKey` and the fetcher of `useSWRInfinite`, from a function of a list with pages. Pages are those of
 * {@link infiniteQuery}.
 * @param args The arguments of the method. `null` in place of the first one gives no key, which sends nothing.
 * @throws TypeError as {@link infiniteQuery}.
 * @example
 * const { data, setSize } = useSWRInfinite(...swrInfinite(listForOrg, client, { org: "acme" }));
 */
export function swrInfinite<Method extends ResourceFunction>(
  method: Method,
  client: ClientForList<Method>,
  first: FirstOf<Method> | null,
  ...rest: RestOf<Method>
): SwrInfiniteQuery<PageOf<Method>>;
export function swrInfinite<Method extends ResourceFunction>(
  method: Method,
  client: AloneForList<Method>,
): SwrInfiniteQuery<PageOf<Method>>;
export function swrInfinite(
  method: unknown,
  client: unknown,
  ...args: readonly unknown[]
): SwrInfiniteQuery<PlainPage> {
  const isSkipped = args[0] === null;
  const { key, request } = readPagedCall(method, client, isSkipped ? [] : args);
  return [
    (_index, before) => {
      const param = before ? before.nextPageParam : null;
      return isSkipped || (before && !param) ? null : [...key, param];
    },
    (keyOfPage) => request(keyOfPage.at(-1) as PageParam | null), // the end of each key above
  ];
}

// ---- Calls

/** A call that can be sent any number of times. */
interface QueryCall {
  readonly method: BoundMethod;
  readonly client: UntypedCore;
  readonly send: (client: unknown, ...args: readonly unknown[]) => unknown;
  readonly args: readonly unknown[];
  /** The number of arguments before the options. */
  readonly count: number;
  readonly key: QueryKey;
  /** In place of the arguments: nothing is sent. */
  readonly skip: symbol | undefined;
}

/** @throws TypeError for anything but a function of a resource, and for another client. */
function readCall(method: unknown, client: unknown, args: readonly unknown[]): QueryCall {
  const { [METHOD]: bound } = Object(method) as { readonly [METHOD]?: BoundMethod };
  if (!bound)
    throw new TypeError(
      `The method is ${describeKind(method)}; expected a function of a resource, such as one imported from "…/resources/…".`,
    );
  const { route, form } = bound;
  const core = findClient(client);
  const { service } = core[SENDER]().catalog;
  const skip = args.find((each) => typeof each === "symbol");
  const parameters = skip ? null : toJson(readArguments(route, form, args).parameters);
  return {
    method: bound,
    client: core,
    send: method as QueryCall["send"],
    args,
    count: listPositional(route, form).length + (form.isBare ? 0 : 1),
    key: [service ?? "", ...(form.call?.split(".") ?? [route]), parameters],
    skip,
  };
}

/** A call of a list, page by page. */
interface PagedCall {
  readonly call: QueryCall;
  /** Apart from the key of {@link query}, because its data has another form. */
  readonly key: QueryKey;
  readonly request: (param: PageParam | null, signal?: AbortSignal) => Promise<PlainPage>;
}

/** @throws TypeError for a method without pages. */
function readPagedCall(method: unknown, client: unknown, args: readonly unknown[]): PagedCall {
  const call = readCall(method, client, args);
  const { form } = call.method;
  const { lists } = form;
  if (!lists)
    throw new TypeError(
      `Method "${nameOf(call)}" has no pages; expected a list with pagination. Use \`query\`.`,
    );
  const paged = { ...call.method, form: { ...form, lists } };
  return {
    call,
    key: [...call.key, "pages"],
    request: (param, signal) => requestPage(paged, call.client, withSignal(call, signal), param),
  };
}

/** Parameters as JSON: libraries compare keys by it, and find no difference between two dates. */
function toJson(parameters: object): object {
  return JSON.parse(toJsonText(parameters)) as object;
}

/** @throws TypeError for a method that streams. */
async function send(call: QueryCall, signal?: AbortSignal): Promise<unknown> {
  const { lists } = call.method.form;
  const data = await call.send(call.client, ...withSignal(call, signal));
  if (!lists && Symbol.asyncIterator in Object(data))
    throw new TypeError(
      `Method "${nameOf(call)}" streams its response; expected one that is read whole. Call the method itself, and iterate over the items.`,
    );
  // The methods of a page could neither be stored nor compared. Libraries refuse `undefined`.
  return lists && data ? { ...data } : (data ?? null);
}

function nameOf({ method: { form, route } }: QueryCall): string {
  return form.call ?? route;
}

/** Puts the symbol that skips a query in place of its function. */
function withSkip(options: object, { skip }: QueryCall): object {
  return skip ? { ...options, queryFn: skip } : options;
}

/** The arguments of a call with the signal in their options. */
function withSignal({ args, count }: QueryCall, signal?: AbortSignal): readonly unknown[] {
  const argumentsOfCall = Array.from({ length: count }, (_, index) => args[index]);
  return [
    ...argumentsOfCall,
    { ...(args[count] as object | undefined), ...(signal && { signal }) },
  ];
}
