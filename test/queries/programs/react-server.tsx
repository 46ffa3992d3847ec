/** Renders the app of React on a server. */
import { dehydrate } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { createApp, createCache, listQueries } from "./react-app.js";

export async function render(baseUrl: string): Promise<string> {
  const cache = createCache();
  const queries = listQueries(baseUrl);
  await Promise.all([cache.prefetchInfiniteQuery(queries.repos), cache.prefetchQuery(queries.one)]);
  const html = renderToString(createApp(cache, queries));
  const state = JSON.stringify(dehydrate(cache));
  return `<div id="app">${html}</div><script type="application/json" id="state">${state}</script>`;
}
