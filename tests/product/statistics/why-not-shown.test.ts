/** Why one nudge was not shown: filtered by nudge, with the object and the page of each reason. */
import { expect, test } from 'vitest'
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudges } from '#app/db/schema/index.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import { hourMillis, dayMillis } from '#app/lib/time.ts'
import { loader as openNudge } from '#app/routes/nudges/nudge.tsx'
import { loader as exportTable } from '#app/routes/statistics/export.ts'
import { loader as notShown } from '#app/routes/statistics/not-shown.tsx'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'

async function openShop(given?: World) {
  const world = given ?? (await createWorld())
  const site = await world.site({ url: `https://${given ? 'mugs' : 'kettles'}.example` })
  await liftLimits(world.services)
  const { teamId, siteId } = site.scope
  const at = { createdAt: world.services.now(), updatedAt: world.services.now() }
  const add = async (type: NudgeType, surface: 'popup' | 'inline') => {
    const [made] = await world.services.db.system
      .insert(nudges)
      .values({
        teamId,
        siteId,
        type,
        surface,
        name: type,
        position: 1,
        state: 'published',
        ...at,
        placement: surface === 'inline' ? { selector: '.product-price', where: 'after' } : null,
      })
      .returning({ uuid: nudges.uuid })
    return made?.uuid ?? ''
  }
  const stock = await add('stock_level', 'popup')
  const inline = await add('purchase', 'inline')
  const row = (wanted: Partial<EventRow>) =>
    eventRow(site, { receivedAt: world.services.now(), type: 'not_shown', ...wanted })
  const show = (nudge: string) =>
    notShown(world.visit(`/statistics/not-shown?nudge=${nudge}`, { as: site.owner }))
  return { world, site, stock, inline, row, show }
}

test('the checks of a nudge say how often visitors had no room for it', async () => {
  const { world, site, inline, row } = await openShop()
  await store(world.services, [
    row({ nudge: inline, reason: 'no_room', page: '/tea', amount: 3 }),
    ...Array.from({ length: 9 }, () => row({ nudge: inline, type: 'impression' })),
    row({ nudge: inline, reason: 'no_room', receivedAt: daysAgo(world, 2), amount: 50 }),
  ])

  const path = `/nudges/${inline}`
  const { ladder } = await openNudge(world.visit(path, { as: site.owner, params: { id: inline } }))

  expect(ladder.find(({ rung }) => rung === 'room')).toEqual({
    rung: 'room',
    status: 'warned',
    sentence: 'No room 3 of 12 times in the last 24 hours. The compact line needs less room.',
    fix: { label: 'Change layout', to: `${path}?panel=look` },
  })
})

test('the checks of a nudge say how often pages had no place for it', async () => {
  const { world, site, inline, row } = await openShop()
  await store(world.services, [
    row({ nudge: inline, reason: 'no_place', page: '/tea', amount: 12 }),
    row({ nudge: inline, reason: 'no_room', page: '/tea', amount: 8 }),
    ...Array.from({ length: 20 }, () => row({ nudge: inline, type: 'impression' })),
  ])

  const path = `/nudges/${inline}`
  const { ladder } = await openNudge(world.visit(path, { as: site.owner, params: { id: inline } }))

  expect(ladder.find(({ rung }) => rung === 'place')).toEqual({
    rung: 'place',
    status: 'warned',
    sentence:
      'Its placement was missing 12 of 40 times in the last 24 hours. No element matches “.product-price” on /tea.',
    fix: { label: 'Change placement', to: `${path}?panel=where` },
  })
})

const daysAgo = ({ services }: World, days: number) =>
  new Date(services.now().getTime() - days * dayMillis)

test('each nudge has its own reasons, and each reason its object and its page', async () => {
  const { world, site, stock, inline, row, show } = await openShop()
  await store(world.services, [
    row({ nudge: stock, reason: 'no_page_data', page: '/shirt', amount: 3 }),
    row({ nudge: inline, reason: 'no_place', page: '/tailwind/', amount: 2 }),
    row({ nudge: inline, reason: 'page_rule', page: '/', amount: 5 }),
    row({ reason: 'checkout', page: '/payment.html' }),
  ])

  const [ofStock, ofInline] = [await show(stock), await show(inline)]

  expect(ofStock.nudge?.why.rows).toEqual([
    {
      name: 'Page data missing',
      sentence: '/shirt hasn’t reported its stock.',
      fix: { label: 'Report page data', to: `/pixel/${site.scope.siteUuid}?part=developers` },
      reason: 'no_page_data',
      times: 3,
      isOfSite: false,
    },
    {
      name: 'Checkout',
      sentence: 'Nudges never show at checkout, and /payment.html looks like one.',
      fix: null,
      reason: 'checkout',
      times: 1,
      isOfSite: true,
    },
  ])
  expect(ofInline.nudge?.why.rows.map(({ sentence, times }) => [sentence, times])).toEqual([
    ['Its targeting or schedule excluded the visit, for example on /.', 5],
    ['No element matches “.product-price” on /tailwind/.', 2],
    ['Nudges never show at checkout, and /payment.html looks like one.', 1],
  ])
  expect([ofStock.evaluations, ofInline.evaluations]).toEqual([3, 7])
})

test('reasons of closed days stay with their nudge, and leave the last 24 hours', async () => {
  const { world, stock, inline, row, show } = await openShop()
  await store(world.services, [
    row({ nudge: stock, reason: 'no_page_data', amount: 4 }),
    row({ nudge: inline, reason: 'no_room', amount: 1 }),
  ])
  world.clock.advance(2 * dayMillis + hourMillis)
  await rollDays(world.services)

  const { evaluations, rows, nudge } = await show(stock)

  expect([evaluations, rows.map(({ name, times }) => [name, times])]).toEqual([
    4,
    [['Page data missing', 4]],
  ])
  expect(nudge?.why).toEqual({ shown: 0, rows: [] })
})

test('the file has the outcomes of all nudges and of each nudge', async () => {
  const { world, site, stock, inline, row } = await openShop()
  const elsewhere = await openShop(world)
  await store(world.services, [
    row({ nudge: stock, reason: 'no_page_data', amount: 3 }),
    row({ nudge: stock, type: 'impression' }),
    row({ nudge: inline, reason: 'no_place', amount: 6 }),
    row({ reason: 'checkout', amount: 2 }),
    elsewhere.row({ nudge: elsewhere.stock, reason: 'no_data' }),
  ])

  const answer = await exportTable(
    world.visit('/statistics/export?table=not-shown', { as: site.owner }),
  )
  const rows = (await answer.text()).trim().split('\r\n')

  expect(rows[0]).toBe('Nudge,Outcome,Count')
  expect(rows.filter((one) => one.startsWith('All nudges,') && !one.endsWith(',0'))).toEqual([
    'All nudges,Shown,1',
    'All nudges,No placement on the page,6',
    'All nudges,Page data missing,3',
    'All nudges,Checkout,2',
    'All nudges,All checks,12',
  ])
  expect(rows.slice(1).filter((one) => !one.startsWith('All nudges,'))).toEqual([
    'purchase,No placement on the page,6',
    'purchase,All checks,6',
    'stock_level,Shown,1',
    'stock_level,Page data missing,3',
    'stock_level,All checks,4',
  ])
})

test('the nudge of another organization is not found', async () => {
  const here = await openShop()
  const elsewhere = await openShop(here.world)

  await expect(here.show(elsewhere.stock)).rejects.toMatchObject({ code: 'not_found' })
})
