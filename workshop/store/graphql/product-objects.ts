/** Products, variants and stock of the Admin API. */
import { amountText, gid, idIn, type Product, type Variant } from '../state/shop-state.ts'
import { pictureUrl } from '../wire/webhook-payloads.ts'
import { requireScope, iso, money, type ApiContext } from './api-context.ts'
import type { ApiObject, Arguments } from './answer-document.ts'
import { connection } from './connection.ts'
import { matchesDate, readTerms, type Term } from './search-query.ts'

type VariantOf = { product: Product; variant: Variant }

export const productFields = (context: ApiContext): Record<string, unknown> => ({
  products(args: Arguments) {
    requireScope(context, 'read_products', 'products')
    const terms = readTerms(args['query'])
    const items = context.shop.products.filter((product) =>
      terms.every((term) => matches(product, term)),
    )
    const node = (product: Product) => productObject(context, product)
    return connection({ type: 'Product', items: sorted(items, args), key: keyOf, node }, args)
  },
  product({ id }: Arguments) {
    requireScope(context, 'read_products', 'product')
    return findProduct(context, id)
  },
  productVariants(args: Arguments) {
    requireScope(context, 'read_products', 'productVariants')
    const items = variantsOf(context)
    const node = (one: VariantOf) => variantObject(context, one)
    return connection({ type: 'ProductVariant', items, key: variantKey, node }, args)
  },
  productVariant({ id }: Arguments) {
    requireScope(context, 'read_products', 'productVariant')
    const found = variantsOf(context).find(
      ({ variant }) => gid('ProductVariant', variant.id) === id,
    )
    return found ? variantObject(context, found) : null
  },
  inventoryItem({ id }: Arguments) {
    requireScope(context, 'read_inventory', 'inventoryItem')
    return findInventoryItem(context, id)
  },
  inventoryItems(args: Arguments) {
    requireScope(context, 'read_inventory', 'inventoryItems')
    const items = variantsOf(context)
    const node = (one: VariantOf) => inventoryItemObject(context, one)
    return connection({ type: 'InventoryItem', items, key: variantKey, node }, args)
  },
  inventoryLevel({ id }: Arguments) {
    requireScope(context, 'read_inventory', 'inventoryLevel')
    const found = variantsOf(context).find(({ variant }) => levelId(context, variant) === id)
    return found ? inventoryLevelObject(context, found) : null
  },
})

const keyOf = ({ id }: Product) => String(id)
const variantKey = ({ variant }: VariantOf) => String(variant.id)

const variantsOf = ({ shop }: ApiContext): VariantOf[] =>
  shop.products.flatMap((product) => product.variants.map((variant) => ({ product, variant })))

export function findProduct(context: ApiContext, id: unknown): ApiObject | null {
  const wanted = idIn('Product', id)
  const found = context.shop.products.find((product) => product.id === wanted)
  return found ? productObject(context, found) : null
}

export function findVariantObject(context: ApiContext, id: unknown): ApiObject | null {
  const wanted = idIn('ProductVariant', id)
  const found = variantsOf(context).find(({ variant }) => variant.id === wanted)
  return found ? variantObject(context, found) : null
}

export function findInventoryItem(context: ApiContext, id: unknown): ApiObject | null {
  const wanted = idIn('InventoryItem', id)
  const found = variantsOf(context).find(({ variant }) => variant.inventoryItemId === wanted)
  return found ? inventoryItemObject(context, found) : null
}

/** Terms that this store doesn't know match everything, as on the platform. */
function matches(product: Product, term: Term): boolean {
  if (term.field === 'updated_at') return matchesDate(term, product.updatedAt)
  if (term.field === 'created_at') return matchesDate(term, product.createdAt)
  if (term.field === 'status') return product.status === term.value.toUpperCase()
  if (term.field === 'id') return String(product.id) === term.value
  return true
}

const sorted = (items: readonly Product[], args: Arguments) =>
  args['sortKey'] === 'UPDATED_AT'
    ? items.toSorted((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime())
    : items

const isAvailable = ({ stock }: Variant) => stock === null || stock > 0

function productObject(context: ApiContext, product: Product): ApiObject {
  const { variants } = product
  const prices = variants.map(({ price }) => price)
  const price = (cents: number) => money(amountText(cents), context.shop.currency)
  const url = `${context.storefrontUrl}/products/${product.handle}`
  const isPublished = product.status === 'ACTIVE'
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    description: () => product.description,
    descriptionHtml: `<p>${product.description}</p>`,
    status: product.status,
    vendor: 'Demo',
    productType: 'Home goods',
    tags: [],
    createdAt: iso(product.createdAt),
    updatedAt: iso(product.updatedAt),
    publishedAt: isPublished ? iso(product.createdAt) : null,
    onlineStoreUrl: isPublished ? url : null,
    onlineStorePreviewUrl: url,
    isGiftCard: false,
    totalInventory: variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
    tracksInventory: variants.some(({ stock }) => stock !== null),
    hasOutOfStockVariants: variants.some((variant) => !isAvailable(variant)),
    hasOnlyDefaultVariant: product.option === null,
    priceRangeV2: {
      __typename: 'ProductPriceRangeV2',
      minVariantPrice: price(Math.min(...prices)),
      maxVariantPrice: price(Math.max(...prices)),
    },
    options: () => [
      {
        __typename: 'ProductOption',
        id: gid('ProductOption', product.id),
        name: product.option ?? 'Title',
        position: 1,
        values: variants.map(({ title }) => title),
      },
    ],
    featuredMedia: mediaObject(context, product),
    featuredImage: imageObject(context, product),
    images: (args: Arguments) =>
      connection(
        { type: 'Image', items: [product], key: keyOf, node: (one) => imageObject(context, one) },
        args,
      ),
    media: (args: Arguments) =>
      connection(
        { type: 'Media', items: [product], key: keyOf, node: (one) => mediaObject(context, one) },
        args,
      ),
    variantsCount: { __typename: 'Count', count: variants.length, precision: 'EXACT' },
    variants: (args: Arguments) =>
      connection(
        {
          type: 'ProductVariant',
          items: variants.map((variant) => ({ product, variant })),
          key: variantKey,
          node: (one) => variantObject(context, one),
        },
        args,
      ),
  }
}

