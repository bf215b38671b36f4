/** Pages that offer no push messages: their subscribers keep the part that they need. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { goalInput } from '#app/contract/goals.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { defaultPrompt } from '#app/contract/push-settings.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { browser } from '../../support/pages.ts'
import { openPushShop, turnOn, type PushShop } from '../../support/push/push-world.ts'

async function openOffering() {
  const shop = await openPushShop()
  await turnOn(shop, 'back_in_stock')
  const goal = { kind: 'url', name: 'Thanks', match: 'exact', pattern: '/thanks' }
  await createGoal(shop.world.services, shop.site.scope, goalInput.parse(goal))
  return shop
}

/** The payload of a visitor who consented. */
async function ask({ baseUrl, site }: PushShop, number = 0): Promise<PixelPayload> {
  const visitor = `visitor-${String(number).padStart(20, '0')}`
  const url = `${baseUrl}/api/pixel/${site.uuid}?visitor=${visitor}`
  const response = await fetch(url, { headers: { 'User-Agent': browser } })
  return (await response.json()) as PixelPayload
}

/** The part that subscribers need: without the card, and without buttons for requests. */
function withoutOffers(push: PixelPayload['push']) {
  expect(push).toMatchObject({
    prompt: { title: defaultPrompt.title },
    kinds: ['news', 'back_in_stock'],
    goals: [{ path: '/thanks' }],
  })
  const { prompt: _prompt, ...others } = push ?? {}
  return { ...others, kinds: ['news'] }
}

test('the holdout group is offered nothing, and its subscribers keep their part', async () => {
  const shop = await openOffering()
  const { services } = shop.world
  await services.db.system
    .update(sites)
    .set({ options: { holdout: 50 } })
    .where(eq(sites.id, shop.site.scope.siteId))
  services.siteCache.invalidate(shop.site.uuid)

  const payloads = await Promise.all(Array.from({ length: 30 }, (_value, at) => ask(shop, at)))

  const shown = payloads.find(({ withheld }) => withheld === undefined)
  const held = payloads.find(({ withheld }) => withheld === 'holdout')
  expect(held?.push).toEqual(withoutOffers(shown?.push))
})

test('without push nudges in its plan a site offers none, and its subscribers keep their part', async () => {
  const shop = await openOffering()
  const { services } = shop.world
  const before = await ask(shop)
  await services.db.system
    .update(teams)
    .set({ planOverrides: { features: { push_nudges: false } } })
    .where(eq(teams.id, shop.site.scope.teamId))
  services.siteCache.invalidate(shop.site.uuid)

  expect((await ask(shop)).push).toEqual(withoutOffers(before.push))
})
