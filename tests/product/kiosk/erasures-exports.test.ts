/** Staff have data sent to the person it is about, and delete accounts and organizations. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Queries } from '#app/db/db.ts'
import { staffActs, teams, users } from '#app/db/schema/index.ts'
import { sendFarewellEmail } from '#app/jobs/account-emails.server.ts'
import { sendDataExportEmail, sendStaffActEmail } from '#app/jobs/staff-act-emails.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { action as downloadData } from '#app/routes/account/data-export-file.ts'
import { lastActOn } from '../../support/kiosk/last-act.ts'
import { becomeOwner } from '../../support/remove-rows.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld } from '../../support/world.ts'

const reason = 'Ticket 12: they asked for it'

async function createStory() {
  const world = await createWorld()
  const { services } = world
  await world.queue.start([sendStaffActEmail, sendDataExportEmail, sendFarewellEmail], services)
  const staff = await world.confirmedStaff()
  const other = await world.confirmedStaff()
  const { fetch } = await world.serve()
  const act = async (as: TestUser, address: string, intent: string) => {
    const lastActId = await lastActOn(services, address)
    const response = await fetch(`${address}.data`, {
      method: 'POST',
      headers: { Cookie: as.cookie },
      body: new URLSearchParams({ intent, reason, lastActId }),
    })
    const text = await response.text()
    return { status: response.status, text }
  }
  const subjectsTo = async ({ email }: TestUser) =>
    (await services.mail.outbox.list())
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject)
  /** Path and query of the link in the newest email. */
  const linkTo = async ({ email }: TestUser) => {
    await expect
      .poll(async () => (await services.mail.outbox.list()).some(({ to }) => to === email))
      .toBe(true)
    const [mail] = (await services.mail.outbox.list()).filter(({ to }) => to === email)
    const text = JSON.stringify(mail && (await services.mail.outbox.read(mail.id)))
    return /http:\/\/footfall\.test(\/data-export\?[\w=&-]+)/.exec(text)?.[1] ?? ''
  }
  /** As a browser does: it keeps the cookie and follows. */
  const open = async (link: string) => {
    const first = await fetch(link, { redirect: 'manual' })
    const to = first.headers.get('location')
    const cookie = first.headers.get('set-cookie')?.replace(/;.*/, '') ?? ''
    const page = to === null ? first : await fetch(to, { headers: { Cookie: cookie } })
    return { page, to, cookie }
  }
  /** The button of a page, with the cookie that the browser has by then. */
  const press = (page: string, cookie: string) =>
    fetch('/data-export/file', {
      method: 'POST',
      headers: { Cookie: cookie },
      body: new URLSearchParams({ link: fieldOf(page) }),
    })
  const download = async (link: string) => {
    const { page, cookie } = await open(link)
    return press(await page.text(), cookie)
  }
  return { world, staff, other, fetch, act, subjectsTo, linkTo, open, press, download }
}

/** Value of the hidden field that shows which link a page is of. */
const fieldOf = (page: string) =>
  (/name="link" value="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')

const pageOf = ({ id }: { id: number }) => `/kiosk/users/${String(id)}`

test('the person gets a link to their data, which staff never see', async () => {
  const { world, staff, act, linkTo, open, download } = await createStory()
  const person = await world.user({ name: 'Ann Archer' })

  const answer = await act(staff, pageOf(person), 'export')

  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain('signature')
  const link = await linkTo(person)
  // Opening it downloads nothing.
  const { page, to } = await open(link)
  expect([page.status, to]).toEqual([200, '/data-export'])
  const text = await page.text()
  expect(text).toContain(`Everything Footfall stores about ${person.email}.`)
  // The page's own URL, its form and its data have none of it, so a browser's history has none.
  expect(text).not.toContain('signature')
  const file = await download(link)
  expect(file.headers.get('content-disposition')).toContain('footfall-account.json')
  expect(await file.json()).toMatchObject({ account: [{ name: 'Ann Archer' }] })
})

test('a link to data ends after seven days, with another address, and when it is changed', async () => {
  const { world, staff, act, linkTo, open, download } = await createStory()
  const person = await world.user()
  const stranger = await world.user()
  await act(staff, pageOf(person), 'export')
  const link = await linkTo(person)
  const statuses = async (one: string) => [
    (await open(one)).page.status,
    (await download(one)).status,
  ]

  const forged = link.replace(`user=${String(person.id)}`, `user=${String(stranger.id)}`)
  expect(await statuses(forged)).toEqual([404, 404])
  expect(await statuses(link.replace('expires=', 'expires=9'))).toEqual([404, 404])
  expect(await statuses(`${link}&team=1`)).toEqual([404, 404])
  const { system } = world.services.db
  const setEmail = (email: string) =>
    system.update(users).set({ email }).where(eq(users.id, person.id))
  await setEmail('new@linen.example')
  expect(await statuses(link)).toEqual([404, 404])
  await setEmail(person.email)
  world.clock.advance(7 * dayMillis - 1_000)
  expect(await statuses(link)).toEqual([200, 200])
  world.clock.advance(1_000)
  expect(await statuses(link)).toEqual([404, 404])
})

test('a link to data is good for three downloads, also at the same time', async () => {
  const { world, staff, act, linkTo, open, download } = await createStory()
  const person = await world.user()
  await act(staff, pageOf(person), 'export')
  const link = await linkTo(person)

  const answers = await Promise.all(Array.from({ length: 8 }, () => download(link)))

  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...[200, 200, 200],
    ...[404, 404, 404, 404, 404],
  ])
  expect((await open(link)).page.status).toBe(404)
  // More in the query makes no other link of it.
  expect((await download(`${link}&again=1`)).status).toBe(404)
})

