/** Initial data of tests about a login's second step. */
import { codeOfStep } from '#app/domain/accounts/two-factor/totp.server.ts'
import {
  confirmAppSetup,
  startAppSetup,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import type { RecoveryKit } from '#app/domain/accounts/two-factor/two-factor.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { action as logIn } from '#app/routes/auth/login.tsx'
import { action as enterCode } from '#app/routes/auth/two-factor.tsx'
import type { TestUser } from './makers.ts'
import { createWorld, type World } from './world.ts'

export const stepMillis = 30_000

/** A world whose jobs are neither stored nor run, because these tests aren't about emails. */
export async function createSecurityWorld(
  environment: Record<string, string> = {},
): Promise<World> {
  const world = await createWorld({ environment })
  world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
  return world
}

/** The app's code, this many steps from now. */
export const codeNow = ({ clock }: World, seed: string, steps = 0): string =>
  codeOfStep(seed, Math.floor(clock.now().getTime() / stepMillis) + steps)

export type TwoFactorUser = TestUser & { seed: string; kit: RecoveryKit }

/**
 * A person whose logins require a code from an app. The next step's code is the first valid one.
 */
export async function createTwoFactorUser(world: World): Promise<TwoFactorUser> {
  const { services, user, clock } = world
  const person = await user()
  const account = await findSessionAccount(services, person.cookie.slice('token='.length))
  if (!account) throw new Error('The person is not logged in.')
  const asker = { account, address: '192.0.2.10' }
  const { seed } = await startAppSetup(services, asker, person)
  const owner = { userId: person.id, userAgent: null }
  const { kit, sessionToken } = await confirmAppSetup(services, owner, codeNow(world, seed))
  clock.advance(stepMillis)
  return { ...person, cookie: `token=${sessionToken}`, seed, kit }
}

/** The cookie set by a response, as a Cookie header; null without one. */
export function cookieOf(answer: unknown, name: string): string | null {
  const lines = headersOf(answer).getSetCookie()
  const line = lines.find((one) => one.startsWith(`${name}=`) && !one.startsWith(`${name}=;`))
  return line?.slice(0, line.indexOf(';')) ?? null
}

/** Headers of a response, or of the result of `data`. */
export function headersOf(answer: unknown): Headers {
  if (answer instanceof Response) return answer.headers
  const init = typeof answer === 'object' && answer && 'init' in answer ? answer.init : null
  return new Headers((init as ResponseInit | null)?.headers)
}

/** Enters the correct password. Returns the cookie of the pending login. */
export async function startPendingLoginByForm(
  world: World,
  { email, password }: TestUser,
  to = '',
) {
  const answer = await logIn(world.visit(`/auth/login${to}`, { form: { email, password } }))
  const cookie = cookieOf(answer, 'pending_login')
  if (cookie === null) throw new Error('No code is awaited.')
  return { answer, cookie }
}

/** Enters a code for a pending login. */
export const typeCode = (world: World, as: { cookie: string }, code: string) =>
  enterCode(world.visit('/auth/two-factor', { as, form: { intent: 'enter', code } }))

/** Logs in with password and code, in another browser; returns its session's token. */
export async function logInWithCode(world: World, person: TwoFactorUser): Promise<string> {
  const login = await startPendingLoginByForm(world, person)
  const done = await typeCode(world, login, codeNow(world, person.seed))
  const cookie = cookieOf(done, 'token')
  if (cookie === null) throw new Error('The code was refused.')
  return cookie.slice('token='.length)
}

/** The person whom a response logged in, or null. */
export async function loggedIn({ services }: World, answer: unknown) {
  const cookie = cookieOf(answer, 'token')
  return cookie === null ? null : findSessionAccount(services, cookie.slice('token='.length))
}
