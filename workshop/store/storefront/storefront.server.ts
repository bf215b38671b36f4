/** A demo shop's storefront: theme pages with the app's blocks, cart, checkout and the web pixel. */
import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { exactJson } from '../wire/exact-json.server.ts'
import type { ShopActions } from '../state/shop-actions.server.ts'
import type { Order, ShopState } from '../state/shop-state.ts'
import {
  checkoutCompleted,
  checkoutStarted,
  pageViewed,
  productAdded,
  productViewed,
  type AnalyticsEvent,
} from './analytics-events.ts'
import { createCarts, findByHandle, readQuantity, selectVariant, type CartLines } from './cart.ts'
import { cartJson, cartObject, productObject } from './liquid-objects.ts'
import {
  cartMain,
  checkoutMain,
  countryName,
  homeMain,
  missingMain,
  productMain,
  thanksMain,
} from './pages.ts'
import { frameStorePage, type StorePage } from './shop-frame.ts'
import type { BlockPage, ThemeExtension } from './theme-extension.server.ts'

type Options = {
  shop: ShopState
  actions: ShopActions
  /** Path of the shop, without a trailing slash. */
  root: string
  adminUrl: () => string
  theme: ThemeExtension | null
  /** The web pixel's script; null: there is none. */
  pixelBundle: () => Promise<string | null>
}

type Checkout = {
  lines: CartLines
  order: Order | null
  /** The web pixel was given the event. */
  isReported: boolean
}

