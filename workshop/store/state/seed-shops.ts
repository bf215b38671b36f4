/** The shops that the demo store starts with, from the demo shop's catalog. */
import { demoCurrency, demoProducts, type DemoProduct } from '../../shop/catalog.ts'
import {
  protectedFields,
  type Address,
  type Customer,
  type Id,
  type Order,
  type Product,
  type ShopState,
  type Staff,
} from './shop-state.ts'

/** Beyond 2^53, so a program that reads ids as numbers fails here, and not in production. */
const firstId = 9_007_199_254_741_000n

/** People's ids are in tokens, which common libraries read with numbers. */
const firstStaffId = 97_000_000_001n

const dayMillis = 86_400_000

/** Stock of the catalog's products, in its order. */
const stocks = [14, 3, 8, 0, 40, 5]

/** Products that come in several variants. */
const options: Readonly<Record<string, { name: string; values: readonly string[] }>> = {
  'stoneware-mug': { name: 'Glaze', values: ['Sand', 'Slate'] },
  'linen-tea-towel': { name: 'Color', values: ['Rust', 'Ink', 'Natural'] },
}

type Person = {
  firstName: string
  lastName: string
  city: string
  province: readonly [name: string, code: string]
  country: readonly [name: string, code: string]
}

const people: readonly Person[] = [
  {
    firstName: 'Mara',
    lastName: 'Lindqvist',
    city: 'Ottawa',
    province: ['Ontario', 'ON'],
    country: ['Canada', 'CA'],
  },
  {
    firstName: 'Jonas',
    lastName: 'Weber',
    city: 'Köln',
    province: ['Nordrhein-Westfalen', 'NW'],
    country: ['Germany', 'DE'],
  },
  {
    firstName: 'Aoife',
    lastName: 'Byrne',
    city: 'Galway',
    province: ['Galway', 'G'],
    country: ['Ireland', 'IE'],
  },
  {
    firstName: 'Priya',
    lastName: 'Nair',
    city: 'Toronto',
    province: ['Ontario', 'ON'],
    country: ['Canada', 'CA'],
  },
]

/** Orders of the first shop: who bought which product, days ago. The oldest are beyond 60 days. */
const history: readonly (readonly [person: number, product: number, days: number])[] = [
  [0, 0, 85],
  [1, 4, 70],
  [2, 1, 41],
  [3, 2, 24],
  [0, 5, 12],
  [1, 0, 5],
  [2, 4, 2],
  [3, 1, 1],
]

/** Two shops: one with a history, and one that was opened today. */
export const seedShops = (now: Date): ShopState[] => [
  seedShop(now, { at: 0, name: 'linen-and-oak', title: 'Linen & Oak', hasHistory: true }),
  seedShop(now, { at: 1, name: 'northern-pottery', title: 'Northern Pottery', hasHistory: false }),
]

type Seed = { at: number; name: string; title: string; hasHistory: boolean }

function seedShop(now: Date, { at, name, title, hasHistory }: Seed): ShopState {
  let last = firstId + BigInt(at) * 1_000n
  const nextId = () => (last += 1n)
  const since = (days: number) => new Date(now.getTime() - days * dayMillis)

  const id = nextId()
  const staff = seedStaff(firstStaffId + BigInt(at) * 10n, name)
  const products = demoProducts.map((product, index) =>
    seedProduct(product, { nextId, stock: stocks[index] ?? 0, createdAt: since(120) }),
  )
  const customers = hasHistory
    ? people.map((person) => seedCustomer(person, { nextId, createdAt: since(90) }))
    : []
  const orders = hasHistory
    ? history.map(([person, product, days], index) =>
        seedOrder({
          ids: [nextId(), nextId()],
          number: 1001 + index,
          customer: customers[person],
          product: products[product],
          createdAt: since(days),
        }),
      )
    : []
  return {
    id,
    name,
    domain: `${name}.myshopify.com`,
    title,
    email: `hello@${name}.example`,
    currency: demoCurrency,
    timeZone: 'Europe/Amsterdam',
    country: 'Netherlands',
    countryCode: 'NL',
    createdAt: since(hasHistory ? 400 : 0),
    locationId: nextId(),
    staff,
    viewerId: staff[0]?.id ?? id,
    products,
    customers,
    orders: orders.toReversed(),
    theme: { id: nextId(), name: 'Daylight', embeds: new Set(), blocks: [] },
    installation: null,
    wasUninstalled: false,
    dataAccess: protectedFields,
    isPlanWithoutData: false,
    revokedScopes: [],
    refusesChanges: false,
    retryAfterSeconds: 2,
    blocksStorage: false,
  }
}

function seedStaff(first: Id, shop: string): Staff[] {
  const owner = { firstName: 'Ines', lastName: 'Vos', isOwner: true, isCollaborator: false }
  const agency = { firstName: 'Sam', lastName: 'Okafor', isOwner: false, isCollaborator: true }
  return [owner, agency].map((person, index) => ({
    ...person,
    id: first + BigInt(index),
    email: `${person.firstName.toLowerCase()}@${person.isOwner ? shop : 'agency'}.example`,
    locale: 'en',
  }))
}

type ProductSeed = { nextId: () => Id; stock: number; createdAt: Date }

function seedProduct(
  { slug, title, description, picture, price }: DemoProduct,
  { nextId, stock, createdAt }: ProductSeed,
): Product {
  const option = options[slug]
  return {
    id: nextId(),
    handle: slug,
    title,
    description,
    picture,
    option: option?.name ?? null,
    variants: (option?.values ?? ['Default Title']).map((value, index) => ({
      id: nextId(),
      inventoryItemId: nextId(),
      title: value,
      sku: `${picture}-${String(index + 1)}`.toUpperCase(),
      price,
      stock,
    })),
    status: 'ACTIVE',
    createdAt,
    updatedAt: createdAt,
  }
}

type CustomerSeed = { nextId: () => Id; createdAt: Date }

function seedCustomer(person: Person, { nextId, createdAt }: CustomerSeed): Customer {
  const { firstName, lastName } = person
  return {
    id: nextId(),
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    address: addressOf(person, nextId()),
    createdAt,
    updatedAt: createdAt,
  }
}

const addressOf = ({ firstName, lastName, city, province, country }: Person, id: Id): Address => ({
  id,
  firstName,
  lastName,
  city,
  province: province[0],
  provinceCode: province[1],
  country: country[0],
  countryCode: country[1],
})

type OrderSeed = {
  ids: readonly [order: Id, line: Id]
  number: number
  customer: Customer | undefined
  product: Product | undefined
  createdAt: Date
}

function seedOrder({ ids, number, customer, product, createdAt }: OrderSeed): Order {
  const variant = product?.variants[0]
  if (!customer || !product || !variant) throw new Error('The history names what there is not.')
  return {
    id: ids[0],
    number,
    lineItems: [
      {
        id: ids[1],
        productId: product.id,
        variantId: variant.id,
        title: product.title,
        variantTitle: product.option && variant.title,
        sku: variant.sku,
        quantity: 1,
        price: variant.price,
      },
    ],
    customerId: customer.id,
    email: customer.email,
    address: customer.address,
    locale: 'en',
    isTest: false,
    createdAt,
    updatedAt: createdAt,
    cancelledAt: null,
    refundedAt: null,
  }
}
