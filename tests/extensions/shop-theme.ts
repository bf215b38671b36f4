/** A shop's pages as a theme renders them, with the extension's blocks and assets. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extension, renderBlock, type ThemePage } from './theme-double.ts'

export type ShopTheme = {
  origin: string
  /** Sets what the theme renders from now on. */
  setPage: (page: ThemePage & { blocks?: readonly string[] }) => void
  /** Sets the cart that the shop's cart calls change and return. In cents. */
  setCart: (total: number) => void
  stop: () => Promise<void>
}

export const startShopTheme = async (): Promise<ShopTheme> => {
  let page: Parameters<ShopTheme['setPage']>[0] = {}
  let total = 0

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.localhost')
    const asset = /^\/assets\/([\w-]+\.js)$/.exec(pathname)?.[1]
    if (asset) {
      response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(`${extension}/assets/${asset}`))
    } else if (pathname.startsWith('/cart')) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ total_price: total, currency: 'EUR' }))
    } else {
      void renderTheme(page).then((html) => {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(html)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://shop.localhost:${String(port)}`,
    setPage: (wanted) => {
      page = wanted
    },
    setCart: (wanted) => {
      total = wanted
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Like Dawn, the theme hides empty elements and puts app blocks between the price and the form. */
const renderTheme = async ({ blocks = [], ...page }: Parameters<ShopTheme['setPage']>[0]) => {
  const rendered = await Promise.all(blocks.map((name) => renderBlock(name, page)))
  return `<!doctype html>
<html lang="en">
  <head>
    <title>Kettle</title>
    <style>
      div:empty, p:empty, section:empty { display: none }
      body { font: 16px/24px sans-serif; margin: 0 auto; max-width: 640px; padding: 16px }
    </style>
  </head>
  <body class="template-product">
    <h1>Kettle</h1>
    <p>€ 39,50</p>
    ${rendered.join('\n')}
    <form action="/cart/add" method="post">
      <select name="id">
        <option value="411" selected>Black</option>
        <option value="412">White</option>
        <option value="413">To order</option>
      </select>
      <button>Add to cart</button>
    </form>
    <p>Boils a liter of water in two minutes.</p>
    ${await renderBlock('embed', page)}
  </body>
</html>`
}
