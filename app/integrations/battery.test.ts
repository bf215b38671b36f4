/** Tests that every integration has to pass. Their fixtures are in tests/integrations/cases and tests/payloads/services. */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { plainLine, plainText } from '#app/lib/markup/plain-text.ts'
import { ConnectionLost, ForgedDelivery, TryLater } from '#app/lib/web/provider-errors.ts'
import { damagesOf, inventionsIn } from '#tests/integrations/bad-input.ts'
import type { BatteryCase, DeliveryCase } from '#tests/integrations/battery-case.ts'
import {
  answerWith,
  connect,
  failureOf,
  placedIds,
  placeFive,
  pullAll,
  rawDelivery,
  signingOf,
  storedDelivery,
  textOf,
  type Connected,
  withoutConnection,
} from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { factsOf, isExpected } from '#tests/integrations/read-facts.ts'
import { createClock } from '#tests/support/clock.ts'
import type { AnyIntegration, FieldMeta, RawDelivery } from './integration.ts'
import { integrationLabels } from './labels.ts'
import { isActivity, type IntegrationRecord } from './record.ts'
import { integrations } from './registry.ts'

/** A smart webhook accepts what its owner's mapping says, which has its own tests. */
const ofServices = integrations.filter(({ name }) => name !== 'smart_webhook')

const all = ofServices.map((one) => {
  const known = cases[one.name]
  if (!known) throw new Error(`${one.name} has no fixtures in tests/integrations/cases.`)
  return [one.name, one, known] as const
})
const those = (has: (integration: AnyIntegration, one: BatteryCase) => boolean) =>
  all.filter(([, integration, one]) => has(integration, one))

const receiving = those(({ receive }) => receive !== undefined)
const deliveries = receiving.flatMap(([name, integration, one]) =>
  (one.deliveries ?? []).map((each) => [`${name}, ${each.name}`, integration, one, each] as const),
)
const pulling = those(({ pull }) => pull !== undefined)
const withHooks = those(({ subscribe }) => subscribe !== undefined)

/** With the texts that the domain makes of them: services write HTML's entities. */
const asStored = (records: readonly IntegrationRecord[]): unknown =>
  JSON.parse(JSON.stringify(records), (key, value: unknown) => {
    if (typeof value !== 'string') return value
    if (key === 'title') return plainLine(value)
    return key === 'body' ? plainText(value) : value
  })

const countConfirmed = (records: readonly IntegrationRecord[]) =>
  factsOf(records).filter(({ state }) => state === 'confirmed').length

test('integrations are in the order of their names', () => {
  const names = integrations.map(({ name }) => name)

  expect(names).toEqual([...names].sort())
  expect(new Set(names).size).toBe(names.length)
})

test.each(all)('%s is complete', (_name, integration) => {
  const { summary, brings, ways, steps, settings, budget } = integration
  const fields = Object.entries(settings.shape)
  const labels = fields.map(
    ([, field]) => ((field as z.ZodType).meta() as FieldMeta | undefined)?.label ?? '',
  )

  expect(integrationLabels[integration.name].length).toBeGreaterThan(1)
  expect(summary).toMatch(/^[A-Z].+\.$/)
  expect(brings.length).toBeGreaterThan(0)
  expect(labels.filter((text) => !/^[A-Z]/.test(text))).toEqual([])
  expect(ways.filter((way) => (steps[way] ?? []).length === 0)).toEqual([])
  expect(
    Object.values(steps)
      .flat()
      .filter((step) => !/^[A-Z].+\.$/.test(step)),
  ).toEqual([])
  expect(budget.requests / budget.seconds).toBeGreaterThan(0)
  expect(integration.pull ?? integration.receive).toBeDefined()
  expect(integration.subscribe === undefined).toBe(integration.unsubscribe === undefined)
  expect(ways.includes('oauth')).toBe(integration.oauth !== undefined)
  expect(ways.includes('approve')).toBe(integration.approveUrl !== undefined)
})

