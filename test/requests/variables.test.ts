/** Variables of the base address. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../endpoint/error-of.js";
import { builderOf } from "./builder.js";

const endpoint = builderOf(
  {
    "POST /files": { template: "https://uploads.acme.example/files" },
  },
  {
    baseUrl: "https://{region}.api.acme.example:{port}/{version}/",
    variables: {
      region: { default: "us", values: ["us", "eu"] },
      port: { default: "443" },
      version: { default: "v1" },
    },
  },
);

describe("variables of the base address", () => {
  it.each([
    ["the defaults", {}, "https://us.api.acme.example:443/v1/x"],
    ["one of them", { region: "eu" }, "https://eu.api.acme.example:443/v1/x"],
    ["a number", { port: 8443 }, "https://us.api.acme.example:8443/v1/x"],
    ["all", { region: "eu", port: "1", version: "2.0-beta_1" }, "https://eu.api.acme.example:1/2.0-beta_1/x"], // prettier-ignore
    ["undefined", { region: undefined }, "https://us.api.acme.example:443/v1/x"],
  ])("[A.35] %s", (_title, variables, expected) => {
    expect(endpoint("GET /x", { variables }).url).toBe(expected);
    expect(endpoint({ url: "/x", variables }).url).toBe(expected);
    expect(endpoint.defaults({ variables })("GET /x").url).toBe(expected);
    expect(endpoint.parse(endpoint.merge("GET /x", { variables })).url).toBe(expected);
    expect(endpoint.merge({ url: "/x", variables })).not.toHaveProperty("variables");
  });

  it("[A.35] of a call replace those of the defaults one by one", () => {
    const builder = endpoint.defaults({ variables: { region: "eu" }, page: 2 });
    expect(builder.DEFAULTS.baseUrl).toBe("https://eu.api.acme.example:443/v1");
    expect(builder("GET /x").url).toBe("https://eu.api.acme.example:443/v1/x?page=2");
    const { url } = builder("GET /x", { variables: { version: "v2" } });
    expect(url).toBe("https://eu.api.acme.example:443/v2/x?page=2");
    const cascade = builder.defaults({ variables: { port: 1 } });
    expect(cascade("GET /x").url).toBe("https://eu.api.acme.example:1/v1/x?page=2");
    expect(endpoint("GET /x").url).toBe("https://us.api.acme.example:443/v1/x");
  });

  it("[A.10] [A.35] a builder with them needs no options, like any other", () => {
    for (const options of [undefined, null])
      expect(endpoint.defaults(options as never)("GET /x").url).toBe(endpoint("GET /x").url);
  });

  it("[A.35] give way to a base address beside them", () => {
    const options = { variables: { region: "eu" }, baseUrl: "https://a.example" };
    expect(endpoint("GET /x", options).url).toBe("https://a.example/x");
  });

  it("[A.35] [A.13] leave the servers of routes alone", () => {
    const url = "https://uploads.acme.example/files";
    const data = "x";
    expect(endpoint("POST /files", { data }).url).toBe(url);
    expect(endpoint("POST /files", { data, variables: { region: "eu" } }).url).toBe(url);
    expect(endpoint.defaults({ variables: { port: 1 } })("POST /files", { data }).url).toBe(url);
    const other = endpoint("POST /files", { data, baseUrl: "https://evil.example" });
    expect(other.url).toBe("https://evil.example/files");
    const similar = endpoint("POST /files", {
      data,
      baseUrl: "https://us.api.acme.example.evil:1/v1",
    });
    expect(similar.url).toBe("https://us.api.acme.example.evil:1/v1/files");
  });

  it.each([
    ["a value that is not listed", { region: "mars" }, "variables.region"],
    ["a value of another type", { region: true }, "variables.region"],
    ["an unknown name", { zone: "a" }, "variables.zone"],
    ["a slash", { version: "v1/../.." }, "variables.version"],
    ["dots", { version: ".." }, "variables.version"],
    ["a host", { port: "1@evil.example" }, "variables.port"],
    ["an empty value", { version: "" }, "variables.version"],
    ["a list", ["eu"], "variables"],
    ["text", "eu", "variables"],
  ])("[A.35] refuse %s", (_title, variables, name) => {
    for (const call of [
      () => endpoint("GET /x", { variables }),
      () => endpoint.defaults({ variables }),
      () => endpoint.merge({ url: "/x", variables }),
    ]) {
      const error = errorOf(call);
      expect([error.code, error.parameters]).toEqual(["INVALID_OPTION", [name]]);
    }
  });

  it("[A.35] says which values there are", () => {
    const { message } = errorOf(() => endpoint("GET /x", { variables: { region: "mars" } }));
    expect(message).toBe(
      'Option "variables.region" of "GET /x" is "mars"; expected one of "us", "eu".',
    );
  });

  it("[A.35] name the defaults if the catalog's own address is not one", () => {
    const { message } = errorOf(() => builderOf({}, { baseUrl: "{region}.acme.example" }));
    expect(message).toContain('of "defaults"');
  });

  it("[A.12] [A.35] inherited variables change nothing", () => {
    const variables = Object.create({ region: "eu" }) as object;
    expect(endpoint("GET /x", { variables }).url).toBe("https://us.api.acme.example:443/v1/x");
  });

  it("[A.35] are a parameter like any other where the catalog has none", () => {
    const plain = builderOf({}, {}, {});
    expect(plain("POST /graphql", { variables: { a: 1 } }).body).toEqual({ variables: { a: 1 } });
  });
});
