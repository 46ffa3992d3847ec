/** Compiles the routes of functions, which bring what a client would find in its catalog by their names. */
import type { RouteException } from "../../../catalog/requests.js";
import { beginQuery } from "../url-text.js";
import { compileRoute, copyException, type CompiledRoute } from "./compile-route.js";
import { hasBody, toRequestMethod } from "./route.js";
import { createPlainExpression } from "./parse-template.js";
import { allValues, singleValues, type Expansion } from "./template.js";

/** Compiles a route with any URL. */
export const compileTemplateRoute: CompileRoute = (name, exception) => {
  const space = name.indexOf(" ");
  const [method, url] = [name.slice(0, space), name.slice(space + 1)];
  return compileRoute({ method, url, name }, () => copyException(exception));
};

/**
 * Compiles a route whose URL is a plain path: literals that need no encoding, and `{name}`. There is nothing to
 * parse and nothing to refuse, because the generator has compared the result with that of
 * {@link compileRoute}. The values of its parameters are neither lists nor objects.
 */
export const compilePlainRoute: CompileRoute = (name, exception) =>
  compilePath(name, exception, singleValues);

/** Compiles a route whose URL is a plain path, with parameters that may be lists or objects. */
export const compileListRoute: CompileRoute = (name, exception) =>
  compilePath(name, exception, allValues);

function compilePath(
  name: string,
  exception: RouteException | undefined,
  expansion: Expansion,
): CompiledRoute {
  const [method = "", path = ""] = name.split(" ");
  const pieces = path.split(/[{}]/);
  const parts = pieces.map((piece, index) => (index % 2 ? createPlainExpression(piece) : piece));
  return {
    name,
    method: toRequestMethod(method),
    hasBody: hasBody(method),
    origin: "",
    findOrigin: undefined,
    parts: parts.filter((part) => part !== ""),
    expansion,
    addQuery: beginQuery,
    exception: copyException(exception),
    contentType: exception?.contentType,
    isPlain: true,
    literalDots: 0,
  };
}

/** Compiles `<METHOD> <url>`, as it is documented, with its exception. */
export type CompileRoute = (name: string, exception?: RouteException) => CompiledRoute;
