/** `npm run bench`: runs the benches from source, against the built product. */
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
try {
  const { main } = await vite.ssrLoadModule('/workshop/bench/main.ts')
  process.exitCode = await main(process.argv.slice(2))
} finally {
  await vite.close()
}
