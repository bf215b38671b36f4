/** The page of plans that Wix opens for a site, and whom it believes. */
import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { wixInstances } from '#app/db/schema/index.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { createWixWorld } from '../../support/wix/wix-world.ts'
import { createWorld } from '../../support/world.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function openDesk() {
  const world = await createWixWorld()
  const { fetch } = await world.serve()
  const { appId, appSecret } = world.wix.account
  const at = (millis: number) => new Date(world.clock.now().getTime() + millis).toISOString()
  return {
    ...world,
    at,
    /** As Wix signs it. */
    signed: (more: Record<string, unknown> = {}, secret = appSecret) => {
      const payload = encoded({
        instanceId: world.instance.id,
        appDefId: appId,
        signDate: at(0),
        ...more,
      })
      return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`
    },
    open: async (instance: string | null) => {
      const query = instance === null ? '' : `?instance=${encodeURIComponent(instance)}`
      const response = await fetch(`/wix/pricing${query}`)
      const text = (await response.text()).replaceAll('<!-- -->', '')
      return { status: response.status, text: /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text }
    },
  }
}

test('with the site’s instance it names its plan, and leads to the dearer ones', async () => {
  const { open, signed, wix, instance, services, wixSite, wixTeam } = await openDesk()

  const free = await open(signed({ instanceId: instance.id.toUpperCase() }))
  expect(free.text).toContain('You’re on the Free plan.')
  for (const id of ['lite1', 'plus1', 'genius1', 'agency1']) {
    expect(free.text).toContain(`href="/billing/plan/${id}"`)
  }
  expect(free.text).not.toContain('in Wix<span')

  wix.buy(instance.id, 'plus1')
  await syncBilling(services, wixSite.team.scope)
  const plus = await open(signed())
  expect(plus.text).toContain('You’re on the Plus plan.')
  expect(plus.text).toContain('Your plan')
  expect(plus.text).toContain('href="/billing/plan/genius1"')
  expect(plus.text).not.toMatch(/href="\/billing\/plan\/(lite1|plus1)"/)
  expect(plus.text).toContain(`${wix.url}/account/subscriptions`)

  const other = await wixTeam()
  expect((await open(signed({ instanceId: other.instance.id }))).text).toContain('the Free plan')
})

test('without an instance, or with an unlinked one, it lists only the plans', async () => {
  const { open, signed, wix } = await openDesk()

  const plain = await open(null)
  expect([plain.status, plain.text]).toEqual([200, expect.stringContaining('Go to billing')])
  for (const words of [
    '$9',
    '$29',
    '$49',
    '$89',
    'Unlimited visitors',
    '10,000 visitors a month',
  ]) {
    expect(plain.text).toContain(words)
  }
  const unknown = await open(signed({ instanceId: wix.install().id }))
  expect(unknown.text).toContain('This site isn’t linked to an organization yet')
  for (const { text } of [plain, unknown]) expect(text).not.toMatch(/Your plan|Choose (Lite|Plus)/)
})

test('a payload that Wix didn’t sign for this app, or signed too long ago, names no site', async () => {
  const { open, signed, at, clock } = await openDesk()
  const good = signed()
  const [signature = '', payload = ''] = good.split('.')
  const forged = [
    '',
    'a.b',
    payload,
    `${signature}.${payload}.more`,
    `${signature}.${encoded({ instanceId: randomUUID(), signDate: at(0) })}`,
    signed({}, 'another-secret-0123456789'),
    signed({ appDefId: randomUUID() }),
    signed({ signDate: at(-25 * hourMillis) }),
    signed({ signDate: at(hourMillis) }),
    signed({ expirationDate: at(-hourMillis) }),
    signed({ instanceId: 'all' }),
    signed({ signDate: null }),
  ]
  for (const instance of forged) {
    const { status, text } = await open(instance)
    expect([instance, status]).toEqual([instance, 200])
    expect(text).toContain('This link has expired.')
    expect(text).not.toContain('You’re on the')
  }
  expect((await open(good)).text).toContain('You’re on the Free plan.')
  clock.advance(2 * dayMillis)
  expect((await open(good)).text).toContain('This link has expired.')
})

test('a removed app has no plan, and a server without its keys no such page', async () => {
  const { open, signed, services, instance } = await openDesk()
  const world = await createWorld()
  const { fetch } = await world.serve()
  expect((await fetch('/wix/pricing')).status).toBe(404)

  await services.db.system
    .update(wixInstances)
    .set({ removedAt: services.now() })
    .where(eq(wixInstances.instanceId, instance.id))
  expect((await open(signed())).text).toContain('isn’t linked to an organization')
})
