/** Campaigns and automations of push nudges over HTTP, which work without a script. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pushMessages } from '#app/db/schema/push.ts'
import { sendPushJob } from '#app/domain/push/jobs.ts'
import { readAutomations } from '#app/domain/push/automations.server.ts'
import { saveDelivery } from '#app/domain/push/site-settings.server.ts'
import { handle } from '#app/jobs/job.ts'
import type { TestUser } from '../../support/makers.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import {
  storeCampaign,
  storeCounts,
  storeSend,
  storeSubscriber,
} from '../../support/push/stored-push.ts'
import { createWorld } from '../../support/world.ts'

const list = '/push-nudges/campaigns'

const message = {
  'content.title': 'New kettles',
  'content.body': 'See them first',
  'content.url': '/new',
}
const campaign = { name: 'March', hours: '24', ...message }

async function openShop() {
  const world = await createWorld()
  // Starting a campaign sends a job, whose queue has to exist. Nothing is sent here.
  await world.queue.start([handle(sendPushJob, () => Promise.resolve())], world.services)
  const site = await world.site({ url: 'https://kettles.example' })
  const { fetch } = await world.serve()
  const ask = async (path: string, { cookie }: TestUser, form?: Record<string, string>) => {
    const answer = await fetch(path, {
      headers: { Cookie: cookie },
      redirect: 'manual',
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    return {
      status: answer.status,
      location: answer.headers.get('Location'),
      // Without scripts, which repeat the loaders' data.
      html: (await answer.text()).replaceAll(/<!-- -->|<script\b.*?<\/script>/gs, ''),
    }
  }
  const open = (path: string, as = site.owner) => ask(path, as)
  const send = (path: string, form: Record<string, string>, as = site.owner) => ask(path, as, form)
  const read = async () => {
    const rows = await world.services.db.system.select().from(pushMessages)
    return rows.filter(({ siteId }) => siteId === site.scope.siteId)
  }
  return { world, site, open, send, read }
}

test('a campaign is written, checked, started with its number, paused and stopped', async () => {
  const { world, site, open, send, read } = await openShop()
  await storeSubscriber(world.services, site)
  await storeSubscriber(world.services, site, { country: 'DE' })
  await storeSubscriber(world.services, site, { kinds: ['price_drop'] })

  const created = await send(`${list}/new`, { ...campaign, 'audience.countries': 'nl' })
  const path = created.location?.split('?')[0] ?? ''
  const one = await open(path)
  await send(path, { intent: 'save', ...campaign })
  const two = await open(path)
  const acts: number[] = []
  for (const intent of ['start', 'pause', 'resume', 'stop']) {
    acts.push((await send(path, { intent })).status)
  }

  expect(created.status).toBe(302)
  expect(one.html).toContain('Goes to 1 subscriber.')
  expect(two.html).toContain('Goes to 2 subscribers.')
  expect(acts).toEqual([200, 200, 200, 200])
  expect(await read()).toMatchObject([{ name: 'March', state: 'stopped' }])
})

test('four systems draw the message, and list what they leave out', async () => {
  const { world, site, open } = await openShop()
  const content = {
    title: 'A title that is longer than most phones have room for',
    body: 'Short',
    url: '/new',
    image: 'https://kettles.example/a.png',
  }
  const { uuid } = await storeCampaign(world.services, site, { content })

  const { html } = await open(`${list}/${uuid}`)

  for (const system of ['Android', 'Windows', 'macOS', 'iPhone and iPad']) {
    expect(html).toContain(`<strong>${system}</strong>`)
  }
  expect(html).toContain('The title is cut after about 30 characters.')
  expect(html).toContain('The image isn’t shown.')
})

test('a claim that can’t be proved is named, and keeps the campaign from being sent', async () => {
  const { world, site, open, send, read } = await openShop()
  await storeSubscriber(world.services, site)
  const content = { title: '500 people bought this', body: 'Hurry', url: '/new', image: null }
  const { uuid } = await storeCampaign(world.services, site, { content })

  const { html } = await open(`${list}/${uuid}`)
  const started = await send(`${list}/${uuid}`, { intent: 'start' })

  expect(html).toContain('Must fix')
  expect(html).toContain('Suggestion')
  expect(started.status).toBe(422)
  expect(started.html).toContain('This campaign can’t be sent yet.')
  expect(await read()).toMatchObject([{ state: 'draft' }])
})

test('the holdout group is left out of the number, and results keep it apart', async () => {
  const { world, site, open } = await openShop()
  const limits = { quietFrom: '21:00', quietUntil: '08:00', perDay: 1, perWeek: 3, holdout: 50 }
  await saveDelivery(world.services, site.scope, { ...limits, extraServices: [] })
  const { id, uuid } = await storeCampaign(world.services, site, {
    state: 'sent',
    contentB: { title: 'B', body: 'B', url: '/new', image: null },
  })
  const variants = [
    { variant: 'a' as const, sends: 500, accepted: 500, shown: 400, clicked: 40, converted: 60 },
    { variant: 'b' as const, sends: 500, accepted: 500, shown: 400, clicked: 120, converted: 60 },
    { variant: 'holdout' as const, sends: 1_000, converted: 120 },
  ]
  for (const counts of variants) {
    await storeCounts(world.services, site, { messageId: id, ...counts })
  }

  const { html } = await open(`${list}/${uuid}`)

  expect(html).toContain('Text B is opened more often')
  expect(html).toContain('Campaign vs. holdout group')
  expect(html).toContain('No clear difference yet')
})

test('a share of the holdout group that changed after the start shows no comparison with it', async () => {
  const { world, site, open } = await openShop()
  const { id, uuid } = await storeCampaign(world.services, site, {
    state: 'sent',
    startedAt: world.clock.now(),
  })
  await storeCounts(world.services, site, {
    messageId: id,
    variant: 'a',
    sends: 500,
    accepted: 500,
  })
  await storeCounts(world.services, site, { messageId: id, variant: 'holdout', sends: 500 })
  world.clock.advance(1_000)
  const limits = { quietFrom: '21:00', quietUntil: '08:00', perDay: 1, perWeek: 3, holdout: 50 }
  await saveDelivery(world.services, site.scope, { ...limits, extraServices: [] })

  const { html } = await open(`${list}/${uuid}`)

  expect(html).toContain('Holdout group')
  expect(html).not.toContain('Campaign vs. holdout group')
})

test('sizes of groups that can’t be chance show no result', async () => {
  const { world, site, open } = await openShop()
  const { id, uuid } = await storeCampaign(world.services, site, { state: 'sent' })
  await storeCounts(world.services, site, {
    messageId: id,
    variant: 'a',
    accepted: 900,
    clicked: 90,
  })
  await storeCounts(world.services, site, {
    messageId: id,
    variant: 'b',
    accepted: 100,
    clicked: 50,
  })

  const { html } = await open(`${list}/${uuid}`)

  expect(html).toContain('Group sizes don’t match')
  expect(html).not.toContain('is opened more often')
})

test.each([
  ['no title', { 'content.title': ' ' }, 'Enter at least one character.'],
  ['a page of another site', { 'content.url': 'https://other.example/' }, 'Enter a page of your'],
  ['an image without https', { 'content.image': 'http://x.example/a.png' }, 'Enter a URL that'],
  ['a country that is none', { 'audience.countries': 'Holland' }, 'Choose a country.'],
  ['a moment that is none', { sendAt: 'tomorrow' }, 'Enter a date and a time.'],
  ['a share of all', { hasB: 'on', shareB: '100' }, 'Enter a number from 1 to 99.'],
])('%s is refused at its field, and keeps what was typed', async (_case, wrong, sentence) => {
  const { send, read } = await openShop()

  const { status, html } = await send(`${list}/new`, { ...campaign, ...wrong })

  expect(status).toBe(422)
  expect(html).toContain(sentence)
  expect(html).toContain('value="March"')
  expect(await read()).toEqual([])
})

test('a draft is copied and deleted; a started campaign can’t be changed', async () => {
  const { world, site, open, send, read } = await openShop()
  const draft = await storeCampaign(world.services, site)
  const started = await storeCampaign(world.services, site, { state: 'sending', name: 'May' })

  const copy = await open(`${list}/new?copy=${draft.uuid}`)
  const removed = await send(`${list}/${draft.uuid}`, { intent: 'delete' })
  const changed = await send(`${list}/${started.uuid}`, { intent: 'save', ...campaign })

  expect(copy.html).toContain('value="March (copy)"')
  expect(removed.location).toBe(`${list}?deleted`)
  expect(changed.status).toBe(422)
  expect(await read()).toMatchObject([{ name: 'May' }])
})

test('analysts see campaigns and change none; a foreign campaign isn’t found', async () => {
  const { world, site, open, send } = await openShop()
  const analyst = await world.member(site.team, { role: 'analyst' })
  const other = await world.site()
  const mine = await storeCampaign(world.services, site)
  const theirs = await storeCampaign(world.services, other)

  expect((await open(list, analyst)).html).toContain('March')
  expect((await open(`${list}/${mine.uuid}`, analyst)).status).toBe(200)
  expect((await open(`${list}/new`, analyst)).status).toBe(403)
  expect((await send(`${list}/${mine.uuid}`, { intent: 'delete' }, analyst)).status).toBe(403)
  expect((await open(`${list}/${theirs.uuid}`)).status).toBe(404)
  expect((await send(`${list}/${theirs.uuid}`, { intent: 'delete' })).status).toBe(404)
  expect((await open(`${list}/new?copy=${theirs.uuid}`)).status).toBe(404)
})

test('an automation is turned on and off, and its words are saved', async () => {
  const { world, site, send } = await openShop()
  const automations = '/push-nudges/automations'
  const words = { ...message, 'content.title': '{product} is here', 'content.url': '/' }
  const read = async () => {
    const all = await readAutomations(world.services, site.scope)
    return all.find(({ kind }) => kind === 'back_in_stock')
  }

  const on = await send(automations, { kind: 'back_in_stock', intent: 'on' })
  const saved = await send(`${automations}/back_in_stock`, { intent: 'save', ...words })
  const now = await read()
  const off = await send(automations, { kind: 'back_in_stock', intent: 'off' })

  expect([on.status, saved.status, off.status]).toEqual([200, 200, 200])
  expect(now).toMatchObject({ isOn: true, content: { title: '{product} is here' } })
  expect(await read()).toMatchObject({ isOn: false, content: { title: '{product} is here' } })
})

test.each(['review_request', 'abandoned_cart'])(
  'an automation that pages can’t feed isn’t offered: %s',
  async (kind) => {
    const { world, site, open, send } = await openShop()
    const list = '/push-nudges/automations'

    const { html } = await open(list)
    const refused = await send(list, { kind, intent: 'on' })

    expect(html).toContain('/push-nudges/automations/back_in_stock')
    expect(html).not.toContain(kind)
    expect(refused.status).toBe(422)
    expect((await open(`${list}/${kind}`)).status).toBe(404)
    const all = await readAutomations(world.services, site.scope)
    expect(all.filter(({ isOn }) => isOn)).toEqual([])
  },
)

test('an automation shows its last messages, also those that weren’t sent, and why', async () => {
  const { world, site, open, send } = await openShop()
  await send('/push-nudges/automations', { kind: 'price_drop', intent: 'on' })
  const [row] = await world.services.db.system
    .select({ id: pushMessages.id })
    .from(pushMessages)
    .where(eq(pushMessages.kind, 'price_drop'))
  const { id: subscriptionId } = await storeSubscriber(world.services, site)
  const messageId = row?.id ?? 0
  await storeSend(world.services, site, {
    messageId,
    subscriptionId,
    state: 'skipped',
    reason: 'outdated',
  })

  const { html } = await open('/push-nudges/automations/price_drop')

  expect(html).toContain('Not sent')
  expect(html).toContain('No longer true')
})

test.each([
  ['a value that the kind has no data for', { 'content.body': '{old_price}' }, 'There is no data'],
])('an automation with %s is refused', async (_case, wrong, sentence) => {
  const { send } = await openShop()

  const path = '/push-nudges/automations/order_shipped'
  const { status, html } = await send(path, { intent: 'save', ...message, ...wrong })

  expect(status).toBe(422)
  expect(html).toContain(sentence)
})

test('a plan without push nudges sends nothing, and drafts stay', async () => {
  const { world, site, open, send, read } = await openShop()
  await storeSubscriber(world.services, site)
  const { uuid } = await storeCampaign(world.services, site)
  const overrides = { features: { push_nudges: false } }
  await setPlan(world.services, site.team.scope, { planId: 'plus', overrides })

  const { html } = await open(list)
  const started = await send(`${list}/${uuid}`, { intent: 'start' })
  const on = await send('/push-nudges/automations', { kind: 'price_drop', intent: 'on' })

  expect(html).toContain('Not on your plan')
  expect([started.status, on.status]).toEqual([422, 422])
  expect(await read()).toMatchObject([{ state: 'draft' }])
})
