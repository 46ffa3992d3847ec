/**
 * The routes that need more than their documented URL: the table, and the code that expands it. Routes that differ by
 * their methods alone share a row, such as
 *
 * ```ts
 * ["GET PUT", "/files/{*path}", "{?per_page}", "https://files.acme.example"],
 * ```
 *
 * which the code expands to the same exception for `GET /files/{path}` and for `PUT /files/{path}`:
 *
 * ```ts
 * { template: "https://files.acme.example/files/{path}{?per_page}", multiSegment: ["path"] }
 * ```
 */
import { groupBy } from "../../model/group-by.js";
import type { EmitContext } from "../context/context.js";
import { type Exception, listExceptions } from "../plans/exceptions.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, local } from "../print/module.js";
import { joinLines, printValue } from "../print/print.js";
import type { Code } from "../print/types.js";
import { printRowTypes } from "./route-exception-types.js";

/** Emits the routes that need more than their documented URL. */
export function emitRouteExceptions(context: EmitContext): ModuleDraft {
  const exceptions = listExceptions(context);
  const differences = exceptions.map(([, { more }]) => more);
  const styles = differences.flatMap((more): unknown[] => Object.values(more["query"] ?? {}));
  const usedMembers = new Set(differences.flatMap((more) => Object.keys(more)));
  return {
    path: "route-exceptions.ts",
    sources: filesOf(...context.model.routes),
    module: {
      blocks: [
        ...printRowTypes(usedMembers, [...new Set(styles.map(String))].sort()),
        printRows(exceptions),
        printExpand(exceptions),
      ],
    },
  };
}

// ---- Rows

/** Prints compact rows, half the size of the table that they expand to. */
function printRows(exceptions: Exceptions): Code {
  const byCells = groupBy(exceptions, ([, exception]) => printCells(exception));
  const rows = [...byCells].map(([cells, exceptionsOfRow]) => {
    const methods = exceptionsOfRow.map(([{ method }]) => method).join(" ");
    return `[${JSON.stringify(methods)}, ${cells}],`;
  });
  return code`${local("const", "rows")}: readonly Row[] = [
${joinLines(rows)}
];`;
}

/** Prints the cells of a row after its methods. Empty ones at the end are left out. */
function printCells({ markedUrl, suffix, server, more }: Exception): string {
  const texts = [markedUrl, suffix, server];
  if (Object.keys(more).length > 0) {
    return [...texts.map((text) => JSON.stringify(text)), printValue(more)].join(", ");
  }
  const lastFilled = texts.findLastIndex((text) => text !== "");
  return texts
    .slice(0, lastFilled + 1)
    .map((text) => JSON.stringify(text))
    .join(", ");
}

// ---- The code that expands rows

function printExpand(exceptions: Exceptions): Code {
  return code`/** Route exceptions by documented route, \`<METHOD> <url>\`. */
${exported("function", "expandRouteExceptions")}(): { readonly [route: string]: RouteException } {
  const routes: Record<string, RouteException> = {};
  for (const [methods, marked, suffix = "", server = "", more] of rows) {
${printTemplate(exceptions)}
    const multiSegment = Array.from(marked.matchAll(/\\{\\*([^}]+)/g), ([, name = ""]) => name);
    const exception = {
      ...(isTemplate && { template }),
      ...(multiSegment.length > 0 && { multiSegment }),
      ...more,
    };
    for (const method of methods.split(" ")) routes[\`\${method} \${url}\`] = exception;
  }
  return routes;
}`;
}

/** Prints the statements that compute the documented URL of a row and its template. */
function printTemplate(exceptions: Exceptions): string {
  // Path styles, or parameters in the path that are named like an option.
  const hasMarks = exceptions.some(([route, { url }]) => url !== route.url);
  // A fragment is not sent, so it is no part of the template.
  const hasFragments = exceptions.some(([route]) => route.url.includes("#"));
  return hasMarks || hasFragments ? printMarkedTemplate(hasFragments) : PLAIN_TEMPLATE;
}

/** Shorter code, for URLs that have no marks but those of parameters with several segments: `/files/{*path}`. */
const PLAIN_TEMPLATE = `    const url = marked.replaceAll("{*", "{");
    const template = server + url + suffix;
    const isTemplate = suffix + server !== "";`;

/** Code for any marks: the documented URL of `/files{.types*}/{*path}` is `/files{types}/{path}`. */
function printMarkedTemplate(hasFragments: boolean): string {
  const path = hasFragments ? 'marked.replace(/#.*/, "")' : "marked";
  return `    const url = marked.replace(/\\{[*.;]?(?:parameters\\.)?([^}*]+)\\*?\\}/g, "{$1}");
    const template = server + ${path}.replaceAll("{*", "{") + suffix;
    const isTemplate = template !== url;`;
}

/** Routes with their exceptions. */
type Exceptions = ReturnType<typeof listExceptions>;
