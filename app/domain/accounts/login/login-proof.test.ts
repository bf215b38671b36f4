import { expect, test } from 'vitest'
import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { startLogin } from './complete-login.server.ts'
import {
  issuePasswordProof,
  requireIssued,
  type CompletedLogin,
  type VerifiedPassword,
} from './login-proof.server.ts'
import { startPendingLogin } from './pending-logins.server.ts'
import { storeSession } from './store-session.server.ts'

const client = { userAgent: null, address: '192.0.2.1' }
const at = new Date(0)
// The proof is looked at first: without a right one nothing here is reached.
const services = {} as Services
const tx = null as unknown as Queries
const store = (proof: CompletedLogin) => storeSession(tx, { proof, userAgent: null, at })

const forged = { userId: 7, by: 'password', passwordHash: '' } as VerifiedPassword

/** When one of these compiles, `tsc` reports that an error was expected. */
const withoutProof: [string, () => Promise<unknown>][] = [
  // @ts-expect-error the number of an account proves nothing
  ['login by the number of an account', () => startLogin(services, 7, client)],
  // @ts-expect-error nothing checked this password
  ['login', () => startLogin(services, { userId: 7, by: 'password' }, client)],
  // @ts-expect-error nothing checked this password
  ['pending login', () => startPendingLogin(services, { userId: 7, by: 'password' })],
  // @ts-expect-error nothing checked this passkey
  ['session', () => store({ userId: 7, by: 'passkey' })],
  // @ts-expect-error after only a password, the second factor may still be needed
  ['session by a password', () => store(forged)],
  ['login that an assertion got past the compiler', () => startLogin(services, forged, client)],
]

test.each(withoutProof)('without a check there is no %s', async (_what, start) => {
  await expect(start()).rejects.toThrow('This login proof was not issued by a check.')
})

test('a proof names the account, and can’t be changed to another one', () => {
  const proof = issuePasswordProof(7, 'hash')

  expect(requireIssued(proof)).toMatchObject({ userId: 7, by: 'password' })
  expect(() => Object.assign(proof, { userId: 8 })).toThrow(TypeError)
  expect(() => requireIssued({ ...proof })).toThrow('not issued')
})
