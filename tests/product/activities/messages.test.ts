/** Custom messages: labeled as such, and never shown as data. */
import { expect, test } from 'vitest'
import { addMessage, listMessages } from '#app/domain/messages/messages.server.ts'
import { action, loader } from '#app/routes/data-feeds/messages.tsx'
import type { TestSite } from '../../support/makers.ts'
import { openNudgeShop } from '../../support/nudge-shop.ts'
import { createWorld, type World } from '../../support/world.ts'

const send = (world: World, as: { cookie: string }, form: Record<string, string>) =>
  action(world.visit('/data-feeds/messages', { as, form }))

const messageTexts = async (world: World, { owner }: TestSite) =>
  (await loader(world.visit('/data-feeds/messages', { as: owner }))).messages

test('messages are written, hidden, shown and deleted by editors, and by no one else', async () => {
  const world = await createWorld()
  const [site, others] = [await world.site(), await world.site()]
  const analyst = await world.member(site.team, { role: 'analyst' })
  const form = { intent: 'add', text: 'We answer every question.', url: '', image: '' }
  await send(world, site.owner, form)
  const [message] = await messageTexts(world, site)
  const uuid = message?.uuid ?? ''

  await send(world, site.owner, { intent: 'hide', uuid })
  const hidden = await messageTexts(world, site)

  expect(message).toMatchObject({ text: 'We answer every question.', url: null, isShown: true })
  expect(hidden).toMatchObject([{ isShown: false }])
  await expect(send(world, analyst, form)).rejects.toMatchObject({ code: 'forbidden' })
  for (const intent of ['show', 'delete']) {
    const foreign = send(world, others.owner, { intent, uuid })
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
  }
  await send(world, site.owner, { intent: 'delete', uuid })
  expect(await messageTexts(world, site)).toEqual([])
})

const refused = [
  '500 happy customers trust us',
  'Anna from Utrecht bought a kettle',
  'Only 3 left in stock',
  'Sold 200 times this week',
  'Hello {name}',
  '{left} to go',
  'a'.repeat(161),
  ' ',
]

test('a message that claims a fact is refused, and its text stays in the form', async () => {
  const world = await createWorld()
  const site = await world.site()

  for (const text of refused) {
    expect(await send(world, site.owner, { intent: 'add', text }), text).toMatchObject({
      data: { errors: { text: expect.any(Array) as unknown }, values: { text } },
      init: { status: 422 },
    })
  }
  expect(await listMessages(world.services, site.scope)).toEqual([])
})

test('a custom nudge shows messages one after another, as the shop’s own, and nothing without them', async () => {
  const shop = await openNudgeShop()
  const { services, site } = shop
  await shop.publish({ type: 'custom', content: { text: 'Plain.', tellsMessages: true } })
  const add = (text: string) =>
    addMessage(services, site.scope, { userId: site.owner.id, input: { text } })

  const empty = await shop.reasons()
  await add('We pack by hand.')
  shop.world.clock.advance(1000)
  await add('We answer every question.')
  const nudge = await shop.shown()

  expect(empty).toEqual(['no_data'])
  expect(nudge?.items.map(({ title, text }) => [title, text])).toEqual([
    ['A message from shop.example', 'We answer every question.'],
    ['A message from shop.example', 'We pack by hand.'],
  ])
  expect(nudge?.why).toContain(
    'The shop wrote it. It isn’t based on an order, a sign-up or a review.',
  )
  const { rows } = await services.pool.query<{ basis: string }>('select basis from claims')
  expect(rows).toEqual([{ basis: 'owner' }, { basis: 'owner' }])
})

test('counts and nudges with facts ignore messages, however many there are', async () => {
  const shop = await openNudgeShop()
  const { services, site } = shop
  for (const type of ['purchase', 'purchases', 'conversions', 'review', 'reviews'] as const) {
    await shop.publish({ type, query: { minimum: 1 } })
  }
  await shop.store({ ago: 8 * 86_400_000 })
  await shop.store()
  const facts = async () => {
    shop.waitForCounts()
    const { nudges, unshown } = await shop.payload()
    return {
      unshown,
      shown: nudges.map(({ type, items }) => [type, items.map(({ text }) => text)]),
    }
  }
  const before = await facts()

  for (const total of [1, 5, 20]) {
    for (let count = 0; count < total; count += 1) {
      const input = { text: `We pack with care, day ${String.fromCodePoint(97 + count)}.` }
      await addMessage(services, site.scope, { userId: site.owner.id, input })
    }
    expect(await facts()).toEqual(before)
  }
  expect(before.shown).toHaveLength(2)
})
