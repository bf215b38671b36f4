/** Each action of staff on a team's billing, over HTTP: one entry, however it ends. */
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenCoupons, staffActs } from '#app/db/schema/index.ts'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import type { Services } from '#app/services.ts'
import { cardTeam, type CardTeam } from '../../support/billing/card-team.ts'
import { serve } from '../../support/serve.ts'
import { createWorld } from '../../support/world.ts'
import { moneyActs, type StaffActSample } from './acts-money.ts'

const code = 'GIFT-SAMPLE'

async function createStory() {
  const world = await createWorld()
  const team = await cardTeam(world)
  await world.site({ team })
  const staff = await world.confirmedStaff()
  const { teamId } = team.scope
  await world.services.db.system.insert(givenCoupons).values({
    teamId,
    code,
    providerId: 'promo_1',
    percentOff: 10,
    duration: 'once',
    createdAt: world.clock.now(),
  })
  const send = async (
    services: Services,
    { sample, last, reason = 'They asked for it.' }: Sent,
  ): Promise<number> => {
    const { fetch } = await serve(services)
    const { act: _act, address, intent, form } = sample
    const fields = { ...form({ teamId, coupon: code }), reason, lastActId: String(last) }
    const response = await fetch(address({ teamId }), {
      method: 'POST',
      headers: { Cookie: staff.cookie },
      body: new URLSearchParams(intent === null ? fields : { intent, ...fields }),
      redirect: 'manual',
    })
    await response.arrayBuffer()
    return response.status
  }
  const entries = () =>
    world.services.db.system
      .select({ act: staffActs.act, outcome: staffActs.outcome, staffId: staffActs.staffId })
      .from(staffActs)
      .where(eq(staffActs.teamId, teamId))
      .orderBy(desc(staffActs.id))
  const last = () => readLastStaffAct(world.services, { teamId })
  return { team, staff, send, entries, last, takeErrors: world.takeErrors }
}
type Sent = { sample: StaffActSample; last: number; reason?: string }

/** A step fails that no rule expects. */
const broken = (team: CardTeam): Services => {
  team.memory.failure = new TypeError('A bug.')
  const invalidateOnCommit = () => {
    throw new TypeError('A bug.')
  }
  return { ...team.services, siteCache: { ...team.services.siteCache, invalidateOnCommit } }
}

test.each(moneyActs)('$act has one entry when it is done, refused, and failed', async (sample) => {
  const { team, staff, send, entries, last, takeErrors } = await createStory()

  const stale = await last()
  expect(await send(broken(team), { sample, last: stale })).toBe(500)
  expect(await entries()).toEqual([{ act: sample.act, outcome: 'failed', staffId: staff.id }])
  expect(takeErrors()).toHaveLength(1)

  team.memory.failure = null
  expect([200, 302]).toContain(await send(team.services, { sample, last: await last() }))
  expect((await entries())[0]).toMatchObject({ act: sample.act, outcome: 'done' })
  expect(await send(team.services, { sample, last: stale })).toBe(409)
  expect((await entries()).map(({ outcome }) => outcome)).toEqual(['refused', 'done', 'failed'])
})

test.each(moneyActs)(
  '$act needs a reason that isn’t spaces, and then has no entry',
  async (sample) => {
    const { team, send, entries, last } = await createStory()
    const given = { sample, last: await last(), reason: '        ' }
    expect(await send(team.services, given)).toBe(422)
    expect(await entries()).toEqual([])
  },
)
