/** Each field of each list is broken in turn: the other rows arrive, and nothing is invented. */
import { expect, test } from 'vitest'
import { damagesOf, inventionsIn } from '#tests/integrations/bad-input.ts'
import {
  answerWith,
  connect,
  failureOf,
  pullAll,
  withoutConnection,
} from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { factsOf, isExpected } from '#tests/integrations/read-facts.ts'
import { createClock } from '#tests/support/clock.ts'
import type { IntegrationRecord } from './record.ts'
import { integrations } from './registry.ts'

const pulling = integrations.flatMap((integration) => {
  const known = cases[integration.name]
  return known && integration.pull ? [[integration.name, integration, known] as const] : []
})

/**
 * Reports about unreadable rows. Values that `damagesOf` breaks are left out or reported, and no
 * report contains a value of the row.
 */
const problemsIn = (records: readonly IntegrationRecord[]) =>
  records.flatMap((record) => (record.kind === 'unreadable' ? [record.problem] : []))

test.each(pulling)('%s: a broken row doesn’t stop the others', async (_name, integration, one) => {
  const clock = createClock()
  const connected = await connect(integration, one, { clock })
  const { world, resolved, caller } = connected
  const direct = withoutConnection(connected)
  const { double } = world
  answerWith(world, one.pulled?.answers ?? {})
  await world.placeOrder()
  await world.placeOrder()
  await pullAll(integration, caller, null)
  const proper = new Map(double.answered.map((sent) => [JSON.stringify(sent), sent]))

  const tried = new Set<string>()
  for (const { path, json: answer } of proper.values()) {
    const written = JSON.stringify(answer)
    for (const { name, shape, isText, json, isInRow } of damagesOf(answer, false)) {
      // A list may stop at any row in which something is missing. A text is read in every row alike.
      const field = `${path.replaceAll(/\d+/g, '#')} ${shape}${name.slice(name.lastIndexOf(': '))}`
      if (isText && tried.has(field)) continue
      tried.add(field)
      double.distort((sent, asked) =>
        asked === path && JSON.stringify(sent) === written ? json : sent,
      )
      const from = double.answered.length
      const failure = await failureOf(async () => {
        const { records } = await pullAll(integration, direct, null)
        // Thousands of readings would keep all that was answered.
        const sources = [json, ...double.answered.splice(from).map((sent) => sent.json)]
        const { scale } = one
        const known = { sources, receivedAt: clock.now(), shopUrl: double.url, scale }
        expect(inventionsIn(factsOf(records), known), `${path} ${name}`).toEqual([])
        for (const problem of problemsIn(records))
          expect(problem).toMatch(/^(Record [\w-]+|A record without an ID): /)
      })
      // A list that is broken as a whole is read again later. A row in it must not stop it forever.
      const mayFail = !isInRow || (one.pathsOfShop ?? []).includes(path)
      const isFine = failure === 'succeeded' || (isExpected(failure) && mayFail)
      expect([`${path} ${name}`, isFine || failure]).toEqual([`${path} ${name}`, true])
    }
  }
  expect(proper.size).toBeGreaterThan(0)
  expect(resolved.filter((name) => name !== '127.0.0.1')).toEqual([])
})
