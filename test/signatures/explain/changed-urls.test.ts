/** The URLs that a search tries in place of the one that is known, in their order. */
import { describe, expect, it } from "vitest";
import { listUrls } from "../../../src/receive/signatures/explain/changed-urls.js";

describe("[E.11] a URL", () => {
  it("is tried with one difference first", () => {
    expect(listUrlsWithOneDifference("https://a.example/h?x=1")).toEqual([
      { code: "URL_QUERY", url: "https://a.example/h", difference: "without its query." },
      {
        code: "URL_SLASH",
        url: "https://a.example/h/?x=1",
        difference: "with a slash at the end of its path.",
      },
      { code: "URL_PORT", url: "https://a.example:443/h?x=1", difference: "with the port 443." },
      { code: "URL_PORT", url: "https://a.example:80/h?x=1", difference: "with the port 80." },
      {
        code: "URL_HOST",
        url: "https://www.a.example/h?x=1",
        difference: 'with "www.a.example" as its host.',
      },
      { code: "URL_SCHEME", url: "http://a.example/h?x=1", difference: "with http as its scheme." },
    ]);
    expect(listTried("https://a.example/h?x=1")).toHaveLength(47);
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
    expect(listUrlsWithOneDifference(url, headers)).toEqual([
      {
        code: "URL_SLASH",
        url: "http://www.a.example:8080/h",
        difference: "without a slash at the end of its path.",
      },
      { code: "URL_PORT", url: "http://www.a.example/h/", difference: "without a port." },
      ...["443", "80", "4", "3"].map((port) => ({
        code: "URL_PORT",
        url: `http://www.a.example:${port}/h/`,
        difference: `with the port ${port}.`,
      })),
      ...["b.example", "c.example", "d.example", "e.example", "a.example"].map((host) => ({
        code: "URL_HOST",
        url: `http://${host}:8080/h/`,
        difference: `with "${host}" as its host.`,
      })),
      {
        code: "URL_SCHEME",
        url: "https://www.a.example:8080/h/",
        difference: "with https as its scheme.",
      },
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
    expect(listTried("https://a.example/h", headers)).toEqual(listTried("https://a.example/h"));
  });

  it.each([
    ["https://a.example", "https://a.example/"],
    ["https://a.example/", "https://a.example"],
    ["https://a.example#b", "https://a.example/#b"],
    ["HTTPS://a.example/H", "https://a.example/H/"],
    ["https://a.example/h?b=/c?d", "https://a.example/h/?b=/c?d"],
    ["https://a.example/h\nb", "https://a.example/h\nb/"],
  ])("%j has a path that may end with a slash: %j", (url, expected) => {
    const withSlash = listUrlsWithOneDifference(url).find(({ code }) => code === "URL_SLASH");
    expect(withSlash?.url).toBe(expected);
  });

  it("is not tried if the text is only a path", () => {
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
  const differences = urls.map(({ finding }) => countDifferences(finding.message));
  expect(differences).toEqual(differences.toSorted());
  expect(new Set(urls.map(({ value }) => value)).size).toBe(128);
});

/** The URLs that are tried in place of one, with the code of the finding and its words for the difference. */
function listTried(url: string, headers: Readonly<Record<string, string>> = {}) {
  return listUrls(url, (name) => headers[name]).map(({ value, finding }) => ({
    code: finding.code,
    url: value,
    difference: finding.message.replace("The URL was signed ", ""),
  }));
}

function listUrlsWithOneDifference(url: string, headers?: Readonly<Record<string, string>>) {
  return listTried(url, headers).filter(({ difference }) => countDifferences(difference) === 1);
}

/** A message joins its differences: "without its query and with http as its scheme". */
function countDifferences(message: string): number {
  return message.split(" and ").length;
}
