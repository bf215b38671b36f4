/**
 * Locks of accounts in the order of docs/architecture.md: no two transactions wait for each other, and what
 * one replaces the other doesn't read from before. On both engines nothing else differs.
 */
import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { teams, users } from '#app/db/schema/index.ts'
import type { Queries } from '#app/db/db.ts'
import { lockUser } from '#app/domain/accounts/lock-user.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { markPassword } from '#app/domain/accounts/mail-links/password-mark.server.ts'
import {
  createResetLink,
  resetPassword,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import {
  consumeVerificationLink,
  createEmailChangeLink,
} from '#app/domain/accounts/mail-links/verification.server.ts'
import { deleteAccount } from '#app/domain/lifecycle/erase-user.server.ts'
import { deleteTeam, transferTeam } from '#app/domain/lifecycle/ownership.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { listMemberships } from '#app/domain/teams/teams.server.ts'
import type { Services } from '#app/services.ts'
import { createGate } from '../../support/api/gate.ts'
import { pausing, settledOrWaiting } from '../../support/api/locks.ts'
import { createSecurityWorld } from '../../support/two-factor.ts'

// PGlite runs one transaction at a time, so nothing waits for a lock there.
const both = test.skipIf(inject('engine') === 'pglite')

async function createOwner() {
  const world = await createSecurityWorld()
  const person = await world.user()
  const team = await world.team({ owner: person })
  const member = await world.member(team, { role: 'admin' })
  const account = await findSessionAccount(world.services, person.cookie.slice('token='.length))
  const [membership] = await listMemberships(world.services, person.id)
  if (!account || !membership) throw new Error('The person is not logged in.')
  const asker = { account, address: '192.0.2.10', team: membership }
  return { world, person, team, member, asker }
}

type Owner = Awaited<ReturnType<typeof createOwner>>

/** Holds the first lock until the other side waits for it or has ended, then wants the second one. */
async function meet(
  { world: { services } }: Owner,
  [first, second]: [(tx: Queries) => Promise<unknown>, (tx: Queries) => Promise<unknown>],
  other: () => Promise<unknown>,
): Promise<void> {
  const [reached, gate] = [createGate(), createGate()]
  const holding = services.db.transaction(async (tx) => {
    await first(tx)
    reached.open()
    await gate.opened
    await second(tx)
  })
  await reached.opened
  const acting = other()
  await settledOrWaiting(services, acting)
  gate.open()
  await Promise.all([holding, acting])
}

/** As a request that changes the organization and then the person, like an accepted invitation. */
const teamThenPerson = ({ team, person }: Owner): Parameters<typeof meet>[1] => [
  (tx) => lockTeam(tx, team.scope.teamId),
  (tx) => lockUser(tx, person.id),
]

both('another owner: the organization is locked before the person', async () => {
  const owner = await createOwner()
  const { world, person, team, member, asker } = owner

  await meet(owner, teamThenPerson(owner), () =>
    transferTeam(world.services, asker, {
      member: member.id,
      transferPassword: person.password,
    }),
  )

  const [row] = await world.services.db.system
    .select()
    .from(teams)
    .where(eq(teams.id, team.scope.teamId))
  expect(row?.ownerId).toBe(member.id)
})

both('an organization’s deletion locks it before the person', async () => {
  const owner = await createOwner()
  const { world, person, team, asker } = owner
  const form = { name: asker.team.name, deletePassword: person.password }

  await meet(owner, teamThenPerson(owner), () => deleteTeam(world.services, asker, form))

  const { system } = world.services.db
  expect(await system.$count(teams, eq(teams.id, team.scope.teamId))).toBe(0)
})

both('an account’s deletion waits for a request that adds something to it', async () => {
  const owner = await createOwner()
  const { world, member } = owner
  const { services } = world
  const account = await findSessionAccount(services, member.cookie.slice('token='.length))
  if (!account) throw new Error('The member is not logged in.')
  // A new row that refers to the account shares it, before its own check locks it.
  const share = (tx: Queries) =>
    tx.select({ id: users.id }).from(users).where(eq(users.id, member.id)).for('key share')

  await meet(owner, [share, (tx) => lockUser(tx, member.id)], () =>
    deleteAccount(
      services,
      { account, address: '192.0.2.10' },
      { intent: 'delete', address: member.email, deletePassword: member.password },
    ),
  )

  expect(await services.db.system.$count(users, eq(users.id, member.id))).toBe(0)
})

const newAddress = 'new@shop.example'

/** A link by which the person replaces the address, pressed in their browser. */
async function getChangeLink({ world: { services }, person, asker }: Owner) {
  const [user] = await services.db.system.select().from(users).where(eq(users.id, person.id))
  const mark = markPassword(services, user?.passwordHash ?? null)
  const change = { userId: person.id, to: newAddress, mark }
  const made = await createEmailChangeLink(services, change)
  const inner = new URL(made?.link ?? '').searchParams.get('verify_url') ?? ''
  const opener = { account: asker.account, password: null, address: asker.address, isFramed: false }
  return (mine: Services) => consumeVerificationLink(mine, inner, opener)
}

both('a link to a new password goes to the address that replaces the old one', async () => {
  const owner = await createOwner()
  const { services } = owner.world
  const press = await getChangeLink(owner)
  const paused = pausing(services)

  const replacing = press(paused.services)
  await paused.reached
  const linking = createResetLink(services, owner.person.id)
  await settledOrWaiting(services, linking)
  paused.go()

  expect(await replacing).toBe('done')
  expect((await linking)?.email).toBe(newAddress)
})

both('a link to a new address ends with a new password that is being stored', async () => {
  const owner = await createOwner()
  const { services } = owner.world
  const press = await getChangeLink(owner)
  const link = (await createResetLink(services, owner.person.id))?.link ?? ''
  const paused = pausing(services)

  const resetting = resetPassword(paused.services, link.split('/').at(-1) ?? '', 'my own battery')
  await paused.reached
  const pressing = press(services)
  await settledOrWaiting(services, pressing)
  paused.go()

  expect(await resetting).toBe(true)
  expect(await pressing).toBe('gone')
})
