/** The product with a double of push services, and a shop that serves the worker's file. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPushService, type PushService } from '#workshop/doubles/push-service.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { test as base } from './product-test.ts'

type WithPush = { push: PushService; product: ProductServer }

export type PushShopPages = {
  /** On the address that browsers allow service workers on without https. */
  url: string
  /** Installs the pixel, and the worker’s file as the screen shows it. */
  install: (parts: { site: string; workerFile: string }) => void
}

export const test = base.extend<WithPush & { withPush: WithPush; pages: PushShopPages }>({
  withPush: async ({ products }, use) => {
    await use(await products.special('push', start))
  },
  push: async ({ withPush: { push } }, use) => {
    await use(push)
  },
  product: async ({ withPush: { product } }, use) => {
    await use(product)
  },
  pages: async ({ product }, use) => {
    let installed = { site: '', workerFile: '' }
    const server = createServer(({ url = '' }, response) => {
      if (url === '/footfall-push.js') {
        response.setHeader('Content-Type', 'text/javascript')
        response.end(installed.workerFile)
        return
      }
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(pageOf(`${product.baseUrl}/js/pixel.library.js`, installed.site))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({
      url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      install: (parts) => {
        installed = parts
      },
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

export { expect } from 'playwright/test'

async function start() {
  const push = await startPushService()
  const product = await startProductServer({ environment: { PUSH_SERVICE_URL: push.origin } })
  const stop = async () => {
    await product.remove()
    await push.stop()
  }
  return { push, product, stop }
}

/**
 * Each page has the places for a product’s button and for the settings, and a bar that asks for consent. The bar
 * remembers the answer and reports it on each page, because the pixel asks for that.
 */
const pageOf = (script: string, site: string) => `<!doctype html>
<html lang="en"><title>Mugs</title><meta name="viewport" content="width=device-width">
<main>
  <h1>Blue mug</h1>
  <a href="/mugs">Mugs</a> <a href="/mugs/blue">Blue mug</a>
  <div data-footfall-push="back_in_stock" data-product="mug-blue"></div>
  <div data-footfall-push="settings"></div>
  <button type="button" onclick="localStorage.setItem('bar', 'yes'); report()">Accept statistics</button>
</main>
<script>
  const report = () => (window.footfall ||= []).push(['consent', true])
  if (localStorage.getItem('bar')) report()
</script>
<script async src="${script}" data-site="${site}"></script></html>`
