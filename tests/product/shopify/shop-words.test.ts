/** Screens in the admin speak of a shop: Shopify sends its orders, and its theme has a switch. */
import { expect, test } from 'vitest'
import { ensureFirstGoal, validateFirstGoal } from '#app/presenters/onboarding/first-goal.server.ts'
import { listGoals } from '#app/domain/goals/goals.server.ts'
import { createStoreWorld, type StoreWorld } from '../../support/shopify/store-world.ts'

const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

/** The words of a screen in the shop's admin. */
async function readWords({ shop, served }: StoreWorld, path: string) {
  const { search } = new URL(shop.launchUrl())
  const query = path.includes('?') ? search.replace('?', '&') : search
  const page = await served.fetch(path + query, { headers: agent })
  expect([path, page.status]).toEqual([path, 200])
  const [, body = ''] = (await page.text()).split('<body')
  return body
    .replaceAll(/<script.*?<\/script>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

/** A shop with products, without an order. */
async function openShop() {
  const world = await createStoreWorld()
  world.shop.state.orders.splice(0)
  await world.openApp()
  await world.backfill()
  return { world, site: (await world.connected()).site }
}

test('no screen sends a merchant to a server, a line of code or another shop system', async () => {
  const { world, site } = await openShop()
  const chosen = validateFirstGoal('order', '')
  if (!chosen.ok) throw new Error('There is no such goal.')
  await ensureFirstGoal(world.services, site, chosen.value)
  const [goal] = await listGoals(world.services, site)

  for (const path of [
    '/',
    '/onboarding?step=nudge',
    '/onboarding?step=nudge&from=server',
    '/integrations/shopify',
    '/account/devices',
    '/goals',
    `/goals/${goal?.uuid ?? ''}`,
    '/goals/new?kind=order',
    '/data-feeds',
    `/pixel/${site.siteUuid}`,
  ]) {
    const words = await readWords(world, path)
    expect(words).not.toMatch(
      /your server|line of code|the code, then|to a developer|thank-you page, then|From your thank-you page|a developer adds|Connect your shop|Shop address|Client ID|WordPress|Squarespace/i,
    )
    expect(words).not.toContain('change your password')
    expect(words).not.toContain('Send your first purchase')
  }
  expect(await readWords(world, `/goals/${goal?.uuid ?? ''}`)).toContain(
    'Your shop reports each paid order automatically.',
  )
  expect(await readWords(world, '/')).toContain('Paid orders of your shop appear here.')
})
