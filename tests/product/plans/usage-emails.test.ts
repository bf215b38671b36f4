/** Emails at 70, 90 and 100 percent of the plan, each once a month. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { meters } from '#app/db/schema/index.ts'
import { dayMillis, monthOf } from '#app/lib/time.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { usageEmailJob } from '#app/domain/plans/jobs.ts'
import { sendUsageEmail, usageNoticesJob } from '#app/jobs/usage-emails.server.ts'
import { compose } from '#app/server/compose.server.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import type { TestTeam } from '../../support/makers.ts'
import { withSmtp } from '../../support/email-world.ts'
import { readAcceptedMail, startSmtpServer } from '#workshop/doubles/smtp-server.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The queue polls every two seconds. */
const patience = { timeout: 60_000, interval: 50 }

const queued = [sendUsageEmail]

/** A world whose emails go to an SMTP server. Only the test checks the meters. */
async function createMailWorld() {
  const world = await createWorld()
  const smtp = await startSmtpServer()
  onTestFinished(smtp.stop)
  const services = withSmtp(world.services, smtp.url)
  await world.queue.start(queued, services)
  return { world, services, smtp, look: () => usageNoticesJob.run(services, {}) }
}

/** As collection leaves the meter. New teams have the plan Free: 1,000 visitors. */
async function use({ services }: World, { scope }: TestTeam, visitors: number) {
  const month = monthOf(services.now())
  const allowance = 1_000
  await services.db.system
    .insert(meters)
    .values({
      teamId: scope.teamId,
      month,
      meteredBy: 'visitors',
      visitors,
      impressions: 0,
      allowance,
      granted: 0,
      limitReachedAt: visitors < allowance ? null : services.now(),
    })
    .onConflictDoUpdate({ target: [meters.teamId, meters.month], set: { visitors } })
}

const mailedPercent = async ({ services }: World, { scope }: TestTeam) => {
  const [row] = await services.db.system
    .select({ percent: meters.mailedPercent })
    .from(meters)
    .where(and(eq(meters.teamId, scope.teamId), eq(meters.month, monthOf(services.now()))))
  return row?.percent
}

/** Jobs of all emails, including completed ones. */
const mailJobs = async ({ services }: World) => {
  const { rows } = await services.pool.query<{ state: string; data: { percent: number } }>(
    'select state, data from pgboss.job where name = $1 order by created_on',
    [sendUsageEmail.name],
  )
  return rows.map(({ state, data }) => ({ state, percent: data.percent }))
}

const allDone = (world: World, count: number) =>
  vi.waitFor(async () => {
    const states = (await mailJobs(world)).map(({ state }) => state)
    expect(states).toEqual(Array.from({ length: count }, () => 'completed'))
  }, patience)

test('a meter that jumps to the end sends one email, to the owner', async () => {
  const { world, smtp, look } = await createMailWorld()
  const team = await world.team({ name: 'Café <b>Ann</b>' })
  await world.member(team)
  await use(world, team, 1_000)

  await look()
  await allDone(world, 1)

  expect(smtp.mails).toHaveLength(1)
  const [mail] = smtp.mails
  expect([mail?.from, mail?.to]).toEqual(['no-reply@footfall.test', [team.owner.email]])
  expect(mail?.headers).toMatchObject({
    subject: 'Monthly visitor limit reached',
    from: 'Footfall <no-reply@footfall.test>',
    to: team.owner.email,
    'auto-submitted': 'auto-generated',
  })
  expect(mail?.text).toContain(
    'Café <b>Ann</b> has used 1,000 of the 1,000 visitors included in the Free plan in March 2026 (100%).',
  )
  expect(mail?.text).toContain(
    'Its nudges are paused until usage resets on April 1, 2026 at 12:00 AM UTC',
  )
  expect(mail?.text).toContain('You’re never billed for visitors beyond the limit.')
  const plan = `http://footfall.test/settings/teams/${String(team.scope.teamId)}/plan`
  const address = `${plan}#/subscription`
  expect(mail?.text).toContain(`\n${address}\n`)
  expect(mail?.html).toContain('Café &lt;b&gt;Ann&lt;/b&gt; has used')
  expect(mail?.html).toContain(`href="${address}"`)
})

