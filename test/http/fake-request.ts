/** A request of Node without a server, which notes what is done with it. */
import { EventEmitter } from "node:events";
import type { ServerRequest } from "../../src/http/node-request.js";

/** @param facts of the request; without them, it is an unread POST of `/`. */
export function fakeRequest(facts: Partial<ServerRequest> = {}) {
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  const request = Object.assign(new EventEmitter(), {
    method: "POST",
    url: "/",
    headers: {},
    destroyed: false,
    readableEnded: false,
    pause: note("pause"),
    resume: note("resume"),
    destroy: note("destroy"),
    ...facts,
  });
  return { request, calls };
}
