/**
 * `npm run screenshots -- [state …]`: images of every screen, see
 * workshop/pictures/screens.
 */
import path from 'node:path'
import { createServer } from 'vite'
import { ensureChromium } from '#workshop/run/chromium.js'
import { root } from '#workshop/run/steps.js'

await ensureChromium()
const vite = await createServer({
  configFile: false,
  root,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
try {
  const { main } = await vite.ssrLoadModule('/workshop/pictures/screens/main.ts')
  process.exitCode = await main(path.join(root, '.screenshots'), process.argv.slice(2))
} finally {
  await vite.close()
}
