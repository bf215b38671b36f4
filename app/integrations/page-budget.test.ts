/** A page that needs more requests than the budget has would be begun again and again, and never be read. */
import { expect, test } from 'vitest'
import { connect } from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { createClock } from '#tests/support/clock.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Cursor } from './integration.ts'
import { integrations } from './registry.ts'

const pulling = integrations.filter(({ pull }) => pull !== undefined)

/** More than any page of a service whose rows each need a request. */
const orders = 40

test.each(pulling.map((one) => [one.name, one] as const))(
  '%s: each page is read within the budget',
  async (name, integration) => {
    const known = cases[name]
    if (!known) throw new Error(`${name} has no fixtures.`)
    const clock = createClock()
    const { world, caller } = await connect(integration, known, { clock })
    for (let placed = 0; placed < orders; placed += 1) await world.placeOrder()
    clock.advance(hourMillis)

    const requests: number[] = []
    let cursor: Cursor = null
    for (let more = true; more && requests.length < 60;) {
      const before = world.double.seen.length
      const page = await integration.pull?.page(caller(), cursor)
      requests.push(world.double.seen.length - before)
      cursor = JSON.parse(JSON.stringify(page?.cursor ?? null)) as Cursor
      more = page?.hasMore === true
    }

    expect(Math.max(...requests)).toBeLessThanOrEqual(integration.budget.requests)
  },
)
