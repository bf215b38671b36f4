/** Forms of the admin that change the shop. */
import type { Hono } from 'hono'
import type { DemoShop } from '../demo-shop.server.ts'

/** Where buyers of orders that the admin creates are from. */
const places: Readonly<Record<string, Record<string, string>>> = {
  Galway: { province: 'Galway', provinceCode: 'G', country: 'Ireland', countryCode: 'IE' },
  Köln: {
    province: 'Nordrhein-Westfalen',
    provinceCode: 'NW',
    country: 'Germany',
    countryCode: 'DE',
  },
  Ottawa: { province: 'Ontario', provinceCode: 'ON', country: 'Canada', countryCode: 'CA' },
}

/** @param root path of the admin, without a trailing slash */
export function addShopForms(app: Hono, shop: DemoShop, root: string): void {
  const { state } = shop
  /** After every form, the list shows what has changed. */
  const onForm = (
    path: string,
    list: string,
    change: (form: URLSearchParams, id: bigint) => void,
  ) => {
    app.post(path, async (c) => {
      const form = new URLSearchParams(await c.req.text())
      const id = /^\d{1,30}$/.exec(c.req.param('id') ?? '0')?.[0] ?? '0'
      try {
        change(form, BigInt(id))
      } catch (error) {
        return c.text(error instanceof Error ? error.message : 'The change failed.', 422)
      }
      return c.redirect(`${root}/${list}`, 303)
    })
  }

  app.post('/staff', async (c) => {
    const wanted = new URLSearchParams(await c.req.text()).get('viewer')
    const found = state.staff.find(({ id }) => String(id) === wanted)
    if (found) state.viewerId = found.id
    return c.redirect(root, 303)
  })
  onForm('/orders', 'orders', (form) => {
    const product = state.products.find(({ id }) => String(id) === form.get('product'))
    const variant = product?.variants.find(({ stock }) => stock === null || stock > 0)
    if (!variant) throw new Error('The product is sold out.')
    const city = form.get('city') ?? ''
    const buyer = { firstName: 'Robin', lastName: 'Demo', city, ...places[city] }
    shop.placeOrder({ lines: [{ variantId: variant.id, quantity: 1 }], buyer })
  })
  onForm('/orders/:id', 'orders', (form, id) => {
    if (form.get('action') === 'cancel') shop.cancelOrder(id)
    else shop.refundOrder(id)
  })
  onForm('/products', 'products', (form) => {
    const title = form.get('title')?.trim() ?? ''
    const price = readCents(form.get('price'))
    if (!title || price === null) throw new Error('Enter a title and a price.')
    shop.addProduct({ title, price, stock: 10 })
  })
  onForm('/products/:id', 'products', (form, id) => {
    const product = state.products.find((one) => one.id === id)
    if (form.get('action') === 'delete') shop.deleteProduct(id)
    else if (form.get('action') === 'status') {
      shop.changeProduct(id, { status: product?.status === 'ACTIVE' ? 'DRAFT' : 'ACTIVE' })
    } else {
      const price = readCents(form.get('price'))
      if (price === null) throw new Error('Enter a price.')
      shop.changeProduct(id, { price })
    }
  })
  onForm('/variants/:id', 'products', (form, id) => {
    const stock = form.get('stock') ?? ''
    shop.setStock(id, stock === '' ? null : Math.max(0, Math.floor(Number(stock)) || 0))
  })
  onForm('/customers', 'customers', (form) => {
    shop.addCustomer({ firstName: form.get('firstName') ?? '', email: form.get('email') ?? '' })
  })
  onForm('/customers/:id', 'customers', (form, id) => {
    if (form.get('action') === 'redact') shop.redactCustomer(id)
    else shop.requestData(id)
  })
}

function readCents(text: string | null): number | null {
  const cents = Math.round(Number(text) * 100)
  return text !== null && text.trim() !== '' && cents >= 0 ? cents : null
}
