/** The demo shop as a server on this machine. The product passes requests for `/demo` on to it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createStorefront, type StorefrontOptions } from './storefront.ts'

export type ShopServer = {
  /** Origin, without a trailing slash. */
  url: string
  close: () => Promise<void>
}

/** Resolves when it listens. */
export async function startShopServer(options: StorefrontOptions): Promise<ShopServer> {
  const app = new Hono().route('/demo', createStorefront(options))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