test.each(all)('%s refuses settings that are empty, or not text', (_name, { settings }) => {
  const names = Object.keys(settings.shape)
  const filled = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))

  for (const value of ['', undefined, null, 7, 'a\nb', '<script>', 'x'.repeat(100_000)]) {
    expect(settings.safeParse(filled(value)).success, String(value).slice(0, 20)).toBe(false)
  }
})

test.each(all)('%s tests its settings, and names the account', async (_name, integration, one) => {
  const { caller } = await connect(integration, one, { clock: createClock() })
  const settings = caller().settings

  expect((await integration.test?.(caller()))?.label.length).toBeGreaterThan(2)
  expect(integration.accountOf(settings).length).toBeGreaterThan(2)
})

test.each(all)('%s has fixtures for what it brings', (_name, integration, one) => {
  const expected = [
    ...(one.deliveries ?? []).flatMap((each) => each.expected),
    ...(one.pulled?.expected ?? []),
  ]

  const kinds = new Set(expected.map(({ kind }) => kind))

  expect([...integration.brings].filter((kind) => !kinds.has(kind))).toEqual([])
})

test.each(deliveries)('%s: what is signed is accepted', async (_name, integration, one, each) => {
  const clock = createClock()
  const connected = await connect(integration, one, { clock })
  const raw = rawDelivery(each, signingOf(connected, clock.now()))
  const verify = () => integration.receive?.verify(raw, connected.caller())

  const [verdict, again] = [await verify(), await verify()]

  expect(verdict).toMatchObject({ topic: each.topic })
  expect((verdict as { id: string }).id).toMatch(/^\S{3,100}$/)
  expect(again).toEqual(verdict)
})

/** Each is refused. */
function forgeries(one: BatteryCase, each: DeliveryCase, { connected, at }: Forging) {
  const signing = signingOf(connected, at)
  const good = rawDelivery(each, signing)
  const body = Buffer.from(good.body)
  const middle = Math.floor(body.length / 2)
  body.writeUInt8(body.readUInt8(middle) === 0x41 ? 0x42 : 0x41, middle)
  // Or by a clock that is a day off.
  const [old, early] = [new Date(at.getTime() - dayMillis), new Date(at.getTime() + dayMillis)]
  return [
    ['changed body', { ...good, body }],
    ['another secret', rawDelivery(each, { ...signing, isForged: true })],
    ...(one.isTimed
      ? [
          ['signed long ago', rawDelivery(each, { ...signing, at: old })],
          ['signed tomorrow', rawDelivery(each, { ...signing, at: early })],
        ]
      : []),
    ...(one.signedHeaders ?? []).map((name) => [
      `without ${name}`,
      { ...good, headers: { ...good.headers, [name]: undefined } },
    ]),
    ...(one.signedHeaders ?? []).map((name) => [
      `empty ${name}`,
      { ...good, headers: { ...good.headers, [name]: '' } },
    ]),
  ] as [string, RawDelivery][]
}

type Forging = { connected: Connected; at: Date }

const signed = deliveries.filter(([, , one]) => !one.isUnsigned)

test.each(signed)('%s: what isn’t signed is refused', async (_name, integration, one, each) => {
  const clock = createClock()
  const connected = await connect(integration, one, { clock })

  for (const [what, raw] of forgeries(one, each, { connected, at: clock.now() })) {
    const failure = await failureOf(() => integration.receive?.verify(raw, connected.caller()))
    expect(failure, what).toBeInstanceOf(ForgedDelivery)
  }
})

test.each(those((_integration, one) => one.contacts !== undefined))(
  '%s: an address that is only tried is answered, and nothing is stored',
  async (_name, integration, one) => {
    const { caller } = await connect(integration, one, { clock: createClock() })

    for (const { name, delivery, verdict } of one.contacts ?? []) {
      const raw = {
        method: 'POST',
        headers: {},
        query: new URLSearchParams(),
        body: Buffer.alloc(0),
        ...delivery,
      }
      expect(await integration.receive?.verify(raw, caller()), name).toEqual(verdict)
    }
  },
)

