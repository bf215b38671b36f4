/** Loaded by workshop/run/dev.js through Vite: the same product, with routes that reload. */
import type { ServerBuild } from '@remix-run/node'
import { readConfig } from '#app/config.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import type { Middleware } from './http.server.ts'
import { startProduct, type RunningProduct } from './product.server.ts'
import { startMessage } from './start-message.server.ts'

/** @param files Vite's middleware @param build loads the newest server build */
export async function startDevelopment(
  files: Middleware,
  build: () => Promise<ServerBuild>,
): Promise<RunningProduct> {
  const config = readConfig(process.env)
  const product = await startProduct({
    config,
    log: createLog(config.logLevel),
    build,
    before: files,
  })
  process.stdout.write(startMessage(product, config))
  return product
}
