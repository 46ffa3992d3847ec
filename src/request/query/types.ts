/** Types of what TanStack Query and SWR take. */
import type { Streamed } from "../client/types.js";
import type { AnyClient, Call } from "../sdk/types.js";

// ---- Results: what TanStack Query and SWR take

/**
 * Name of the service, names of the resource and the method, and the parameters as JSON; `null` for a skipped
 * query. The first names alone are a prefix, with which a whole resource can be invalidated.
 */
export type QueryKey = readonly unknown[];

/** Options of a query. */
export interface Query<Data> {
  readonly queryKey: QueryKey;
  /** A symbol that was given in place of parameters, which has no type here: it is the library's own. */
  readonly queryFn: (context: QueryContext) => Promise<Data>;
}

interface QueryContext {
  readonly signal: AbortSignal;
}

/** Options of an infinite query. */
export interface InfiniteQuery<Page> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: PageContext) => Promise<Page>;
  readonly initialPageParam: PageParam | null;
  readonly getNextPageParam: (
    lastPage: Page,
    pages: readonly Page[],
    lastPageParam: PageParam | null,
    pageParams: readonly (PageParam | null)[],
  ) => PageParam | null;
}

interface PageContext extends QueryContext {
  readonly pageParam: PageParam | null;
}

/** Options of a mutation. */
export interface Mutation<Data, Variables> {
  readonly mutationKey: QueryKey;
  readonly mutationFn: (variables: Variables) => Promise<Data>;
}

/** The key and the fetcher of SWR. */
export type SwrQuery<Data> = readonly [key: QueryKey | null, fetcher: () => Promise<Data>];

/** The keys of pages and the fetcher of `useSWRInfinite`. */
export type SwrInfiniteQuery<Page> = readonly [
  getKey: (index: number, previousPage: Page | null) => QueryKey | null,
  fetcher: (key: QueryKey) => Promise<Page>,
];

/** Says which page of a list is requested. Plain JSON; made by one page for the next one. */
export interface PageParam {
  readonly request: PageRequest;
  /** The number of pages before it. */
  readonly index: number;
  /** The number of items before it. */
  readonly count: number;
  /** Digest of the items of the page before. */
  readonly before: string;
}

/** The difference between the request for a page and that for the first page of its list. */
export interface PageRequest {
  /** Absent if it is that of the first page. */
  readonly path?: string;
  readonly search: string;
  readonly body?: unknown;
}

// ---- Methods

/** A function of a resource. */
export type ResourceFunction = (client: AnyClient, ...args: never[]) => CallOrStream;

type CallOrStream = Pick<Call<unknown>, "asResponse"> | Streamed<unknown>;

/** The arguments of a method after the client. */
type ArgumentsOf<Method> = Method extends (client: AnyClient, ...args: infer Arguments) => unknown
  ? Arguments
  : never;

/** The first argument after the client. */
export type FirstOf<Method> = ArgumentsOf<Method>[0 & keyof ArgumentsOf<Method>];

/** The arguments after the first one. */
export type RestOf<Method> =
  ArgumentsOf<Method> extends readonly [_first?: unknown, ...rest: infer Rest] ? Rest : never;

/** The value of a mutation: the only argument before the options, or a list of all of them. */
export type VariablesOf<Method> =
  Required<ArgumentsOf<Method>> extends readonly [...values: infer Values, options: unknown]
    ? Values extends readonly [unknown]
      ? Optional<FirstOf<Method>>
      : Values
    : never;

/** `void` lets callers leave the argument out. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- only `void` makes an argument optional in a generic type
type Optional<Value> = undefined extends Value ? Value | void : Value;

type ResultOf<Method> = Method extends (client: AnyClient, ...args: never[]) => infer Result
  ? Exclude<Result, Streamed<unknown>>
  : never;

/** Data of a query: that of the method, or a page; `never` for a stream. */
export type DataOf<Method> =
  ResultOf<Method> extends AsyncIterable<unknown>
    ? PlainPage<Awaited<ResultOf<Method>>>
    : Received<Awaited<ResultOf<Method>>>;

/** Libraries refuse `undefined`. */
type Received<Data> =
  Data extends AsyncIterable<unknown> ? never : Data extends undefined ? null : Data;

/** A page without its methods. */
type PlainPage<Page> = {
  [Key in keyof Page as Key extends PageMethod | symbol ? never : Key]: Page[Key];
};

type PageMethod = "hasNextPage" | "getNextPage" | "getPaginatedItems" | "iterPages";

/** A page of an infinite query. */
export type PageOf<Method> = PlainPage<Awaited<ResultOf<Method>>> & {
  readonly nextPageParam: PageParam | null;
};

// ---- Compile errors

/** Shown in place of a client: a stream has no end that a query could wait for. Iterate over it instead. */
export interface MethodThatStreams {
  readonly streams: true;
}

/** Shown in place of a client: the method is no list, or has no pages. Use `query`. */
export interface MethodWithoutPages {
  readonly hasPages: false;
}

/** A client, if its method can be a query; otherwise the text of the compile error. */
export type ClientForQuery<Method> = [DataOf<Method>] extends [never]
  ? MethodThatStreams
  : AnyClient;

/** A client, if its method has pages; otherwise the text of the compile error. */
export type ClientForList<Method> = [ResultOf<Method>] extends [AsyncIterable<unknown>]
  ? [DataOf<Method>] extends [never]
    ? MethodThatStreams
    : AnyClient
  : MethodWithoutPages;

/** Shown in place of a client: the method needs parameters, as the argument after it. */
export interface MissingParameters<Parameters> {
  readonly parameters: Parameters;
}

/** Clients for calls without parameters. */
export type AloneForQuery<Method> = WithoutParameters<Method, ClientForQuery<Method>>;
export type AloneForList<Method> = WithoutParameters<Method, ClientForList<Method>>;

type WithoutParameters<Method, ForMethod> =
  undefined extends FirstOf<Method> ? ForMethod : MissingParameters<FirstOf<Method>>;