const suspended = { suspendedAt: new Date(0) }

test.each<[string, (db: Queries) => PromiseLike<unknown>]>([
  ['a new password', (db) => db.update(users).set({ passwordHash: 'another' })],
  ['a suspended account', (db) => db.update(users).set(suspended)],
  ['a suspended organization', (db) => db.update(teams).set(suspended)],
])('%s ends the links to data that were sent before', async (_what, change) => {
  const { world, staff, act, linkTo, open, press, download } = await createStory()
  const { owner, scope } = await world.team()
  await act(staff, `/kiosk/teams/${String(scope.teamId)}`, 'export')
  const link = await linkTo(owner)
  expect((await open(link)).page.status).toBe(200)
  const { page, cookie } = await open(link)
  const opened = await page.text()

  await change(world.services.db.system)

  expect((await open(link)).page.status).toBe(404)
  expect((await download(link)).status).toBe(404)
  expect((await press(opened, cookie)).status).toBe(404)
})

test('a page of another link than the browser keeps downloads nothing', async () => {
  const { world, staff, act, linkTo, open, press } = await createStory()
  const [ann, ben] = [await world.user(), await world.user()]
  for (const person of [ann, ben]) await act(staff, pageOf(person), 'export')
  const first = await open(await linkTo(ann))
  const page = await first.page.text()
  const second = await open(await linkTo(ben))

  const refused = await press(page, second.cookie)

  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain(
    'You’ve opened another link to data in this browser since.',
  )
  expect((await press(page, first.cookie)).status).toBe(200)
  const { account } = (await (await press(await second.page.text(), second.cookie)).json()) as {
    account: unknown
  }
  expect(account).toMatchObject([{ email: ben.email }])
})

test('a link to data that ended, or that the browser didn’t keep, says what to do', async () => {
  const { world, staff, fetch, act, linkTo, open, press, download } = await createStory()
  const person = await world.user()
  await act(staff, pageOf(person), 'export')
  const link = await linkTo(person)
  const { page, cookie } = await open(link)
  const opened = await page.text()
  const title = 'This link no longer works here'
  const again = 'Open it from the email again and allow cookies'

  const kept = { Cookie: cookie }
  // Only a signature makes a query a link.
  expect((await fetch('/data-export?utm_source=mail', { headers: kept })).status).toBe(200)
  for (const without of ['/data-export', '/data-export?again=1']) {
    const answer = await fetch(without)
    expect(answer.status).toBe(404)
    const text = await answer.text()
    expect(text).toContain(title)
    expect(text).toContain(again)
  }
  for (let time = 0; time < 3; time += 1) expect((await download(link)).status).toBe(200)
  const usedUp = await (await open(link)).page.text()
  expect(usedUp).toContain(title)
  expect(usedUp).toContain('Ask our support team for a new one.')
  const refused = await (await press(opened, cookie)).text()
  expect(refused).toContain(title)
})

test.each(['a person', 'an organization'])(
  'a download of %s’s data that fails on our side doesn’t count',
  async (about) => {
    const { world, staff, act, linkTo, open, download } = await createStory()
    const { owner, scope } = await world.team()
    const page = about === 'a person' ? pageOf(owner) : `/kiosk/teams/${String(scope.teamId)}`
    await act(staff, page, 'export')
    const link = await linkTo(owner)
    const rename = (from: string, to: string) =>
      world.services.db.transaction(async (tx) => {
        await becomeOwner(tx)
        await tx.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
      })

    const { page: opened, cookie } = await open(link)
    const form = { link: fieldOf(await opened.text()) }
    const visit = world.visit('/data-export/file', { form, headers: { Cookie: cookie } })

    // Both files have it after other tables.
    await rename('audit_entries', 'missing')
    try {
      for (let time = 0; time < 4; time += 1) {
        const request = visit.request.clone()
        const failed = downloadData({ ...visit, request }).then((answer) => answer.text())
        await expect(failed).rejects.toThrow('audit_entries')
      }
    } finally {
      await rename('missing', 'audit_entries')
    }

    expect((await download(link)).status).toBe(200)
  },
)

