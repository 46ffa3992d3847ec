/** Requests to the API of the page, as the inspector of one source answers them. */
import { expect } from "vitest";
import { TOKEN_HEADER } from "../../src/inspector/access.js";
import {
  createInspector,
  type InspectorOptions,
  type InspectorSource,
} from "../../src/inspector/index.js";
import type { InspectorFilter } from "../../src/inspector/types.js";
import { TOKEN } from "./ask.js";

/** Headers that are hidden without any option. */
export const CREDENTIALS = [
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "x-gitlab-token",
  "x-goog-channel-token",
  "x-telegram-bot-api-secret-token",
];

/** A log that fails the test. */
export const log = { error: (message: string) => expect.fail(message) };

export async function askSource(
  source: InspectorSource,
  path: string,
  init: RequestInit = {},
  options: InspectorOptions = {},
) {
  const request = new Request(`http://localhost/inspector/api/${path}`, init);
  const response = await createInspector(source, { token: TOKEN, log, ...options })(request);
  return { status: response.status, answer: (await response.json()) as unknown };
}

export function postToSource(
  source: InspectorSource,
  name: string,
  input: unknown,
  { headers, ...init }: Init = {},
  options: InspectorOptions = {},
) {
  const all = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN, ...headers };
  const body = typeof input === "string" ? input : JSON.stringify(input);
  const sent = { method: "POST", headers: all, body, ...init };
  return askSource(source, name, sent, { isReadOnly: false, ...options });
}

/** A source that notes the filters it gets, and has one delivery of each event in `known`. */
export function createNotingSource(
  known: readonly string[] = [],
  more: Partial<InspectorSource> = {},
) {
  const filters: InspectorFilter[] = [];
  const row = { key: "1", id: "1", event: "a", receivedAt: 0, outcome: "done" as const };
  const source: InspectorSource = {
    list: (filter) => {
      filters.push(filter);
      const isKnown = known.includes(filter.event ?? "") && filter.limit === 1;
      return Promise.resolve(isKnown ? [{ ...row, attempts: 1, size: 0 }] : []);
    },
    get: () => Promise.resolve(undefined),
    watch: () => () => undefined,
    ...more,
  };
  return { source, filters };
}

export type Init = Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> };
