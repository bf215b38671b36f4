/**
 * Every way in which a request that was admitted before a new password, or before the first proof of the
 * address, could leave access behind when it ends after that.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/index.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import {
  completeLogin,
  completeLoginByEmergencyToken,
  startLogin,
} from '#app/domain/accounts/login/complete-login.server.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import { findPendingLogin } from '#app/domain/accounts/login/pending-logins.server.ts'
import type {
  AuthenticationAnswer,
  RegistrationAnswer,
} from '#app/domain/accounts/passkeys/passkey.ts'
import {
  completePasskeyLogin,
  startPasskeyLogin,
} from '#app/domain/accounts/passkeys/passkey-logins.server.ts'
import {
  addPasskey,
  startPasskeyRegistration,
} from '#app/domain/accounts/passkeys/passkeys.server.ts'
import { savePhone } from '#app/domain/accounts/profile/account-details.server.ts'
import { awaitStepUpCode } from '#app/domain/accounts/two-factor/step-up.server.ts'
import {
  confirmPhoneSetup,
  startPhoneSetup,
} from '#app/domain/accounts/two-factor/two-factor-phone.server.ts'
import {
  confirmAppSetup,
  startAppSetup,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import type { RecoveryKit } from '#app/domain/accounts/two-factor/two-factor.ts'
import { builtIntegration } from '#app/domain/connections/built-integrations.server.ts'
import { beginOAuth } from '#app/domain/connections/oauth-approval.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { createAuthenticator, type Authenticator } from '../../support/authenticator.ts'
import type { TestSite, TestUser } from '../../support/makers.ts'
import { codeNow, stepMillis } from '../../support/two-factor.ts'
import type { World } from '../../support/world.ts'

/** A stranger who is logged in to an account that they registered with someone's address. */
export type Stranger = {
  world: World
  person: TestUser
  site: TestSite
  /** As it was when the request was admitted. */
  account: Account
  sessionToken: string
  /** Text messages so far. */
  texts: string[]
}

/** The rest of a request, with these services. Rejects when it is refused. */
type Rest = (services: Services) => Promise<unknown>

export type Way = {
  name: string
  /** Table of earlier-access.ts in which a row would be left. */
  leaves: string
  /**
   * `password`: every new password ends it. `proof`: it outlives one, and ends with the first proof of the
   * address.
   */
  endsBy: 'password' | 'proof'
  /** Everything that comes before the last step. */
  begin: (stranger: Stranger) => Promise<Rest>
}

const origin = 'http://footfall.test'
const client = { userAgent: null, address: '192.0.2.10' }

const askerOf = ({ account }: Stranger) => ({ account, address: client.address })

/** The account gets a second factor. The next code is good for a login. */
async function turnTwoFactorOn(stranger: Stranger): Promise<{ seed: string; kit: RecoveryKit }> {
  const { world, person } = stranger
  const { seed } = await startAppSetup(world.services, askerOf(stranger), person)
  const owner = { userId: person.id, userAgent: null }
  const { kit } = await confirmAppSetup(world.services, owner, codeNow(world, seed))
  world.clock.advance(stepMillis)
  return { seed, kit }
}

const provePassword = ({ world: { services }, person }: Stranger) =>
  verifyCredentials(services, person, client.address)

async function startPending(stranger: Stranger) {
  const { services } = stranger.world
  const { token } = await startLogin(services, await provePassword(stranger), client)
  const login = await findPendingLogin(services, token)
  if (!login) throw new Error('No code is awaited.')
  return login
}

async function savePhoneOf({ world, person }: Stranger) {
  await world.services.db.system
    .update(users)
    .set({ countryCode: 'DE', phone: '15112345678' })
    .where(eq(users.id, person.id))
}

async function askForPasskey(stranger: Stranger, authenticator: Authenticator) {
  const { world, person } = stranger
  const asking = { passkeyPassword: person.password }
  const asked = await startPasskeyRegistration(world.services, askerOf(stranger), asking)
  const options: PublicKeyCredentialCreationOptionsJSON = asked.options
  const answer = JSON.parse(authenticator.create(options, { origin })) as RegistrationAnswer
  const request = { account: stranger.account, token: asked.token }
  return (services: Services) => addPasskey(services, request, { passkeyName: 'Key', answer })
}

/** A session is left, and with it a token for the cookie. */
const login = { leaves: 'sessions', endsBy: 'password' } as const

