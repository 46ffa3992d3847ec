/** Types that read `paths` as openapi-typescript writes it: its operations, and what they answer. */
import type { StatusClasses } from "../client/response-errors.js";

export type HttpMethod = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

export type MediaType = `${string}/${string}`;

/** The paths that declare a method. */
export type PathsWithMethod<Paths extends {}, Method extends HttpMethod> = {
  [Path in keyof Paths]: Paths[Path] extends { readonly [Name in Method]: unknown } ? Path : never;
}[keyof Paths];

/** The operation of a method of a path. */
export type OperationOf<Paths, Path extends keyof Paths, Method> = At<Paths[Path], Method>;

/** A value as it is received: without properties that are only sent. */
export type Readable<Value> =
  Value extends OnlySent<unknown>
    ? never
    : Value extends OnlyReceived<infer Inner>
      ? Readable<Inner>
      : Value extends readonly (infer Item)[]
        ? IsTuple<Value> extends true
          ? Value
          : Readable<Item>[]
        : Value extends object
          ? {
              [
                Key in keyof Value as NonNullable<Value[Key]> extends OnlySent<unknown>
                  ? never
                  : Key
              ]: Readable<Value[Key]>;
            }
          : Value;

/** A value as it is sent: without properties that are only received. */
export type Writable<Value> =
  Value extends OnlyReceived<unknown>
    ? never
    : Value extends OnlySent<infer Inner>
      ? Writable<Inner>
      : Value extends readonly (infer Item)[]
        ? IsTuple<Value> extends true
          ? Value
          : Writable<Item>[]
        : Value extends object
          ? {
              [
                Key in keyof Value as NonNullable<Value[Key]> extends OnlyReceived<unknown>
                  ? never
                  : Key
              ]: Writable<Value[Key]>;
            } & {
              [
                Key in keyof Value as NonNullable<Value[Key]> extends OnlyReceived<unknown>
                  ? Key
                  : never
              ]?: never;
            }
          : Value;

type IsTuple<List extends readonly unknown[]> = number extends List["length"] ? false : true;

/** Properties that openapi-typescript marks by `--read-write-markers`: only received, or only sent. */
interface OnlyReceived<Value> {
  readonly $read: Value;
}

interface OnlySent<Value> {
  readonly $write: Value;
}

/** The result of a call: the data of a good response, or the body of another one as the error. */
export type FetchResponse<Operation, Options, Media extends MediaType = MediaType> =
  | {
      data: ParseAsResponse<
        Readable<BodiesOf<GoodResponses<ResponsesOf<Operation>>, Media>>,
        Options
      >;
      error?: never;
      response: Response;
    }
  | {
      data?: never;
      error: Readable<BodiesOf<BadResponses<ResponsesOf<Operation>>, Media>>;
      response: Response;
    };

export type ParseAsResponse<Data, Options> = Options extends { readonly parseAs: infer As }
  ? ParsedBodies<Data>[As & ParseAs]
  : Data;

/** The form in which a good response is read. Default: `json`. */
export type ParseAs = "json" | "text" | "blob" | "arrayBuffer" | "stream";

interface ParsedBodies<Data> {
  readonly json: Data;
  readonly text: string;
  readonly blob: Blob;
  readonly arrayBuffer: ArrayBuffer;
  readonly stream: Response["body"];
}

/** Statuses of good responses. */
export type OkStatus = StatusClasses["2XX"] | "2XX";

type ResponsesOf<Operation> = Operation extends { readonly responses: infer Responses }
  ? Responses
  : unknown;

type GoodResponses<Responses> = Pick<Responses, keyof Responses & OkStatus>;

/** Responses with any other status. `fetch` follows redirects, and shows no interim response. */
type BadResponses<Responses> = {
  [Status in Exclude<keyof Responses, OkStatus | RedirectStatus>]: Responses[Status];
};

type RedirectStatus = StatusClasses["3XX"] | "3XX" | 100 | 101 | 102 | 103;

/** The bodies of responses by status: of the media types `Media`, or of all if there is none of these. */
type BodiesOf<Responses, Media> = {
  [Status in keyof Responses]-?: Responses[Status] extends { readonly content?: unknown }
    ? BodyOf<Responses[Status]["content"], Media>
    : undefined;
}[keyof Responses];

type BodyOf<Content, Media> =
  IsNever<Content> extends true
    ? never
    : Content extends undefined
      ? undefined
      : IsNever<At<Content, Media>> extends true
        ? At<Content, MediaType>
        : At<Content, Media>;

/** The values of the keys of `Type` that are also in `Keys`. */
export type At<Type, Keys> = Type[keyof Type & Keys];

/** The names of properties that an object has to have. */
export type RequiredKeysOf<Type> = {
  // `{}` can be assigned to an object of optional properties alone.
  [Key in keyof Type]-?: {} extends Pick<Type, Key> ? never : Key;
}[keyof Type];

export type IsNever<Type> = [Type] extends [never] ? true : false;

export type IsAny<Type> = 0 extends 1 & Type ? true : false;
