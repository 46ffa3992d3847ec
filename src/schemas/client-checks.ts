/** The option `validation` of clients: checks bodies by the schemas of their routes. */
import { readMethods } from "../catalog/method-lines.js";
import { toPointer } from "../base/values.js";
import { isJsonType } from "../http/media-types.js";
import type { ClientSchemas } from "../catalog/client.js";
import { linkTo } from "../base/package.js";
import { expectOneOf, quote } from "../base/expect.js";
import type { Issue } from "./check.js";
import type { Schema } from "./schema.js";

/**
 * Creates the option `schemas` of clients. The schemas of a resource are imported when a request of one of
 * its routes is first checked.
 */
export function createClientSchemas(loaders: readonly SchemaLoader[]): ClientSchemas {
  const findSchema = createSchemaFinder(loaders);
  return {
    createChecks(mode, onInvalid = warnOnConsole) {
      const isRefused = expectOneOf(mode, 'Option "validation"', MODES) === "refuse";
      const check: Check = async (route, keys, data, status) => {
        const error = await findError(findSchema, route, keys, data, status);
        if (error === undefined) return;
        if (isRefused) throw error;
        await onInvalid(error);
      };
      return {
        async request(route, { body, headers }) {
          const type = headers["content-type"] ?? "";
          if (typeof body === "string" && isJsonType(type))
            await check(route, ["body"], JSON.parse(body));
        },
        response: (route, status, data) =>
          check(route, [`${status}`, `${Math.floor(status / 100)}XX`, "default"], data, status),
      };
    },
  };
}

const MODES = ["off", "report", "refuse"] as const;

/** Finds what is wrong with data; also the reason why its schema could not be imported. */
async function findError(
  findSchema: FindSchema,
  route: string,
  keys: readonly string[],
  data: unknown,
  status: number | undefined,
): Promise<Error | undefined> {
  try {
    const schema = await findSchema(route, keys);
    const { issues } = schema?.["~standard"].validate(data) ?? {};
    return issues && new InvalidDataError(route, status, issues);
  } catch (cause) {
    return cause as Error;
  }
}

function createSchemaFinder(loaders: readonly SchemaLoader[]): FindSchema {
  let loaderOf: ReadonlyMap<string, SchemaLoader> | undefined;
  const loaded = new Map<SchemaLoader, SchemasOfRoutes>();
  return async (route, keys) => {
    loaderOf ??= mapRoutes(loaders);
    const loader = loaderOf.get(route);
    if (loader === undefined) return undefined;
    const schemas = loaded.get(loader) ?? (await loader.load());
    loaded.set(loader, schemas);
    const key = keys.find((each) => schemas[route]?.[each]);
    return key === undefined ? undefined : schemas[route]?.[key];
  };
}

function mapRoutes(loaders: readonly SchemaLoader[]): ReadonlyMap<string, SchemaLoader> {
  return new Map(
    loaders.flatMap((loader) =>
      readMethods(loader.routes).map(({ route }) => [route, loader] as const),
    ),
  );
}

function warnOnConsole(error: Error): void {
  console.warn(error.message);
}

// ---- Errors

/** A body that does not match the schema of its route (contract K.7). It holds no values of the body. */
export class InvalidDataError extends Error {
  override readonly name = "InvalidDataError";
  readonly code: "INVALID_REQUEST" | "INVALID_RESPONSE";
  /** The address of the page that explains the code. */
  readonly docs: string;
  /** `<METHOD> <url>`, as the caller wrote it. */
  readonly route: string;
  /** The status of the response; `undefined` for a request, which was not sent. */
  readonly status: number | undefined;
  readonly issues: readonly Issue[];

  constructor(route: string, status: number | undefined, issues: readonly Issue[]) {
    super(describeIssues(route, status, issues));
    this.code = status === undefined ? "INVALID_REQUEST" : "INVALID_RESPONSE";
    this.docs = linkTo(this.code);
    this.route = route;
    this.status = status;
    this.issues = issues;
  }
}

/** The most issues that a message lists. */
const MAX_LISTED_ISSUES = 5;

function describeIssues(
  route: string,
  status: number | undefined,
  issues: readonly Issue[],
): string {
  const subject = status === undefined ? "has a body" : `got status ${status} with data`;
  const first = issues
    .slice(0, MAX_LISTED_ISSUES)
    .map(({ path, message }) => `${quote(toPointer(path))} ${message}`);
  const count = issues.length > MAX_LISTED_ISSUES ? `; issues: ${issues.length}` : "";
  return `"${route}" ${subject} that does not match the schema: ${first.join("; ")}${count}.`;
}

// ---- Types

/** The schemas of routes, by status (`200`, `4XX`, `default`) or `body`. */
export type SchemasOfRoutes = Readonly<Record<string, Readonly<Record<string, Schema<unknown>>>>>;

/** The schemas of some routes in a module of their own. */
export interface SchemaLoader {
  readonly load: () => Promise<SchemasOfRoutes>;
  /** The routes, as `writeMethods` of `method-lines.ts` writes methods without names. */
  readonly routes: string;
}

/** @param keys The schema is that of the first of these keys. */
type Check = (
  route: string,
  keys: readonly string[],
  data: unknown,
  status?: number,
) => Promise<void>;

/** Finds the first schema of a route under one of the keys. */
type FindSchema = (route: string, keys: readonly string[]) => Promise<Schema<unknown> | undefined>;
