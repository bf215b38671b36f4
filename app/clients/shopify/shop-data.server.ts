/** Orders and products of a shop, read from its Admin API. */
import { buyerOf } from '#app/lib/names/buyer.ts'
import type { Shopify } from '#app/domain/shops/shopify.ts'
import type { ShopOrder, ShopPage, ShopProduct } from '#app/domain/shops/shop-event.ts'
import type { AdminApi } from './admin-api.server.ts'
import { askForOrders } from './ask-for-orders.server.ts'
import { listOrdersWithout, readOrderWithout, type OrderNode } from './operations/shop-orders.ts'
import {
  listProducts,
  readProduct,
  readProductOfItem,
  type ProductNode,
} from './operations/shop-products.ts'
import { orderState } from './order-state.ts'

type ShopData = Pick<
  Shopify,
  'readOrder' | 'listOrders' | 'readProduct' | 'readProductOfItem' | 'listProducts'
>

export function createShopData({ call, ask }: AdminApi): ShopData {
  const readOneProduct: ShopData['readProduct'] = async (access, id) => {
    const variables = { id: globalId('Product', id) }
    const { product } = await call({
      ...access,
      operation: readProduct,
      variables,
    })
    return product && productOf(product)
  }

  return {
    async readOrder(access, id) {
      const variables = { id: globalId('Order', id) }
      const { read } = await askForOrders(ask, { access, variables, of: readOrderWithout })
      return read.order && orderOf(read.order)
    },

    async listOrders(access, { since, after, withheld: known }) {
      const variables = {
        query: `updated_at:>='${since.toISOString()}'`,
        after,
      }
      const { read, withheld } = await askForOrders(ask, {
        access,
        variables,
        of: listOrdersWithout,
        withheld: known,
      })
      return { ...pageOf(read.orders, read.orders.nodes.map(orderOf)), withheld }
    },

    readProduct: readOneProduct,

    async readProductOfItem(access, itemId) {
      const variables = { id: globalId('InventoryItem', itemId) }
      const read = await call({
        ...access,
        operation: readProductOfItem,
        variables,
      })
      const product = read.inventoryItem?.variant?.product
      return product ? productOf(product) : null
    },

    async listProducts(access, after) {
      const variables = { after }
      const { products } = await call({
        ...access,
        operation: listProducts,
        variables,
      })
      const items: ShopProduct[] = []
      for (const node of products.nodes) {
        const isWhole = !node.variants.pageInfo.hasNextPage
        const whole = isWhole ? productOf(node) : await readOneProduct(access, shortId(node.id))
        if (whole) items.push(whole)
      }
      return pageOf(products, items)
    },
  }
}

type Connection = {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const pageOf = <Item>({ pageInfo }: Connection, items: Item[]): ShopPage<Item> => ({
  items,
  next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})

const globalId = (type: string, id: string) => `gid://shopify/${type}/${id}`

/** `gid://shopify/Order/1` is `1`, as in webhooks and on pages. */
const shortId = (id: string) => id.slice(id.lastIndexOf('/') + 1).split('?', 1)[0] ?? ''

const idOf = (node: { id: string } | null | undefined) => (node ? shortId(node.id) : null)

function orderOf(node: OrderNode): ShopOrder {
  const { billingAddress: billing, shippingAddress: shipping } = node
  const placeOf = (from: typeof billing) =>
    from && { first_name: from.firstName, city: from.city, country: from.countryCodeV2 }
  const { first_name: firstName, ...address } = buyerOf(null, {
    billing: [placeOf(billing)],
    shipping: placeOf(shipping),
  })
  return {
    id: shortId(node.id),
    number: node.name ?? null,
    placedAt: node.processedAt ?? node.createdAt,
    state: orderState({
      status: node.displayFinancialStatus,
      isCanceled: Boolean(node.cancelledAt),
    }),
    isTest: node.test,
    firstName,
    email: node.email ?? null,
    address,
    items: node.lineItems.nodes
      .filter(({ isGiftCard }) => !isGiftCard)
      .map((line) => ({
        title: line.title,
        quantity: line.currentQuantity,
        price: Number(line.originalUnitPriceSet.shopMoney.amount),
        productId: idOf(line.product),
        variantId: idOf(line.variant),
      })),
    total: Number(node.totalPriceSet.shopMoney.amount),
    currency: node.currencyCode,
  }
}

function productOf({
  id,
  title,
  onlineStoreUrl,
  featuredMedia,
  variants,
}: ProductNode): ShopProduct {
  const { nodes, pageInfo } = variants
  const prices = nodes.map(({ price }) => Number(price))
  const isLimited = nodes.every(
    ({ inventoryPolicy, inventoryItem }) => inventoryItem.tracked && inventoryPolicy === 'DENY',
  )
  const isKnown = isLimited && nodes.length > 0 && !pageInfo.hasNextPage
  return {
    id: shortId(id),
    title,
    url: onlineStoreUrl,
    image: featuredMedia?.preview?.image?.url ?? null,
    price: prices.length === 0 ? null : Math.min(...prices),
    stock: isKnown
      ? nodes.reduce((sum, { inventoryQuantity }) => sum + Math.max(0, inventoryQuantity ?? 0), 0)
      : null,
    isAvailable: nodes.some(({ availableForSale }) => availableForSale),
  }
}
