/** Likely changes of a URL on its way, undone: another scheme, host, port, slash or query. */
import { createFinding, type Variant } from "./findings.js";

/** Lists URLs that may be the registered one. URLs with the fewest differences come first. */
export function listUrls(
  url: string,
  header: (name: string) => string | undefined,
): readonly Variant<string>[] {
  if (!URL.canParse(url)) return [];
  const configured = new URL(url);
  const [, pathAndQuery = ""] = /^https?:\/\/[^/?#]*(.*)/is.exec(url) ?? [];
  const [path, query] = splitQuery(pathAndQuery);
  const candidates: { url: string; changes: UrlChange[] }[] = [];
  for (const protocol of listProtocols(configured))
    for (const host of listHosts(configured, header))
      for (const port of listPorts(configured, header))
        for (const pathPart of listPaths(path))
          for (const triedQuery of query === "" ? [""] : [query, ""]) {
            const changes = [protocol, host, port, pathPart].flatMap(({ change }) =>
              change === undefined ? [] : [change],
            );
            if (triedQuery !== query) changes.push(["URL_QUERY", "without its query"]);
            const text = `${protocol.text}//${host.text}${port.text}${pathPart.text}${triedQuery}`;
            if (changes.length > 0) candidates.push({ url: text, changes });
          }
  candidates.sort((a, b) => a.changes.length - b.changes.length);
  return candidates.slice(0, MAX_URLS).map(({ url: value, changes }) => {
    const [code] = changes[0] ?? ["URL_HOST"];
    const parts = changes.map(([, text]) => text).join(" and ");
    return { value, finding: createFinding(code, `The URL was signed ${parts}.`) };
  });
}

const MAX_URLS = 128;

type UrlChange = readonly [
  code: "URL_SCHEME" | "URL_HOST" | "URL_PORT" | "URL_SLASH" | "URL_QUERY",
  text: string,
];

/** Part of a URL; without a change, it is the one that was given. */
interface UrlPart {
  readonly text: string;
  readonly change?: UrlChange;
}

function splitQuery(pathAndQuery: string): readonly [path: string, query: string] {
  const start = pathAndQuery.search(/[?#]/);
  return start < 0 ? [pathAndQuery, ""] : [pathAndQuery.slice(0, start), pathAndQuery.slice(start)];
}

type ReadHeader = (name: string) => string | undefined;

function listProtocols({ protocol }: URL): readonly UrlPart[] {
  const other = protocol === "https:" ? "http:" : "https:";
  return [
    { text: protocol },
    { text: other, change: ["URL_SCHEME", `with ${other.slice(0, -1)} as its scheme`] },
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
  const ownPort = port === "" ? "" : `:${port}`;
  const sent = [header("x-forwarded-port"), /:(\d+)$/.exec(header("host") ?? "")?.[1]];
  const ports = sent.flatMap((text) => (/^\d+$/.test(text ?? "") ? `:${text}` : []));
  const otherPorts = new Set(["", ":443", ":80", ...ports]);
  otherPorts.delete(ownPort);
  return [
    { text: ownPort },
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
