/** Likely changes of a URL on its way, undone: another scheme, host, port, slash or query. */
import { createFinding, type Finding, type Variant } from "./findings.js";

/** Lists URLs that may be the registered one. URLs with the fewest differences come first. */
export function listUrls(url: string, header: ReadHeader): readonly Variant<string>[] {
  if (!URL.canParse(url)) return [];
  const parsed = new URL(url);
  const [, pathAndQuery = ""] = /^https?:\/\/[^/?#]*(.*)/is.exec(url) ?? [];
  const [path, query] = splitQuery(pathAndQuery);
  const changed = combine([
    listProtocols(parsed),
    listHosts(parsed, header),
    listPorts(parsed, header),
    listPaths(path),
    listQueries(query),
  ]).filter(({ changes }) => changes.length > 0);
  return changed
    .sort((a, b) => a.changes.length - b.changes.length)
    .slice(0, MAX_URLS)
    .map(({ text, changes }) => ({ value: text, finding: describeChanges(changes) }));
}

const MAX_URLS = 128;

/** Joins one of the texts of each part, in all combinations. */
function combine(parts: readonly (readonly UrlPart[])[]): ChangedUrl[] {
  const start: ChangedUrl[] = [{ text: "", changes: [] }];
  return parts.reduce(
    (urls, choices) =>
      urls.flatMap(({ text, changes }) =>
        choices.map((part) => ({
          text: text + part.text,
          changes: part.change === undefined ? changes : [...changes, part.change],
        })),
      ),
    start,
  );
}

function describeChanges(changes: readonly UrlChange[]): Finding {
  const [code] = changes[0] ?? ["URL_HOST"];
  const words = changes.map(([, text]) => text).join(" and ");
  return createFinding(code, `The URL was signed ${words}.`);
}

// ---- Parts of a URL: first as it was passed, then as it may have been signed

function splitQuery(pathAndQuery: string): readonly [path: string, query: string] {
  const start = pathAndQuery.search(/[?#]/);
  return start < 0 ? [pathAndQuery, ""] : [pathAndQuery.slice(0, start), pathAndQuery.slice(start)];
}

function listProtocols({ protocol }: URL): readonly UrlPart[] {
  const other = protocol === "https:" ? "http" : "https";
  return [
    { text: `${protocol}//` },
    { text: `${other}://`, change: ["URL_SCHEME", `with ${other} as its scheme`] },
  ];
}

function listHosts({ hostname }: URL, header: ReadHeader): readonly UrlPart[] {
  const forwarded = /host="?([^";,]+)/i.exec(header("forwarded") ?? "")?.[1];
  const sent = [header("x-forwarded-host"), forwarded, header("host"), header("x-original-host")];
  const names = sent.flatMap((text) => text?.split(",")[0]?.trim().replace(/:\d+$/, "") || []);
  const www = hostname.startsWith("www.") ? hostname.slice(4) : `www.${hostname}`;
  const otherHosts = new Set([...names, www]);
  otherHosts.delete(hostname);
  return [
    { text: hostname },
    ...[...otherHosts].map((text): UrlPart => {
      return { text, change: ["URL_HOST", `with ${JSON.stringify(text)} as its host`] };
    }),
  ];
}

function listPorts({ port }: URL, header: ReadHeader): readonly UrlPart[] {
  const passedPort = port === "" ? "" : `:${port}`;
  const sent = [header("x-forwarded-port"), /:(\d+)$/.exec(header("host") ?? "")?.[1]];
  const ports = sent.flatMap((text) => (/^\d+$/.test(text ?? "") ? `:${text}` : []));
  const otherPorts = new Set(["", ":443", ":80", ...ports]);
  otherPorts.delete(passedPort);
  return [
    { text: passedPort },
    ...[...otherPorts].map((text): UrlPart => {
      const words = text === "" ? "without a port" : `with the port ${text.slice(1)}`;
      return { text, change: ["URL_PORT", words] };
    }),
  ];
}

function listPaths(path: string): readonly UrlPart[] {
  const hasSlash = path.endsWith("/");
  const other = hasSlash ? path.slice(0, -1) : `${path}/`;
  const words = `${hasSlash ? "without" : "with"} a slash at the end of its path`;
  return [{ text: path }, { text: other, change: ["URL_SLASH", words] }];
}

function listQueries(query: string): readonly UrlPart[] {
  if (query === "") return [{ text: "" }];
  return [{ text: query }, { text: "", change: ["URL_QUERY", "without its query"] }];
}

// ---- Types

type ReadHeader = (name: string) => string | undefined;

/** Text of a part of a URL; without a change, it is the one that was passed. */
interface UrlPart {
  readonly text: string;
  readonly change?: UrlChange;
}

interface ChangedUrl {
  readonly text: string;
  readonly changes: readonly UrlChange[];
}

type UrlChange = readonly [
  code: "URL_SCHEME" | "URL_HOST" | "URL_PORT" | "URL_SLASH" | "URL_QUERY",
  text: string,
];