test('where boosts are sold, the email at the limit links to them', async () => {
  const world = await createWorld()
  const smtp = await startSmtpServer()
  onTestFinished(smtp.stop)
  const team = await cardTeam(world)
  const services = withSmtp(team.services, smtp.url)
  await use(world, team, 1_000)
  const month = monthOf(services.now())

  const notice = { teamId: team.scope.teamId, month, percent: 100 }
  await sendUsageEmail.run(services, notice)

  const plan = `http://footfall.test/settings/teams/${String(team.scope.teamId)}/plan`
  expect(smtp.mails[0]?.text).toContain('Buy a boost or upgrade')
  expect(smtp.mails[0]?.text).toContain(`\n${plan}#/visitor-boosts\n`)
})

test('each step is mailed once, however often the job runs', async () => {
  const { world, smtp, look } = await createMailWorld()
  const team = await world.team()
  for (const visitors of [699, 700, 899, 900, 999, 1_000, 1_000]) {
    await use(world, team, visitors)
    await look()
    await look()
    await allDone(world, [700, 900, 1_000].filter((step) => visitors >= step).length)
  }

  expect(smtp.mails.map(({ headers }) => headers['subject'])).toEqual([
    "You've used 70% of this month's visitors",
    "You've used 90% of this month's visitors",
    'Monthly visitor limit reached',
  ])
  expect(smtp.mails[0]?.text).toContain(
    'At 100%, its nudges pause until usage resets on April 1, 2026 at 12:00 AM UTC',
  )
  // Nothing is sold without a provider, so each leads to the plans.
  const plan = `/settings/teams/${String(team.scope.teamId)}/plan`
  expect(smtp.mails.map(({ text }) => /(\/settings\S+)/.exec(text)?.[1])).toEqual([
    ...[`${plan}#/subscription`, `${plan}#/subscription`, `${plan}#/subscription`],
  ])
  expect(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size).toBe(3)
})

test('two processes that check at the same time send one email to each owner', async () => {
  const { world, smtp, services } = await createMailWorld()
  const teams = [await world.team(), await world.team(), await world.team()]
  for (const team of teams) await use(world, team, 950)
  const { config, log } = services
  const second = await compose(config, { log, now: world.clock.now, joinRunning: true })
  onTestFinished(second.close)
  const secondServices = withSmtp(second.services, smtp.url)
  await second.queue.start(queued, secondServices)

  await Promise.all(
    Array.from({ length: 8 }, (_value, index) =>
      usageNoticesJob.run(index % 2 === 0 ? services : secondServices, {}),
    ),
  )
  await allDone(world, 3)

  expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(
    teams.map(({ owner }) => owner.email).sort(),
  )
})

test('a new month sends its emails again, and the old month sends no more', async () => {
  const { world, smtp, look } = await createMailWorld()
  const team = await world.team()
  await use(world, team, 700)
  await look()
  await allDone(world, 1)
  await use(world, team, 950)

  world.clock.advance(30 * dayMillis)
  await look()
  await use(world, team, 720)
  await look()
  await allDone(world, 2)

  expect(smtp.mails.map(({ text }) => /in (\w+ 2026) \((\d+)%\)/.exec(text)?.slice(1))).toEqual([
    ['March 2026', '70'],
    ['April 2026', '72'],
  ])
})

test('after a plan upgrade its steps send emails again', async () => {
  const { world, services, smtp, look } = await createMailWorld()
  const team = await world.team()
  await use(world, team, 1_000)
  await look()
  await allDone(world, 1)

  await setPlan(services, team.scope, { planId: 'lite' })
  await look()
  expect(await mailedPercent(world, team)).toBe(0)
  await use(world, team, 7_000)
  await look()
  await allDone(world, 2)

  expect(smtp.mails[1]?.text).toContain('7,000 of the 10,000 visitors included in the Lite plan')
})

