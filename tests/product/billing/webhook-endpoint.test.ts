/** Stripe's webhook settings are checked, and staff see what they lack. */
import { expect, test, vi } from 'vitest'
import { webhookEvents } from '#app/clients/stripe/events.server.ts'
import { cardEndpointChecks } from '#app/db/schema/index.ts'
import {
  checkEndpoint,
  requestEndpointCheck,
} from '#app/domain/billing/endpoint/check-endpoint.server.ts'
import { startReconciliation } from '#app/domain/billing/reconcile.server.ts'
import { endpointCheckJob } from '#app/jobs/billing.server.ts'
import { readKioskEndpoint } from '#app/presenters/kiosk/card-endpoint.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { stripeFails, stripeKeys } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import { createCardWorld, type CardWorld } from '../../support/billing/card-world.ts'
import { createWorld } from '../../support/world.ts'

const warning = 'the provider’s webhook settings need a change: Billing in the kiosk says which'

const urlOf = ({ services }: CardWorld) => `${services.config.appUrl}/hooks/stripe`

/** Checks, and returns what staff see of it. */
async function check(world: CardWorld) {
  await checkEndpoint(world.services)
  const warnings = world.logged.splice(0).filter(({ msg }) => msg === warning)
  return { seen: (await readKioskEndpoint(world.services))?.check, warnings: warnings.length }
}

async function kioskReader(world: CardWorld) {
  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()
  return async (path: string) => {
    const html = await (await fetch(path, { headers: { Cookie: staff.cookie } })).text()
    return html
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  }
}

test('staff see the webhook’s settings before the first check, and once they are right', async () => {
  const world = await createCardWorld()
  const read = await kioskReader(world)
  expect(await read('/kiosk/billing')).toContain('Stripe webhook Not checked yet.')

  world.stripe.addEndpoint({ url: urlOf(world), events: webhookEvents })
  expect(await check(world)).toMatchObject({ seen: { issues: [], otherVersions: [] }, warnings: 0 })
  expect(await read('/kiosk/billing')).toContain('Stripe sends all events that Footfall needs.')
  expect(await read('/kiosk')).not.toContain('Stripe’s webhook')
})

test('a missing endpoint is found among those of other products, on any page of the list', async () => {
  const world = await createCardWorld()
  const ours = world.stripe.addEndpoint({ url: urlOf(world) })
  for (let count = 0; count < 150; count += 1) {
    world.stripe.addEndpoint({ url: `https://other-${String(count)}.example/hooks/stripe` })
  }
  expect((await check(world)).seen?.issues).toEqual([])

  world.stripe.account.tables.webhook_endpoint.delete(ours.id)
  expect(await check(world)).toMatchObject({ seen: { issues: [{ kind: 'missing' }] }, warnings: 1 })
  const read = await kioskReader(world)
  const page = await read('/kiosk/billing')
  expect(page).toMatch(
    new RegExp(`Stripe has no webhook endpoint for ${urlOf(world)} ?. Under Developers`),
  )
  for (const event of webhookEvents) expect(page).toContain(event)
  expect(await read('/kiosk')).toContain('1 issue with Stripe’s webhook')
})

test('a disabled endpoint is named', async () => {
  const world = await createCardWorld()
  const { id } = Object.assign(world.stripe.addEndpoint({ url: urlOf(world) }), {
    status: 'disabled',
  })
  expect(await check(world)).toMatchObject({
    seen: { issues: [{ kind: 'disabled', endpoints: [id] }] },
    warnings: 1,
  })
  expect(await (await kioskReader(world))('/kiosk/billing')).toContain(`enable ${id}`)
})

