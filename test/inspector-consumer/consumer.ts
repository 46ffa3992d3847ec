/** Types of the installed package: an inbox of any package is a source. */
import { createServer } from "node:http";
import {
  createInboxSource,
  createInspector,
  createNodeInspector,
  type InspectorSource,
} from "typewire-inspector";

declare const inbox: Parameters<typeof createInboxSource>[0];

const source: InspectorSource = {
  ...createInboxSource(inbox, { action: "type" }),
  send: ({ event, body }) => Promise.resolve({ status: event === body ? 200 : 500 }),
};
const response: Promise<Response> = createInspector(source, {
  authorize: (request) => request.headers.get("authorization") === "Bearer token",
  isReadOnly: false,
})(new Request("http://localhost/inspector/"));
const inspector = createNodeInspector(inbox);
createServer((request, answer) => void inspector(request, answer));

// @ts-expect-error -- a misspelt option
createInspector(source, { autorize: () => true });
// @ts-expect-error -- no source
createInspector({ list: source.list });

export { response };
