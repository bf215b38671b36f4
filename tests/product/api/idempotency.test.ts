/** A write with an idempotency key has its effect once (docs/threats.md R25). */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { activities, idempotencyKeys } from '#app/db/schema/index.ts'
import { answerOnce, sweepIdempotencyKeys } from '#app/domain/tokens/idempotency.server.ts'
import { findBearer } from '#app/domain/tokens/tokens.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createWorld, type World } from '../../support/world.ts'

const goal = { kind: 'order', name: 'Order placed' }
const order = { kind: 'purchase', id: 'order-1', occurred_at: '2026-03-02T09:00:00Z' }

async function shop(world: World) {
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const send = async (
    key: string,
    body: unknown,
    { path = 'goals', method = 'POST', as = token } = {},
  ) => {
    const answer = await fetch(`/api/v1/sites/${site.uuid}/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${as}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return {
      status: answer.status,
      text: await answer.text(),
      isReplayed: answer.headers.get('Idempotency-Replayed') === 'true',
      retryAfter: answer.headers.get('Retry-After'),
    }
  }
  const countGoals = async () => {
    const { rows } = await world.services.pool.query<{ total: number }>(
      'select count(*)::int as total from goals',
    )
    return rows[0]?.total
  }
  const stored = () => world.services.db.system.select().from(idempotencyKeys)
  return { site, token, send, countGoals, stored }
}

test('the same request with the same key is answered again without its effect', async () => {
  const { send, countGoals } = await shop(await createWorld())

  const first = await send('key-1', goal)
  const again = await send('key-1', goal)
  const other = await send('key-2', goal)

  expect([first.status, first.isReplayed]).toEqual([201, false])
  expect([again.status, again.text, again.isReplayed]).toEqual([201, first.text, true])
  expect([other.status, other.isReplayed]).toEqual([201, false])
  expect(await countGoals()).toBe(2)
})

test('another body, path or method with the key is refused', async () => {
  const { send, countGoals } = await shop(await createWorld())
  const made = await send('key-1', goal)
  const { data } = JSON.parse(made.text) as { data: { uuid: string } }

  const body = await send('key-1', { ...goal, name: 'Other' })
  const path = await send('key-1', goal, { path: 'activities' })
  const method = await send('key-1', goal, { path: `goals/${data.uuid}`, method: 'PATCH' })

  expect([body.status, path.status, method.status]).toEqual([422, 422, 422])
  expect(body.text).toContain('This Idempotency-Key was used for a different request')
  expect(await countGoals()).toBe(1)
})

test('keys of two tokens never meet', async () => {
  const world = await createWorld()
  const { site, send, countGoals } = await shop(world)
  const second = await world.token(site.team)

  await send('key-1', goal)
  const other = await send('key-1', { ...goal, name: 'Other' }, { as: second })

  expect([other.status, other.isReplayed]).toEqual([201, false])
  expect(await countGoals()).toBe(2)
})

test('a refusal stores nothing, and its key can be used again', async () => {
  const { send, stored } = await shop(await createWorld())

  const refused = await send('key-1', { kind: 'order' })
  const kept = await stored()
  const accepted = await send('key-1', goal)

  expect([refused.status, accepted.status]).toEqual([422, 201])
  expect(kept).toEqual([])
})

test('a key is kept for a day, and then swept', async () => {
  const world = await createWorld()
  const { send, stored, countGoals } = await shop(world)
  await send('key-1', goal)

  world.clock.advance(dayMillis - 1000)
  const within = await send('key-1', goal)
  world.clock.advance(2000)
  const after = await send('key-1', goal)
  const renewed = await stored()
  world.clock.advance(dayMillis + 1000)
  await sweepIdempotencyKeys(world.services)

  expect([within.isReplayed, after.isReplayed, after.status]).toEqual([true, false, 201])
  expect(renewed).toHaveLength(1)
  expect(await stored()).toEqual([])
  expect(await countGoals()).toBe(2)
})

test('effect and answer are committed together, or neither is', async () => {
  const world = await createWorld()
  const { site, token, send, stored } = await shop(world)
  const bearer = await findBearer(world.services, token)
  if (!bearer) throw new Error('The token is unknown.')

  const attempt = answerOnce(world.services, bearer, {
    key: 'key-1',
    content: ['POST', '/', '{}'],
    async work(services) {
      await services.db.asTeam(site.scope, (tx) => tx.update(activities).set({ isShowable: false }))
      await services.db.system.execute('update sites set name = name || name')
      throw new Error('the process ends here')
    },
  })

  await expect(attempt).rejects.toThrow('the process ends here')
  const { rows } = await world.services.pool.query<{ name: string }>('select name from sites')
  expect(rows[0]?.name).not.toMatch(/^(.+)\1$/)
  expect(await stored()).toEqual([])
  expect((await send('key-1', goal)).status).toBe(201)
})

function createSignal() {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

test('while a request runs, its key is refused and others are not', async () => {
  const world = await createWorld()
  const { token } = await shop(world)
  const bearer = await findBearer(world.services, token)
  if (!bearer) throw new Error('The token is unknown.')
  const [started, finish] = [createSignal(), createSignal()]
  const request = { key: 'key-1', content: ['POST', '/', '{}'] }
  const running = answerOnce(world.services, bearer, {
    ...request,
    async work() {
      started.give()
      await finish.given
      return { status: 201, body: '{}' }
    },
  })
  await started.given

  const work = () => Promise.resolve({ status: 201, body: 'never' })
  const second = answerOnce(world.services, bearer, { ...request, work })

  await expect(second).rejects.toMatchObject({
    code: 'conflict',
    details: { retryAfterSeconds: 1 },
  })
  finish.give()
  expect(await running).toEqual({ status: 201, body: '{}', isReplayed: false })
  const third = await answerOnce(world.services, bearer, { ...request, work })
  expect(third).toEqual({ status: 201, body: '{}', isReplayed: true })
})

test('eight equal requests at the same time have one effect', async () => {
  const { send, countGoals } = await shop(await createWorld())

  const answers = await Promise.all(Array.from({ length: 8 }, () => send('key-1', goal)))

  expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
  expect(answers.filter(({ status, isReplayed }) => status === 201 && !isReplayed)).toHaveLength(1)
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect(await countGoals()).toBe(1)
})

/** The embedded database has one session, and its process is the product's. */
test.runIf(inject('engine') === 'postgres')(
  'a key that another process holds is free once that process ends',
  async () => {
    const world = await createWorld()
    const { token, send } = await shop(world)
    const bearer = await findBearer(world.services, token)
    const name = `idempotency_keys:${String(bearer?.tokenId)}:${hashOfKey('key-1')}`
    const other = new pg.Client({ connectionString: world.services.config.databaseUrl })
    other.on('error', () => undefined)
    await other.connect()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])

    const held = await send('key-1', goal)
    await other.end()
    let freed = await send('key-1', goal)
    while (freed.status === 409) freed = await send('key-1', goal)

    expect([held.status, held.retryAfter, freed.status]).toEqual([409, '1', 201])
  },
)

function hashOfKey(key: string): string {
  return createHash('sha256')
    .update(`${String(key.length)}:`)
    .update(key)
    .digest('hex')
}

test('a batch, a PUT and a DELETE are replayed as well', async () => {
  const world = await createWorld()
  const { send } = await shop(world)
  const product = { title: 'Oak board', stock: 3 }
  const calls = [
    () => send('batch', { activities: [order] }, { path: 'activities' }),
    () => send('put', product, { path: 'products/oak', method: 'PUT' }),
    () => send('delete', '', { path: 'products/oak', method: 'DELETE' }),
  ]

  for (const call of calls) {
    const first = await call()
    const again = await call()
    expect([again.status, again.text, again.isReplayed]).toEqual([first.status, first.text, true])
    expect(first.isReplayed).toBe(false)
  }
})

test('an activity of a connected shop is deleted permanently, with a key as well', async () => {
  const world = await createWorld()
  const { send } = await shop(world)
  const made = await send('one', order, { path: 'activities' })
  const { data } = JSON.parse(made.text) as { data: { uuid: string } }
  await world.services.pool.query("update activities set source = 'integration'")

  const gone = await send('two', '', { path: `activities/${data.uuid}`, method: 'DELETE' })

  const { rows } = await world.services.pool.query('select kind from erasures')
  expect([gone.status, gone.text]).toEqual([204, ''])
  expect(rows).toEqual([{ kind: 'activity' }])
})

test.each([
  ['', 400],
  ['x'.repeat(255), 201],
  ['x'.repeat(256), 400],
  ['two words', 400],
  ['k\u00e9y', 400],
])('the key "%s" is answered %i', async (key, status) => {
  const { send } = await shop(await createWorld())

  const answer = await send(key, goal)

  expect(answer.status).toBe(status)
})

test('stored answers hold no name of a buyer in plain text', async () => {
  const { send, stored } = await shop(await createWorld())

  await send('key-1', { ...order, person: { first_name: 'Margarethe' } }, { path: 'activities' })

  const [row] = await stored()
  expect(row?.body?.length).toBeGreaterThan(100)
  expect(Buffer.from(row?.body ?? []).toString('latin1')).not.toContain('Margarethe')
})

test('an organization stores a bounded number of answers in a day', async () => {
  const world = await createWorld()
  const { site, send, countGoals } = await shop(world)
  await world.services.security.rateLimits.countStoredAnswer(site.scope.teamId, 20_001 * 4096)

  const keyed = await send('key-1', goal)

  expect([keyed.status, await countGoals()]).toEqual([429, 0])
  expect(Number(keyed.retryAfter)).toBeGreaterThan(0)
  expect(keyed.text).toContain('Send the request without a key')
})
