/** `npm run dev`: the product on Vite's development server, reloading on change. */
import { createServer } from 'vite'

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const { startDevelopment } = await vite.ssrLoadModule('/app/server/development.ts')
const product = await startDevelopment(vite.middlewares, () =>
  vite.ssrLoadModule('virtual:remix/server-build'),
)

let stoppingSince = 0
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (stoppingSince > 0) {
      // A terminal and npm each hand on one and the same Ctrl-C; a later one means now.
      if (Date.now() - stoppingSince > 1_000) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    await product.stop()
    await vite.close()
    process.exit(0)
  })
}
