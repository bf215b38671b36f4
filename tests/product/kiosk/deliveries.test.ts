/** Deliveries in the kiosk: found, masked, shown in full with a reason, and processed again. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, deliveries, webhookEndpoints, webhookMessages } from '#app/db/schema/index.ts'
import { lastActOn } from '../../support/kiosk/last-act.ts'
import { createOperationStory } from '../../support/kiosk/operation-story.ts'

const reason = 'The owner asked where the order is.'
const path = '/kiosk/deliveries'

test('without deliveries the section says so, in both directions', async () => {
  const { read } = await createOperationStory()
  expect((await read(path)).text).toContain('No matching deliveries')
  expect((await read(`${path}?list=sent`)).text).toContain('No matching deliveries')
  expect((await read(`${path}?open=987654`)).text).toContain('It no longer exists.')
  expect((await read(`${path}?before=1`)).text).toContain('No older deliveries')
})

test('failed deliveries come first, with their organization, and filter by status, service and organization', async () => {
  const { world, failDelivery, read } = await createOperationStory()
  const id = await failDelivery()
  const { teamId } = world.site.scope
  const shown = `${path}?open=${String(id)}`

  const { text } = await read(path)
  expect(text).toContain('order.created WooCommerce')
  expect(text).toContain('These fields can’t be read: date_created_gmt.')
  expect((await read(shown)).text).toContain(`Delivery ${String(id)}: order.created`)
  for (const filter of [`team=${String(teamId)}`, 'service=wordpress', 'state=failed']) {
    expect((await read(`${path}?${filter}`)).text).toContain('order.created')
  }
  for (const filter of [
    `team=${String(teamId + 1)}`,
    'service=wix',
    'state=done',
    'state=waiting',
  ]) {
    expect((await read(`${path}?${filter}`)).text).not.toContain('order.created')
  }
})

test('content is masked until a member of staff asks for it with a reason', async () => {
  const { world, failDelivery, read, send, entries } = await createOperationStory()
  const id = String(await failDelivery())

  const { text } = await read(`${path}?open=${id}`)
  expect(text).toContain('•••')
  expect(text).toContain('Utrecht')
  expect(text).not.toContain('Emma')
  expect(await entries()).toEqual([])

  const form = { intent: 'open', list: 'received', id, reason, lastActId: '0' }
  const full = await send(`${path}?open=${id}`, form)
  expect(full.status).toBe(200)
  expect(full.text).toContain('Emma')
  const { teamId } = world.site.scope
  expect(await entries()).toEqual([{ act: 'delivery.opened', outcome: 'done', reason, teamId }])
  expect((await read(`${path}?open=${id}`)).text).not.toContain('Emma')
})

test('the address opens the form of an action, and the other actions keep the rest of it', async () => {
  const { world, staff, failDelivery } = await createOperationStory()
  const opened = `${path}?service=wordpress&open=${String(await failDelivery())}`
  const htmlOf = async (address: string) =>
    (await world.served.fetch(address, { headers: { Cookie: staff.cookie } })).text()

  const closed = await htmlOf(opened)
  expect(closed).not.toContain('name="reason"')
  expect(closed).toContain('act=open')
  const html = await htmlOf(`${opened}&act=again`)
  expect(html.match(/name="reason"/g)).toHaveLength(1)
  expect(html).toContain('Nothing is stored twice.')
  const query = opened.slice(path.length).replaceAll('&', '&amp;')
  expect(html).toContain(`href="${path}${query}&amp;act=open"`)
  expect(html).toContain(`href="${path}${query}"`)
})

test('a delivery that failed for good is processed again, and its order exists', async () => {
  const { world, read, send } = await createOperationStory()
  await world.woo.placeOrder()
  await world.process()
  // As if this order couldn’t be read when it arrived.
  await world.services.db.system.delete(activities)
  await world.services.db.system
    .update(deliveries)
    .set({ state: 'failed', fault: 'These fields can’t be read: total.' })
  const [row] = await world.stored.deliveries()
  const id = String(row?.id)

  const answer = await send(`${path}?open=${id}`, {
    intent: 'again',
    list: 'received',
    id,
    reason,
    lastActId: '0',
  })
  expect(answer.status).toBe(200)
  await world.process()

  expect(await world.stored.activities()).toMatchObject([{ productTitle: 'Oak tray' }])
  expect(await world.stored.deliveries()).toMatchObject([{ state: 'done', fault: null }])
  expect((await read(path)).text).toContain('No matching deliveries')
})

test('a delivery that waits or has no content can’t be processed again, and says why', async () => {
  const { world, failDelivery, read, send, entries } = await createOperationStory()
  const id = await failDelivery()
  const form = { intent: 'again', list: 'received', id: String(id), reason }
  await world.services.db.system.update(deliveries).set({ body: null })

  expect((await read(`${path}?open=${String(id)}`)).text).toContain('The content was removed')
  const refused = await send(path, { ...form, lastActId: '0' })
  expect(refused.status).toBe(409)
  expect((await entries()).map(({ outcome }) => outcome)).toEqual(['refused'])
  expect((await send(path, { ...form, id: '987654', lastActId: '0' })).status).toBe(404)
  expect(await entries()).toHaveLength(1)
})

test('lists go on by key, fifty at a time', async () => {
  const { world, read } = await createOperationStory()
  const at = world.clock.now()
  await world.services.db.system.insert(deliveries).values(
    Array.from({ length: 51 }, (_, place) => ({
      provider: 'stripe' as const,
      account: '',
      deliveryId: `evt_${String(place)}`,
      topic: `topic-${String(place)}.`,
      state: 'failed' as const,
      receivedAt: at,
      dueAt: at,
    })),
  )

  const first = await read(path)
  expect(first.text).toContain('topic-50.')
  expect(first.text).not.toContain('topic-0.')
  const [oldestShown] = await world.services.db.system
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.deliveryId, 'evt_1'))
  const second = await read(`${path}?before=${String(oldestShown?.id)}`)
  expect(second.text).toContain('topic-0.')
  expect(second.text).not.toContain('topic-1.')
  expect(second.text).toContain('Unknown')
})

test('a webhook that was given up is shown without its path, and sent again', async () => {
  const { world, failWebhook, read, send } = await createOperationStory()
  const id = String(await failWebhook())
  const sent = `${path}?list=sent`

  expect((await read(sent)).text).toContain('activity.stored receiver.example')
  const opened = await read(`${sent}&open=${id}`)
  expect(opened.text).toContain(`Webhook ${id}: activity.stored`)
  expect(opened.text).not.toContain('secret-path')
  // Quoted, since a section of the kiosk begins with the same letters.
  expect(opened.text).not.toContain('Ann&quot;')

  const form = { list: 'sent', id, reason, lastActId: '0' }
  const full = await send(`${sent}&open=${id}`, { ...form, intent: 'open' })
  expect(full.text).toContain('Ann&quot;')

  await world.services.db.system.update(webhookEndpoints).set({ state: 'paused' })
  const shown = { list: 'sent', id, reason }
  const page = `/kiosk/teams/${String(world.site.scope.teamId)}`
  const last = () => lastActOn(world.services, page)
  const paused = await send(path, { ...shown, intent: 'again', lastActId: await last() })
  expect(paused.status).toBe(409)
  await world.services.db.system.update(webhookEndpoints).set({ state: 'active' })
  const again = await send(path, { ...shown, intent: 'again', lastActId: await last() })
  expect(again.status).toBe(200)
  expect(await world.services.db.system.select().from(webhookMessages)).toMatchObject([
    { state: 'waiting', attempts: 0 },
  ])
})
