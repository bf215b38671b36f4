/** Pages that visitors opened are suggested as checkout paths beside the field for them. */
import { expect, test } from 'vitest'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { loader as timing } from '#app/routes/site-settings/timing.tsx'
import type { TestSite } from '../../support/makers.ts'
import { eventRow, liftLimits, someVisitor, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'

async function openShop() {
  const world = await createWorld()
  const site = await world.site({ url: 'https://kettles.example' })
  await liftLimits(world.services)
  const suggested = async (of: TestSite = site, as: { cookie: string } = of.owner) => {
    const { suggestions } = await timing(world.visit('/site-settings/timing', { as }))
    return suggestions
  }
  return { world, site, suggested }
}

/** Three visitors who opened these pages one after the other, a second apart. */
const walks = (
  { services }: World,
  site: TestSite,
  pages: string[],
  wanted: Partial<EventRow> = {},
) =>
  Array.from({ length: 3 }, () => {
    const visitor = someVisitor()
    return pages.map((page, at) =>
      eventRow(site, {
        receivedAt: new Date(services.now().getTime() + at * 1000),
        visitor,
        page,
        ...wanted,
      }),
    )
  }).flat()

test('nothing is known of a site without visits, so nothing is suggested', async () => {
  const { suggested } = await openShop()

  expect(await suggested()).toEqual([])
})

test('pages after the cart, with payment fields or with a checkout’s address are suggested', async () => {
  const { world, site, suggested } = await openShop()
  const held = { type: 'not_shown', reason: 'checkout' } as const
  await store(world.services, [
    ...walks(world, site, ['/', '/mug', '/cart', '/till', '/danke']),
    ...walks(world, site, ['/', '/mug', '/', '/mug', '/kasse']),
    ...walks(world, site, ['/buy']),
    ...walks(world, site, ['/buy', '/kasse'], held),
    ...walks(world, site, ['/'], { type: 'not_shown', reason: 'capped' }),
  ])

  expect(await suggested()).toEqual([
    { path: '/buy', reason: 'payment_fields' },
    { path: '/till', reason: 'after_cart' },
    { path: '/danke', reason: 'thank_you_words' },
  ])

  await changeOptions(world.services, site.scope, { checkoutPaths: ['/till', '/buy'] })
  expect(await suggested()).toEqual([{ path: '/danke', reason: 'thank_you_words' }])
})

test('crawlers, old visits and other sites suggest nothing', async () => {
  const { world, site, suggested } = await openShop()
  const other = await world.site({ url: 'https://mugs.example' })
  await store(world.services, [
    ...walks(world, site, ['/my-checkout'], { outcome: 'bot' }),
    ...walks(world, other, ['/zur-kasse']),
    ...walks(world, site, ['/thank-you']),
  ])

  expect(await suggested()).toEqual([{ path: '/thank-you', reason: 'thank_you_words' }])
  expect(await suggested(other)).toEqual([{ path: '/zur-kasse', reason: 'checkout_words' }])
  world.clock.advance(8 * dayMillis)
  expect(await suggested()).toEqual([])
})

test('someone who can’t add a path is shown no suggestion', async () => {
  const { world, site, suggested } = await openShop()
  const analyst = await world.member(site.team, { role: 'analyst' })
  await store(world.services, walks(world, site, ['/my-checkout']))

  expect(await suggested(site, analyst)).toEqual([])
})
