import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { tokenSheet } from "./src/web/tokens.ts";

/** The colours as a style sheet of the page: it has them before its program runs. */
const tokens: Plugin = {
  name: "tokens",
  resolveId: (id) => (id === "virtual:tokens.css" ? id : undefined),
  load: (id) => (id === "virtual:tokens.css" ? tokenSheet() : undefined),
};

/** The dashboard's build: root `src/web`, output `dist/web`, file names carry a content hash so that they can be cached for ever. */
export default defineConfig({
  ...(process.env.VITEST ? {} : { root: "src/web" }),
  plugins: [react(), tokens],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // The server names in each page what that page will load.
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: { "/api": process.env.API_TARGET ?? "http://127.0.0.1:3000", "/share/": process.env.API_TARGET ?? "http://127.0.0.1:3000" },
  },
  preview: { host: "127.0.0.1" },
});
