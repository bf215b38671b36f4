/**
 * Reports by email: once for each person, site and period, and only to people with access.
 * On both engines.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { siteReports, sites, teamMembers, users } from '#app/db/schema/index.ts'
import { claimDueReports } from '#app/domain/reports/due-reports.server.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { readReportLink } from '#app/domain/reports/reports.server.ts'
import { eraseUser } from '#app/domain/lifecycle/erase-user.server.ts'
import { sendReportEmail, dueReportsJob } from '#app/jobs/report-emails.server.ts'
import { loader as emails } from '#app/routes/account/notifications.tsx'
import { action as choose, loader as screen } from '#app/routes/statistics/reports.tsx'
import type { TestSite, TestUser } from '../../support/makers.ts'
import { createMailWorld } from '../../support/email-world.ts'
import { eventRow, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

const ask = (world: World, as: TestUser, every: string) =>
  choose(world.visit('/statistics/reports', { as, form: { every } }))

const setVerified = ({ services }: World, { id }: TestUser, emailVerifiedAt: Date | null) =>
  services.db.system.update(users).set({ emailVerifiedAt }).where(eq(users.id, id))

const verify = (world: World, person: TestUser) => setVerified(world, person, world.clock.now())

/** A subscriber of a new site's reports. */
async function subscribe(world: World, every: string): Promise<TestSite> {
  const site = await world.site({ url: 'https://kettles.example' })
  await verify(world, site.owner)
  await ask(world, site.owner, every)
  return site
}

const dueNow = ({ services }: World) =>
  services.db.transaction((tx) => claimDueReports(tx, services.now()))

const visits = (site: TestSite, receivedAt: Date, count: number) =>
  Array.from({ length: count }, () => eventRow(site, { receivedAt }))

test('a person chooses for the own eyes, an analyst too, and the screen remembers', async () => {
  const world = await createWorld()
  const site = await world.site()
  const analyst = await world.member(site.team, { role: 'analyst' })

  await ask(world, analyst, 'week')

  const chosenBy = async (as: TestUser) => {
    const { every } = await screen(world.visit('/statistics/reports', { as }))
    const { report } = await emails(world.visit('/account/notifications', { as }))
    expect(report).toEqual({ host: new URL(site.url).host, every })
    return every
  }
  expect([await chosenBy(analyst), await chosenBy(site.owner)]).toEqual(['week', null])
  await ask(world, analyst, 'month')
  expect(await chosenBy(analyst)).toBe('month')
  await ask(world, analyst, 'never')
  expect(await chosenBy(analyst)).toBeNull()
  expect(await ask(world, analyst, 'hourly')).toMatchObject({ init: { status: 422 } })
})

// The clock is at Monday, 2 March.
test.each([
  ['day', ['2026-03-02', '2026-03-03', '2026-03-04']],
  ['week', ['2026-03-08', '2026-03-15']],
  ['month', ['2026-03-31', '2026-04-30']],
] as const)(
  'every %s is due once when it is over, and none that was before',
  async (every, ends) => {
    const world = await createWorld()
    await subscribe(world, every)

    const taken: string[] = []
    while (taken.length < ends.length) {
      for (const { to } of await dueNow(world)) taken.push(to)
      expect(await dueNow(world)).toEqual([])
      world.clock.advance(dayMillis)
    }

    expect(taken).toEqual(ends)
  },
)

test.each([
  // A day ends there at ten in UTC.
  ['Pacific/Kiritimati', '2026-03-03T10:30Z', []],
  ['Pacific/Kiritimati', '2026-03-03T16:00Z', ['2026-03-03']],
  ['Europe/Berlin', '2026-03-02T23:30Z', []],
  ['Europe/Berlin', '2026-03-03T05:00Z', ['2026-03-02']],
  ['America/Los_Angeles', '2026-03-03T07:59Z', []],
  ['America/Los_Angeles', '2026-03-03T14:00Z', ['2026-03-02']],
  ['Atlantic/Azores', '2026-03-03T07:00Z', ['2026-03-02']],
])('in %s a daily report that is due at %s is about %j', async (timeZone, moment, days) => {
  const world = await createWorld()
  const { scope } = await subscribe(world, 'day')
  await world.services.db.system.update(sites).set({ timeZone }).where(eq(sites.id, scope.siteId))
  await store(world.services, visits(await world.site(), world.services.now(), 1))
  world.clock.advance(new Date(moment).getTime() - world.clock.now().getTime())
  await rollDays(world.services)

  expect((await dueNow(world)).map(({ to }) => to)).toEqual(days)
})

