/** Each integration's fixtures are as its service publishes them. Requests are compared by the doubles themselves. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connect, rawDelivery, signingOf } from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { createClock } from '#tests/support/clock.ts'
import { answerDisagreements, deliveryDisagreements } from '#workshop/published/check-exchange.ts'
import { withoutFacts } from '#workshop/published/without-facts.ts'
import { integrations } from './registry.ts'

const all = integrations.flatMap((integration) => {
  const one = cases[integration.name]
  return one ? [[integration.name, integration, one] as const] : []
})
const deliveries = all.flatMap(([name, integration, one]) =>
  (one.deliveries ?? []).map((each) => [`${name}, ${each.name}`, integration, one, each] as const),
)

test.each(all)('%s is compared with what its service publishes', async (name, integration, one) => {
  const { world } = await connect(integration, one, { clock: createClock() })
  const reason = withoutFacts[name]

  expect([name, world.double.published === undefined]).toEqual([name, reason !== undefined])
  expect(world.double.published?.sources).not.toEqual([])
})

test.each(all)('%s: its fixtures are as its service publishes them', async (...parts) => {
  const [, integration, one] = parts
  const { world } = await connect(integration, one, { clock: createClock() })
  const { published } = world.double
  const prepared = [...(one.deliveries ?? []), ...(one.pulled ? [one.pulled] : [])]
  const answers = prepared.flatMap((each) => Object.entries(each.answers ?? {}))

  const lines = answers.flatMap(([name, json]) => {
    const [method = '', path = ''] = name.split(' ')
    return published ? answerDisagreements(published, { method, path }, { json }) : []
  })

  expect(lines).toEqual([])
})

test.each(deliveries)('%s: comes as its service publishes it', async (...parts) => {
  const [, integration, one, each] = parts
  const clock = createClock()
  const connected = await connect(integration, one, { clock })
  const { published } = connected.world.double
  const { headers, body } = rawDelivery(each, signingOf(connected, clock.now()))
  const sent = { topic: each.topic, headers, body: body.toString('utf8') }

  expect(published && deliveryDisagreements(published, sent)).toEqual([])
})

test('docs/integrations.md names what is compared with nothing', () => {
  const page = readFileSync('docs/integrations.md', 'utf8')

  expect(Object.values(withoutFacts).filter((reason) => !page.includes(reason))).toEqual([])
})
