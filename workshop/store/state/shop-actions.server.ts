/** Actions in a shop: each changes its state and sends the webhooks that follow. */
import type { Webhooks } from '../wire/webhooks.server.ts'
import {
  customerPayload,
  customerRedactPayload,
  dataRequestPayload,
  inventoryItemPayload,
  inventoryLevelPayload,
  orderPayload,
  productPayload,
  refundPayload,
  shopPayload,
} from '../wire/webhook-payloads.ts'
import type { Customer, Id, Order, Product, ShopState, Variant } from './shop-state.ts'
import { visibleCustomer } from './visible-data.ts'

type Buyer = {
  firstName?: string
  lastName?: string
  email?: string
  city?: string
  province?: string
  provinceCode?: string
  country?: string
  countryCode?: string
}

type OrderedLine = { variantId: Id; quantity: number }

type PlacedOrder = {
  lines: readonly OrderedLine[]
  buyer?: Buyer
  /** Absent: a customer when there is an email address, otherwise a guest. */
  isGuest?: boolean
  isTest?: boolean
  /** Absent: now. */
  createdAt?: Date
  /** Absent: webhooks are sent. */
  isSilent?: boolean
}

type NewProduct = {
  title: string
  /** In cents. */
  price: number
  stock: number | null
  picture?: string
  description?: string
}

type ProductChange = Partial<Pick<Product, 'title' | 'description' | 'status'>> & {
  /** In cents, of all variants. */
  price?: number
}

export type ShopActions = {
  /** @throws Error when a variant doesn't exist or is sold out */
  placeOrder: (order: PlacedOrder) => Order
  cancelOrder: (id: Id) => void
  refundOrder: (id: Id) => void
  addCustomer: (buyer: Buyer) => Customer
  addProduct: (product: NewProduct) => Product
  changeProduct: (id: Id, change: ProductChange) => void
  deleteProduct: (id: Id) => void
  setStock: (variantId: Id, stock: number | null) => void
  changeShop: (change: Partial<Pick<ShopState, 'title' | 'timeZone' | 'currency'>>) => void
  /** As when a customer asks for their data. */
  requestData: (customerId: Id) => void
  /** As when a customer asks to be deleted. The customer stays in the shop, as on the platform. */
  redactCustomer: (customerId: Id) => void
}

export type ActionOptions = {
  shop: ShopState
  webhooks: Webhooks
  clock: () => Date
  nextId: () => Id
  /** Origin of the demo store. */
  origin: () => string
}

