import { alternatives, nearestKey } from "../model/messages.js";
import { METHODS, QUERY } from "../model/model.js";
import type { Complaint } from "./yaml-document.js";

/** The method and the URL of `<METHOD> <url>`. */
export function splitRouteKey(key: string): { method: string; url: string } {
  const [method = "", ...rest] = key.split(" ");
  return { method, url: rest.join(" ") };
}

/** The names of the placeholders, in the order of the URL. */
export function placeholdersOf(url: string): string[] {
  return [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

/**
 * The mistakes in the method and the URL of a route.
 * @param declared The methods that `vendor.yaml` declares.
 */
export function complaintsOfRouteKey(key: string, declared: readonly string[] = []): Complaint[] {
  const { method, url } = splitRouteKey(key);
  const complaints: Complaint[] = [];
  const known = [...METHODS, QUERY, ...declared];
  if (!known.includes(method)) {
    const message = `The method is ${JSON.stringify(method)}; expected ${alternatives(known)} and a space before the URL. Other methods are declared by \`methods\` in vendor.yaml.`;
    complaints.push({ message, suggestion: nearestKey(method, known), atKey: true });
  }
  const fault = faultOfUrl(url);
  if (fault !== undefined && key !== method) {
    complaints.push({ message: `The URL is ${JSON.stringify(url)}; ${fault}.`, atKey: true });
  }
  return complaints;
}

/**
 * Why a URL is not supported, or `undefined`. URLs use a part of RFC 6570: literal text and simple
 * expressions with one name. A literal query is sent as it is; a fragment only tells routes apart.
 */
export function faultOfUrl(url: string): string | undefined {
  if (!url.startsWith("/")) return "expected a path that begins with `/`";
  const whole = url.replace(/\{[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\}/g, "x");
  const literal = whole.replace(/[?#].*$/s, "");
  if (/[{}]/.test(literal))
    return "expected placeholders such as `{name}`, of letters, digits, `_` and `-`";
  const end = whole.slice(literal.length);
  if (!/^(?:\?[^?#]+)?(?:#[^#]*)?$/.test(end)) return "expected one query and one fragment";
  if (/\{/.test(url.slice(url.search(/[?#]|$/))))
    return "expected no placeholders after the path: `query` declares parameters";
  if (literal.includes("/:")) return "expected placeholders to be written `{name}`";
  const odd = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/?#]/.exec(whole)?.[0];
  if (odd !== undefined) return `expected no ${JSON.stringify(odd)} in it`;
  if (/\/\//.test(literal)) return "expected no empty segment";
  if (/\/\.{1,2}(?=\/|$)/.test(literal)) return "expected no `.` and `..` segments";
  return undefined;
}
