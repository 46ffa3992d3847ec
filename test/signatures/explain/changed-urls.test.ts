/** The URLs that a search tries in place of the one that is known, in their order. */
import { describe, expect, it } from "vitest";
import { listUrls } from "../../../src/receive/signatures/explain/changed-urls.js";

describe("[E.11] a URL", () => {
  it("is tried with one difference first", () => {
    expect(listSingle("https://a.example/h?x=1")).toEqual([
      ["URL_QUERY", "https://a.example/h", "without its query."],
      ["URL_SLASH", "https://a.example/h/?x=1", "with a slash at the end of its path."],
      ["URL_PORT", "https://a.example:443/h?x=1", "with the port 443."],
      ["URL_PORT", "https://a.example:80/h?x=1", "with the port 80."],
      ["URL_HOST", "https://www.a.example/h?x=1", 'with "www.a.example" as its host.'],
      ["URL_SCHEME", "http://a.example/h?x=1", "with http as its scheme."],
    ]);
    expect(list("https://a.example/h?x=1")).toHaveLength(47);
  });

  it("is tried with the hosts and the ports that headers name", () => {
    const headers = {
      "x-forwarded-host": " b.example:1 , z.example",
      forwarded: 'for=1.2.3.4;HOST="c.example:2";proto=http',
      host: "d.example:3",
      "x-original-host": "e.example,f.example",
      "x-forwarded-port": "4",
    };
    const url = "http://www.a.example:8080/h/";
    expect(listSingle(url, headers)).toEqual([
      ["URL_SLASH", "http://www.a.example:8080/h", "without a slash at the end of its path."],
      ["URL_PORT", "http://www.a.example/h/", "without a port."],
      ...["443", "80", "4", "3"].map((port) => [
        "URL_PORT",
        `http://www.a.example:${port}/h/`,
        `with the port ${port}.`,
      ]),
      ...["b.example", "c.example", "d.example", "e.example", "a.example"].map((host) => [
        "URL_HOST",
        `http://${host}:8080/h/`,
        `with "${host}" as its host.`,
      ]),
      ["URL_SCHEME", "https://www.a.example:8080/h/", "with https as its scheme."],
    ]);
  });

  it.each<[headers: Readonly<Record<string, string>>]>([
    [{ "x-forwarded-port": "x" }],
    [{ "x-forwarded-port": "8x" }],
    [{ "x-forwarded-port": "x8" }],
    [{ "x-forwarded-port": "443" }],
    [{ host: "a.example" }],
    [{ host: "a.example:80" }],
    [{ host: "" }],
    [{ forwarded: "for=1.2.3.4" }],
    [{ forwarded: "host=a.example;proto=https" }],
    [{ forwarded: "host=a.example, host=b.example" }],
    [{ "x-forwarded-host": "," }],
  ])("is tried with no more for %j", (headers) => {
    expect(list("https://a.example/h", headers)).toEqual(list("https://a.example/h"));
  });

  it.each([
    ["https://a.example", "https://a.example/"],
    ["https://a.example/", "https://a.example"],
    ["https://a.example#b", "https://a.example/#b"],
    ["HTTPS://a.example/H", "https://a.example/H/"],
    ["https://a.example/h?b=/c?d", "https://a.example/h/?b=/c?d"],
    ["https://a.example/h\nb", "https://a.example/h\nb/"],
  ])("%j has a path that may end with a slash: %j", (url, expected) => {
    expect(listSingle(url).find(([code]) => code === "URL_SLASH")?.[1]).toBe(expected);
  });

  it("that is none is not tried", () => {
    expect(listUrls("/hooks", () => undefined)).toEqual([]);
  });
});

it("[E.11] tries 128 URLs at most, those with the fewest differences first", () => {
  const headers: Readonly<Record<string, string>> = {
    "x-forwarded-host": "a.example",
    forwarded: "host=b.example",
    host: "c.example:3000",
    "x-original-host": "d.example",
    "x-forwarded-port": "8443",
  };
  const urls = listUrls("https://e.example/hooks?a=1", (name) => headers[name]);
  expect(urls).toHaveLength(128);
  const differences = urls.map(({ finding }) => finding.message.split(" and ").length);
  expect(differences).toEqual(differences.toSorted());
  expect(new Set(urls.map(({ value }) => value)).size).toBe(128);
});

/** The URLs with the code and the words of their findings. */
function list(url: string, headers: Readonly<Record<string, string>> = {}) {
  return listUrls(url, (name) => headers[name]).map(({ value, finding }) => [
    finding.code,
    value,
    finding.message.replace("The URL was signed ", ""),
  ]);
}

/** The URLs with one difference. */
function listSingle(url: string, headers?: Readonly<Record<string, string>>) {
  return list(url, headers).filter(([, , words]) => !words?.includes(" and "));
}