export function createShopActions(options: ActionOptions): ShopActions {
  const { shop, webhooks, clock, nextId, origin } = options

  const createCustomer = (buyer: Buyer, createdAt: Date): Customer => {
    const customer: Customer = {
      id: nextId(),
      firstName: buyer.firstName ?? '',
      lastName: buyer.lastName ?? '',
      email: buyer.email ?? '',
      address: addressOf(buyer, nextId),
      createdAt,
      updatedAt: createdAt,
    }
    shop.customers.unshift(customer)
    const visible = visibleCustomer(shop.dataAccess, customer)
    if (visible) webhooks.send('customers/create', customerPayload(visible))
    return customer
  }
  const findOrder = (id: Id) => find(shop.orders, id, 'order')
  const findProduct = (id: Id) => find(shop.products, id, 'product')
  const findCustomer = (id: Id) => find(shop.customers, id, 'customer')

  const storeStock = (product: Product, variant: Variant, stock: number | null) => {
    variant.stock = stock
    product.updatedAt = clock()
    webhooks.send('inventory_levels/update', inventoryLevelPayload(shop, product, variant))
  }
  const orderChanged = (order: Order) => {
    order.updatedAt = clock()
    webhooks.send('orders/updated', orderPayload(shop, order))
  }
  const productChanged = (product: Product) => {
    product.updatedAt = clock()
    webhooks.send('products/update', productPayload(origin(), product))
  }
  const restock = (order: Order) => {
    for (const { productId, variantId, quantity } of order.lineItems) {
      const product = shop.products.find(({ id }) => id === productId)
      const variant = product?.variants.find(({ id }) => id === variantId)
      if (!product || !variant || variant.stock === null) continue
      storeStock(product, variant, variant.stock + quantity)
    }
  }

  return {
    placeOrder({ lines, buyer = {}, isGuest, isTest = false, createdAt = clock(), isSilent }) {
      const found = lines.map((line) => ({ ...line, ...findVariant(shop, line.variantId) }))
      const missing = found.find(
        ({ variant, quantity }) => variant.stock !== null && variant.stock < quantity,
      )
      if (missing) throw new Error(`There isn’t enough stock of ${missing.product.title}.`)
      const customer =
        isGuest === true || !buyer.email
          ? null
          : (shop.customers.find(({ email }) => email === buyer.email) ??
            createCustomer(buyer, createdAt))
      const order: Order = {
        id: nextId(),
        number: Math.max(1000, ...shop.orders.map(({ number }) => number)) + 1,
        lineItems: found.map(({ product, variant, quantity }) => ({
          id: nextId(),
          productId: product.id,
          variantId: variant.id,
          title: product.title,
          variantTitle: product.option && variant.title,
          sku: variant.sku,
          quantity,
          price: variant.price,
        })),
        customerId: customer?.id ?? null,
        email: buyer.email ?? '',
        address: addressOf(buyer, nextId),
        locale: 'en',
        isTest,
        createdAt,
        updatedAt: createdAt,
        cancelledAt: null,
        refundedAt: null,
      }
      shop.orders.push(order)
      shop.orders.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      if (isSilent) return order
      webhooks.send('orders/create', orderPayload(shop, order))
      webhooks.send('orders/paid', orderPayload(shop, order))
      for (const { product, variant, quantity } of found) {
        if (variant.stock !== null) storeStock(product, variant, variant.stock - quantity)
      }
      return order
    },
    cancelOrder(id) {
      const order = findOrder(id)
      if (order.cancelledAt) return
      order.cancelledAt = clock()
      webhooks.send('orders/cancelled', orderPayload(shop, order))
      orderChanged(order)
      restock(order)
    },
    refundOrder(id) {
      const order = findOrder(id)
      if (order.refundedAt) return
      order.refundedAt = clock()
      webhooks.send('refunds/create', refundPayload(order))
      orderChanged(order)
      if (!order.cancelledAt) restock(order)
    },
    addCustomer: (buyer) => createCustomer(buyer, clock()),
    addProduct({ title, price, stock, picture = 'mug', description = '' }) {
      const now = clock()
      const id = nextId()
      const product: Product = {
        id,
        handle: handleOf(title, id),
        title,
        description,
        picture,
        option: null,
        variants: [
          {
            id: nextId(),
            inventoryItemId: nextId(),
            title: 'Default Title',
            sku: `${picture}-${String(shop.products.length + 1)}`.toUpperCase(),
            price,
            stock,
          },
        ],
        status: 'ACTIVE',
        createdAt: now,
        updatedAt: now,
      }
      shop.products.push(product)
      webhooks.send('products/create', productPayload(origin(), product))
      return product
    },
    changeProduct(id, { price, ...change }) {
      const product = findProduct(id)
      Object.assign(product, change)
      if (price !== undefined) for (const variant of product.variants) variant.price = price
      productChanged(product)
    },
    deleteProduct(id) {
      const product = findProduct(id)
      shop.products.splice(shop.products.indexOf(product), 1)
      webhooks.send('products/delete', { id: product.id })
    },
    setStock(variantId, stock) {
      const { product, variant } = findVariant(shop, variantId)
      const wasTracked = variant.stock !== null
      storeStock(product, variant, stock)
      if (wasTracked !== (stock !== null)) {
        webhooks.send('inventory_items/update', inventoryItemPayload(product, variant))
      }
      productChanged(product)
    },
    changeShop(change) {
      Object.assign(shop, change)
      webhooks.send('shop/update', shopPayload(shop))
    },
    requestData(customerId) {
      const payload = dataRequestPayload(shop, findCustomer(customerId), nextId())
      webhooks.send('customers/data_request', payload)
    },
    redactCustomer(customerId) {
      webhooks.send('customers/redact', customerRedactPayload(shop, findCustomer(customerId)))
    },
  }
}

/** @throws Error for one that doesn't exist */
function findVariant(shop: ShopState, id: Id): { product: Product; variant: Variant } {
  for (const product of shop.products) {
    const variant = product.variants.find((one) => one.id === id)
    if (variant) return { product, variant }
  }
  throw new Error(`There is no variant ${String(id)}.`)
}

function find<T extends { id: Id }>(items: readonly T[], id: Id, what: string): T {
  const found = items.find((item) => item.id === id)
  if (!found) throw new Error(`There is no ${what} ${String(id)}.`)
  return found
}

function addressOf(buyer: Buyer, nextId: () => Id): Order['address'] {
  if (!buyer.country && !buyer.countryCode && !buyer.city) return null
  return {
    id: nextId(),
    firstName: buyer.firstName ?? '',
    lastName: buyer.lastName ?? '',
    city: buyer.city ?? '',
    province: buyer.province ?? '',
    provinceCode: buyer.provinceCode ?? '',
    country: buyer.country ?? '',
    countryCode: buyer.countryCode ?? '',
  }
}

/** Unique, because two products may have the same title. */
const handleOf = (title: string, id: Id) =>
  `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${String(id).slice(-4)}`
