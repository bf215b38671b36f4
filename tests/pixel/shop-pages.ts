/** Serves tests/pixel/pages on another host than the edge's, like a shop. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A square of one color, as an image on the shop's own host. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="112" height="112"><rect width="112" height="112" fill="#c9b79c"/><circle cx="56" cy="56" r="30" fill="#7d5f3f"/></svg>'

export type ShopPages = { origin: string; stop: () => Promise<void> }

/**
 * In a page, `{{edge}}` is the edge's origin, `{{site}}` the query's `site`, and `{{direction}}` its
 * `direction`.
 */
export const startShopPages = async (edge: string): Promise<ShopPages> => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.localhost')
    if (pathname === '/shirt.svg') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture)
      return
    }
    if (pathname === '/footfall-push.js') {
      const file = `importScripts('${edge}/push/worker.js')`
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(file)
      return
    }
    const named = new URL(`./pages${pathname.replace(/[^a-z/-]/g, '')}.html`, import.meta.url)
    // All other URLs of the shop show the product.
    const file = existsSync(named) ? named : new URL('./pages/product.html', import.meta.url)
    const site = /^[0-9a-f-]+$/.exec(searchParams.get('site') ?? '')?.[0] ?? ''
    const html = readFileSync(file, 'utf8')
    const direction = searchParams.get('direction') === 'rtl' ? 'rtl' : 'ltr'
    const page = html
      .replaceAll('{{edge}}', edge)
      .replaceAll('{{site}}', site)
      .replaceAll('{{direction}}', direction)
    response.writeHead(200, {
      'content-type': `${html.startsWith('<?xml') ? 'application/xhtml+xml' : 'text/html'}; charset=utf-8`,
      'set-cookie': 'basket=1; Path=/',
    })
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://shop.localhost:${port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