export const imageObject = ({ origin }: ApiContext, product: Product): ApiObject => ({
  __typename: 'Image',
  id: gid('ProductImage', product.id + 1n),
  url: () => pictureUrl(origin, product),
  altText: product.title,
  width: 400,
  height: 400,
})

const mediaObject = (context: ApiContext, product: Product): ApiObject => ({
  __typename: 'MediaImage',
  id: gid('MediaImage', product.id + 1n),
  alt: product.title,
  mediaContentType: 'IMAGE',
  status: 'READY',
  mimeType: 'image/png',
  image: imageObject(context, product),
  preview: {
    __typename: 'MediaPreviewImage',
    image: imageObject(context, product),
    status: 'READY',
  },
})

function variantObject(context: ApiContext, { product, variant }: VariantOf): ApiObject {
  const { title } = variant
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    legacyResourceId: String(variant.id),
    title,
    displayName: `${product.title} - ${title}`,
    sku: variant.sku,
    barcode: null,
    price: amountText(variant.price),
    compareAtPrice: null,
    position: product.variants.indexOf(variant) + 1,
    availableForSale: isAvailable(variant),
    inventoryPolicy: variant.stock === null ? 'CONTINUE' : 'DENY',
    inventoryQuantity: variant.stock ?? 0,
    sellableOnlineQuantity: variant.stock ?? 0,
    taxable: true,
    selectedOptions: [
      { __typename: 'SelectedOption', name: product.option ?? 'Title', value: title },
    ],
    createdAt: iso(product.createdAt),
    updatedAt: iso(product.updatedAt),
    image: null,
    product: () => productObject(context, product),
    inventoryItem() {
      return inventoryItemObject(context, { product, variant })
    },
  }
}

const levelId = ({ shop }: ApiContext, { inventoryItemId }: Variant) =>
  `${gid('InventoryLevel', shop.locationId)}?inventory_item_id=${String(inventoryItemId)}`

function inventoryItemObject(context: ApiContext, one: VariantOf): ApiObject {
  const { product, variant } = one
  const level = () => inventoryLevelObject(context, one)
  const items = [one]
  return {
    __typename: 'InventoryItem',
    id: gid('InventoryItem', variant.inventoryItemId),
    legacyResourceId: String(variant.inventoryItemId),
    sku: variant.sku,
    tracked: variant.stock !== null,
    requiresShipping: true,
    createdAt: iso(product.createdAt),
    updatedAt: iso(product.updatedAt),
    variant: () => variantObject(context, one),
    variants: (args: Arguments) => {
      const node = (of: VariantOf) => variantObject(context, of)
      return connection({ type: 'ProductVariant', items, key: variantKey, node }, args)
    },
    inventoryLevel: ({ locationId }: Arguments) =>
      locationId === gid('Location', context.shop.locationId) ? level() : null,
    inventoryLevels: (args: Arguments) =>
      connection({ type: 'InventoryLevel', items, key: variantKey, node: level }, args),
  }
}

function inventoryLevelObject(context: ApiContext, one: VariantOf): ApiObject {
  const { product, variant } = one
  const quantity = variant.stock ?? 0
  return {
    __typename: 'InventoryLevel',
    id: levelId(context, variant),
    isActive: true,
    createdAt: iso(product.createdAt),
    updatedAt: iso(product.updatedAt),
    item: () => inventoryItemObject(context, one),
    location: {
      __typename: 'Location',
      id: gid('Location', context.shop.locationId),
      legacyResourceId: String(context.shop.locationId),
      name: 'Workshop',
      isActive: true,
    },
    quantities: ({ names }: Arguments) =>
      (Array.isArray(names) ? names : []).map((name: unknown) => ({
        __typename: 'InventoryQuantity',
        id: `${gid('InventoryQuantity', variant.inventoryItemId)}?name=${String(name)}`,
        name,
        quantity: name === 'available' || name === 'on_hand' ? quantity : 0,
        updatedAt: iso(product.updatedAt),
      })),
  }
}