test.each(deliveries)('%s: is read as expected', async (_name, integration, one, each) => {
  const clock = createClock()
  const connected = await connect(integration, one, { clock })
  answerWith(connected.world, each.answers ?? {})
  const text = textOf(each, signingOf(connected, clock.now()))

  const records = await integration.receive?.read(
    storedDelivery(each.topic, text, clock.now()),
    connected.caller(),
  )

  expect(asStored(records ?? [])).toEqual(each.expected)
  expect(factsOf(records ?? [])).toHaveLength(each.expected.filter(isActivity).length)
})

test.each(receiving)('%s: an unknown topic brings nothing', async (_name, integration, one) => {
  const clock = createClock()
  const connected = await connect(integration, one, { clock })
  for (const each of one.deliveries ?? []) {
    const text = textOf(each, signingOf(connected, clock.now()))
    const stored = storedDelivery('unheard.of', text, clock.now())
    expect(await integration.receive?.read(stored, connected.caller())).toEqual([])
  }
})

test.each(deliveries)(
  '%s: what is broken is refused, or left out, and nothing is invented',
  async (_name, integration, one, each) => {
    const clock = createClock()
    const connected = await connect(integration, one, { clock })
    const { world, resolved } = connected
    const direct = withoutConnection(connected)
    answerWith(world, each.answers ?? {})
    const signing = signingOf(connected, clock.now())
    const good = textOf(each, signing)
    const whole = countConfirmed(each.expected)

    async function attempt(name: string, text: string, sources: readonly unknown[]) {
      const stored = storedDelivery(each.topic, text, clock.now())
      try {
        await integration.receive?.verify(rawDelivery(each, signing, text), direct())
        const records = (await integration.receive?.read(stored, direct())) ?? []
        const known = { sources, receivedAt: clock.now(), shopUrl: world.double.url }
        expect(inventionsIn(factsOf(records), known), name).toEqual([])
        return records
      } catch (error) {
        if (!isExpected(error)) throw new Error(`${name}: ${String(error)}`, { cause: error })
        return []
      }
    }

    const details = Object.values(each.answers ?? {})
    const half = good.slice(0, good.length / 2)
    // Half of a form is a form: it may still name what is asked for.
    if (each.textOf && one.isUnsigned) await attempt('half', half, details)
    else expect(await attempt('half', half, []), 'half').toEqual([])
    for (const text of [good + good, '', 'null', '[]', '"x"']) {
      expect(await attempt(text.slice(0, 20), text, []), text.slice(0, 20)).toEqual([])
    }
    for (const { name, field, json } of damagesOf(each.json, true)) {
      const text = textOf({ ...each, json }, signing)
      const records = await attempt(name, text, one.isUnsigned ? details : [json, ...details])
      if (!each.decisive.includes(field)) continue
      expect(countConfirmed(records), name).toBeLessThanOrEqual(Math.max(0, whole - 1))
    }
    for (const [path, answer] of Object.entries(each.answers ?? {})) {
      for (const { name, json } of damagesOf(answer, false)) {
        world.double.answers.set(path, json)
        const sent = one.isUnsigned ? [] : [each.json]
        await attempt(`${path} ${name}`, good, [...sent, ...details, json])
      }
      world.double.answers.set(path, answer)
    }
    expect(resolved.filter((name) => name !== '127.0.0.1')).toEqual([])
  },
)

test.each(those((_integration, one) => one.pulled !== undefined))(
  '%s: what is listed is pulled as expected',
  async (_name, integration, one) => {
    const clock = createClock()
    const { world, caller } = await connect(integration, one, { clock })
    answerWith(world, one.pulled?.answers ?? {})

    const { records } = await pullAll(integration, caller, null)

    const shop = world.double.url
    const expected = JSON.parse(
      JSON.stringify(one.pulled?.expected).replaceAll('SHOP', shop),
    ) as unknown
    expect(asStored(records)).toEqual(expected)
    expect(factsOf(records)).toHaveLength(records.filter(isActivity).length)
  },
)

/** Others are in relisted.test.ts. */
const listingOnce = pulling.filter(([, , one]) => one.relistedHours === undefined)