test('a reader that leaves an organization’s file early has used a download', async () => {
  const { world, staff, act, linkTo, download } = await createStory()
  const { owner, scope } = await world.team()
  await act(staff, `/kiosk/teams/${String(scope.teamId)}`, 'export')
  const link = await linkTo(owner)

  for (let time = 0; time < 3; time += 1) {
    const file = await download(link)
    expect(file.status).toBe(200)
    await file.body?.cancel()
  }

  expect((await download(link)).status).toBe(404)
})

test('an unverified address gets no data', async () => {
  const { world, staff, act } = await createStory()
  const person = await world.user()
  const { system } = world.services.db
  await system.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id))

  const { status, text } = await act(staff, pageOf(person), 'export')

  expect(status).toBe(409)
  expect(text).toContain('The email address isn’t verified')
})

test('the owner gets the organization’s data, without who of staff did what from where', async () => {
  const { world, staff, act, linkTo, download } = await createStory()
  const site = await world.site({ name: 'Linen shop' })
  const { teamId } = site.team.scope

  expect((await act(staff, `/kiosk/teams/${String(teamId)}`, 'export')).status).toBe(200)

  const link = await linkTo(site.owner)
  const file = await download(link)
  expect(file.headers.get('content-disposition')).toContain('footfall-organization.jsonl')
  const rows = (await file.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> })
  expect(rows.find(({ table }) => table === 'sites')?.row).toMatchObject({ name: 'Linen shop' })
  const acts = rows.filter(({ table }) => table === 'staff_acts')
  expect(acts.map(({ row }) => Object.keys(row).sort())).toEqual([['act', 'created_at', 'outcome']])

  const { system } = world.services.db
  const next = await world.member(site.team)
  await system.update(teams).set({ ownerId: next.id }).where(eq(teams.id, teamId))
  expect((await download(link)).status).toBe(404)
})

test('an account is deleted by two members of staff within a day, and the person knows', async () => {
  const { world, staff, other, act, subjectsTo } = await createStory()
  const person = await world.user()
  const exists = () => world.services.db.system.$count(users, eq(users.id, person.id))

  expect((await act(staff, pageOf(person), 'confirm-erasure')).status).toBe(409)
  expect((await act(staff, pageOf(person), 'ask-erasure')).status).toBe(200)
  await expect
    .poll(() => subjectsTo(person))
    .toEqual(['The deletion of your account was requested'])
  const alone = await act(staff, pageOf(person), 'confirm-erasure')
  expect(alone.status).toBe(409)
  expect(alone.text).toContain('Someone else on staff must confirm it.')
  expect(await exists()).toBe(1)

  const confirmed = await act(other, pageOf(person), 'confirm-erasure')

  expect(confirmed.text).toContain('/kiosk/audit')
  expect(await exists()).toBe(0)
  await expect.poll(() => subjectsTo(person)).toContain('Your account was deleted')
  const [entry] = await world.services.db.system
    .select()
    .from(staffActs)
    .where(eq(staffActs.act, 'user.erased'))
    .orderBy(staffActs.id)
    .offset(2)
  // Who it was is erased with the account.
  expect(entry).toMatchObject({ outcome: 'done', userId: null, reason: null, staffId: other.id })
})

test('a deletion that isn’t confirmed within a day has to be requested again', async () => {
  const { world, staff, act } = await createStory()
  const person = await world.user()
  await act(staff, pageOf(person), 'ask-erasure')
  world.clock.advance(dayMillis)
  const later = await world.confirmedStaff()

  expect((await act(later, pageOf(person), 'confirm-erasure')).status).toBe(409)
})

test('an account that owns an organization is not deleted', async () => {
  const { world, staff, act } = await createStory()
  const team = await world.team({ name: 'Linen' })

  const { status, text } = await act(staff, pageOf(team.owner), 'ask-erasure')

  expect(status).toBe(409)
  expect(text).toContain('Transfer or delete “Linen” first.')
})

test('an organization is deleted by two members of staff, and its owner stays and knows', async () => {
  const { world, staff, other, act, subjectsTo } = await createStory()
  const site = await world.site()
  const { teamId } = site.team.scope
  const page = `/kiosk/teams/${String(teamId)}`
  const exists = () => world.services.db.system.$count(teams, eq(teams.id, teamId))

  expect((await act(staff, page, 'ask-erasure')).status).toBe(200)
  expect((await act(staff, page, 'confirm-erasure')).status).toBe(409)
  expect(await exists()).toBe(1)
  await act(other, page, 'confirm-erasure')

  expect(await exists()).toBe(0)
  const { system } = world.services.db
  expect(await system.$count(users, eq(users.id, site.owner.id))).toBe(1)
  await expect
    .poll(async () => (await subjectsTo(site.owner)).sort())
    .toEqual(['The deletion of your organization was requested', 'Your organization was deleted'])
})
