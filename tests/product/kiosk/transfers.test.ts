/** Staff transfer an organization's ownership and its sites. */
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, sites, teams } from '#app/db/schema/index.ts'
import { listAudit } from '#app/domain/teams/audit.server.ts'
import { describeEntry } from '#app/domain/teams/audit.ts'
import { sendStaffActEmail } from '#app/jobs/staff-act-emails.server.ts'
import { lastActOn } from '../../support/kiosk/last-act.ts'
import { createWorld } from '../../support/world.ts'

const reason = 'Ticket 12: the owner left'

async function createStory() {
  const world = await createWorld()
  await world.queue.start([sendStaffActEmail], world.services)
  const site = await world.site()
  const member = await world.member(site.team)
  const staff = await world.confirmedStaff({ name: 'Sam Staff' })
  const { fetch } = await world.serve()
  const { teamId } = site.team.scope
  const page = `/kiosk/teams/${String(teamId)}`
  const act = async (fields: Record<string, string>) => {
    const lastActId = await lastActOn(world.services, page)
    return fetch(`${page}.data`, {
      method: 'POST',
      headers: { Cookie: staff.cookie },
      body: new URLSearchParams({ reason, lastActId, ...fields }),
    })
  }
  const mails = async () =>
    (await world.services.mail.outbox.list()).map(({ to, subject }) => `${to}: ${subject}`).sort()
  return { world, site, member, staff, act, mails, teamId }
}

test('a member becomes the owner, both get an email, and the log names our support', async () => {
  const { world, site, member, act, mails, teamId } = await createStory()

  expect((await act({ intent: 'transfer', member: String(member.id) })).status).toBe(200)

  const { system } = world.services.db
  const [team] = await system.select().from(teams).where(eq(teams.id, teamId))
  expect(team?.ownerId).toBe(member.id)
  const { entries } = await listAudit(world.services, site.team.scope, null)
  const [entry] = entries
  expect(entry && describeEntry(entry)).toBe(
    `Footfall support, on behalf of ${site.owner.name}, transferred ownership to ${member.name}.`,
  )
  await expect
    .poll(mails)
    .toEqual(
      [
        `${site.owner.email}: Your organization has a new owner`,
        `${member.email}: You're now the owner of an organization`,
      ].sort(),
    )
})

test('neither a non-member nor the current owner can become the owner', async () => {
  const { world, site, act, teamId } = await createStory()
  const stranger = await world.user()

  expect((await act({ intent: 'transfer', member: String(stranger.id) })).status).toBe(404)
  expect((await act({ intent: 'transfer', member: String(site.owner.id) })).status).toBe(422)
  expect((await act({ intent: 'transfer', member: '' })).status).toBe(422)

  const [team] = await world.services.db.system.select().from(teams).where(eq(teams.id, teamId))
  expect(team?.ownerId).toBe(site.owner.id)
})

test('a site moves to another organization by its slug, and both owners get an email', async () => {
  const { world, site, act, mails } = await createStory()
  const receiver = await world.team({ name: 'Wool' })
  const { system } = world.services.db
  const [to] = await system.select().from(teams).where(eq(teams.id, receiver.scope.teamId))
  const wanted = { intent: 'transfer-site', site: String(site.scope.siteId) }

  expect((await act({ ...wanted, team: to?.slug ?? '' })).status).toBe(200)

  const [moved] = await system.select().from(sites).where(eq(sites.id, site.scope.siteId))
  expect(moved?.teamId).toBe(receiver.scope.teamId)
  const log = await system.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(2)
  expect(log.map(({ act: name }) => name)).toEqual(['site.received', 'site.handed_over'])
  await expect
    .poll(mails)
    .toEqual(
      [
        `${site.owner.email}: A site was transferred to another organization`,
        `${receiver.owner.email}: Your organization received a site`,
      ].sort(),
    )
})

test('a site stays where it is for a wrong organization, and for one of staff', async () => {
  const { world, site, staff, act, teamId } = await createStory()
  const ofStaff = await world.team({ owner: staff })
  const wanted = { intent: 'transfer-site', site: String(site.scope.siteId) }

  expect((await act({ ...wanted, team: 'nowhere' })).status).toBe(422)
  expect((await act({ ...wanted, team: String(teamId) })).status).toBe(422)
  expect((await act({ ...wanted, team: String(ofStaff.scope.teamId) })).status).toBe(403)
  const foreign = await world.site()
  const other = { ...wanted, site: String(foreign.scope.siteId) }
  const { teamId: receiver } = (await world.team()).scope
  expect((await act({ ...other, team: String(receiver) })).status).toBe(422)

  const rows = await world.services.db.system.select().from(sites).orderBy(sites.id)
  expect(rows.map((row) => row.teamId)).toEqual([teamId, foreign.team.scope.teamId])
})
