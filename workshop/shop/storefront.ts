/** Routes of the demo shop. */
import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { errorCatalog } from '#app/lib/errors.ts'
import { readCart, readQuantity, withMore, withQuantity, writeCart } from './cart.ts'
import { findDemoProduct, demoProducts } from './catalog.ts'
import { placeOrder, type Buyer, type Product, type ShopSite } from './order.ts'
import { cartPage } from './pages/cart-page.ts'
import { checkoutPage, emptyBuyer } from './pages/checkout-page.ts'
import { framePage, type ShopPage } from './pages/frame.ts'
import { productPage, storefrontPage } from './pages/product-pages.ts'
import { thanksPage } from './pages/thanks-page.ts'
import { picture, styleSheet } from './pictures.ts'

const cartCookie = 'demo_cart'
const orderCookie = 'demo_order'

export type StorefrontOptions = Omit<Product, 'baseUrl'> & {
  /** Where the product answers on this machine, known once it listens. */
  baseUrl: () => string
  /** Null until there is one. */
  site: () => ShopSite | null
  /** Email of the account that sees the orders. */
  email: string
}

export function createStorefront(options: StorefrontOptions): Hono {
  const app = new Hono()
  const { appUrl } = options

  const cartOf = (c: Context) => readCart(getCookie(c, cartCookie))
  const keep = (c: Context, name: string, value: string) => {
    setCookie(c, name, value, {
      path: '/demo',
      httpOnly: true,
      sameSite: 'Lax',
      secure: appUrl.startsWith('https:'),
    })
  }
  const show = (c: Context, page: ShopPage, status: 200 | 404 | 422 | 503 = 200) => {
    const cart = cartOf(c)
    const siteUuid = options.site()?.uuid ?? null
    const isElsewhere = c.req.header('X-Forwarded-Host') !== new URL(appUrl).host
    return c.html(framePage(page, { appUrl, siteUuid, cart, isElsewhere }), status)
  }

  app.get('/', (c) => show(c, storefrontPage(demoProducts)))

  app.get('/products/:slug', (c) => {
    const product = findDemoProduct(c.req.param('slug'))
    if (!product) return show(c, missingPage(c.req.path), 404)
    return show(c, productPage(product))
  })

  app.get('/cart', (c) => show(c, cartPage(cartOf(c))))

  app.post('/cart', async (c) => {
    const form = await readFields(c)
    const product = findDemoProduct(form.get('product') ?? '')
    if (!product) return show(c, missingPage(c.req.path), 404)

    const quantity = readQuantity(form.get('quantity'))
    const cart =
      form.get('change') === 'set'
        ? withQuantity(cartOf(c), product, quantity)
        : withMore(cartOf(c), product, Math.max(1, quantity))
    keep(c, cartCookie, writeCart(cart))
    return c.redirect('/demo/cart', 303)
  })

  app.get('/checkout', (c) => {
    const cart = cartOf(c)
    if (cart.length === 0) return c.redirect('/demo/cart', 303)
    return show(c, checkoutPage(cart, { orderId: newOrderId(), buyer: emptyBuyer }))
  })

  app.post('/checkout', async (c) => {
    const cart = cartOf(c)
    if (cart.length === 0) return c.redirect('/demo/cart', 303)
    const form = await readFields(c)
    const id = orderIdOf(form.get('order'))
    const buyer: Buyer = {
      first_name: form.get('first_name') ?? '',
      city: form.get('city') ?? '',
      country: form.get('country') ?? '',
    }

    const product = { ...options, baseUrl: options.baseUrl() }
    const placed = await placeOrder(product, options.site(), { id, buyer, cart })
    if (!placed.ok) {
      const { message, errors } = placed
      const isInput = Object.keys(errors).length > 0
      const page = checkoutPage(cart, { orderId: id, buyer, message, errors })
      return show(c, page, isInput ? 422 : 503)
    }
    deleteCookie(c, cartCookie, { path: '/demo' })
    keep(c, orderCookie, `${id}.${cart[0]?.product.slug ?? ''}`)
    // Browsers cache a payload for ten seconds, but this one should show its order immediately.
    c.header('Clear-Site-Data', '"cache"')
    return c.redirect('/demo/thanks', 303)
  })

  app.get('/thanks', (c) => {
    const [id, slug] = (getCookie(c, orderCookie) ?? '').split('.')
    const product = findDemoProduct(slug ?? '')
    if (!product || !isOrderId(id)) return c.redirect('/demo', 303)
    return show(c, thanksPage({ orderId: id, product, email: options.email }))
  })

  const aWhile = { 'Cache-Control': 'public, max-age=300' }
  app.get('/style.css', (c) => c.body(styleSheet, 200, { ...aWhile, 'Content-Type': 'text/css' }))
  app.get('/images/:file', (c) => {
    const svg = picture(c.req.param('file'))
    if (svg === null) return show(c, missingPage(c.req.path), 404)
    return c.body(svg, 200, { ...aWhile, 'Content-Type': 'image/svg+xml' })
  })
  app.all('*', (c) =>
    c.req.path === '/demo/' ? c.redirect('/demo') : show(c, missingPage(c.req.path), 404),
  )
  return app
}

/** Any other body has no fields. */
const readFields = async (c: Context) => new URLSearchParams(await c.req.text())

const missingPage = (path: string): ShopPage => ({
  title: 'Not found',
  main: html`<h1>${errorCatalog.notFound(path)}</h1>
    <p><a href="/demo">Browse products</a></p>`,
})

/** Created with the form, so submitting it twice is one order. */
const newOrderId = () => `demo-${randomUUID()}`

const isOrderId = (text: string | null | undefined): text is string =>
  /^demo-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')

const orderIdOf = (given: string | null) => (isOrderId(given) ? given : newOrderId())
