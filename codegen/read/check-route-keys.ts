/** Checks of the keys of `routes.yaml`, such as `GET /things/{id}`: the method and the URL of a route. */
import { METHODS, QUERY } from "../model/http.js";
import { alternatives, nearestKey } from "../model/messages.js";
import type { Complaint } from "./documents/yaml-document.js";
import { splitRouteKey } from "./route-entries.js";

/**
 * Complaints about the method and the URL of a route.
 * @param declared The methods that `vendor.yaml` declares.
 */
export function complaintsOfRouteKey(key: string, declared: readonly string[]): Complaint[] {
  const { method, url } = splitRouteKey(key);
  const complaints: Complaint[] = [];
  const known = [...METHODS, QUERY, ...declared];
  if (!known.includes(method)) {
    const message = `The method is ${JSON.stringify(method)}; expected ${alternatives(known)} and a space before the URL. Other methods are declared by \`methods\` in vendor.yaml.`;
    complaints.push({ message, suggestion: nearestKey(method, known), atKey: true });
  }
  const complaint = complaintOfUrl(url);
  if (complaint !== undefined && key !== method) {
    complaints.push({ message: `The URL is ${JSON.stringify(url)}; ${complaint}.`, atKey: true });
  }
  return complaints;
}

/**
 * Describes why a URL is not supported; `undefined` if it is. URLs use a part of RFC 6570: literal text,
 * and simple expressions with one name. A literal query is sent unchanged; a fragment only distinguishes
 * routes.
 */
export function complaintOfUrl(url: string): string | undefined {
  if (!url.startsWith("/")) return "expected a path that begins with `/`";
  const filled = url.replace(/\{[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\}/g, "x");
  const literal = filled.replace(/[?#].*$/s, "");
  if (/[{}]/.test(literal))
    return "expected placeholders such as `{name}`, of letters, digits, `_` and `-`";
  const end = filled.slice(literal.length);
  if (!/^(?:\?[^?#]+)?(?:#[^#]*)?$/.test(end)) return "expected one query and one fragment";
  if (/\{/.test(url.slice(url.search(/[?#]|$/))))
    return "expected no placeholders after the path: `query` declares parameters";
  if (literal.includes("/:")) return "expected placeholders to be written `{name}`";
  const unsafe = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/?#]/.exec(filled)?.[0];
  if (unsafe !== undefined) return `expected no ${JSON.stringify(unsafe)} in it`;
  if (/\/\//.test(literal)) return "expected no empty segment";
  if (/\/\.{1,2}(?=\/|$)/.test(literal)) return "expected no `.` and `..` segments";
  return undefined;
}
