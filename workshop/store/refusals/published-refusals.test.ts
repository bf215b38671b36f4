/** Each operation of the app meets each published refusal as Shopify answers it. */
import { Kind, parse, visit, type OperationDefinitionNode } from 'graphql'
import { expect, test } from 'vitest'
import * as activate from '#app/clients/shopify/operations/activate.ts'
import * as purchases from '#app/clients/shopify/operations/app-purchases.ts'
import * as subscriptions from '#app/clients/shopify/operations/app-subscriptions.ts'
import * as details from '#app/clients/shopify/operations/shop-details.ts'
import { listOrdersWithout, readOrderWithout } from '#app/clients/shopify/operations/shop-orders.ts'
import * as products from '#app/clients/shopify/operations/shop-products.ts'
import { scopes } from '#app/clients/shopify/app-settings.ts'
import {
  exchange,
  requestAccessToken,
  requestToken,
  startTestStore,
} from '#tests/support/shopify/demo-store.ts'
import type { DemoShop } from '../demo-shop.server.ts'
import { gid } from '../state/shop-state.ts'
import { mostListed, operationFacts, refusedMutations } from './operations.ts'
import { refusalIds, refusals, sources, type Refusal } from './published-refusals.ts'

const documents = new Map(
  [
    activate,
    purchases,
    subscriptions,
    details,
    products,
    [listOrdersWithout([]), readOrderWithout([])],
  ]
    .flatMap((exported) => Object.values(exported) as unknown[])
    .flatMap((value) => {
      const text =
        typeof value === 'object' && value !== null && 'document' in value ? value.document : value
      if (typeof text !== 'string') return []
      const name = /\b(?:query|mutation) (\w+)/.exec(text)?.[1]
      return name === undefined ? [] : [[name, text] as const]
    }),
)

test('the facts are about the operations that the app sends, and no others', () => {
  expect(Object.keys(operationFacts).sort()).toEqual([...documents.keys()].sort())
})

test.each([...documents])('%s asks for what the facts say', (name, text) => {
  const facts = operationFacts[name]
  const [first] = parse(text).definitions
  const { operation, selectionSet } = first as OperationDefinitionNode
  const roots = selectionSet.selections.map((one) =>
    one.kind === Kind.FIELD ? one.name.value : '',
  )

  expect({ kind: operation, roots }).toEqual({ kind: facts?.kind, roots: [facts?.root] })
  visit(parse(text), {
    Argument({ name: { value: argument }, value }) {
      if (argument !== 'first' || value.kind !== Kind.INT) return
      expect(Number(value.value)).toBeLessThanOrEqual(mostListed)
    },
  })
  if (facts?.scope) expect([...scopes]).toContain(facts.scope)
  if (facts?.kind === 'mutation') expect(refusedMutations).toHaveProperty(facts.root)
})

type Outcome = {
  status: number
  codes: string[]
  hasData: boolean
  isPage: boolean
  isRefused: boolean
  cost: number
}

/** Variables by which every operation finds what it asks for. */
function variablesOf({ state }: DemoShop) {
  const [product] = state.products
  const order = state.orders.toSorted(
    (one, other) => Number(other.createdAt) - Number(one.createdAt),
  )[0]
  const price = { amount: '9.00', currencyCode: 'USD' }
  const webPixel = { settings: '{}' }
  const returnUrl = 'http://localhost:3000/back'
  const lineItems = [{ plan: { appRecurringPricingDetails: { price } } }]
  const ownerId = gid('AppInstallation', state.installation?.id ?? '0')
  return {
    SetSiteMetafields: {
      metafields: [{ ownerId, namespace: 'footfall', key: 'site', value: 'a' }],
    },
    CreateAppWebPixel: { webPixel },
    UpdateAppWebPixel: { id: gid('WebPixel', state.installation?.webPixel?.id ?? '0'), webPixel },
    ReadProduct: { id: gid('Product', product?.id ?? '0') },
    ReadProductOfItem: { id: gid('InventoryItem', product?.variants[0]?.inventoryItemId ?? '0') },
    ListOrders: { query: "updated_at:>='2020-01-01T00:00:00Z'" },
    ReadOrder: { id: gid('Order', order?.id ?? '0') },
    ReadAppSubscription: { id: gid('AppSubscription', '0') },
    CreateAppSubscription: { name: 'Lite', lineItems, returnUrl, test: true },
    CancelAppSubscription: { id: gid('AppSubscription', '0') },
    CreateAppPurchase: { name: 'Boost', price, returnUrl, test: true },
    ReadAppPurchase: { id: gid('AppPurchaseOneTime', '0') },
  } as Readonly<Record<string, Record<string, unknown>>>
}

