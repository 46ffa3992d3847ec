/** Variables in the address of a service, such as `https://{region}.acme.example`. */
import { describe, expect, it } from "vitest";
import { miniature } from "../cases/codegen/read/miniature.js";
import { generated } from "./generated-route.js";

describe("the variables of the address", () => {
  it("are in the constants, the entry of endpoint and the reference", async () => {
    const vendor = (miniature["vendor.yaml"] ?? "").replace(
      /baseUrl.*/,
      `baseUrl: "https://{region}.acme.example/{version}"
variables:
  region: { default: eu, values: [eu, us], description: Where the data is. }
  version: v1`,
    );
    const files = generated({ "vendor.yaml": vendor });
    expect(await files.get("endpoint-catalog.ts")).toContain(
      "  baseUrl,\n  variables,\n  accept,\n",
    );
    expect(await files.get("constants.ts")).toContain(`export const variables = {
  region: { default: "eu", values: ["eu", "us"] },
  version: { default: "v1" },
} as const;
`);
    expect(await files.get("constants.ts")).toContain(`  readonly variables?:
    | {
        /**
         * Where the data is.
         *
         * Default: \`eu\`
         */
        readonly region?: "eu" | "us" | undefined;
        /** Default: \`v1\` */
        readonly version?: string | undefined;
      }
    | undefined;
`);
    expect(await files.get("routes.ts")).toContain(
      "export interface RequestParameters extends ServerOptions {",
    );
    expect(await files.get("endpoint.ts"))
      .toContain(`export const endpoint: Endpoint<Routes, never, ServerOptions> = /* @__PURE__ */ createEndpoint<Routes, ServerOptions>(endpointCatalog, {
  variables: serverVariables,
});
`);
    expect(await files.get("reference/routes.md")).toContain(
      "| `region` | `eu` | eu, us | Where the data is. |",
    );
  });
});
