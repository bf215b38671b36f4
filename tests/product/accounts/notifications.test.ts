/** Email settings, and one-click unsubscribe (RFC 8058). */
import { expect, test, vi } from 'vitest'
import { meters } from '#app/db/schema/index.ts'
import { notificationKinds } from '#app/domain/accounts/profile/notifications.ts'
import { readNotificationChoices } from '#app/domain/accounts/profile/notifications.server.ts'
import { monthOf } from '#app/lib/time.ts'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { sendPasswordChangedEmail } from '#app/jobs/account-emails.server.ts'
import { sendUsageEmail, usageNoticesJob } from '#app/jobs/usage-emails.server.ts'
import { action as choose, loader as screen } from '#app/routes/account/notifications.tsx'
import type { TestTeam, TestUser } from '../../support/makers.ts'
import { createMailWorld as createQueuedMailWorld } from '../../support/email-world.ts'
import { createWorld, type World } from '../../support/world.ts'

const createMailWorld = () => createQueuedMailWorld([sendUsageEmail, sendPasswordChangedEmail])

const all = { 'plan-70': true, 'plan-90': true, 'plan-100': true, 'connection-lost': true }

const save = (world: World, as: TestUser, wanted: readonly string[]) => {
  const ticked = Object.fromEntries(wanted.map((kind) => [kind, 'on']))
  return choose(
    world.visit('/account/notifications', { as, form: { intent: 'choose', ...ticked } }),
  )
}

/** As collection leaves the meter of a team on the plan Free: 1,000 visitors. */
async function use({ services }: World, { scope }: TestTeam, visitors: number) {
  const month = monthOf(services.now())
  const set = { visitors, limitReachedAt: visitors < 1_000 ? null : services.now() }
  await services.db.system
    .insert(meters)
    .values({
      teamId: scope.teamId,
      month,
      meteredBy: 'visitors',
      impressions: 0,
      allowance: 1_000,
      granted: 0,
      ...set,
    })
    .onConflictDoUpdate({ target: [meters.teamId, meters.month], set })
  await usageNoticesJob.run(services, {})
}

/** Resolves when this many jobs of meter emails are done, with or without an email. */
const jobsDone = ({ services }: World, count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await services.pool.query(
        "select 1 from pgboss.job where name = $1 and state = 'completed'",
        [sendUsageEmail.name],
      )
      expect(rows).toHaveLength(count)
    },
    { timeout: 60_000, interval: 50 },
  )

test('a person without saved choices gets every email, and the screen says so', async () => {
  const world = await createWorld()
  const ann = await world.user()

  const shown = await screen(world.visit('/account/notifications', { as: ann }))

  expect(shown.choices).toEqual(all)
  expect(notificationKinds.map(({ kind }) => kind)).toEqual(Object.keys(all))
})

test('an unchecked email is off, for this person only', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.user(), await world.user()]

  await save(world, ann, ['plan-100'])

  const none = { ...all, 'plan-70': false, 'plan-90': false, 'connection-lost': false }
  expect(await readNotificationChoices(world.services, ann.id)).toEqual(none)
  expect(await readNotificationChoices(world.services, bob.id)).toEqual(all)
})

test('an email that is turned off isn’t sent, and the others are', async () => {
  const world = await createMailWorld()
  const team = await world.team()
  await save(world, team.owner, ['plan-100'])

  for (const visitors of [700, 900, 1_000]) {
    await use(world, team, visitors)
    await jobsDone(world, { 700: 1, 900: 2, 1_000: 3 }[visitors] ?? 0)
  }

  expect(world.smtp.mails.map(({ headers }) => headers['subject'])).toEqual([
    'Monthly visitor limit reached',
  ])
})

/** The URL that an email client posts to. */
async function takeOneClickAddress(world: Awaited<ReturnType<typeof createMailWorld>>) {
  const team = await world.team()
  await use(world, team, 700)
  const [mail] = await world.mailsNow(1)
  const address = /^<http:\/\/footfall\.test(\/.*)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')
  return { team, mail, path: address?.[1] ?? 'no address' }
}

test('an optional email shows how to turn it off, by link and by header', async () => {
  const world = await createMailWorld()

  const { mail, path } = await takeOneClickAddress(world)

  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(path).toMatch(/^\/unsubscribe\?/)
  expect(mail?.text).toContain(
    'Manage email preferences:\nhttp://footfall.test/account/notifications',
  )
  expect(mail?.html).toContain('href="http://footfall.test/account/notifications"')
})

test('one click without a login turns off this type of email, and opening the link doesn’t', async () => {
  const world = await createMailWorld()
  const { fetch } = await world.serve()
  const { team, path } = await takeOneClickAddress(world)

  const looked = await fetch(path)
  expect(await looked.text()).toContain('Stop emails for: 70% of the monthly plan limit is used?')
  expect(await readNotificationChoices(world.services, team.owner.id)).toEqual(all)
  const clicked = await fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })

  expect(clicked.status).toBe(200)
  expect(await readNotificationChoices(world.services, team.owner.id)).toEqual({
    ...all,
    'plan-70': false,
  })
})

test('a link names its person and type of email, and can’t be forged', async () => {
  const world = await createMailWorld()
  const { fetch } = await world.serve()
  const { team, path } = await takeOneClickAddress(world)
  const other = await world.user()
  const forged = [
    path.replace(`user=${String(team.owner.id)}`, `user=${String(other.id)}`),
    path.replace('plan-70', 'plan-90'),
    path.replace(/key=.*/, 'key='),
    path.replace('plan-70', 'password'),
  ]

  for (const address of forged) {
    expect((await fetch(address, { method: 'POST' })).status).toBe(404)
  }

  expect(await readNotificationChoices(world.services, other.id)).toEqual(all)
  expect(await readNotificationChoices(world.services, team.owner.id)).toEqual(all)
})

test('an email about account security can’t be turned off', async () => {
  const world = await createMailWorld()
  const ann = await world.user()
  await save(world, ann, [])
  const at = world.clock.now().getTime()

  await world.services.jobs.send(accountEmailJobs.passwordChanged, { userId: ann.id, at })

  const [mail] = await world.mailsNow(1)
  expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
  expect(mail?.text).not.toContain('/account/notifications')
})
