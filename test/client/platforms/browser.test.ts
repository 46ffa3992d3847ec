/** The same tests with the bundle for browsers. */
import { createClient } from "typewire/client";
import { expect, it, vi } from "vitest";
import { browserBundle } from "./browser-bundle.js";

const load = vi.hoisted(
  () => async (): Promise<object> => (await import("./browser-bundle.js")).browserBundle,
);

vi.mock("typewire/client", load);
vi.mock("../../../src/request/client/client.js", load);
vi.mock("../../../src/request/client/auth/auth-schemes.js", load);
vi.mock("../../../src/request/client/page-styles.js", load);
vi.mock("../../../src/request/client/auth/redirects.js", load);
vi.mock("../../../src/request/endpoint/endpoint.js", load);

it("[F.2] is the client of these tests", () => {
  expect(createClient).toBe(Reflect.get(browserBundle, "createClient"));
});

await import("./suite.js");
