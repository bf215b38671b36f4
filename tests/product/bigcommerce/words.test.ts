/** The app’s screens in a control panel: no other shop system is named, and a card is what pays. */
import { expect, test } from 'vitest'
import { createSmartWebhook } from '#app/domain/connections/smart-webhooks.server.ts'
import {
  createBigCommerceWorld,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'

const others = [
  'Shopify',
  'WooCommerce',
  'WordPress',
  'Wix',
  'Squarespace',
  'Magento',
  'PrestaShop',
]

/** The page’s words, without its scripts and its data for them. */
const wordsOf = (html: string) =>
  html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' ')

async function open(world: BigCommerceWorld, url: string): Promise<string> {
  const page = await world.follow(await world.load(world.store, { claims: { url } }))
  expect([url, page.status]).toEqual([url, 200])
  return wordsOf(page.html)
}

test('no screen in the control panel names another shop system', async () => {
  const world = await createBigCommerceWorld()
  await world.setUp(world.store)
  const { scope, uuid } = await world.siteOfStore()

  for (const url of [
    '/',
    '/integrations',
    '/integrations?text=shop',
    '/integrations/bigcommerce',
    '/integrations/smart-webhook',
    '/integrations/javascript',
    '/integrations/rest_api',
    `/pixel/${uuid}`,
    '/onboarding',
    '/data-feeds',
    '/data-feeds/imports',
    '/site-settings',
    '/goals',
    '/popup-nudges',
    '/popup-nudges/list',
    '/statistics',
    '/billing',
    '/support',
    `/settings/teams/${String(scope.teamId)}`,
    '/account/general',
    '/account/devices',
    '/account/security',
  ]) {
    const words = await open(world, url)
    expect([url, others.filter((one) => words.includes(one))]).toEqual([url, []])
  }
  const made = await createSmartWebhook(world.services, scope, { name: 'Till' })
  const presets = await open(
    world,
    `/integrations/smart-webhook/${made.ok ? made.uuid : ''}/preset`,
  )
  expect(presets).toContain('Choose')
  expect(others.filter((one) => presets.includes(one))).toEqual([])
  // Elsewhere the same list has them.
  const { owner } = await world.site()
  const elsewhere = await world.ask('/integrations', { headers: { Cookie: owner.cookie } })
  expect(wordsOf(elsewhere.html)).toContain('WooCommerce')
  for (const name of [
    'shopify',
    'wordpress',
    'wix',
    'magento',
    'prestashop',
    'vitals',
    'smart-integration/shopify',
    'smart-integration/woocommerce',
  ]) {
    const page = await world.follow(
      await world.load(world.store, { claims: { url: `/integrations/${name}` } }),
    )
    expect([name, page.status]).toEqual([name, 404])
  }
})
