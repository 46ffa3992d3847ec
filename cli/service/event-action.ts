/** Reads the action of an event. A separate file, so that `inbox` loads no validators. */
import { isText } from "../../src/messages/expect.js";
import { readPath } from "../../src/signatures/content.js";

/** Finds the action in a payload by a dotted path; `undefined` if there is none. */
export function readAction(payload: unknown, path: string | undefined): string | undefined {
  const found = path === undefined ? undefined : readPath(payload, path.split("."));
  return isText(found) ? found : undefined;
}

/** Joins the name and the action of an event, as handlers name it: `issues.opened`. */
export function nameWithAction(name: string, action: string | undefined): string {
  return action === undefined ? name : `${name}.${action}`;
}
