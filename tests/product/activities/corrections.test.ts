/** An activity that no nudge has shown can be corrected under its id. */
import { expect, inject, test } from 'vitest'
import { activities, goalConversions, webhookEventRows } from '#app/db/schema/index.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { holdCorrections } from '#app/domain/nudges/shown-activities.server.ts'
import { keptClaimDays } from '#app/domain/nudges/sweep-claims.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createGate } from '../../support/api/gate.ts'
import { createWorld } from '../../support/world.ts'

const order = {
  kind: 'purchase',
  id: 'order-1',
  occurred_at: '2026-03-02T09:00:00Z',
  person: { first_name: 'Ann' },
  items: [{ title: 'Mug' }],
  total: 20,
  currency: 'EUR',
}
const corrected = { ...order, items: [{ title: 'Jug' }], total: 30 }

async function shop() {
  const world = await createWorld()
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`/api/v1/sites/${site.uuid}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const read = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    return { status: answer.status, ...read } as {
      status: number
      data?: { uuid: string }
      message?: string
    }
  }
  const send = (body: unknown) => call('POST', 'activities', body)
  const { services } = world
  const rows = () => services.db.system.select().from(activities)
  const titles = async () => (await rows()).map(({ productTitle }) => productTitle)
  const conversions = () => services.db.system.select().from(goalConversions)
  const compile = async () => {
    services.siteCache.invalidate(site.uuid)
    return services.siteCache.payload(site.uuid)
  }
  return { world, services, site, call, send, rows, titles, conversions, compile }
}

test('other data under the same id replaces what no nudge has shown, and the answer gives it back', async () => {
  const { send, rows } = await shop()
  const first = await send(order)

  const second = await send({ ...corrected, test: true })

  expect(second).toMatchObject({
    status: 200,
    data: {
      uuid: first.data?.uuid,
      id: 'order-1',
      product: { title: 'Jug' },
      total: 30,
      currency: 'EUR',
      state: 'confirmed',
      test: true,
      is_showable: false,
    },
  })
  expect(await rows()).toMatchObject([{ productTitle: 'Jug', amountCents: 3000, isTest: true }])
  expect((await send({ ...corrected, test: true })).status).toBe(200)
})

test('once a payload has it, it stays as it is, and the refusal says what to do', async () => {
  const { world, site, call, send, titles, compile } = await shop()
  await world.nudge(site)
  const { data } = await send(order)
  await compile()

  const refused = await send(corrected)

  expect(refused.status).toBe(409)
  expect(refused.message).toContain('Nudges have already shown the activity with this id')
  expect(refused.message).toContain('Delete it and send it again')
  expect(await titles()).toEqual(['Mug'])
  // The advice in its message works.
  expect((await call('DELETE', `activities/${data?.uuid ?? ''}`)).status).toBe(204)
  expect((await send(corrected)).status).toBe(201)
  expect(await titles()).toEqual(['Jug'])
})

test('a nudge of another kind has not shown it', async () => {
  const { world, site, send, compile } = await shop()
  await world.nudge(site)
  const { id, occurred_at, person } = order
  await send({ kind: 'signup', id, occurred_at })
  await compile()

  expect(await send({ kind: 'signup', id, occurred_at, person })).toMatchObject({
    status: 200,
    data: { person: { first_name: 'Ann' } },
  })
})

test('pages show the correction, never what it corrected', async () => {
  const { world, site, services, send, compile } = await shop()
  await send(order)
  await send(corrected)
  await world.nudge(site)
  await compile()

  const { rows } = await services.pool.query<{ text: string }>('select text from claims')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).toContain('Jug')
})

test('a refund stays one whatever is corrected', async () => {
  const { send, rows } = await shop()
  await send(order)
  await send({ ...order, state: 'refunded' })

  const answer = await send(corrected)

  expect(answer).toMatchObject({
    status: 200,
    data: { state: 'refunded', is_showable: false, total: 30 },
  })
  expect(await rows()).toMatchObject([{ state: 'refunded', isShowable: false }])
})

test('an activity that was hidden by hand stays hidden', async () => {
  const { services, send, rows } = await shop()
  await send(order)
  await services.pool.query(`update activities set approval = 'hidden'`)

  await send(corrected)

  expect(await rows()).toMatchObject([{ approval: 'hidden', productTitle: 'Jug' }])
})

test('in a batch each has its own outcome', async () => {
  const { world, site, call, send, compile } = await shop()
  await world.nudge(site)
  await send({ ...order, id: 'shown' })
  await compile()
  await send({ ...order, id: 'unseen' })

  const answer = await call('POST', 'activities', {
    activities: [
      { ...corrected, id: 'shown' },
      { ...corrected, id: 'unseen' },
      { ...order, id: 'unseen' },
      { ...order, id: 'new' },
      { ...corrected, id: 'new' },
    ],
  })

  expect(answer.data).toMatchObject([
    {
      id: 'shown',
      outcome: 'conflict',
      message: expect.stringContaining('already shown') as string,
    },
    { id: 'unseen', outcome: 'corrected', activity: { product: { title: 'Jug' } } },
    { id: 'unseen', outcome: 'conflict', message: expect.stringContaining('two') as string },
    { id: 'new', outcome: 'created' },
    { id: 'new', outcome: 'conflict' },
  ])
})

test.each(['import', 'integration'])(
  'an id that belongs to an activity of the source %s is a conflict',
  async (source) => {
    const { services, send, titles } = await shop()
    await send(order)
    await services.pool.query('update activities set source = $1, token_id = null', [source])

    const answer = await send(corrected)

    expect(answer.status).toBe(409)
    expect(answer.message).toContain('another source')
    expect(await titles()).toEqual(['Mug'])
  },
)

test('when it isn’t known any more whether it was shown, it stays as it is', async () => {
  const { world, services, send, titles } = await shop()
  await send(order)
  world.clock.advance(keptClaimDays(services.config) * dayMillis + 1)

  const answer = await send(corrected)

  expect(answer.status).toBe(409)
  expect(answer.message).toContain('no longer know')
  expect(await titles()).toEqual(['Mug'])
})

test('goals count the corrected order, and no test', async () => {
  const { services, site, send, conversions } = await shop()
  await createGoal(services, site.scope, {
    kind: 'order',
    name: 'Order',
    is_repeatable: false,
    is_active: true,
  })
  await send({ ...order, test: true })
  const asTest = await conversions()
  await send(order)
  const asOrder = await conversions()
  await send({ ...corrected, occurred_at: '2026-03-02T08:00:00Z' })
  const asCorrected = await conversions()
  await send({ ...order, test: true })

  expect(asTest).toEqual([])
  expect(asOrder).toMatchObject([{ amountCents: 2000 }])
  expect(asCorrected).toMatchObject([
    { amountCents: 3000, reachedAt: new Date('2026-03-02T08:00:00Z') },
  ])
  expect(await conversions()).toEqual([])
})

test('webhooks report the correction, too', async () => {
  const { services, site, send } = await shop()
  await createEndpoint(services, site.scope, {
    url: 'https://hooks.example.com/',
    events: ['activity.stored'],
    actor: { id: site.owner.id },
  })
  await send(order)
  await send(order)
  await send(corrected)

  expect(await services.db.system.select().from(webhookEventRows)).toHaveLength(2)
})

// PGlite runs one transaction at a time, so nothing waits for a lock there.
test.skipIf(inject('engine') === 'pglite')(
  'a payload that is being compiled comes first',
  async () => {
    const { services, site, rows, send } = await shop()
    await send(order)
    const [stored] = await rows()
    const reached = createGate()
    const gate = createGate()
    const compiling = services.db.asTeam(site.scope, async (tx) => {
      await holdCorrections(tx, site.scope)
      reached.open()
      await gate.opened
      const { rows: nudges } = await services.pool.query<{ id: string }>(
        `insert into nudges (team_id, site_id, type, surface, name, state, position, created_at, updated_at)
       values ($1, $2, 'purchase', 'popup', 'Orders', 'published', 1, now(), now()) returning id`,
        [site.scope.teamId, site.scope.siteId],
      )
      await services.pool.query(
        `insert into claims (team_id, site_id, nudge_id, nudge_version, activity_id, rule, window_seconds, text, created_at)
       values ($1, $2, $3, 1, $4, 'x', 1, 'Mug', now())`,
        [site.scope.teamId, site.scope.siteId, nudges[0]?.id, stored?.id],
      )
    })
    await reached.opened

    const correcting = send(corrected)
    // It waits for the lock: only then the payload goes on.
    for (let waiting = 0; waiting === 0;) {
      const { rows: locks } = await services.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted`,
      )
      waiting = locks.length
    }
    gate.open()
    await compiling

    expect((await correcting).status).toBe(409)
  },
)

test('a shown activity is stored as it was shown, in any order of payloads and corrections', async () => {
  const { world, site, services, send, compile } = await shop()
  await world.nudge(site)

  for (let round = 0; round < 20; round += 1) {
    const id = `order-${String(round)}`
    const titled = (title: string) => ({ ...order, id, items: [{ title }] })
    await send(titled('Mug'))
    await Promise.all([compile(), send(titled('Jug')), compile(), send(titled('Pot')), compile()])
  }

  const { rows } = await services.pool.query<{ text: string; title: string }>(`
    select claims.text, activities.product_title as title
    from claims join activities on activities.id = claims.activity_id`)
  expect(rows.length).toBeGreaterThanOrEqual(10)
  expect(rows.filter(({ text, title }) => !text.includes(title))).toEqual([])
})
