/**
 * The refusals that the four push services publish, each met by a campaign: which of them end a subscription,
 * which fail a message, and which let a service rest (docs/decisions/0034-push.md, “Lanes”).
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { maxMessageBytes } from '#app/contract/push.ts'
import { pushSends, pushServices, pushSubscriptions } from '#app/db/schema/push.ts'
import {
  pushServiceRules,
  type PushServiceName,
  type RefusalCause,
} from '#workshop/doubles/push-refusals.ts'
import { openPushShop, type PushShop } from '../../support/push/push-world.ts'

const services = Object.keys(pushServiceRules) as PushServiceName[]

/** The state of a send after its refusal. Absent: it waits, and its service rests. */
const outcomes: Partial<Record<RefusalCause, string>> = {
  unsigned: 'failed: key',
  otherKey: 'failed: key',
  ttl: 'failed: refused',
  topic: 'failed: refused',
  encoding: 'failed: refused',
  tooLarge: 'failed: too_large',
  blocked: 'failed: refused',
}

/** Where a service’s status says less than its body, which isn’t read. */
const exceptions: Partial<Record<PushServiceName, typeof outcomes>> = {
  google: { unsigned: 'failed: refused' },
  apple: { otherKey: 'failed: refused' },
}

const stateOfLast = async ({ world }: PushShop): Promise<string> => {
  const rows = await world.services.db.system
    .select({ state: pushSends.state, reason: pushSends.reason })
    .from(pushSends)
    .orderBy(pushSends.id)
  const { state, reason } = rows.at(-1) ?? {}
  return [state, reason].filter(Boolean).join(': ')
}

const refusalsOf = (service: PushServiceName) =>
  Object.keys(pushServiceRules[service].refusals) as RefusalCause[]

const ends = (cause: RefusalCause) => cause === 'gone' || cause === 'unknown'
const passes = (cause: RefusalCause) => !ends(cause) && outcomes[cause] === undefined

test.each(services)(
  '%s: refusals for good fail the message and keep the subscription',
  async (service) => {
    const shop = await openPushShop()
    shop.push.imitate(service)
    await shop.subscribe()
    const met: Partial<Record<RefusalCause, string>> = {}
    const wanted: Partial<Record<RefusalCause, string | undefined>> = {}

    for (const cause of refusalsOf(service).filter((one) => !ends(one) && !passes(one))) {
      shop.push.behave({ refuse: cause })
      await shop.start()
      await shop.send()
      met[cause] = await stateOfLast(shop)
      wanted[cause] = exceptions[service]?.[cause] ?? outcomes[cause]
    }

    expect(met).toEqual(wanted)
    const { db } = shop.world.services
    expect(await db.system.$count(pushSubscriptions)).toBe(1)
    const [row] = await db.system.select({ failures: pushServices.failures }).from(pushServices)
    expect(row).toEqual({ failures: 0 })
  },
)

test.each(services)(
  '%s: refusals that pass let it rest as long as it asks, and then all is sent',
  async (service) => {
    const shop = await openPushShop()
    shop.push.imitate(service)
    const { clock, services: parts } = shop.world

    for (const cause of refusalsOf(service).filter(passes)) {
      const { headers } = pushServiceRules[service].refusals[cause] ?? {}
      const asked = Number(headers?.['Retry-After'] ?? 5)
      const one = await shop.subscribe()
      shop.push.behave({ refuse: cause })
      await shop.start()
      await shop.send()
      shop.push.behave(null)
      expect.soft(await stateOfLast(shop), cause).toBe('waiting')

      clock.advance((asked - 1) * 1_000)
      await shop.send()
      expect.soft(shop.messagesOf(one), `${cause}, a second early`).toEqual([])
      clock.advance(2_000)
      await shop.send()
      expect.soft(shop.messagesOf(one), cause).toHaveLength(1)
      await parts.db.system.delete(pushSubscriptions).where(eq(pushSubscriptions.uuid, one.id))
    }
  },
)

test('a subscription that ended at its service ends here, and no other', async () => {
  const shop = await openPushShop()
  const { db } = shop.world.services

  for (const service of services) {
    shop.push.imitate(service)
    for (const cause of ['gone', 'unknown'] as const) {
      const [ended, kept] = [await shop.subscribe(), await shop.subscribe()]
      shop.push.behave({ refuse: cause }, ended.path)
      await shop.start()
      await shop.send()

      const rows = await db.system.select({ uuid: pushSubscriptions.uuid }).from(pushSubscriptions)
      expect(rows, `${service}: ${cause}`).toEqual([{ uuid: kept.id }])
      await db.system.delete(pushSubscriptions)
    }
  }
})

test('a message of the largest size is taken by each service', async () => {
  const shop = await openPushShop()
  await shop.subscribe()

  for (const service of services) {
    shop.push.imitate(service)
    await shop.start({
      content: {
        title: 'é'.repeat(80),
        body: '👕'.repeat(120),
        url: '/linen',
        image: `https://shop.example/${'linen-'.repeat(250)}.jpg`,
      },
    })
    await shop.send()
  }

  expect(shop.push.refused).toEqual([])
  const sizes = shop.push.received.map(({ text }) => Buffer.byteLength(text))
  expect(sizes).toHaveLength(services.length)
  expect(Math.min(...sizes)).toBeGreaterThan(maxMessageBytes - 600)
})
