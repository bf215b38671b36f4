/** `npm run dev`: the product on Vite's development server, reloading on change. */
import { createServer } from 'vite'

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const { startDevelopment } = await vite.ssrLoadModule('/app/server/development.ts')
const product = await startDevelopment(vite.middlewares, () =>
  vite.ssrLoadModule('virtual:remix/server-build'),
)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    await product.stop()
    await vite.close()
    process.exit(0)
  })
}
