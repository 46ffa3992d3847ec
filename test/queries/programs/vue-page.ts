/** Hydrates the app of Vue in a page. */
import { hydrate } from "@tanstack/vue-query";
import { createApp, createCache } from "./vue-app.js";

const cache = createCache();
hydrate(cache, JSON.parse(document.getElementById("state")?.textContent ?? ""));
createApp(cache, `${location.origin}/api`).mount("#app");