export function createShopPages(options: Options): Hono {
  const { shop, actions, root, adminUrl, theme, pixelBundle } = options
  const app = new Hono()
  const carts = createCarts(shop)
  const checkouts = new Map<string, Checkout>()
  /** Events of a form post, for the page that follows. By cart. */
  const pending = new Map<string, AnalyticsEvent[]>()
  const cartCookie = `cart_${shop.name}`

  const tokenOf = (c: Context): string => {
    const known = getCookie(c, cartCookie)
    if (known && /^[\w-]{36}$/.test(known)) return known
    const token = randomUUID()
    setCookie(c, cartCookie, token, { path: '/shops', sameSite: 'Lax' })
    return token
  }
  const blockPage = (c: Context, pageType: string, lines: CartLines): BlockPage => ({
    pageType,
    product: null,
    cart: cartObject(shop, lines),
    isDesignMode: c.req.query('design') !== undefined,
  })
  const render = async (
    blocks: readonly { handle: string; id: string }[],
    page: BlockPage,
  ): Promise<string> => {
    if (!theme) return ''
    return (await Promise.all(blocks.map((block) => theme.render(block, page)))).join('')
  }
  const renderEmbeds = (page: BlockPage) => {
    const embeds = [...shop.theme.embeds].map((handle) => ({ handle, id: handle }))
    return render(embeds, page)
  }
  const webPixelNow = async () => {
    const settings = shop.installation?.webPixel?.settings
    return settings !== undefined && (await pixelBundle()) !== null ? { settings } : null
  }

  const show = async (
    c: Context,
    page: StorePage & { block: BlockPage | null },
    status: 200 | 404 | 422 = 200,
  ) => {
    const token = tokenOf(c)
    const events = [...(pending.get(token) ?? []), pageViewed(), ...page.events]
    pending.delete(token)
    const frame = {
      shop,
      root,
      adminUrl: adminUrl(),
      lines: carts.linesOf(token),
      embeds: page.block ? await renderEmbeds(page.block) : '',
      webPixel: await webPixelNow(),
      hasConsent: getCookie(c, 'demo_consent') !== 'no',
    }
    return c.html(frameStorePage({ ...page, events }, frame), status)
  }
  const missing = (c: Context) => {
    const block = blockPage(c, '404', [])
    return show(c, { title: 'Not found', main: missingMain(root), events: [], block }, 404)
  }

  app.get('/', (c) => {
    const block = blockPage(c, 'index', carts.linesOf(tokenOf(c)))
    return show(c, { title: 'Products', main: homeMain(shop, root), events: [], block })
  })

  app.get('/products/:handle', async (c) => {
    const product = findByHandle(shop, c.req.param('handle'))
    if (!product) return missing(c)
    const selected = selectVariant(product, c.req.query('variant'))
    const block = {
      ...blockPage(c, 'product', carts.linesOf(tokenOf(c))),
      product: productObject(product, selected),
    }
    const blocks = await render(shop.theme.blocks, block)
    const main = productMain({ shop, root, product, selected, blocks })
    const events = [productViewed(shop, { product, variant: selected })]
    return show(c, { title: product.title, main, events, block })
  })

  app.get('/cart', (c) => {
    const lines = carts.linesOf(tokenOf(c))
    const block = blockPage(c, 'cart', lines)
    return show(c, { title: 'Cart', main: cartMain(shop, root, lines), events: [], block })
  })
  const answerCart = (c: Context) => {
    const token = tokenOf(c)
    const body = exactJson(cartJson(shop, carts.linesOf(token), token))
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  }
  app.get('/cart.js', answerCart)
  app.get('/cart.json', answerCart)
  for (const path of ['/cart/add', '/cart/add.js']) {
    app.post(path, async (c) => {
      const token = tokenOf(c)
      const fields = await readFields(c)
      const added = carts.add(token, fields['id'] ?? '', readQuantity(fields['quantity'] ?? 1) || 1)
      if (!added) return c.json({ status: 404, message: 'Cart Error' }, 404)
      pending.set(token, [...(pending.get(token) ?? []), productAdded(shop, added)])
      return path.endsWith('.js') ? answerCart(c) : c.redirect(`${root}/cart`, 303)
    })
  }
  for (const path of ['/cart/change', '/cart/change.js']) {
    app.post(path, async (c) => {
      const fields = await readFields(c)
      carts.set(tokenOf(c), fields['id'] ?? '', readQuantity(fields['quantity']))
      return path.endsWith('.js') ? answerCart(c) : c.redirect(`${root}/cart`, 303)
    })
  }

  app.post('/checkout', (c) => {
    const lines = carts.linesOf(tokenOf(c))
    if (lines.length === 0) return c.redirect(`${root}/cart`, 303)
    const token = randomUUID()
    checkouts.set(token, { lines, order: null, isReported: false })
    return c.redirect(`${root}/checkouts/cn/${token}`, 303)
  })
  app.get('/checkouts/cn/:token', async (c) => {
    const token = c.req.param('token')
    const checkout = checkouts.get(token)
    if (!checkout) return missing(c)
    if (checkout.order) return c.redirect(`${root}/checkouts/cn/${token}/thank-you`, 303)
    const main = checkoutMain({ shop, action: c.req.path, lines: checkout.lines, message: null })
    const events = [checkoutStarted(shop, checkout.lines, token)]
    return show(c, { title: 'Checkout', main, events, block: null })
  })
  app.post('/checkouts/cn/:token', async (c) => {
    const token = c.req.param('token')
    const checkout = checkouts.get(token)
    if (!checkout) return missing(c)
    // Submitting the form twice is one order.
    if (!checkout.order) {
      const { countryCode = '', ...buyer } = await readFields(c)
      const { lines } = checkout
      try {
        checkout.order = actions.placeOrder({
          lines: lines.map(({ variant, quantity }) => ({ variantId: variant.id, quantity })),
          buyer: { ...buyer, countryCode, country: countryName(countryCode) },
        })
      } catch (error) {
        const message = error instanceof Error ? error.message : ''
        const main = checkoutMain({ shop, action: c.req.path, lines, message })
        return show(c, { title: 'Error: checkout', main, events: [], block: null }, 422)
      }
      carts.clear(tokenOf(c))
    }
    return c.redirect(`${root}/checkouts/cn/${token}/thank-you`, 303)
  })
  app.get('/checkouts/cn/:token/thank-you', (c) => {
    const token = c.req.param('token')
    const checkout = checkouts.get(token)
    if (!checkout?.order) return missing(c)
    const { lines, order } = checkout
    const events = checkout.isReported ? [] : [checkoutCompleted(shop, { lines, token, order })]
    checkout.isReported = true
    const main = thanksMain(root, order, adminUrl())
    return show(c, { title: 'Thank you', main, events, block: null })
  })

  app.get('/theme-assets/:file', async (c) => {
    const file = c.req.param('file')
    const content = theme?.readAsset(file)
    if (!content) return missing(c)
    const type = contentTypes[file.slice(file.lastIndexOf('.'))] ?? 'application/octet-stream'
    return c.body(new Uint8Array(content), 200, { 'Content-Type': type })
  })
  app.get('/web-pixel-sandbox', (c) => c.html(sandboxPage(`${root}/web-pixel.js`)))
  app.get('/web-pixel.js', async (c) => {
    const bundle = await pixelBundle()
    if (bundle === null) return missing(c)
    // The sandbox has no origin, so even its script is one of another site.
    const open = { 'Access-Control-Allow-Origin': '*' }
    return c.body(bundle, 200, { ...open, 'Content-Type': 'text/javascript' })
  })
  app.all('*', missing)
  return app
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Forms and JSON, as themes send both. Other values than text are left out. */
async function readFields(c: Context): Promise<Record<string, string>> {
  const text = await c.req.text()
  if (!c.req.header('content-type')?.includes('json')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  // Ids are longer than numbers can be, so they are read as text.
  const quoted = text.replaceAll(/:\s*(\d{1,30})(?=\s*[,}])/g, ':"$1"')
  const parsed: unknown = JSON.parse(quoted)
  return Object.fromEntries(
    Object.entries(parsed ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

/** A frame without an origin, whose only content is the pixel's worker. */
const sandboxPage = (bundleUrl: string) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Web pixel</title></head>
  <body>
    <script>
      Promise.all(['/pixel-sandbox.js', ${JSON.stringify(bundleUrl)}].map(function (url) {
        return fetch(url).then(function (answer) { return answer.text() })
      })).then(function (parts) {
        // A bundle that begins with a bracket would call what the first part returns.
        var code = new Blob(parts.map(function (part) { return part + '\\n;' }), { type: 'text/javascript' })
        var worker = new Worker(URL.createObjectURL(code))
        worker.onmessage = function (event) { parent.postMessage(event.data, '*') }
        onmessage = function (event) { if (event.source === parent) worker.postMessage(event.data) }
        parent.postMessage({ type: 'ready' }, '*')
      })
    </script>
  </body>
</html>`
