/** Prints a request as a command line of curl, which a POSIX shell runs. */
import type { AuthScheme } from "../../src/catalog/client.js";
import type { CredentialOption } from "../../src/catalog/sdk.js";
import { kindOf } from "../model/http.js";
import type { Vendor } from "../model/model.js";

/** Prints the command, with credentials from the environment. A file of the sample is called `file`. */
export async function printCurl(request: SampleRequest, vendor: Vendor): Promise<string> {
  const { method, url } = request;
  const credentials = listCredentials(vendor);
  const command = [
    "curl",
    // Otherwise, curl takes brackets and braces for patterns.
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    ...printMethod(method),
    printAddress(url, credentials),
  ];
  const lines = [
    command.join(" "),
    ...credentials.flatMap(printCredential),
    ...printHeaders(request),
    ...(await printBody(request)),
  ];
  return lines.join(" \\\n  ");
}

/** The option for a method; none for GET, which is the default. */
function printMethod(method: string): readonly string[] {
  if (method === "GET") return [];
  return [method === "HEAD" ? "--head" : `-X ${method}`];
}

/** Quotes text for a shell: nothing in it has another meaning. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes text that holds variables. */
function quoteAround(before: string, variable: string, after = ""): string {
  const escape = (text: string): string => text.replace(/["$`\\]/g, "\\$&");
  return `"${escape(before)}$${variable}${escape(after)}"`;
}

// ---- Credentials

/** The first credential of a service, and others that are needed beside it. */
function listCredentials({ sending, sdk }: Vendor): readonly SampleCredential[] {
  const [first] = sending.auth;
  const needed = sending.auth.filter(
    (scheme) => scheme === first || first?.with?.includes(scheme.name) === true,
  );
  return needed.flatMap((scheme) => {
    const option = sdk.credentials?.find((candidate) => candidate.scheme === scheme.name);
    return option ? [toSampleCredential(scheme, option)] : [];
  });
}

function toSampleCredential(
  { in: place, key, prefix = "", isBasic, oauth }: AuthScheme,
  { env, password, client }: CredentialOption,
): SampleCredential {
  if (isBasic === true && password) return { kind: "user", variable: env, password: password.env };
  if (isBasic === true) return { kind: "pair", variable: env };
  const variable = oauth && client ? toTokenVariable(client.id.env) : env;
  if (place === "query") return { kind: "query", key, variable };
  return { kind: "header", start: `${key}: ${prefix}`, variable };
}

/** A client gets the token of OAuth itself, and has no variable for it. */
function toTokenVariable(id: string): string {
  return /CLIENT_ID$/.test(id) ? id.replace(/CLIENT_ID$/, "ACCESS_TOKEN") : `${id}_TOKEN`;
}

function printAddress(url: string, credentials: readonly SampleCredential[]): string {
  const inQuery = credentials.find((credential) => credential.kind === "query");
  if (inQuery === undefined) return quote(url);
  const start = `${url}${url.includes("?") ? "&" : "?"}${encodeURIComponent(inQuery.key)}=`;
  return quoteAround(start, inQuery.variable);
}

function printCredential(credential: SampleCredential): readonly string[] {
  const { kind, variable } = credential;
  if (kind === "query") return []; // a part of the address
  if (kind === "user") return [`-u "$${variable}:$${credential.password}"`];
  if (kind === "pair") return [`-u "$${variable}"`];
  return [`-H ${quoteAround(credential.start, variable)}`];
}

// ---- Headers and body

/** Headers that curl sends by itself, or that say nothing about the request. */
const OMITTED_HEADERS = new Set(["user-agent", "content-length"]);

function printHeaders({ headers, body }: SampleRequest): readonly string[] {
  const isForm = typeof body === "string" || body instanceof URLSearchParams;
  return Object.entries(headers)
    .filter(([name, value]) => {
      if (OMITTED_HEADERS.has(name)) return false;
      if (name === "accept") return value !== "application/json";
      if (name !== "content-type") return true;
      // curl writes the boundary of a multipart form, and the type of a form.
      if (body instanceof FormData) return false;
      return !(isForm && kindOf(value) === "form");
    })
    .map(([name, value]) => `-H ${quote(`${name}: ${shortenType(name, value)}`)}`);
}

/** JSON is always UTF-8. */
function shortenType(name: string, value: string): string {
  return name === "content-type" && kindOf(value) === "json"
    ? value.replace(/;\s*charset=utf-8$/i, "")
    : value;
}

function printBody({
  headers,
  body,
}: SampleRequest): Promise<readonly string[]> | readonly string[] {
  if (body === undefined || body === null) return [];
  if (body instanceof FormData) return Promise.all([...body].map(printPart));
  if (body instanceof Blob) return ["--data-binary @file"];
  if (body instanceof URLSearchParams) return printPairs(body.toString());
  const kind = kindOf(headers["content-type"] ?? "application/json");
  if (typeof body === "string" && kind !== "json")
    return kind === "form" ? printPairs(body) : [`--data-raw ${quote(body)}`];
  return [`-d ${quote(JSON.stringify(body, null, 2))}`];
}

/** Prints the pairs of a form, which curl joins again. */
function printPairs(text: string): readonly string[] {
  return text.split("&").map((pair) => `-d ${quote(pair)}`);
}

async function printPart([name, value]: readonly [string, FormDataEntryValue]): Promise<string> {
  if (typeof value === "string") return `--form-string ${quote(`${name}=${value}`)}`;
  if (value.type === "") return `-F ${quote(`${name}=@file`)}`;
  if (kindOf(value.type) !== "json") return `-F ${quote(`${name}=@file;type=${value.type}`)}`;
  const text = (await value.text()).replace(/["\\]/g, "\\$&");
  return `-F ${quote(`${name}="${text}";type=${value.type}`)}`;
}

// ---- Types

/** A request as the client sends it, without credentials. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  /** Names are in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  /** A file, a form, text, or a value that is sent as JSON. */
  readonly body?: unknown;
}

/** A credential, with the variable of the environment that holds it. */
type SampleCredential =
  /** A header, with what stands before the credential: `authorization: Bearer `. */
  | { readonly kind: "header"; readonly start: string; readonly variable: string }
  | { readonly kind: "query"; readonly key: string; readonly variable: string }
  /** A user name, whose password has a variable of its own. */
  | { readonly kind: "user"; readonly variable: string; readonly password: string }
  /** A user name and a password in one variable, with a colon between them. */
  | { readonly kind: "pair"; readonly variable: string };
