/** Vitals, an app of Shopify: who is offered it, and the two ways for its reviews. */
import { expect, test } from 'vitest'
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'
import { createWorld } from '../../support/world.ts'

test('the list offers it to a Shopify shop only, and its page opens for every site', async () => {
  const world = await createWorld()
  const { owner, url, uuid } = await world.site()
  const served = await world.serve()
  const open = async (path: string) =>
    (await served.fetch(path, { headers: { Cookie: owner.cookie } })).text()
  const changeHomePage = (platform: ShopPlatform) =>
    world.services.pool.query('update sites set home_page = $1 where uuid = $2', [
      JSON.stringify({
        url,
        readAt: '2026-01-01T00:00:00Z',
        platform,
        hasTagManager: false,
        color: null,
        thankYouPaths: [],
        checkoutPaths: [],
      }),
      uuid,
    ])

  await changeHomePage('shopify')
  expect(await open('/integrations?text=vitals')).toContain('href="/integrations/vitals"')

  await changeHomePage('wix')
  expect(await open('/integrations?text=vitals')).not.toContain('href="/integrations/vitals"')
  const page = await open('/integrations/vitals')
  expect(page).toContain('Vitals is an app for Shopify shops')
  expect(page).toContain('href="/data-feeds/imports?kind=review"')
  expect(page).toContain('href="/integrations/smart-webhook"')
})
