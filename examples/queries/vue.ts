/** Vue: starts the app. */
import { QueryClient, VueQueryPlugin } from "@tanstack/vue-query";
import { createApp } from "vue";
import App from "./vue.vue";

// The client tries a request again itself.
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

createApp(App)
  .use(VueQueryPlugin, { queryClient })
  .mount(document.body.appendChild(document.createElement("div")));