export const ways: Way[] = [
  {
    name: 'an API token',
    leaves: 'api_tokens',
    endsBy: 'proof',
    begin({ account, site }) {
      const spec = { team: site.team.scope, actor: account, siteId: null }
      const wanted = { name: 'Till', abilities: ['sites:read' as const] }
      return Promise.resolve((services) => createToken(services, spec, wanted))
    },
  },
  {
    name: 'a phone number',
    leaves: 'users',
    endsBy: 'proof',
    begin: ({ account }) =>
      Promise.resolve((services) =>
        savePhone(services, account, { country: 'DE', phone: '+4915112345678' }),
      ),
  },
  {
    name: 'an approval at a service',
    leaves: 'oauth_approvals',
    endsBy: 'proof',
    begin({ account, site }) {
      const integration = builtIntegration('mailchimp')
      if (!integration) throw new Error('There is no such integration.')
      const asked = { integration, person: account, reconnects: null, adminOf: null }
      return Promise.resolve(async (services) => {
        expectOk(await beginOAuth(services, site.scope, asked))
      })
    },
  },
  {
    name: 'an app as second factor',
    leaves: 'two_factors',
    endsBy: 'password',
    async begin(stranger) {
      const { world, person } = stranger
      const { seed } = await startAppSetup(world.services, askerOf(stranger), person)
      const owner = { userId: person.id, userAgent: null }
      return (services) => confirmAppSetup(services, owner, codeNow(world, seed))
    },
  },
  {
    name: 'a phone as second factor',
    leaves: 'two_factors',
    endsBy: 'password',
    async begin(stranger) {
      const { world, person, texts } = stranger
      await savePhoneOf(stranger)
      const token = await startPhoneSetup(world.services, askerOf(stranger), person)
      const pending = await findPendingLogin(world.services, token)
      if (!pending) throw new Error('No code is awaited.')
      const code = texts.at(-1)?.slice(0, 6) ?? ''
      const owner = { login: pending, userAgent: null }
      return (services) => confirmPhoneSetup(services, owner, code)
    },
  },
  {
    name: 'a passkey',
    leaves: 'passkeys',
    endsBy: 'password',
    begin: (stranger) => askForPasskey(stranger, createAuthenticator()),
  },
  {
    ...login,
    name: 'a login by password',
    async begin(stranger) {
      const proof = await provePassword(stranger)
      return (services) => startLogin(services, proof, client)
    },
  },
  {
    ...login,
    name: 'a login by code',
    async begin(stranger) {
      const { seed } = await turnTwoFactorOn(stranger)
      const pending = await startPending(stranger)
      const code = codeNow(stranger.world, seed)
      return (services) => completeLogin(services, pending, { ...client, code })
    },
  },
  {
    ...login,
    name: 'a login by recovery code',
    async begin(stranger) {
      const { kit } = await turnTwoFactorOn(stranger)
      const pending = await startPending(stranger)
      const code = kit.codes[0] ?? ''
      return (services) => completeLogin(services, pending, { ...client, code })
    },
  },
  {
    ...login,
    name: 'a login by emergency token',
    async begin(stranger) {
      const { kit } = await turnTwoFactorOn(stranger)
      const pending = await startPending(stranger)
      const given = { ...client, token: kit.emergencyToken }
      return (services) => completeLoginByEmergencyToken(services, pending, given)
    },
  },
  {
    name: 'a login by passkey',
    leaves: 'sessions',
    endsBy: 'proof',
    async begin(stranger) {
      const { services } = stranger.world
      const authenticator = createAuthenticator()
      await (
        await askForPasskey(stranger, authenticator)
      )(services)
      const asked = await startPasskeyLogin(services, client.address)
      const options: PublicKeyCredentialRequestOptionsJSON = asked.options
      const answer = JSON.parse(authenticator.get(options, { origin })) as AuthenticationAnswer
      const browser = { token: asked.token, userAgent: null }
      return (mine) => completePasskeyLogin(mine, browser, answer)
    },
  },
  {
    name: 'a code awaited in a session',
    leaves: 'pending_logins',
    endsBy: 'password',
    begin: ({ account, sessionToken }) =>
      Promise.resolve((services) => awaitStepUpCode(services, { account, sessionToken }, null)),
  },
]

function expectOk({ ok }: { ok: boolean }) {
  if (!ok) throw new Error('The service can’t be asked.')
}
