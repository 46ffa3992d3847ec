/** Runs recipes in order. Requests to the address of the default vendor go to a service on loopback, whose address is `VENDOR_URL`. */
import { pathToFileURL } from "node:url";

const { VENDOR_URL } = process.env;
if (VENDOR_URL === undefined)
  throw new Error("VENDOR_URL is missing; expected the address of the service.");

const { fetch } = globalThis;
globalThis.fetch = (url, init) =>
  fetch(
    typeof url === "string" ? url.replace("https://api.vendor.example", VENDOR_URL) : url,
    init,
  );

for (const recipe of process.argv.slice(2)) {
  await import(pathToFileURL(recipe).href);
  console.log("---");
}
