/** The list of integrations: its order, its search, and what this installation lacks. */
import { expect, test } from 'vitest'
import {
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'

const open = async ({ served, site }: ConnectionWorld, path: string) => {
  const response = await served.fetch(path, { headers: { Cookie: site.owner.cookie } })
  // React separates the parts of a sentence by empty comments.
  return { text: (await response.text()).replaceAll('<!-- -->', '') }
}

test('the list shows what can be connected, without what has screens elsewhere', async () => {
  const world = await createConnectionWorld()

  const { text } = await open(world, '/integrations')

  for (const built of [
    'WooCommerce',
    'REST API',
    'JavaScript',
    'Form submissions',
    'Yelp',
    'Zapier',
  ]) {
    expect(text).toContain(built)
  }
  expect(text).not.toContain('Smart webhook')
})

test('the search and the categories narrow it down', async () => {
  const world = await createConnectionWorld()

  const shops = await open(world, '/integrations?category=shop')
  expect(shops.text).toContain('/integrations/wordpress')
  expect(shops.text).not.toContain('href="/integrations/zapier"')
  const found = await open(world, '/integrations?text=stock%20woo')
  expect(found.text).toContain('/integrations/wordpress')
  expect(found.text).not.toContain('href="/integrations/javascript"')
  const none = await open(world, '/integrations?text=nothing%20like%20it')
  expect(none.text).toContain('Nothing found for “nothing like it”')
  expect(none.text).toContain('/integrations/smart-webhook')
  expect(none.text).toContain('/data-feeds/imports')
  const recipe = await open(world, '/integrations?text=judge.me')
  expect(recipe.text).toContain('/integrations/smart-integration/judge-me-reviews')
})

test.each([
  ['WordPress', 'wordpress'],
  ['Google My Business', 'google_my_business_reviews'],
  ['contact form 7', 'form_submissions'],
  ['adobe', 'magento'],
])('the search finds %s by another name', async (text, name) => {
  const world = await createConnectionWorld()

  const found = await open(world, `/integrations?text=${encodeURIComponent(text)}`)

  expect(found.text).toContain(`href="/integrations/${name}"`)
})

test('services that this installation can’t connect come last, and say what they need', async () => {
  const world = await createConnectionWorld()
  const placeOf = (text: string, name: string) => text.indexOf(`href="/integrations/${name}"`)

  const { text } = await open(world, '/integrations')

  const missing = text.indexOf('Not set up here')
  for (const name of ['yelp', 'etsy', 'mailchimp']) {
    expect(placeOf(text, name)).toBeGreaterThan(missing)
  }
  // Stripe also connects by a key.
  for (const name of ['stripe', 'wordpress', 'trustpilot']) {
    expect(placeOf(text, name)).toBeLessThan(missing)
  }
  expect(text).toContain('Needs an account at Datashake')
  expect(text).toContain('Needs an app that is registered at the service')
})

test('where everything is set up, nothing is missing', async () => {
  const world = await createConnectionWorld()
  const app = { id: 'client', secret: 'secret-of-the-app' }
  world.services.config = {
    ...world.services.config,
    aggregatorToken: 'token-of-the-account',
    integrationApps: new Map(
      ['etsy', 'eventbrite', 'google_my_business_reviews', 'mailchimp', 'stripe'].map((name) => [
        name,
        app,
      ]),
    ),
  }

  const { text } = await open(world, '/integrations')

  expect(text).not.toContain('Not set up here')
  expect(text).toContain('href="/integrations/yelp"')
})

test('Zapier leads to our app where it is published, otherwise to Webhooks by Zapier', async () => {
  const world = await createConnectionWorld()

  const unpublished = await open(world, '/integrations/zapier')
  expect(unpublished.text).toContain('Webhooks by Zapier')
  expect(unpublished.text).not.toContain('New Purchase or Sign-up')

  world.services.config = {
    ...world.services.config,
    zapierAppUrl: 'https://zapier.com/apps/footfall/integrations',
  }
  const published = await open(world, '/integrations/zapier')
  expect(published.text).toContain('href="https://zapier.com/apps/footfall/integrations"')
  expect(published.text).toContain('New Purchase or Sign-up')
  expect(published.text).not.toContain('Webhooks by Zapier')
})

test('the integration for the home page’s platform comes first', async () => {
  const world = await createConnectionWorld()
  const found = { hasTagManager: false, color: null, thankYouPaths: [], checkoutPaths: [] }
  const home = { url: world.site.url, readAt: '2026-01-01T00:00:00Z', ...found }
  await world.services.pool.query('update sites set home_page = $1 where uuid = $2', [
    JSON.stringify({ ...home, platform: 'woocommerce' }),
    world.site.uuid,
  ])

  const { text } = await open(world, '/integrations')
  expect(text).toContain('Made for your shop')
  expect(text.indexOf('/integrations/wordpress')).toBeLessThan(
    text.indexOf('/integrations/rest_api'),
  )

  await world.connect()
  const connected = await open(world, '/integrations')
  expect(connected.text).not.toContain('Made for your shop')
  expect(connected.text).toContain('Waiting for first data')
  // Once, in its own card: the link that connects another account.
  expect(connected.text.match(/href="\/integrations\/wordpress"/g)).toHaveLength(1)
  expect(connected.text).toContain('Connect another account')
})
