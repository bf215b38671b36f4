/**
 * A request is admitted, and a new password is stored before the request ends. In either order, nothing is
 * left that the new password, or the proof of the address that comes with it, would have ended. On both
 * engines, one after the other; on PostgreSQL, both at the same moment.
 */
import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import {
  createResetLink,
  resetPassword,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import type { Services } from '#app/services.ts'
import { pausing, settledOrWaiting } from '../../support/api/locks.ts'
import { createSecurityWorld } from '../../support/two-factor.ts'
import { earlierAccess } from './earlier-access.ts'
import { ways, type Stranger, type Way } from './ways-meanwhile.ts'

const mine = 'the owner’s own battery'

async function createStranger(isProven: boolean): Promise<Stranger> {
  const app = { MAILCHIMP_CLIENT_ID: 'client', MAILCHIMP_CLIENT_SECRET: 'a secret of it' }
  const world = await createSecurityWorld(app)
  const texts: string[] = []
  world.services.mail.sms = { send: ({ text }) => Promise.resolve(void texts.push(text)) }
  const person = await world.user()
  const site = await world.site({ team: await world.team({ owner: person }) })
  const { system } = world.services.db
  if (!isProven)
    await system.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id))
  const sessionToken = person.cookie.slice('token='.length)
  const account = await findSessionAccount(world.services, sessionToken)
  if (!account) throw new Error('The person is not logged in.')
  return { world, person, site, account, sessionToken, texts }
}

/** The owner of the address gets the link to a new password. Returns what uses it. */
async function getResetLink({ world: { services }, person }: Stranger) {
  const link = (await createResetLink(services, person.id))?.link ?? ''
  const token = link.split('/').at(-1) ?? ''
  return (mineOrPaused: Services = services) => resetPassword(mineOrPaused, token, mine)
}

async function countLeft({ world, person, site }: Stranger, { leaves }: Way): Promise<number> {
  const { teamId, siteId } = site.scope
  const kind = earlierAccess[leaves]
  if (!kind || !('count' in kind)) throw new Error(`${leaves} is no kind of access.`)
  return kind.count({
    services: world.services,
    userId: person.id,
    team: { teamId },
    site: { teamId, siteId },
  })
}

/** An account that was proven before keeps what only a first proof ends. */
const cases = ways.flatMap((way) =>
  (way.endsBy === 'proof' ? [false] : [false, true]).map((isProven) => ({
    way,
    isProven,
    name: `${way.name}, ${isProven ? 'proven before' : 'proven by the new password'}`,
  })),
)

test.each(cases)('refused after the new password: $name', async ({ way, isProven }) => {
  const stranger = await createStranger(isProven)
  const finish = await way.begin(stranger)
  const reset = await getResetLink(stranger)

  expect(await reset()).toBe(true)

  await expect(finish(stranger.world.services)).rejects.toMatchObject({ name: 'Refusal' })
  expect(await countLeft(stranger, way)).toBe(0)
})

// PGlite runs one transaction at a time, so nothing waits for a lock there.
const both = test.skipIf(inject('engine') === 'pglite')

both.each(cases)('ended by a new password that waits for it: $name', async ({ way, isProven }) => {
  const stranger = await createStranger(isProven)
  const { services } = stranger.world
  const finish = await way.begin(stranger)
  const reset = await getResetLink(stranger)
  const paused = pausing(services)

  const finishing = finish(paused.services)
  await Promise.race([paused.reached, finishing])
  const resetting = reset()
  await settledOrWaiting(services, resetting)
  paused.go()
  await Promise.all([finishing, resetting])

  // A complete setup outlives the next password of a proven address, like all that came before.
  const outlives = isProven && ['two_factors', 'passkeys'].includes(way.leaves)
  expect(await countLeft(stranger, way)).toBe(outlives ? 1 : 0)
  expect(await countLeft(stranger, { ...way, leaves: 'sessions' })).toBe(0)
})

both.each(cases)(
  'refused by a new password that it waits for: $name',
  async ({ way, isProven }) => {
    const stranger = await createStranger(isProven)
    const { services } = stranger.world
    const finish = await way.begin(stranger)
    const reset = await getResetLink(stranger)
    const paused = pausing(services)

    const resetting = reset(paused.services)
    await paused.reached
    const finishing = finish(services)
    await settledOrWaiting(services, finishing)
    paused.go()

    expect(await resetting).toBe(true)
    await expect(finishing).rejects.toMatchObject({ name: 'Refusal' })
    expect(await countLeft(stranger, way)).toBe(0)
  },
)