async function ask(shop: DemoShop, token: string, name: string): Promise<Outcome> {
  const response = await fetch(`${shop.machineUrl}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
    body: JSON.stringify({ query: documents.get(name), variables: variablesOf(shop)[name] ?? {} }),
  })
  const text = await response.text()
  const isPage = text.startsWith('<')
  const { data, errors, extensions } = (isPage ? {} : JSON.parse(text)) as {
    data?: Record<string, { userErrors?: { message: string }[] } | null> | null
    errors?: { extensions?: { code?: string } }[] | string
    extensions?: { cost?: { requestedQueryCost: number } }
  }
  const found = Array.isArray(errors) ? errors : []
  return {
    status: response.status,
    codes: [...new Set(found.flatMap((one) => one.extensions?.code ?? []))],
    hasData: Object.values(data ?? {}).some((value) => value !== null),
    isPage,
    isRefused: Object.values(data ?? {}).some((value) =>
      value?.userErrors?.some(({ message }) => message === 'The change was refused.'),
    ),
    cost: extensions?.cost?.requestedQueryCost ?? 0,
  }
}

async function openStore() {
  const { shop } = await startTestStore()
  const token = await requestAccessToken(shop)
  shop.bucket.setLimits({ maximumAvailable: 1_000_000, restoreRate: 1_000 })
  return { shop, token }
}

const names = Object.keys(operationFacts)

test('no operation costs more than a single query may', async () => {
  const { shop, token } = await openStore()

  for (const name of names) {
    const { status, codes, cost } = await ask(shop, token, name)
    expect([name, status, codes]).toEqual([name, 200, []])
    expect(cost).toBeLessThanOrEqual(1_000)
  }
})

test.each(refusalIds)('every operation that can meet %s does, and all others go on', async (id) => {
  const { shop, token } = await openStore()
  const { meets, seen, source } = refusals[id] as Refusal
  shop.refusing.start(id)

  expect(sources).toHaveProperty(source)
  for (const name of names) {
    const facts = operationFacts[name]
    const isMet = facts !== undefined && meets(facts)
    const { cost: _cost, hasData, ...outcome } = await ask(shop, token, name)
    expect([name, outcome]).toEqual([
      name,
      {
        status: isMet ? seen.status : 200,
        codes: isMet && seen.code ? [seen.code] : [],
        isPage: isMet && seen.isPage === true,
        isRefused: isMet && seen.isUserError === true,
      },
    ])
    if (isMet && seen.data) expect([name, hasData]).toEqual([name, seen.data === 'part'])
  }

  shop.refusing.end(id)
  const after = await requestAccessToken(shop)
  for (const name of names) expect(await ask(shop, after, name)).toMatchObject({ codes: [] })
})

test.each(refusalIds)('the token endpoint meets %s or goes on', async (id) => {
  const { shop } = await startTestStore()
  shop.install()
  const { meetsTokens, seen } = refusals[id]
  shop.refusing.start(id)

  const subject = { ...exchange, subject_token: shop.createSessionToken() }
  const status = await requestToken(shop, subject).then(
    (answer) => answer.status,
    () => null,
  )

  // A page isn't JSON, whatever its status.
  const isPage = 'isPage' in seen
  expect(status).toBe(!meetsTokens ? 200 : isPage ? null : seen.status)
})

test.each(refusalIds)('the admin’s page has a switch for %s', async (id) => {
  const { shop } = await startTestStore()
  shop.install()
  const address = `${shop.adminUrl}/testing`
  const press = async (action: string) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { Origin: new URL(address).origin },
      body: new URLSearchParams({ action, refusal: id }),
    })
    return response.text()
  }

  expect(await (await fetch(address)).text()).toContain(refusals[id].label)
  expect(await press('refuse')).toContain(`${refusals[id].label}: `)
  // Tokens that have ended are replaced, so there is nothing to switch off.
  const isOver = id === 'expired' || id === 'revoked'
  expect(shop.refusing.active()).toEqual(isOver ? [] : [id])
  await press('allow')
  expect(shop.refusing.active()).toEqual([])
})
