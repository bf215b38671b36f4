/** The demo of `npm run dev`: the same, without a build. */
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
await vite.ssrLoadModule('/workshop/demo/main.ts')
