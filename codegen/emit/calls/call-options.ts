/** The options of every call, and the parameters that are named like one of them. */
import type { Parameter, Route, Vendor } from "../../model/model.js";

/**
 * The options of every call (contract A.21), in the order in which the types of routes declare them. They repeat
 * those of `src/request/endpoint/types.ts`: a client with `runtime: false` has no runtime, and compiles without one.
 */
export const CALL_OPTIONS: readonly CallOption[] = [
  { name: "url" },
  { name: "method" },
  {
    name: "baseUrl",
    declaration: {
      place: "RequestParameters",
      type: "string | undefined",
      docs: ["Replaces the default base URL."],
    },
  },
  {
    name: "headers",
    declaration: { place: "RequestParameters", type: "HeadersInput | undefined" },
  },
  {
    name: "mediaType",
    declaration: { place: "RequestParameters", type: "MediaTypeOptions | undefined" },
  },
  {
    name: "request",
    declaration: {
      place: "RequestParameters",
      type: "object | undefined",
      docs: ["Options for the HTTP client; returned unchanged."],
    },
  },
  {
    name: "data",
    declaration: {
      place: "BodyRequestParameters",
      type: "unknown",
      docs: ["The whole body. It replaces the body built from the remaining parameters."],
    },
  },
];

/** A parameter with one of these names goes into the option `parameters`. */
export const OPTION_NAMES: ReadonlySet<string> = new Set(CALL_OPTIONS.map(({ name }) => name));

/** The options of a vendor's calls, besides those of every call. */
export function listCallOptions({ variables }: Vendor): readonly string[] {
  return variables === undefined ? [] : ["variables"];
}

/**
 * The parameters of a route that are named like an option: callers nest them in the option `parameters`. Where there
 * are such parameters, one that is called `parameters` itself is nested, too.
 * @param furtherOptions The options of the vendor's calls.
 */
export function listNested(
  { parameters }: Route,
  furtherOptions: readonly string[] = [],
): readonly Parameter[] {
  const isOption = ({ name }: Parameter): boolean =>
    OPTION_NAMES.has(name) || furtherOptions.includes(name);
  const hasOption = parameters.some(isOption);
  return parameters.filter(
    (parameter) => isOption(parameter) || (hasOption && parameter.name === "parameters"),
  );
}

/** One of the options that every call takes. */
export interface CallOption {
  readonly name: string;
  /** Absent for `url` and `method`, which a route declares itself. */
  readonly declaration?: OptionDeclaration;
}

export interface OptionDeclaration {
  /** The interface that has the option. */
  readonly place: "RequestParameters" | "BodyRequestParameters";
  /** As it is printed. */
  readonly type: string;
  readonly docs?: readonly string[];
}
