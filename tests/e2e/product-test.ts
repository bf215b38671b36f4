/** The built product and a shop on another host name. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProductServer } from '../support/product-server.ts'
import { test as base } from './worker-test.ts'

export type E2eShop = {
  /** URL of its pages, on another host. */
  url: string
  /** Sets the content of all its pages. */
  setBody: (html: string) => void
}

type Fixtures = {
  /** Without any account. */
  product: ProductServer
  shop: E2eShop
}

export const test = base.extend<Fixtures>({
  product: async ({ products }, use) => {
    await use(await products.plain())
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see the pattern
  shop: async ({}, use) => {
    let body = ''
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><html lang="en"><title>Shop</title><body>${body}</body></html>`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({
      url: `http://shop.localhost:${String((server.address() as AddressInfo).port)}`,
      setBody: (html) => {
        body = html
      },
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

export { expect } from 'playwright/test'