test('a plan without a limit sends no email', async () => {
  const { world, services, look } = await createMailWorld()
  const team = await world.team()
  await setPlan(services, team.scope, { planId: 'plus' })
  await use(world, team, 5_000_000)

  await look()

  expect(await mailJobs(world)).toEqual([])
})

test('while the SMTP server refuses the email waits, and the log doesn’t contain the address', async () => {
  const { world, smtp, look } = await createMailWorld()
  const team = await world.team()
  await use(world, team, 700)
  smtp.refuse(1, `451 <${team.owner.email}> try again later`)

  await look()
  await vi.waitFor(async () => {
    expect(await mailJobs(world)).toEqual([{ state: 'retry', percent: 70 }])
  }, patience)
  await look()
  await world.services.pool.query('update pgboss.job set start_after = now() where name = $1', [
    sendUsageEmail.name,
  ])
  await allDone(world, 1)

  expect(smtp.mails).toHaveLength(1)
  const failed = world.logged.filter(({ msg }) => msg === 'a job failed')
  expect(JSON.stringify(failed)).toContain('refused an email: EENVELOPE 451')
  expect(JSON.stringify(world.logged)).not.toContain(team.owner.email)
  const { rows } = await world.services.pool.query<{ job: string }>(
    'select job::text as job from pgboss.job',
  )
  expect(JSON.stringify(rows)).not.toContain(team.owner.email)
})

test('an email that is no longer true when its job runs isn’t sent', async () => {
  const { world, services, smtp, look } = await createMailWorld()
  const team = await world.team()
  await use(world, team, 700)
  smtp.refuse(1, '451 later')
  await look()
  await vi.waitFor(async () => {
    expect(await mailJobs(world)).toMatchObject([{ state: 'retry' }])
  }, patience)

  await setPlan(services, team.scope, { planId: 'lite' })
  await world.services.pool.query('update pgboss.job set start_after = now() where name = $1', [
    sendUsageEmail.name,
  ])
  await allDone(world, 1)

  expect(smtp.mails).toEqual([])
})

test('a step whose email could not be stored is still due', async () => {
  const world = await createWorld()
  const team = await world.team()
  await use(world, team, 900)
  // No process has created the email queue yet.
  await world.queue.start([], world.services)

  await expect(usageNoticesJob.run(world.services, {})).rejects.toThrow(
    'meters.mail was not stored',
  )

  expect(await mailedPercent(world, team)).toBe(0)
})

test('an email job sent in a transaction is dropped when the transaction fails', async () => {
  const { world, services } = await createMailWorld()
  const notice = { teamId: 1, month: '2026-03-01', percent: 70 }

  const attempt = services.db.transaction(async (tx) => {
    await services.jobs.send(usageEmailJob, notice, tx)
    throw new Error('undone')
  })

  await expect(attempt).rejects.toThrow('undone')
  expect(await mailJobs(world)).toEqual([])
})

test('without an SMTP server the email is a file, and the log names only the file', async () => {
  const world = await createWorld()
  const team = await world.team()
  await use(world, team, 900)
  await world.queue.start(queued, world.services)

  await usageNoticesJob.run(world.services, {})
  await allDone(world, 1)

  const folder = path.join(world.services.config.dataDir, 'outbox')
  const name = `meter-2026-03-01-${String(team.scope.teamId)}-90.eml`
  expect(readdirSync(folder)).toContain(name)
  const file = path.join(folder, name)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const mail = readAcceptedMail(readFileSync(file, 'utf8'))
  expect(mail.headers).toMatchObject({ to: team.owner.email })
  expect(mail.text).toContain('900 of the 1,000 visitors')
  expect(world.logged).toContainEqual(expect.objectContaining({ level: 30, file }))
  expect(JSON.stringify(world.logged)).not.toContain(team.owner.email)
})
