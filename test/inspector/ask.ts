/** Requests to an inspector, as a browser on this machine sends them. */
import { TOKEN_HEADER } from "../../src/inspector/access.js";
import {
  createInspector,
  type InspectorOptions,
  type InspectorSource,
} from "../../src/inspector/index.js";
import { createSource } from "./sample-source.js";

export const ORIGIN = "http://localhost:3000";
export const TOKEN = "a-token-of-a-test-that-is-long-enough";

export function ask(
  path: string,
  { address, url = ORIGIN, ...init }: Sent = {},
  options: InspectorOptions = {},
  source: InspectorSource = createSource().source,
): Promise<Response> {
  const inspector = createInspector(source, { token: TOKEN, ...options });
  return inspector(new Request(url + path, init), address === undefined ? {} : { address });
}

export function post(
  path: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const sent = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN, ...headers };
  const body = typeof input === "string" ? input : JSON.stringify(input);
  return ask(path, { method: "POST", headers: sent, body }, { isReadOnly: false });
}

export async function codeOf(response: Response): Promise<unknown> {
  const { code } = (await response.json()) as { code: unknown };
  return code;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly url?: string;
  /** Address of the client's socket. */
  readonly address?: string;
}
