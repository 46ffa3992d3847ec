/** Programs whose bundles are counted. Two of them joined are a program, too. */

export const CLIENT = exportFrom("typewire/client", "createClient");
export const ENDPOINT = exportFrom("typewire/endpoint", "endpoint");
export const WEBHOOKS = exportFrom("typewire/webhooks", "Webhooks");
export const NODE_MIDDLEWARE = exportFrom("typewire/middleware/node", "createNodeMiddleware");
export const WEB_MIDDLEWARE = exportFrom("typewire/middleware/web", "createWebMiddleware");
export const SDK = exportFrom("typewire/sdk", "Vendor");

/** A program that has these names of a module, separated by commas. */
export function exportFrom(module: string, names: string): string {
  return `export { ${names} } from "${module}";`;
}
