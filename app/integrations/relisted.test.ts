/** Reviews are listed as a whole now and then: services don't say which ones were edited or deleted. */
import { expect, test } from 'vitest'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { connect, placedIds, placeFive, pullAll } from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { createClock } from '#tests/support/clock.ts'
import type { Cursor } from './integration.ts'
import { integrations } from './registry.ts'

const relisted = integrations.flatMap((integration) => {
  const one = cases[integration.name]
  return one?.relistedHours === undefined ? [] : [[integration.name, integration, one] as const]
})

test('every service that brings reviews alone is listed again', () => {
  const reviewing = integrations.filter(({ brings }) => brings.every((kind) => kind === 'review'))

  expect(relisted.map(([name]) => name)).toEqual(reviewing.map(({ name }) => name))
})

test.each(relisted)(
  '%s: all pages are pulled again when it is time, and not before',
  async (...parts) => {
    const [, integration, one] = parts
    const { relistedHours = 0, listedAgainDays = 0 } = one
    const clock = createClock()
    const connected = await connect(integration, one, { clock })
    const { world, caller } = connected
    const placed = await placeFive(connected, clock)
    let cursor: Cursor = null
    const pull = async () => {
      const { records, cursor: next } = await pullAll(integration, caller, cursor)
      cursor = next
      return placedIds(records, integration)
    }
    /** The next reading is this long before everything is due again, which it is afterwards. */
    const pullBefore = async (millis: number) => {
      clock.advance(relistedHours * hourMillis - millis)
      const early = await pull()
      // A job of the aggregator takes minutes, and the hours begin after it.
      clock.advance(millis + (integration.isAggregated ? 10 * minuteMillis : 0))
      return early
    }
    expect(await pull()).toEqual(placed)

    clock.advance(dayMillis * listedAgainDays)
    // Reviews that may appear late are listed, and then all of them.
    if (listedAgainDays > 0) expect(await pull()).toEqual([...placed, ...placed].sort())
    expect(await pullBefore(minuteMillis)).toEqual([])
    expect(await pull()).toEqual(placed)

    const added = await world.placeOrder()
    // The aggregator lists it in its next job.
    expect(await pullBefore(hourMillis)).toEqual(integration.isAggregated ? [] : [added])
    // So new that it is read again.
    const late = listedAgainDays > 0 ? [added] : []
    expect(await pull()).toEqual([...placed, added, ...late].sort())
  },
)
