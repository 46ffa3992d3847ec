/** The action of an event, which is in its payload. */
import { isText } from "../src/expect.js";
import { readPath } from "../src/signatures/content.js";

/** The action in a payload, at a dotted path. `undefined` if there is none. */
export function readAction(payload: unknown, path: string | undefined): string | undefined {
  const found = path === undefined ? undefined : readPath(payload, path.split("."));
  return isText(found) ? found : undefined;
}

/** An event as handlers name it: `issues.opened`. */
export function nameWithAction(name: string, action: string | undefined): string {
  return action === undefined ? name : `${name}.${action}`;
}