test('events that an endpoint lacks are named, one warning for all of them', async () => {
  const world = await createCardWorld()
  const lacking = webhookEvents.filter((event) => event.startsWith('payment_intent'))
  const events = webhookEvents.filter((event) => !event.startsWith('payment_intent'))
  const { id } = world.stripe.addEndpoint({ url: urlOf(world), events })
  expect(await check(world)).toMatchObject({
    seen: { issues: [{ kind: 'events', endpoints: [id], events: lacking }] },
    warnings: 1,
  })
  const page = await (await kioskReader(world))('/kiosk/billing')
  expect(page).toMatch(
    new RegExp(`edit ${id} and select these events as well: ${lacking[0] ?? ''}`),
  )
  expect(page).not.toContain('invoice.paid')
})

test('several enabled endpoints with our URL are named, and keep no events away', async () => {
  const world = await createCardWorld()
  const all = world.stripe.addEndpoint({ url: urlOf(world) })
  const some = world.stripe.addEndpoint({ url: urlOf(world), events: ['invoice.paid'] })
  const ids = [some.id, all.id]
  expect((await check(world)).seen?.issues).toEqual([{ kind: 'several', endpoints: ids }])
  const read = await kioskReader(world)
  const page = await read('/kiosk/billing')
  expect(page).toContain(ids.join(', '))
  expect(page).not.toContain('doesn’t send all events')
  expect(page).not.toContain('Until this is fixed')
  expect(await read('/kiosk')).not.toContain('Stripe’s webhook')
})

test('events that none of several enabled endpoints gets are named', async () => {
  const world = await createCardWorld()
  const ids = [1, 2]
    .map(() => world.stripe.addEndpoint({ url: urlOf(world), events: webhookEvents.slice(1) }).id)
    .toReversed()
  const [lacking] = webhookEvents
  expect((await check(world)).seen?.issues).toEqual([
    { kind: 'several', endpoints: ids },
    { kind: 'events', endpoints: ids, events: [lacking] },
  ])
  const read = await kioskReader(world)
  const page = await read('/kiosk/billing')
  expect(page).toContain(`edit the one that you keep and select these events as well: ${lacking}`)
  expect(page).toContain('Until this is fixed, some changes at Stripe are noticed only by')
  expect(await read('/kiosk')).toContain('1 issue with Stripe’s webhook')
})

test('another API version is shown, and needs no change', async () => {
  const world = await createCardWorld()
  world.stripe.addEndpoint({ url: urlOf(world), apiVersion: '2024-06-20' })
  expect(await check(world)).toMatchObject({
    seen: { issues: [], otherVersions: ['2024-06-20'] },
    warnings: 0,
  })
  const read = await kioskReader(world)
  expect(await read('/kiosk/billing')).toContain('Events come in 2024-06-20 , not in 2026-10-28')
  expect(await read('/kiosk')).not.toContain('Stripe’s webhook')
})

test('a restricted key without the permission is said to lack it', async () => {
  const world = await createCardWorld({ STRIPE_SECRET_KEY: stripeKeys.restricted })
  world.stripe.addEndpoint({ url: urlOf(world) })
  expect(await check(world)).toMatchObject({
    seen: { issues: [{ kind: 'unreadable' }] },
    warnings: 1,
  })
  expect(await (await kioskReader(world))('/kiosk/billing')).toContain(
    'give it read access to webhook endpoints',
  )

  world.stripe.account.granted.add('webhook_read')
  expect(await check(world)).toMatchObject({ seen: { issues: [] }, warnings: 0 })
})

const expired = {
  status: 401,
  json: { error: { type: 'invalid_request_error', message: 'Expired.' } },
}

