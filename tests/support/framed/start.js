/**
 * A process with the product on Vite's development server, and an admin on another host that frames it. The
 * built product can't have that admin's platform: production has none of it.
 */
import { createServer } from 'vite'

const vite = await createServer({
  appType: 'custom',
  logLevel: 'error',
  // Not the folder that `npm run dev` uses, which may run at the same time.
  cacheDir: '.cache/vite-framed',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
const { startFramedProduct } = await vite.ssrLoadModule('/tests/support/framed/framed-product.ts')
/** @type {import('./framed-product.ts').FramedProduct} */
const product = await startFramedProduct({
  files: vite.middlewares,
  build: () => vite.ssrLoadModule('virtual:remix/server-build'),
})
process.stdout.write(`Admin ${product.adminUrl}\n`)
process.on('SIGTERM', async () => {
  await product.stop()
  await vite.close()
  process.exit(0)
})
