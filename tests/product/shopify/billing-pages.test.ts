/** What a shop pays for is asked of Shopify. */
import { expect, test } from 'vitest'
import { teams } from '#app/db/schema/index.ts'
import { createShopifyWorld, type ShopifyWorld } from '../../support/shopify/shopify-world.ts'

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

type Billed = { name: string; amount: string; test: boolean }

/** Shopify bills this from now on. Null: nothing. */
const billed = ({ shopify }: ShopifyWorld, wanted: Billed | null) => {
  const pageInfo = { hasNextPage: false, endCursor: null }
  const nodes = wanted ? [nodeOf(wanted)] : []
  const answer = { currentAppInstallation: { allSubscriptions: { nodes, pageInfo } } }
  shopify.answer('ListAppSubscriptions', () => answer)
}

const nodeOf = ({ name, amount, test: isTest }: Billed) => {
  const price = { amount, currencyCode: 'USD' }
  const pricingDetails = { __typename: 'AppRecurringPricing', interval: 'EVERY_30_DAYS', price }
  return {
    id: 'gid://shopify/AppSubscription/1',
    name,
    status: 'ACTIVE',
    test: isTest,
    trialDays: 0,
    createdAt: '2026-03-02T10:00:00Z',
    currentPeriodEnd: null,
    lineItems: [{ plan: { pricingDetails } }],
  }
}

async function createShop() {
  const world = await createShopifyWorld()
  billed(world, null)
  const { fetch } = await world.serve()
  const open = async (path: string) => {
    const [pathname = '', query] = path.split('?')
    const address = world.documentOf(pathname, world.owner)
    const response = await fetch(query ? `${address}&${query}` : address, { headers: browser })
    const text = (await response.text()).replaceAll('<!-- -->', '')
    return { status: response.status, text }
  }
  const plan = async () => (await world.services.db.system.select().from(teams))[0]?.plan
  return { world, open, plan, fetch }
}

test('the plans of shops are listed, with the one that applies', async () => {
  const { open } = await createShop()

  const { status, text } = await open('/shopify/billing')

  expect(status).toBe(200)
  expect(text).toContain('Free plan')
  expect(text).toContain('Shopify, together with your shop’s other charges')
  expect(text).toMatch(/Free<\/h3>.{0,200}Your plan/)
  expect(text).toMatch(/Lite<\/h3>.{0,200}\$9 <span>a month/)
  expect(text).toContain('href="/billing/plan/lite-shopify')
  // Nothing of a card.
  expect(text).not.toMatch(/Payment method|Coupon|Invoices|VAT/)
})

test('a payment applies once Shopify confirms it, whatever the address says', async () => {
  const { world, open, plan } = await createShop()

  const claimed = await open('/shopify/billing/success?charge_id=12345&plan=genius-shopify')
  expect(claimed.text).toContain('You’re on the Free plan')
  expect(await plan()).toBe('free-shopify')

  billed(world, { name: 'Genius', amount: '49.0', test: true })
  expect((await open('/shopify/billing/success?charge_id=1')).text).toContain('on the Genius plan')
  expect(await plan()).toBe('genius-shopify')

  billed(world, null)
  await open('/shopify/billing/success')
  expect(await plan()).toBe('free-shopify')
})

test('while Shopify doesn’t answer, the plan stays', async () => {
  const { world, open, plan } = await createShop()
  billed(world, { name: 'Lite', amount: '9.0', test: false })
  await open('/shopify/billing/success')
  world.shopify.failNext('graphql.json', { status: 503 })

  const { status, text } = await open('/shopify/billing/success')

  expect(status).toBe(200)
  expect(text).toContain('couldn’t confirm your plan')
  expect(await plan()).toBe('lite-shopify')
})

test('an organization that is no shop’s has no such pages', async () => {
  const { world, fetch } = await createShop()
  const { owner } = await world.site()

  const response = await fetch('/shopify/billing', { headers: { Cookie: owner.cookie } })
  await response.arrayBuffer()

  expect(response.status).toBe(404)
})
