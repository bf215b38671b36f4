/** Subscribers and delivery of push nudges on their screens. */
import { expect, test } from 'vitest'
import { pushSubscriptions } from '#app/db/schema/push.ts'
import { readPushSite } from '#app/domain/push/site-settings.server.ts'
import type { TestUser } from '../../support/makers.ts'
import {
  storeCampaign,
  storeCounts,
  storeDay,
  storeSend,
  storeSubscriber,
} from '../../support/push/stored-push.ts'
import { createWorld } from '../../support/world.ts'

async function openShop() {
  const world = await createWorld()
  const site = await world.site({ url: 'https://kettles.example' })
  const { fetch } = await world.serve()
  const open = async (path: string, { cookie }: TestUser = site.owner) => {
    const answer = await fetch(path, { headers: { Cookie: cookie } })
    // Without scripts, which repeat the loader's data.
    const text = (await answer.text()).replaceAll(/<!-- -->|<script\b.*?<\/script>/gs, '')
    return { status: answer.status, text, headers: answer.headers }
  }
  const send = async (
    path: string,
    form: Record<string, string>,
    { cookie }: TestUser = site.owner,
  ) => {
    const body = new URLSearchParams(form)
    const answer = await fetch(path, { method: 'POST', headers: { Cookie: cookie }, body })
    const text = (await answer.text()).replaceAll(/<script\b.*?<\/script>/gs, '')
    return { status: answer.status, text }
  }
  return { world, site, open, send }
}

const subscribers = '/push-nudges/subscribers'

test('the list shows kinds, place and service of each subscriber, and how the number changes', async () => {
  const { world, site, open } = await openShop()
  await storeSubscriber(world.services, site, { kinds: ['news', 'price_drop'] })
  await storeSubscriber(world.services, site, { service: 'web.push.apple.com', country: null })
  await storeDay(world.services, site, { subscribed: 2, unsubscribed: 1 })

  const { status, text } = await open(subscribers)

  expect(status).toBe(200)
  expect(text).toContain('2 subscribers')
  expect(text).toContain('News, Price drop')
  expect(text).toContain('Europe/Amsterdam')
  expect(text).toContain('Unknown country')
  expect(text).toMatch(/Apple/)
  expect(text).toContain('2 subscribed, 1 opted out, 0 ended')
})

test('a site without subscribers sees how to get them', async () => {
  const { open } = await openShop()

  const { text } = await open(subscribers)

  expect(text).toContain('No subscribers yet')
  expect(text).toContain('Set up prompt')
})

test('pages of the list follow each other, and a wrong position is the first page', async () => {
  const { world, site, open } = await openShop()
  for (let place = 1; place <= 26; place += 1) {
    await storeSubscriber(world.services, site, { consentPage: `/page-${String(place)}-` })
  }

  const { text: first } = await open(subscribers)
  const next = /href="(\/push-nudges\/subscribers\?before=\d+)"/.exec(first)?.[1] ?? ''
  const { text: second } = await open(next)
  const { text: wrong } = await open(`${subscribers}?before=x`)

  expect(first).toContain('/page-26-')
  expect(first).not.toContain('/page-1-')
  expect(second).toContain('/page-1-')
  expect(second).not.toContain('/page-2-')
  expect(wrong).toContain('/page-26-')
})

test('the file has the words of each consent, and neither endpoints nor keys', async () => {
  const { world, site, open } = await openShop()
  await storeSubscriber(world.services, site, { consentWords: '=News, up to "3" a week' })
  const analyst = await world.member(site.team, { role: 'analyst' })

  const { status, text, headers } = await open(`${subscribers}/export`)

  expect(status).toBe(200)
  expect(headers.get('Content-Disposition')).toBe(
    'attachment; filename="kettles.example-push-subscribers.csv"',
  )
  // A spreadsheet would run the words otherwise.
  expect(text).toContain(`"'=News, up to ""3"" a week"`)
  expect(text.split('\r\n')[0]).not.toMatch(/endpoint|key|address/i)
  expect((await open(`${subscribers}/export`, analyst)).status).toBe(403)
})

test('one subscriber is deleted; one of another site and an analyst’s form change nothing', async () => {
  const { world, site, send } = await openShop()
  const other = await world.site()
  const mine = await storeSubscriber(world.services, site)
  const theirs = await storeSubscriber(world.services, other)
  const analyst = await world.member(site.team, { role: 'analyst' })
  const remove = (subscriber: string, as = site.owner) =>
    send(subscribers, { intent: 'delete', subscriber }, as)

  expect((await remove(mine.uuid, analyst)).status).toBe(403)
  expect((await remove(theirs.uuid)).status).toBe(404)
  expect((await remove('x')).status).toBe(422)
  expect((await remove(mine.uuid)).status).toBe(200)

  const left = await world.services.db.system
    .select({ uuid: pushSubscriptions.uuid })
    .from(pushSubscriptions)
  expect(left).toEqual([{ uuid: theirs.uuid }])
})

const delivery = '/push-nudges/delivery'

const limits = {
  intent: 'save',
  quietFrom: '22:00',
  quietUntil: '07:30',
  perDay: '2',
  perWeek: '5',
  holdout: '10',
  extraServices: '',
}

test('delivery shows what arrived, and each reason with its advice', async () => {
  const { world, site, open } = await openShop()
  const { id: messageId } = await storeCampaign(world.services, site, { state: 'sent' })
  const { id: subscriptionId } = await storeSubscriber(world.services, site)
  await storeCounts(world.services, site, {
    messageId,
    sends: 10,
    accepted: 8,
    shown: 4,
    clicked: 2,
  })
  await storeSend(world.services, site, {
    messageId,
    subscriptionId,
    state: 'failed',
    reason: 'gone',
  })

  const { text } = await open(delivery)

  expect(text).toContain('Subscription ended')
  expect(text).toContain('We removed these subscribers.')
  expect(text).toContain('50.0%')
})

test('limits are saved without a script, and sending is paused and resumed', async () => {
  const { world, site, open, send } = await openShop()
  // Resuming wakes the job that sends.
  await world.queue.start([], world.services)
  const read = () => readPushSite(world.services, site.scope)

  expect((await send(delivery, limits)).status).toBe(200)
  expect((await read()).delivery).toMatchObject({ quietFrom: '22:00', perWeek: 5, holdout: 10 })
  expect((await send(delivery, { intent: 'pause' })).status).toBe(200)
  expect((await open(delivery)).text).toContain('Nothing is sent since')
  expect((await send(delivery, { intent: 'resume' })).status).toBe(200)
  expect((await read()).pausedAt).toBeNull()
})

test.each([
  ['more per day than per week', { perDay: '6' }, 'Enter at least as many as per day.'],
  ['a time that is none', { quietFrom: '25:00' }, 'Enter a time, for example 21:00.'],
  ['a holdout of all', { holdout: '100' }, 'Enter a number from 0 to 50.'],
  ['a host that is a URL', { extraServices: 'https://push.example' }, 'Enter a host name'],
])('%s is refused with a sentence', async (_case, wrong, sentence) => {
  const { send } = await openShop()

  const { status, text } = await send(delivery, { ...limits, ...wrong })

  expect(status).toBe(422)
  expect(text).toContain(sentence)
})

test('an unknown action is refused', async () => {
  const { send } = await openShop()

  expect((await send(delivery, { ...limits, intent: 'send' })).status).toBe(422)
})
