/** The goal screens: what they show and accept. */
import { expect, test } from 'vitest'
import type { GoalInput } from '#app/contract/goals.ts'
import { goalConversions } from '#app/db/schema/index.ts'
import { recordConversion } from '#app/domain/goals/conversions.server.ts'
import { createGoal, listGoals } from '#app/domain/goals/goals.server.ts'
import { readGoalConversions } from '#app/domain/goals/overview.server.ts'
import { listReachedGoals } from '#app/presenters/goal-list.server.ts'
import { action as change, loader as openGoal } from '#app/routes/goals/goal.tsx'
import { action as turn, loader as openList } from '#app/routes/goals/goals.tsx'
import { action as make } from '#app/routes/goals/new.tsx'
import type { TestSite } from '../../support/makers.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { createWorld, type World } from '../../support/world.ts'

const js: GoalInput = { kind: 'js', name: 'Quiz', is_repeatable: true, is_active: true }

/** Reports a conversion this many days ago. */
const reach = (
  { services, clock }: World,
  { scope }: TestSite,
  { goal, days, value }: { goal: string; days: number; value?: number },
) =>
  recordConversion(services, scope, {
    goalUuid: goal,
    input: {
      id: `${goal} ${String(days)}`,
      occurred_at: new Date(clock.now().getTime() - days * 86_400_000).toISOString(),
      ...(value === undefined ? {} : { value, currency: 'EUR' }),
    },
  })

const send = (
  world: World,
  site: TestSite,
  { path = '/goals/new', ...rest }: { path?: string; form: Record<string, string>; id?: string },
) =>
  world.visit(path, {
    as: site.owner,
    form: rest.form,
    params: rest.id === undefined ? {} : { id: rest.id },
  })

test('the list shows the conversions of the period, of the previous one, and the last conversion ever', async () => {
  const world = await createWorld()
  const site = await world.site()
  const [quiz, old, never] = [
    await createGoal(world.services, site.scope, js),
    await createGoal(world.services, site.scope, js),
    await createGoal(world.services, site.scope, js),
  ]
  for (const days of [0.125, 0.5, 29])
    await reach(world, site, { goal: quiz.uuid, days, value: 10.5 })
  await reach(world, site, { goal: quiz.uuid, days: 2 })
  await reach(world, site, { goal: quiz.uuid, days: 31 })
  await reach(world, site, { goal: old.uuid, days: 90 })

  const { goals, now } = await listReachedGoals(world.services, site.scope)

  const daysAgo = (at: Date | null) => at && (now.getTime() - at.getTime()) / 86_400_000
  expect(
    goals.map(({ uuid, reached }) => ({
      uuid,
      ...reached,
      lastConversionAt: daysAgo(reached.lastConversionAt),
    })),
  ).toEqual([
    {
      uuid: quiz.uuid,
      lastConversionAt: 0.125,
      conversions: 4,
      // Today isn't over.
      compared: { total: 3, before: 1 },
      amounts: [{ currency: 'EUR', cents: 3150 }],
    },
    {
      uuid: old.uuid,
      lastConversionAt: 90,
      conversions: 0,
      compared: { total: 0, before: 0 },
      amounts: [],
    },
    {
      uuid: never.uuid,
      lastConversionAt: null,
      conversions: 0,
      compared: { total: 0, before: 0 },
      amounts: [],
    },
  ])
})

test('a goal is made by the form, opened with its hits, changed, switched off and deleted', async () => {
  const world = await createWorld()
  const site = await world.site()
  const form = {
    kind: 'form',
    name: 'Letter',
    selector: '#news',
    unique: 'every',
    isActive: 'on',
    worth: 'fixed',
    value: '2,50',
    currency: 'eur',
  }

  const made = (await make(send(world, site, { form }))) as Response
  const id = made.headers.get('Location')?.replace(/^\/goals\/(.*)\?made$/, '$1') ?? ''
  const path = `/goals/${id}`
  const changed = { ...form, kind: 'order', selector: '#letter', worth: 'told' }
  await change(send(world, site, { path, form: changed, id }))
  await turn(send(world, site, { path: '/goals', form: { goal: id, intent: 'off' } }))
  const opened = await openGoal(world.visit(path, { as: site.owner, params: { id } }))
  await change(send(world, site, { path, form: { intent: 'delete' }, id }))

  expect(made.status).toBe(302)
  // The kind never changes, whatever a form says.
  expect(opened.goal).toMatchObject({
    kind: 'form',
    name: 'Letter',
    selector: '#letter',
    valueCents: null,
    currency: null,
    isRepeatable: true,
    isActive: false,
  })
  expect(await listGoals(world.services, site.scope)).toEqual([])
})

test.each([
  ['no name', { kind: 'order', name: ' ' }, 'name'],
  ['no selector', { kind: 'click', name: 'A' }, 'selector'],
  ['a path without a slash', { kind: 'url', name: 'A', match: 'exact', pattern: 'a' }, 'pattern'],
  ['no amount', { kind: 'js', name: 'A', worth: 'fixed', currency: 'EUR' }, 'value'],
  [
    'words for an amount',
    { kind: 'js', name: 'A', worth: 'fixed', value: 'ten', currency: 'EUR' },
    'value',
  ],
  ['no currency', { kind: 'js', name: 'A', worth: 'fixed', value: '3' }, 'currency'],
])(
  'a form with %s is refused at its field, and keeps what was typed',
  async (_case, form, field) => {
    const world = await createWorld()
    const site = await world.site()

    const answer = await make(send(world, site, { form }))

    expect(answer).toMatchObject({ init: { status: 422 }, data: { values: form } })
    const { errors } = (answer as { data: FormResponse }).data
    expect(Object.keys(errors)).toEqual([field])
    expect(errors[field]?.[0]).not.toMatch(/^Send /)
  },
)

test('an analyst sees the goals and changes none', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { uuid } = await createGoal(world.services, site.scope, js)
  const analyst = await world.member(site.team, { role: 'analyst' })

  const { mayEdit, goals } = await openList(world.visit('/goals', { as: analyst }))
  const form = { goal: uuid, intent: 'off' }
  const refused = turn(world.visit('/goals', { as: analyst, form }))

  expect({ mayEdit, count: goals.length }).toEqual({ mayEdit: false, count: 1 })
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
})

test('a goal of another site is not found, whatever is asked', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()
  const { uuid } = await createGoal(world.services, other.scope, js)

  for (const id of [uuid, 'no-uuid']) {
    const asked = openGoal(world.visit(`/goals/${id}`, { as: site.owner, params: { id } }))
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('the latest conversions are listed newest first, without their keys', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { uuid } = await createGoal(world.services, site.scope, js)
  for (const days of [3, 1, 8]) await reach(world, site, { goal: uuid, days, value: days })

  const { conversions: hits } = await readGoalConversions(world.services, site.scope, uuid)

  expect(hits.map(({ amountCents }) => amountCents)).toEqual([100, 300])
  const keys = await world.services.db.system
    .select({ key: goalConversions.uniqueKey })
    .from(goalConversions)
  for (const { key } of keys) expect(JSON.stringify(hits)).not.toContain(key)
})
