/** Runs modules of the workshop from source. */
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/**
 * Calls a module's `main` with the arguments of the command, and ends with the exit code that it returns.
 *
 * @param {string} file from the root of the checkout, with a leading slash
 */
export async function runMain(file) {
  const vite = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const { main } = await vite.ssrLoadModule(file)
    process.exitCode = await main(process.argv.slice(2))
  } finally {
    await vite.close()
  }
}
