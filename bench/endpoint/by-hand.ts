/** Requests by hand, with the same objects as those of `endpoint` and without its checks: the limit of each job. */
import { accept, agent, base, json } from "./subjects.js";

// ---- Requests

export function get(path: string): object {
  return { method: "get", url: base + path, headers: freshHeaders() };
}

export function send(method: string, path: string, body: object): object {
  const headers = { accept, "user-agent": agent, "content-type": json };
  return { method, url: base + path, headers, body };
}

/** Builds a request for any route, with as little code as possible. */
export function expandOnce(route: string, parameters: Parameters): object {
  const space = route.indexOf(" ");
  const taken = new Set<string>();
  let url =
    base +
    route.slice(space + 1).replace(/\{(\w+)\}/g, (_, name: string) => {
      taken.add(name);
      return encode(String(parameters[name]));
    });
  let separator = "?";
  for (const name of Object.keys(parameters)) {
    if (taken.has(name)) continue;
    url += `${separator}${encode(name)}=${encode(String(parameters[name]))}`;
    separator = "&";
  }
  return { method: route.slice(0, space).toLowerCase(), url, headers: freshHeaders() };
}

// ---- Their parts

/** Makes the default headers anew, as each result has them. */
export function freshHeaders(): { [name: string]: string } {
  return { accept, "user-agent": agent };
}

/** Encodes a value quickly, as hand-written code would, since most values need no encoding. */
export function encode(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    if (!isUnreserved(text.charCodeAt(index))) return encodeAll(text);
  }
  return text;
}

/** Also encodes the reserved characters that `encodeURIComponent` leaves (RFC 3986, section 2.2). */
function encodeAll(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isUnreserved(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || // a to z
    (code >= 65 && code <= 90) || // A to Z
    (code >= 45 && code <= 57 && code !== 47) || // - . 0 to 9, but not the slash between them
    code === 95 || // _
    code === 126 // ~
  );
}

export type Parameters = Readonly<Record<string, string | number>>;