test('one email compares the numbers with the period before, whatever runs at the same time or twice', async () => {
  const world = await createMailWorld([sendReportEmail])
  const site = await subscribe(world, 'day')
  const today = world.services.now()
  await store(world.services, visits(site, new Date(today.getTime() - dayMillis), 2))
  await store(world.services, visits(site, today, 3))
  world.clock.advance(dayMillis)

  await Promise.all([1, 2, 3].map(() => dueReportsJob.run(world.services, {})))
  await dueReportsJob.run(world.services, {})

  const [mail] = await world.mailsNow(1)
  expect(mail?.headers['subject']).toBe('Footfall report for March 2, 2026')
  expect(mail?.headers['to']).toBe(site.owner.email)
  expect(mail?.text).toContain('Visitors: 3, 50% more than 2')
  expect(mail?.text).toContain('Impressions: 0, none in the previous period')
  expect(mail?.text).toContain('http://footfall.test/statistics?from=2026-03-02&to=2026-03-02')
  expect(mail?.html).not.toContain('<img')
  const { rows } = await world.services.pool.query(
    'select 1 from pgboss.job where name = $1 union all select 1 from pgboss.archive where name = $1',
    [sendReportEmail.name],
  )
  expect(rows).toHaveLength(1)
})

test('one click without a login ends the emails about this site; opening the link does not', async () => {
  const world = await createMailWorld([sendReportEmail])
  const { fetch } = await world.serve()
  const site = await subscribe(world, 'day')
  world.clock.advance(dayMillis)
  await dueReportsJob.run(world.services, {})
  const [mail] = await world.mailsNow(1)
  const address = /^<http:\/\/footfall\.test(\/.*)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')
  const path = address?.[1] ?? 'no address'
  const stored = () => world.services.db.system.$count(siteReports)

  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(await (await fetch(path)).text()).toContain('Stop email reports for Shop?')
  expect(await stored()).toBe(1)
  const other = await world.user()
  const forged = path.replace(`user=${String(site.owner.id)}`, `user=${String(other.id)}`)
  expect((await fetch(forged, { method: 'POST' })).status).toBe(404)
  expect(await stored()).toBe(1)
  const clicked = await fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })

  expect(clicked.status).toBe(200)
  expect(await stored()).toBe(0)
})

test('who left, sees another site alone, or has not proven the address gets nothing', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { team } = site
  const other = await world.site({ team })
  const [gone, narrowed, unproven] = [
    await world.member(team),
    await world.member(team, { sites: [other] }),
    await world.member(team),
  ]
  for (const one of [gone, narrowed]) await verify(world, one)
  await setVerified(world, unproven, null)
  const { teamId, siteId } = site.scope
  await world.services.db.system.insert(siteReports).values(
    [gone, narrowed, unproven].map(({ id: userId }) => ({
      teamId,
      siteId,
      userId,
      every: 'day' as const,
      createdAt: world.services.now(),
    })),
  )
  await world.services.db.system.delete(teamMembers).where(eq(teamMembers.userId, gone.id))
  world.clock.advance(dayMillis)

  const due = await dueNow(world)
  const sent: string[] = []
  const mailer = { send: (mail: { to: string }) => Promise.resolve(void sent.push(mail.to)) }
  const services = { ...world.services, mail: { ...world.services.mail, mailer } }
  for (const one of due) await sendReportEmail.run(services, one)

  expect(due).toHaveLength(3)
  expect(sent).toEqual([])
  await verify(world, unproven)
  for (const one of due) await sendReportEmail.run(services, one)
  expect(sent).toEqual([unproven.email])
  // An admin sees all sites, also with a choice of sites from before.
  const raised = world.services.db.system.update(teamMembers).set({ role: 'admin' })
  await raised.where(eq(teamMembers.userId, narrowed.id))
  for (const one of due) await sendReportEmail.run(services, one)
  expect(sent).toContain(narrowed.email)
})

test('with the person the choice goes, and the link leads nowhere', async () => {
  const world = await createWorld()
  const site = await world.site()
  const member = await world.member(site.team)
  await ask(world, member, 'week')

  await eraseUser(world.services, member.id)

  expect(await world.services.db.system.$count(siteReports)).toBe(0)
  const link = new URLSearchParams({ user: String(member.id), site: site.uuid, key: 'x' })
  expect(await readReportLink(world.services, link)).toBeNull()
})
