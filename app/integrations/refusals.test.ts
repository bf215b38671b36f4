/** Each published refusal meets connecting, reading and webhooks. When it ends, nothing is missing. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { BadRecord, ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import { connect, placedIds, readThrough, type Connected } from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { createClock } from '#tests/support/clock.ts'
import { refusals } from '#workshop/published/refusals/index.ts'
import type { Outcome, Refusal, Verb } from '#workshop/published/refusals/refusal.ts'
import { answerDisagreements } from '#workshop/published/check-exchange.ts'
import type { AnyIntegration } from './integration.ts'
import { isActivity } from './record.ts'
import { BlockedList } from './kit/partial-failures.ts'
import { WrongSetting } from './kit/wrong-setting.ts'
import { integrations } from './registry.ts'

const all = integrations.flatMap((integration) =>
  (refusals[integration.name] ?? []).map((refusal) => {
    const one = cases[integration.name]
    if (!one) throw new Error(`${integration.name} has no fixtures.`)
    return [`${integration.name}, ${refusal.id}`, integration, one, refusal] as const
  }),
)

function outcomeOf(failure: unknown, now: Date, expected: Outcome | undefined): Outcome {
  if (failure === undefined) return 'fine'
  if (failure instanceof WrongSetting) return 'setting'
  if (failure instanceof ConnectionLost) return 'lost'
  // The connection's test says whether it's one list alone.
  if (failure instanceof BlockedList) return outcomeOf(failure.cause, now, expected)
  if (failure instanceof BadRecord) return 'record'
  if (!(failure instanceof TryLater)) throw new Error('It has no outcome.', { cause: failure })
  const seconds = (failure.at.getTime() - now.getTime()) / 1000
  return typeof expected === 'number' ? seconds : 'later'
}

const failureOf = async (call: () => unknown): Promise<unknown> => {
  try {
    await call()
    return undefined
  } catch (error) {
    return error
  }
}

const callOf = (verb: Exclude<Verb, 'read'>, integration: AnyIntegration, { caller }: Connected) =>
  failureOf(() => integration[verb]?.(caller()))

test('docs/integrations.md says how many there are', () => {
  const total = Object.values(refusals).flat().length

  expect(readFileSync('docs/integrations.md', 'utf8')).toContain(`It has ${String(total)}. `)
})

test.each(all)('%s: has its outcome, and ends', async (_name, integration, one, refusal) => {
  const clock = createClock()
  const connected = await connect(integration, one, { clock })
  const { world, caller } = connected
  // More than two pages of any double.
  const placed: string[] = []
  while (integration.pull && placed.length < 12) placed.push(await world.placeOrder())
  clock.advance(hourMillis)
  const { outcomes, meets, answer, isPartial, isFirst }: Refusal = refusal
  if (isFirst) await integration.unsubscribe?.(caller())
  let times = 0
  const lines = new Set<string>()
  const { published } = world.double
  world.double.failBy((request) => {
    if (!meets(request)) return undefined
    times += 1
    // Pages are those of servers in front of the service, which publishes nothing about them.
    if (published && answer.json !== undefined) {
      for (const line of answerDisagreements(published, request, answer)) lines.add(line)
    }
    return answer
  })

  const met: Partial<Record<Verb, Outcome>> = {}
  const verbs = Object.keys(outcomes) as Verb[]
  const reading = verbs.includes('read') ? await readThrough(integration, caller, null) : null
  if (reading) met.read = outcomeOf(reading.failures[0], clock.now(), outcomes.read)
  for (const verb of verbs) {
    if (verb === 'read') continue
    met[verb] = outcomeOf(await callOf(verb, integration, connected), clock.now(), outcomes[verb])
  }

  expect(met).toEqual(outcomes)
  expect(times).toBeGreaterThan(0)
  expect([...lines]).toEqual([])
  if (isPartial) expect(reading?.records.some(isActivity)).toBe(true)

  world.double.heal()
  clock.advance(dayMillis)
  const rest = integration.pull && (await readThrough(integration, caller, reading?.cursor ?? null))
  const seen = [...(reading?.records ?? []), ...(rest?.records ?? [])]
  expect(rest?.failures ?? []).toEqual([])
  expect(placedIds(seen, integration)).toEqual(expect.arrayContaining(placed))
  if (integration.subscribe) await integration.subscribe(caller())
  expect(world.countHooks?.()).not.toBe(0)
})
