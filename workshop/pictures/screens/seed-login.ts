/** People whose logins require a code from an app. */
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { startLogin } from '#app/domain/accounts/login/complete-login.server.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import { codeOfStep } from '#app/domain/accounts/two-factor/totp.server.ts'
import {
  confirmAppSetup,
  startAppSetup,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import type { Services } from '#app/services.ts'
import type { Makers, TestUser } from '#tests/support/makers.ts'

const stepMillis = 30_000
const address = '192.0.2.10'

/** @returns the cookie of a pending login */
export async function storeHalfLogin(services: Services, makers: Makers): Promise<string> {
  const person = await makers.user({ name: 'Person with two-factor' })
  await turnOnTwoFactor(services, person)
  const proof = await verifyCredentials(services, person, address)
  const { token } = await startLogin(services, proof, { userAgent: null, address })
  return `pending_login=${token}`
}

/** @returns the person's new cookie */
export async function turnOnTwoFactor(services: Services, person: TestUser): Promise<string> {
  const account = await findSessionAccount(services, person.cookie.slice('token='.length))
  if (!account) throw new Error('The person is not logged in.')
  const { seed } = await startAppSetup(services, { account, address }, person)
  const code = codeOfStep(seed, Math.floor(services.now().getTime() / stepMillis))
  const owner = { userId: person.id, userAgent: null }
  const { sessionToken } = await confirmAppSetup(services, owner, code)
  return `token=${sessionToken}`
}
