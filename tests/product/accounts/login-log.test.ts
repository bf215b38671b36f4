/** Logins in the log of the process: whose, by which factor, and refused ones, without names and addresses. */
import { expect, test } from 'vitest'
import { action as logIn } from '#app/routes/auth/login.tsx'
import {
  codeNow,
  createSecurityWorld,
  createTwoFactorUser,
  startPendingLoginByForm,
  typeCode,
} from '../../support/two-factor.ts'
import type { World } from '../../support/world.ts'

const loginsIn = ({ logged }: World) =>
  logged
    .filter(({ msg }) => msg === 'logged in' || msg === 'login refused')
    .map((line) => {
      const { msg, userId, by } = line as { msg?: string; userId?: number; by?: string }
      return [msg, userId, by]
    })

const enter = (world: World, form: { email: string; password: string }) =>
  logIn(world.visit('/auth/login', { form }))

test('a password: right, wrong, and of no account', async () => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  // A made person is logged in.
  world.logged.splice(0)

  await enter(world, { email: ann.email, password: ann.password })
  await enter(world, { email: ann.email, password: 'another horse battery' })
  await enter(world, { email: 'nobody@shop.example', password: 'another horse battery' })

  expect(loginsIn(world)).toEqual([
    ['logged in', ann.id, 'password-only'],
    ['login refused', ann.id, 'password'],
    ['login refused', undefined, 'password'],
  ])
  expect(JSON.stringify(world.logged)).not.toContain('@shop.example')
})

test('a code: wrong, then right', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const login = await startPendingLoginByForm(world, ann)
  world.logged.splice(0)

  await typeCode(world, login, 'ABCD-EFGH')
  await typeCode(world, login, codeNow(world, ann.seed))

  expect(loginsIn(world)).toEqual([
    ['login refused', ann.id, 'code'],
    ['logged in', ann.id, 'code'],
  ])
})

test('attempts beyond the limit, by what was tried', async () => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  const tried: unknown[] = []

  while (!world.logged.some(({ msg }) => msg === 'too many attempts') && tried.length < 50) {
    tried.push(await enter(world, { email: ann.email, password: 'another horse battery' }))
  }

  expect(world.logged.filter(({ msg }) => msg === 'too many attempts')).toMatchObject([
    { kind: 'login' },
  ])
})
