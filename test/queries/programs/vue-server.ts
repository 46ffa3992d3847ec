/** Renders the app of Vue on a server. */
import { dehydrate } from "@tanstack/vue-query";
import { renderToString } from "vue/server-renderer";
import { createApp, createCache } from "./vue-app.js";

export async function render(baseUrl: string): Promise<string> {
  const cache = createCache();
  const html = await renderToString(createApp(cache, baseUrl));
  const state = JSON.stringify(dehydrate(cache));
  return `<div id="app">${html}</div><script type="application/json" id="state">${state}</script>`;
}
