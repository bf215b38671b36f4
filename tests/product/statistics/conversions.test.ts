/** The goal screen, the statistics, their files and the reports count the same conversions. */
import { expect, test } from 'vitest'
import type { GoalInput } from '#app/contract/goals.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { createGoal, removeGoal } from '#app/domain/goals/goals.server.ts'
import { metrics } from '#app/domain/stats/definitions.ts'
import { loader as openGoals } from '#app/routes/goals/goals.tsx'
import { loader as exported } from '#app/routes/statistics/export.ts'
import { loader as overview } from '#app/routes/statistics/overview.tsx'
import { loader as byPage } from '#app/routes/statistics/pages.tsx'
import { newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

const orderPlaced: GoalInput = {
  kind: 'order',
  name: 'Order',
  is_repeatable: false,
  is_active: true,
}
const quiz: GoalInput = { ...orderPlaced, kind: 'js', name: 'Quiz', is_repeatable: true }
const letter: GoalInput = { ...quiz, name: 'Letter', is_repeatable: false }

/** A site with an order goal, one that counts every time and one that counts once per visitor. */
async function openShop() {
  const world = await createWorld()
  const site = await world.site()
  const goals = {
    order: await createGoal(world.services, site.scope, orderPlaced),
    quiz: await createGoal(world.services, site.scope, quiz),
    letter: await createGoal(world.services, site.scope, letter),
  }
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const edge = await serveEdge(world.services)
  const [page, bot] = [edge.page(site), edge.page(site, { 'User-Agent': 'Googlebot/2.1' })]
  const call = async (path: string, body: object) => {
    const answer = await fetch(`/api/v1/sites/${site.uuid}/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.ok, await answer.text()).toBe(true)
  }
  const goalEvent = (goal: { uuid: string }, order?: string) => ({
    id: newEventId(),
    page: '/thanks',
    type: 'goal',
    goal: goal.uuid,
    ...(order === undefined ? {} : { order, value: 10, currency: 'EUR' }),
  })
  return {
    world,
    site,
    goals,
    /** A page reaches a goal, as a person's browser or as a bot's. */
    reach: (goal: { uuid: string }) => page.report(goalEvent(goal)),
    orderOnPage: (order: string) => page.report(visitEvent(), goalEvent(goals.order, order)),
    orderByBot: (order: string) => bot.report(goalEvent(goals.order, order)),
    /** The shop's server reports an order as an activity, or as a conversion. */
    orderByServer: (id: string, occurredAt: string, about: object = {}) =>
      call('activities', {
        kind: 'purchase',
        id,
        occurred_at: occurredAt,
        items: [{ title: 'Oak board' }],
        total: 10,
        currency: 'EUR',
        ...about,
      }),
    convert: (id: string, order: string) =>
      call(`goals/${goals.order.uuid}/conversions`, { id, order }),
  }
}
type Shop = Awaited<ReturnType<typeof openShop>>

const advanceTo = ({ clock }: World, moment: string) => {
  clock.advance(new Date(moment).getTime() - clock.now().getTime())
}

const visit = ({ world, site }: Shop, path: string) => world.visit(path, { as: site.owner })

/** Rows of a file without its headings, as text. */
async function file(shop: Shop, table: string): Promise<string[][]> {
  const answer = await exported(visit(shop, `/statistics/export?table=${table}`))
  const lines = (await answer.text()).trimEnd().split('\r\n')
  return lines.slice(1).map((line) => line.split(','))
}

type Counted = [name: string, conversions: number][]

/** The conversions of the last 30 days, as each screen and file has them. */
async function readEverywhere(shop: Shop) {
  const goals = await openGoals(visit(shop, '/goals'))
  const { totals, line } = await overview(visit(shop, '/statistics?chart=goals'))
  const { ranked } = await byPage(visit(shop, '/statistics/pages?by=goal'))
  const days = await file(shop, 'days')
  const column = metrics.indexOf('goals') + 1
  const total = totals.find(({ metric }) => metric === 'goals')
  const inDays = (counted: Counted) => counted.filter(([, conversions]) => conversions > 0)
  return {
    goals: goals.goals.map(({ name, reached }) => [name, reached.conversions] as const),
    amounts: goals.goals.flatMap(({ reached }) => reached.amounts),
    changes: goals.goals.map(({ reached }) => reached.compared),
    total,
    days: inDays(line.days.map((day, at) => [day, line.values[at] ?? 0])),
    daysInFile: inDays(days.map((row) => [row[0] ?? '', Number(row[column])])),
    byGoal: ranked.rows.map(({ name, totals: { goal } }) => [name, goal] as const),
    byGoalInFile: (await file(shop, 'goal')).map(([name, goal]) => [name, Number(goal)] as const),
  }
}

/** Orders of every kind, from ten on 2 March to shortly after midnight (UTC). */
async function sellForADay(shop: Shop) {
  const { world, goals, reach, orderOnPage, orderByBot, orderByServer, convert } = shop
  const morning = '2026-03-02T09:30:00Z'
  await orderOnPage('page')
  await orderOnPage('page')
  await orderByServer('server', morning)
  await orderByServer('server', morning)
  await convert('a', 'conversion')
  await convert('b', 'conversion')
  await orderOnPage('page-first')
  await orderByServer('page-first', morning)
  await orderByServer('server-first', morning)
  await orderOnPage('server-first')
  await orderByServer('test', morning, { test: true })
  await orderByServer('canceled', morning, { state: 'cancelled' })
  await orderByServer('refunded', morning, { state: 'refunded' })
  await orderByServer('canceled-later', morning)
  await orderByServer('canceled-later', morning, { state: 'cancelled' })
  await orderByServer('refunded-later', morning)
  await orderByServer('refunded-later', morning, { state: 'refunded' })
  await orderByBot('bot')
  for (const goal of [goals.quiz, goals.quiz, goals.letter, goals.letter]) await reach(goal)
  // The first moment of the 30 days, and the last one before them.
  await orderByServer('first-moment', '2026-02-02T00:00:00Z')
  await orderByServer('too-early', '2026-02-01T23:59:59.999Z')

  advanceTo(world, '2026-03-02T23:59:50Z')
  await orderOnPage('page-before-midnight')
  advanceTo(world, '2026-03-03T00:00:10Z')
  await orderOnPage('page-after-midnight')
  await orderByServer('server-before-midnight', '2026-03-02T23:59:59.999Z')
  await orderByServer('server-after-midnight', '2026-03-03T00:00:00Z')
}

test('every screen and file counts the same conversions, on the same days', async () => {
  const shop = await openShop()
  await sellForADay(shop)

  const open = await readEverywhere(shop)
  advanceTo(shop.world, '2026-03-03T09:00:00Z')
  await rollDays(shop.world.services)
  const rolled = await readEverywhere(shop)

  const counted: Counted = [
    ['Order', 12],
    ['Quiz', 2],
    ['Letter', 1],
  ]
  const days: Counted = [
    ['2026-02-02', 1],
    ['2026-03-02', 12],
    ['2026-03-03', 2],
  ]
  const expected = {
    goals: counted,
    amounts: [{ currency: 'EUR', cents: 11_000 }],
    // Full days alone: without today, and the last of 1 January to 1 February.
    changes: [
      { total: 10, before: 0 },
      { total: 2, before: 0 },
      { total: 1, before: 0 },
    ],
    total: { metric: 'goals', total: 15, compared: { total: 13, before: 0, change: null } },
    days,
    daysInFile: days,
    byGoal: counted,
    byGoalInFile: counted,
  }
  expect(open).toEqual(expected)
  expect(rolled).toEqual(expected)
})

test('a page of the breakdown by goal is cut as in the other breakdowns', async () => {
  const shop = await openShop()
  await sellForADay(shop)

  const { ranked } = await byPage(visit(shop, '/statistics/pages?by=goal&page=2'))

  expect(ranked).toMatchObject({ rows: [], page: 2, hasNext: false })
})

test('data from pages can be broken down by page, device and country, and nothing else', async () => {
  const shop = await openShop()
  await sellForADay(shop)

  for (const by of ['page', 'device', 'country']) {
    const { ranked } = await byPage(visit(shop, `/statistics/pages?by=${by}`))
    const conversions = ranked.rows.map(({ totals }) => totals.page_goal ?? 0)
    expect([by, conversions.reduce((sum, one) => sum + one, 0)]).toEqual([by, 7])
  }
})

test('a deleted goal’s conversions disappear from every screen and file', async () => {
  const shop = await openShop()
  await sellForADay(shop)
  await removeGoal(shop.world.services, shop.site.scope, shop.goals.order.uuid)

  expect(await readEverywhere(shop)).toMatchObject({
    goals: [
      ['Quiz', 2],
      ['Letter', 1],
    ],
    total: { total: 3 },
    days: [['2026-03-02', 3]],
    daysInFile: [['2026-03-02', 3]],
    byGoal: [
      ['Quiz', 2],
      ['Letter', 1],
    ],
    byGoalInFile: [
      ['Quiz', 2],
      ['Letter', 1],
    ],
  })
})

test('another organization’s conversions are counted nowhere', async () => {
  const shop = await openShop()
  await sellForADay(shop)
  const { world } = shop
  const site = await world.site()
  const { uuid } = await createGoal(world.services, site.scope, orderPlaced)

  const seen = await readEverywhere({ ...shop, site })

  expect(uuid).not.toBe(shop.goals.order.uuid)
  expect(seen).toMatchObject({
    goals: [['Order', 0]],
    total: { total: 0 },
    days: [],
    daysInFile: [],
    byGoal: [],
    byGoalInFile: [],
  })
})
