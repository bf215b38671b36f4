import { expect, test } from 'vitest'
import { listDevices } from '#app/domain/accounts/login/devices.server.ts'
import { findSessionAccount, verifySession } from '#app/domain/accounts/login/sessions.server.ts'
import {
  verifyCredentials,
  createVerifiedAccount,
} from '#app/domain/accounts/login/credentials.server.ts'
import { createPasswordHasher } from '#app/domain/accounts/passwords.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

const address = '192.0.2.1'

const count = async ({ services }: World, table: 'sessions' | 'rate_limits') => {
  const { rows } = await services.pool.query(`select count(*)::int as total from ${table}`)
  return (rows[0] as { total: number }).total
}

test('the right password signs in, whatever the case of the address', async () => {
  const { services, user } = await createWorld()
  const ann = await user({ email: 'ann@shop.example' })

  const proof = await verifyCredentials(
    services,
    { email: 'ann@shop.example', password: ann.password },
    address,
  )

  expect(proof).toMatchObject({ userId: ann.id, by: 'password' })
})

test('a wrong password and an unknown address read the same', async () => {
  const { services, user } = await createWorld()
  const ann = await user()

  const wrong = verifyCredentials(services, { email: ann.email, password: 'not it' }, address)
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid',
    details: { errors: { email: ['These credentials do not match our records.'] } },
  })
  const unknown = verifyCredentials(
    services,
    { email: 'bob@shop.example', password: 'not it' },
    address,
  )
  await expect(unknown).rejects.toMatchObject({
    code: 'invalid',
    details: { errors: { email: ['These credentials do not match our records.'] } },
  })
})

test('the eleventh try within 15 minutes is refused even with the right password', async () => {
  const { services, user } = await createWorld()
  const ann = await user()
  for (let tries = 0; tries < 10; tries += 1) {
    await verifyCredentials(services, { email: ann.email, password: 'not it' }, address).catch(
      () => undefined,
    )
  }

  const attempt = verifyCredentials(services, { email: ann.email, password: ann.password }, address)

  await expect(attempt).rejects.toMatchObject({ code: 'too_many', status: 429 })
  await expect(attempt).rejects.toMatchObject({
    details: { retryAfterSeconds: expect.any(Number) as number },
  })
})

test('the attempt counters identify no one', async () => {
  const { services } = await createWorld()

  await verifyCredentials(services, { email: 'bob@shop.example', password: 'no' }, address).catch(
    () => undefined,
  )

  const { rows } = await services.pool.query('select key from rate_limits')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('bob@shop')
})

test('a right password gives the tries back', async () => {
  const { services, user } = await createWorld()
  const ann = await user()
  for (let round = 0; round < 2; round += 1) {
    for (let tries = 0; tries < 8; tries += 1) {
      await verifyCredentials(services, { email: ann.email, password: 'no' }, address).catch(
        () => undefined,
      )
    }
    await verifyCredentials(services, { email: ann.email, password: ann.password }, address)
  }

  const once = verifyCredentials(services, { email: ann.email, password: ann.password }, address)

  await expect(once).resolves.toMatchObject({ userId: ann.id })
})

test('a second account with one address is refused at the field, whoever is first', async () => {
  const { services } = await createWorld()
  const ann = { name: 'Ann', email: 'ann@shop.example', password: 'long enough' }

  const results = await Promise.allSettled([
    createVerifiedAccount(services, ann),
    createVerifiedAccount(services, ann),
  ])

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'invalid', details: { errors: { email: [expect.any(String)] } } },
  })
})

test('the database contains neither the password nor the token', async () => {
  const { services, user, logIn } = await createWorld({ passwords: createPasswordHasher() })
  const ann = await user()
  const token = await logIn(ann)

  const { rows } = await services.pool.query(
    `select u::text || coalesce(s::text, '') as row from users u left join sessions s on s.user_id = u.id`,
  )

  const dump = JSON.stringify(rows)
  expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(dump).not.toContain(ann.password)
  expect(dump).not.toContain(token)
  expect(dump).not.toContain(Buffer.from(token).toString('hex'))
})

test('a session ends after 365 days, however often it is used, and the job removes it', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const token = await world.logIn(ann)

  for (let days = 28; days <= 364; days += 28) {
    world.clock.advance(28 * dayMillis)
    await expect(findSessionAccount(world.services, token)).resolves.toMatchObject({ id: ann.id })
  }
  world.clock.advance(2 * dayMillis)
  await expect(findSessionAccount(world.services, token)).resolves.toBeNull()

  await sweeps.accounts.run(world.services, {})
  expect(await count(world, 'sessions')).toBe(0)
})

test('a session unused for 30 days has ended, also for the list and for a new proof', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const [used, idle] = [await world.logIn(ann), await world.logIn(ann)]
  const proves = async (sessionToken: string) =>
    (await verifySession(world.services, { userId: ann.id, sessionToken })) !== null

  world.clock.advance(29 * dayMillis)
  expect(await findSessionAccount(world.services, used)).toMatchObject({ id: ann.id })
  expect([await proves(used), await proves(idle)]).toEqual([true, true])
  world.clock.advance(dayMillis)

  expect([await proves(used), await proves(idle)]).toEqual([true, false])
  expect(await findSessionAccount(world.services, idle)).toBeNull()
  expect(await listDevices(world.services, ann.id, used)).toMatchObject([{ isThis: true }])

  world.clock.advance(1)
  await sweeps.accounts.run(world.services, {})
  expect(await count(world, 'sessions')).toBe(1)
})

test('the list of sessions says when an unused one ends', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const { fetch } = await world.serve()

  const page = await fetch('/account/devices', { headers: { Cookie: ann.cookie } })

  const text = (await page.text()).replaceAll('<!-- -->', '')
  expect(text).toContain('A session ends after 30 days without activity.')
})

test('an unknown address takes about as long as a wrong password', async () => {
  const { services, user } = await createWorld({ passwords: createPasswordHasher() })
  const known = [await user(), await user(), await user()]
  const millis: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const attempt = async (kind: 'known' | 'unknown', email: string) => {
    const begin = performance.now()
    await verifyCredentials(services, { email, password: 'not it' }, address).catch(() => undefined)
    millis[kind].push(performance.now() - begin)
  }

  for (let round = 0; round < 21; round += 1) {
    // Alternates, so other work on the machine slows both down alike.
    await attempt('known', known[round % 3]?.email ?? '')
    await attempt('unknown', `nobody-${String(round)}@shop.example`)
  }

  // Without a hash for the unknown address they would differ a hundredfold. How close they are is
  // for a bench to measure.
  const ratio = medianOf(millis.unknown) / medianOf(millis.known)
  expect(ratio).toBeGreaterThan(0.2)
  expect(ratio).toBeLessThan(5)
})

const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