test.each(listingOnce)(
  '%s: pages are pulled to the end, and then what is new',
  async (...parts) => {
    const [, integration, one] = parts
    const clock = createClock()
    const connected = await connect(integration, one, { clock })
    const { world, caller } = connected
    const placed = await placeFive(connected, clock)

    const first = await pullAll(integration, caller, null)
    clock.advance(dayMillis)
    const nothing = await pullAll(integration, caller, first.cursor)
    clock.advance(dayMillis)
    const added = await world.placeOrder()
    clock.advance(hourMillis)
    const second = await pullAll(integration, caller, nothing.cursor)

    expect([...new Set(placedIds(first.records, integration))]).toEqual(placed)
    expect(placedIds(nothing.records, integration)).toEqual([])
    expect([...new Set(placedIds(second.records, integration))]).toEqual([added])
    expect(Object.keys(second.cursor ?? {})).toEqual(Object.keys(first.cursor ?? {}))
  },
)

test.each(pulling)('%s: a cursor that isn’t one begins again', async (_name, integration, one) => {
  const { world, caller } = await connect(integration, one, { clock: createClock() })
  const id = await world.placeOrder()

  for (const cursor of [{}, { orders: 'x' }, { sessions: { position: {} } }, { a: 1 }]) {
    const { records } = await pullAll(integration, caller, cursor)
    expect(placedIds(records, integration)).toContain(id)
  }
})

const calls = all.flatMap(([name, integration, one]) => {
  const verbs: [string, (connected: Connected) => unknown][] = [
    ['test', ({ caller }) => integration.test?.(caller())],
    ['pull', ({ caller }) => pullAll(integration, caller, null)],
    ['subscribe', ({ caller }) => integration.subscribe?.(caller())],
    ['unsubscribe', ({ caller }) => integration.unsubscribe?.(caller())],
  ]
  return verbs
    .filter(([verb]) => integration[verb as 'test' | 'pull' | 'subscribe' | 'unsubscribe'])
    .map(([verb, call]) => [`${name}, ${verb}`, integration, one, call] as const)
})

test.each(calls)(
  '%s: revoked access is a lost connection',
  async (_name, integration, one, call) => {
    const connected = await connect(integration, one, { clock: createClock() })
    connected.world.double.revoke()

    // Access to the aggregator is the operator's, who mends it for all connections.
    const outcome = integration.isAggregated ? TryLater : ConnectionLost
    expect(await failureOf(() => call(connected))).toBeInstanceOf(outcome)
  },
)

test.each(calls)('%s: a limit is respected', async (_name, integration, one, call) => {
  const clock = createClock()
  const connected = await connect(integration, one, { clock })
  connected.world.double.limit(0, '120')

  const failure = await failureOf(() => call(connected))

  expect(failure).toBeInstanceOf(TryLater)
  expect((failure as TryLater).at.getTime()).toBe(clock.now().getTime() + 120_000)
})

test.each(calls)('%s: faults have an outcome', async (name, integration, one, call) => {
  const connected = await connect(integration, one, { clock: createClock() })
  const { double } = connected.world

  for (const fault of ['html', 'endless', 'hang up'] as const) {
    double.failNext(fault)
    const failure = await failureOf(() => call(connected))
    // The response to an unsubscribe request isn't read.
    const isFine = isExpected(failure) || (fault === 'html' && failure === 'succeeded')
    expect([fault, isFine || name.endsWith('unsubscribe') || failure], name).toEqual([fault, true])
  }
})

test.each(withHooks)('%s: subscribing twice keeps one of each', async (_name, integration, one) => {
  const connected = await connect(integration, one, { clock: createClock() })
  const { world, caller, subscription } = connected
  const before = world.countHooks?.()

  const again = await integration.subscribe?.(caller())

  expect(before).toBeGreaterThan(0)
  expect(world.countHooks?.()).toBe(before)
  expect(again).toEqual(subscription)
})

test.each(withHooks)('%s: disconnecting removes its webhooks', async (_name, integration, one) => {
  const { world, caller } = await connect(integration, one, { clock: createClock() })

  await integration.unsubscribe?.(caller())

  expect(world.countHooks?.()).toBe(0)
  // The webhooks no longer exist, which is the result we want.
  await failureOf(() => integration.unsubscribe?.(caller()))
})
