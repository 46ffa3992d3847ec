/** Runs recipes in order. Their service is on loopback, under the name that the client has for it. */
import { pathToFileURL } from "node:url";

const { VENDOR_URL } = process.env;
if (VENDOR_URL === undefined) throw new Error("Where is the service?");

const original = globalThis.fetch;
globalThis.fetch = (url, init) => {
  const isNamed = typeof url === "string";
  return original(isNamed ? url.replace("https://api.vendor.example", VENDOR_URL) : url, init);
};

for (const recipe of process.argv.slice(2)) {
  await import(pathToFileURL(recipe).href);
  console.log("---");
}