test.each([
  ['away', stripeFails, 'away', 'Stripe can’t be reached'],
  ['not understood', { status: 200, json: { object: 'nonsense' } }, 'unclear', 'can’t be read'],
  ['refusing its key', expired, 'refused', 'Under Developers › API keys, check that the key'],
] as const)(
  'while Stripe is %s, the last result stays, with the moment since when',
  async (_name, fault, reason, advice) => {
    const world = await createCardWorld()
    world.stripe.addEndpoint({ url: urlOf(world) })
    const before = await check(world)
    // A staff session ends within a day.
    const read = async (path: string) => (await kioskReader(world))(path)
    world.clock.advance(dayMillis)
    const since = world.clock.now()
    world.stripe.failBy(() => fault)
    for (let night = 0; night < 3; night += 1) {
      expect(await check(world)).toEqual(before)
      const { failure } = (await readKioskEndpoint(world.services)) ?? {}
      expect(failure).toEqual({ reason, since })
      expect(await read('/kiosk')).not.toContain('Stripe’s webhook')
      world.clock.advance(dayMillis)
    }
    const page = await read('/kiosk/billing')
    expect(page).toContain(`settings have failed since ${formatDateTime(since)}`)
    expect(page).toContain(advice)
    expect(page).toContain(`On ${formatDateTime(before.seen?.at ?? since)}, Stripe sent all events`)
    expect(page).not.toContain('Stripe sends all events')
    expect(await read('/kiosk')).toContain('1 issue with Stripe’s webhook')

    world.stripe.heal()
    expect((await check(world)).seen?.at).toEqual(world.clock.now())
    expect((await readKioskEndpoint(world.services))?.failure).toBeNull()
    expect(await read('/kiosk/billing')).toContain('Stripe sends all events that Footfall needs.')
    expect(await read('/kiosk')).not.toContain('Stripe’s webhook')
  },
)

test('a key that Stripe refuses from the beginning is said to be refused', async () => {
  const world = await createCardWorld()
  world.stripe.failBy(() => expired)
  expect((await check(world)).seen).toBeNull()
  const page = await (await kioskReader(world))('/kiosk/billing')
  expect(page).toContain(`settings have failed since ${formatDateTime(world.clock.now())}`)
  expect(page).not.toContain('Stripe sen')
})

test('issues that were found before reading fails are shown with their day', async () => {
  const world = await createCardWorld()
  const before = await check(world)
  world.clock.advance(dayMillis)
  world.stripe.failBy(() => expired)
  await check(world)
  const page = await (await kioskReader(world))('/kiosk/billing')
  expect(page).toContain(
    `Last checked on ${formatDateTime(before.seen?.at ?? world.clock.now())}, with this result:`,
  )
  expect(page).toContain('Stripe has no webhook endpoint for')
})

test('a check of another URL is removed', async () => {
  const world = await createCardWorld()
  await check(world)
  const { services } = world
  const config = { ...services.config, appUrl: 'https://moved.example' }
  world.stripe.addEndpoint({ url: 'https://moved.example/hooks/stripe/' })
  expect((await readKioskEndpoint({ ...services, config }))?.check).toBeNull()
  await checkEndpoint({ ...services, config })
  expect(await services.db.system.select().from(cardEndpointChecks)).toMatchObject([
    { url: 'https://moved.example/hooks/stripe', findings: { issues: [] } },
  ])
})

test('a request for a check and the nightly check both lead to one, and neither waits for Stripe', async () => {
  const world = await createCardWorld()
  const { services, queue, stripe } = world
  await queue.start([endpointCheckJob], services)
  const asked = () => stripe.seen.filter(({ path }) => path === '/v1/webhook_endpoints').length
  for (const [request, expected] of [
    [requestEndpointCheck, 1],
    [startReconciliation, 2],
  ] as const) {
    await request(services)
    await vi.waitFor(() => {
      expect(asked()).toBe(expected)
    }, 10_000)
  }
})

test('without card payments nothing is checked, and staff see no webhook', async () => {
  const world = await createWorld()
  await checkEndpoint(world.services)
  expect(await world.services.db.system.$count(cardEndpointChecks)).toBe(0)
  expect(await readKioskEndpoint(world.services)).toBeNull()
})

test('Stripe’s webhook arrives at the URL that is checked, also with a slash at its end', async () => {
  const { fetch } = await (await createCardWorld()).serve()
  for (const path of ['/hooks/stripe', '/hooks/stripe/', '/hooks/stripe?source=stripe']) {
    expect((await fetch(path, { method: 'POST', body: '{}' })).status).toBe(400)
  }
})
