/** `endpoint-catalog.ts`: the data that the request builder works on. */
import { listOtherMethods } from "../../model/http.js";
import type { SchemaModel } from "../../model/model.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, joinCode, ofModule } from "../print/module.js";
import { printValue } from "../print/print.js";
import { CONSTANTS, listServiceConstants } from "./constants.js";

/** Emits the catalog of the request builder. */
export function emitEndpointCatalog({ vendor, routes }: SchemaModel): ModuleDraft {
  const keys = listServiceConstants(vendor);
  const otherMethods = listOtherMethods(routes);
  const methods = otherMethods.length === 0 ? "" : `methods: ${printValue(otherMethods)},\n  `;
  return {
    path: "endpoint-catalog.ts",
    sources: filesOf(vendor, ...routes),
    module: {
      blocks: [
        code`/** The API for the request builder: address, media types and special routes. */
${exported("const", "endpointCatalog")} = {
  ${joinCode(
    keys.map((name) => CONSTANTS.value(name)),
    ",\n  ",
  )},
  ${methods}get routes() {
    return ${ofModule("./route-exceptions.js").value("expandRouteExceptions")}();
  },
} as const;`,
      ],
    },
  };
}
