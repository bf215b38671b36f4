/** Nudges without data, as the payload reports them. */
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

async function openShop(holdout = 0) {
  const world = await createWorld()
  const site = await world.site({ options: { holdout } })
  const nudge = await world.nudge(site)
  const edge = await serveEdge(world.services)
  const ask = async (visitor: number) => {
    const name = `visitor-${String(visitor).padStart(20, '0')}`
    const response = await fetch(`${edge.baseUrl}/api/pixel/${site.uuid}?visitor=${name}`)
    return (await response.json()) as PixelPayload
  }
  return { world, site, nudge, ask, payload: () => edge.page(site).payload() }
}

test('a published nudge without a purchase is named, so it can be counted', async () => {
  const { nudge, payload } = await openShop()

  const { nudges, unshown } = await payload()

  expect(nudges).toEqual([])
  expect(unshown).toEqual([{ nudge: shortIdOf(nudge.uuid), reason: 'no_data' }])
})

test('a nudge that shows something is not among the unshown ones', async () => {
  const { world, site, nudge, payload } = await openShop()
  await storePurchase(world.services, site)
  world.services.siteCache.invalidate(site.uuid)

  const received = await payload()

  expect(received.nudges.map(({ id }) => id)).toEqual([shortIdOf(nudge.uuid)])
  expect(received).not.toHaveProperty('unshown')
})

test('the payload for the holdout group names no nudge, shown or not', async () => {
  const { ask } = await openShop(50)

  const received = await Promise.all(Array.from({ length: 30 }, (_none, visitor) => ask(visitor)))

  const held = received.filter(({ withheld }) => withheld === 'holdout')
  const others = received.filter(({ withheld }) => withheld === undefined)
  expect(held.length * others.length).toBeGreaterThan(0)
  expect(held.some((payload) => 'unshown' in payload)).toBe(false)
  expect(others.every((payload) => payload.unshown?.length === 1)).toBe(true)
})
