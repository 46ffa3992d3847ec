/** Names of packages and services, made of folders and titles. */
import { describe, expect, it } from "vitest";
import {
  namesService,
  toPackageName,
  toServiceName,
  toServiceTitle,
} from "../../cli/init/package-name.js";

describe("the name of a package", () => {
  it.each([
    ["/home/jane/acme-sdk", "acme-sdk"],
    ["/home/jane/Acme SDK", "acme-sdk"],
    ["/home/jane/.hidden", "hidden"],
    ["/home/jane/Ünï", "n"],
    ["/home/jane/stream", "my-sdk"],
    ["/", "my-sdk"],
  ])("of the folder %s is %s", (folder, name) => expect(toPackageName(folder)).toBe(name));
});

describe("the name of a service", () => {
  it.each([
    ["acme-sdk", "acme"],
    ["@acme/sdk", "acme"],
    ["@acme/pets-client", "pets"],
    ["acme-pay-api", "acmepay"],
    ["sdk", "sdk"],
    ["3scale-sdk", "api3scale"],
  ])("of the package %s is %s", (name, service) => expect(toServiceName(name)).toBe(service));
});

describe("the title of a service", () => {
  it.each([
    ["hub", "Hub"],
    ["acme-shop-sdk", "Acme Shop"],
    ["@acme/sdk", "Acme"],
  ])("of the package %s is %s", (name, title) => expect(toServiceTitle(name)).toBe(title));

  it.each([
    ["Resend", true],
    ["Box Platform API", true],
    ["OpenAI API", true],
    ["GitHub v3 REST API", true],
    ["GitHub's official OpenAPI spec + Octokit extension", false],
    ["Netlify's API documentation", false],
    ["Webhooks", false],
    ["My API v2", false],
    ["", false],
  ])("may be %j: %s", (title, isName) => expect(namesService(title)).toBe(isName));
});
