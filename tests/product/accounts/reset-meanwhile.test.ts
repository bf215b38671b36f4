/**
 * Someone who knows the old password asks for a change, and the owner's new password is stored while
 * the old one is being checked. The new password decides: nothing of what was asked before happens.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { passkeyChallenges, twoFactors, users } from '#app/db/schema/index.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import {
  createResetLink,
  resetPassword,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import {
  removePasskey,
  startPasskeyRegistration,
} from '#app/domain/accounts/passkeys/passkeys.server.ts'
import { changePassword, requestEmailChange } from '#app/domain/accounts/profile/profile.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { startPhoneSetup } from '#app/domain/accounts/two-factor/two-factor-phone.server.ts'
import {
  disableTwoFactor,
  renewRecoveryKit,
  startAppSetup,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { deleteAccount } from '#app/domain/lifecycle/erase-user.server.ts'
import { exportAccount } from '#app/domain/lifecycle/export.server.ts'
import { deleteTeam, transferTeam } from '#app/domain/lifecycle/ownership.server.ts'
import { listMemberships } from '#app/domain/teams/teams.server.ts'
import type { Services } from '#app/services.ts'
import type { TestUser } from '../../support/makers.ts'
import { createSecurityWorld } from '../../support/two-factor.ts'
import type { World } from '../../support/world.ts'

const mine = 'the owner’s own battery'

type Asked = { account: Account; address: string; sessionToken: string; old: string }
type Change = { name: string; ask: (services: Services, asked: Asked) => Promise<unknown> }

const organizationOf = async (services: Services, { account }: Asked) => {
  const [team] = await listMemberships(services, account.id)
  if (!team) throw new Error('The person has no organization.')
  return team
}

/** Everything that a password confirms. */
const changes: Change[] = [
  {
    name: 'a new password',
    ask: (services, { old, ...asker }) =>
      changePassword(services, asker, {
        intent: 'password',
        currentPassword: old,
        newPassword: 'what the stranger wants',
      }),
  },
  {
    name: 'a new address',
    ask: (services, { old, ...asker }) =>
      requestEmailChange(services, asker, {
        intent: 'email',
        email: 'stranger@elsewhere.example',
        emailPassword: old,
      }),
  },
  {
    name: 'a new passkey',
    ask: (services, { old, ...asker }) =>
      startPasskeyRegistration(services, asker, { passkeyPassword: old }),
  },
  {
    name: 'a passkey’s removal',
    ask: (services, { old, ...asker }) => removePasskey(services, asker, { id: 1, password: old }),
  },
  {
    name: 'an app as second factor',
    ask: (services, { old, ...asker }) => startAppSetup(services, asker, { password: old }),
  },
  {
    name: 'a phone as second factor',
    ask: (services, { old, ...asker }) => startPhoneSetup(services, asker, { password: old }),
  },
  {
    name: 'no second factor any more',
    ask: (services, { old, ...asker }) => disableTwoFactor(services, asker, { offPassword: old }),
  },
  {
    name: 'new recovery codes',
    ask: (services, { old, ...asker }) => renewRecoveryKit(services, asker, { kitPassword: old }),
  },
  {
    name: 'a copy of all data',
    ask: (services, { old, ...asker }) => exportAccount(services, asker, { exportPassword: old }),
  },
  {
    name: 'the account’s deletion',
    ask: (services, { old, ...asker }) =>
      deleteAccount(services, asker, {
        intent: 'delete',
        address: asker.account.email,
        deletePassword: old,
      }),
  },
  {
    name: 'another owner of the organization',
    ask: async (services, asked) =>
      transferTeam(
        services,
        { ...asked, team: await organizationOf(services, asked) },
        { member: 0, transferPassword: asked.old },
      ),
  },
  {
    name: 'the organization’s deletion',
    ask: async (services, asked) => {
      const team = await organizationOf(services, asked)
      const form = { name: team.name, deletePassword: asked.old }
      return deleteTeam(services, { ...asked, team }, form)
    },
  },
]

/** Services whose password check ends when the owner's new password is stored. */
async function resetMeanwhile({ services }: World, person: TestUser): Promise<Services> {
  const link = (await createResetLink(services, person.id))?.link ?? ''
  const token = link.split('/').at(-1) ?? ''
  const { passwords } = services.security
  const verify = async (hash: string | null, password: string) => {
    const matches = await passwords.verify(hash, password)
    expect(await resetPassword(services, token, mine)).toBe(true)
    return matches
  }
  return { ...services, security: { ...services.security, passwords: { ...passwords, verify } } }
}

async function askedBy({ services }: World, person: TestUser): Promise<Asked> {
  const sessionToken = person.cookie.slice('token='.length)
  const account = await findSessionAccount(services, sessionToken)
  if (!account) throw new Error('The person is not logged in.')
  return { account, address: '192.0.2.10', sessionToken, old: person.password }
}

const readUser = async ({ services: { db } }: World, id: number) =>
  (await db.system.select().from(users).where(eq(users.id, id)))[0]

test.each(changes)('$name with the old password is refused', async ({ ask }) => {
  const world = await createSecurityWorld()
  const person = await world.user()
  await world.site({ team: await world.team({ owner: person }) })
  const asked = await askedBy(world, person)
  const sent: unknown[] = []
  const meanwhile = await resetMeanwhile(world, person)
  const services: Services = {
    ...meanwhile,
    jobs: { ...meanwhile.jobs, send: (...job) => Promise.resolve(void sent.push(job)) },
  }

  await expect(ask(services, asked)).rejects.toMatchObject({
    code: 'invalid',
    message: 'That’s not your current password.',
  })

  const user = await readUser(world, person.id)
  const { passwords } = world.services.security
  expect(await passwords.verify(user?.passwordHash ?? null, mine)).toBe(true)
  expect(user?.email).toBe(person.email)
  expect(sent).toEqual([])
  const { system } = world.services.db
  const ofPerson = (table: typeof twoFactors | typeof passkeyChallenges) =>
    system.$count(table, eq(table.userId, person.id))
  expect(await ofPerson(twoFactors)).toBe(0)
  expect(await ofPerson(passkeyChallenges)).toBe(0)
})
