/** Options of an inspector: their types, and their checks. */
import {
  expectFunction,
  expectMethods,
  expectObject,
  expectOptionalFunction,
  expectSignal,
  expectText,
  readOptions,
  unexpected,
} from "../base/expect.js";
import type { OptionNames } from "../base/nearest.js";
import { expectPath } from "../http/request.js";
import { createToken, expectToken, type AccessSettings, type Authorize } from "./access.js";
import { answerNotFound } from "./api/answers.js";
import type { ApiSettings } from "./api/api.js";
import { createInboxSource, isInbox, type InspectableInbox } from "./sources/inbox-source.js";
import type { DescribeEvent, InspectorSource } from "./types.js";

export interface InspectorOptions {
  /**
   * Decides if a request is answered. `true` allows it; a `Response` is sent in place of the answer, such as
   * a login. Without this option, only clients on loopback are answered.
   */
  readonly authorize?: Authorize | undefined;
  /** `false` lets the page send and replay. Default: true. */
  readonly isReadOnly?: boolean | undefined;
  /** Path of the page, without a trailing slash; `/` for the whole server. Default: `/inspector`. */
  readonly path?: string | undefined;
  /**
   * Hosts that requests may name, such as `app.acme.example` or `localhost:3000`. Default: loopback
   * names, and any host with `authorize`.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Compares payloads with their schema, in place of the source's own. */
  readonly describe?: DescribeEvent | undefined;
  /** Headers whose values are not shown, besides those that usually hold credentials. */
  readonly hiddenHeaders?: readonly string[] | undefined;
  /** Token of the page, for several processes behind one address. Default: a random one. */
  readonly token?: string | undefined;
  /** Ends open pages when it is aborted, so that a server can close. */
  readonly signal?: AbortSignal | undefined;
  /** Answers requests for other paths, in place of 404. */
  readonly onUnhandledRequest?: ((request: Request) => Response | Promise<Response>) | undefined;
  /** Gets errors of the source and of `authorize`. Default: the console. */
  readonly log?: { error(message: string, error: unknown): void } | undefined;
}

/** Checked options, with their defaults. */
export interface InspectorSettings extends AccessSettings, ApiSettings {
  /** Path without a slash at its end. */
  readonly base: string;
  readonly token: string;
  readonly signal: AbortSignal | undefined;
  readonly onUnhandledRequest: (request: Request) => Response | Promise<Response>;
}

/** Headers that hold credentials; some services send the secret itself in place of a signature. */
const CREDENTIALS = [
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "x-gitlab-token",
  "x-goog-channel-token",
  "x-telegram-bot-api-secret-token",
];

const INSPECTOR_OPTIONS: OptionNames<InspectorOptions> = {
  authorize: true,
  isReadOnly: true,
  path: true,
  hosts: true,
  describe: true,
  hiddenHeaders: true,
  token: true,
  signal: true,
  onUnhandledRequest: true,
  log: true,
};

/**
 * Checks the source and the options, and adds defaults.
 * @throws TypeError when one has the wrong type.
 * @throws RangeError for a `token` that is too short.
 */
export function readInspectorSettings(
  source: InspectorSource | InspectableInbox,
  options: InspectorOptions,
): InspectorSettings {
  const checked = readOptions(options, "The options argument", "an object", INSPECTOR_OPTIONS);
  // A misspelt `authorize` would open nothing, but a misspelt `hosts` might.
  const unknown = Object.keys(checked).find((key) => !Object.hasOwn(INSPECTOR_OPTIONS, key));
  if (unknown !== undefined) throw new TypeError(`The option ${unknown} is unknown.`);
  const { path = "/inspector", hosts, isReadOnly = true, hiddenHeaders = [], token } = checked;
  expectOptionalFunction(checked.authorize, "`authorize`");
  expectOptionalFunction(checked.describe, "`describe`");
  expectSignal(checked.signal);
  if (typeof isReadOnly !== "boolean") throw unexpected(isReadOnly, "`isReadOnly`", "a boolean");
  const { onUnhandledRequest = answerNotFound, log = console } = checked;
  expectFunction(onUnhandledRequest, "`onUnhandledRequest`");
  return {
    source: readSource(source),
    authorize: checked.authorize,
    hosts: hosts && new Set(readTexts(hosts, "`hosts`")),
    isReadOnly,
    describe: checked.describe,
    hiddenHeaders: new Set([...CREDENTIALS, ...readTexts(hiddenHeaders, "`hiddenHeaders`")]),
    base: expectPath(path, "/inspector").replace(/\/$/, ""),
    token: token === undefined ? createToken() : expectToken(expectText(token, "`token`")),
    signal: checked.signal,
    onUnhandledRequest,
    log,
  };
}

function readTexts(texts: unknown, what: string): readonly string[] {
  if (!Array.isArray(texts)) throw unexpected(texts, what, "an array of strings");
  return texts.map((text) => expectText(text, `An element of ${what}`).toLowerCase());
}

function readSource(source: unknown): InspectorSource {
  const expected = "an inbox, or a source with `list`, `get` and `watch`";
  expectObject(source, "The source", expected);
  if (isInbox(source)) return createInboxSource(source);
  return expectMethods<InspectorSource>(source, "The source", ["list", "get", "watch"], expected);
}
