/** Each integration that is asked knows when what was there before has been read. */
import { expect, test } from 'vitest'
import { connect, placeFive, pullAll } from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { createClock } from '#tests/support/clock.ts'
import type { Cursor } from './integration.ts'
import { integrations } from './registry.ts'

const pulling = integrations.filter(({ pull }) => pull !== undefined)

test.each(pulling.map((one) => [one.name, one] as const))(
  '%s: the past is read once its lists have ended',
  async (name, integration) => {
    const known = cases[name]
    if (!known) throw new Error(`${name} has no fixtures.`)
    const clock = createClock()
    const connected = await connect(integration, known, { clock })
    await placeFive(connected, clock)
    const hasReadPast = (cursor: Cursor) => integration.pull?.hasReadPast(cursor)
    expect([null, {}, { orders: 'x' }].map(hasReadPast)).toEqual([false, false, false])

    const { cursor, pages } = await pullAll(integration, connected.caller, null)

    expect(hasReadPast(cursor)).toBe(true)
    const first = await integration.pull?.page(connected.caller(), null)
    if (pages > 1) expect(hasReadPast(first?.cursor ?? null)).toBe(false)
  },
)
