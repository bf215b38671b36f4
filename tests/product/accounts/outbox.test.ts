/** Emails of a product without an SMTP server, for its staff only. */
import { utimesSync } from 'node:fs'
import path from 'node:path'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffActs } from '#app/db/schema/index.ts'
import {
  emailChangeEmail,
  passwordResetEmail,
  verificationEmail,
} from '#app/emails/account-emails.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { dataExportEmail } from '#app/emails/staff-act-emails.ts'
import { invitationEmail } from '#app/emails/team-emails.ts'
import { applyErasuresJob } from '#app/jobs/apply-erasures.server.ts'
import { createWorld, type World } from '../../support/world.ts'

const origin = 'http://footfall.test'

const mail = (to: string) => ({
  to,
  subject: 'Reset your password',
  text: 'Grüße\n\nhttp://footfall.test/auth/reset/abc\n\nhttp://other.example/\n',
  html: '<p>Grüße</p><script>alert(1)</script>',
})

const fileOf = ({ services }: World, id: string) =>
  path.join(services.config.dataDir, 'outbox', `${id}.eml`)

/** The files' times decide, and the clock may be too coarse for two in a row. */
const date = (world: World, id: string, at: Date) => {
  utimesSync(fileOf(world, id), at, at)
}

test('staff see the emails that would have been sent, newest first', async () => {
  const world = await createWorld()
  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()
  await world.services.mail.mailer.send({ id: 'old', ...mail('ann@shop.example') })
  await world.services.mail.mailer.send({ id: 'new', ...mail('bob@shop.example') })
  date(world, 'old', new Date('2026-03-01T09:00:00Z'))
  date(world, 'new', new Date('2026-03-02T09:00:00Z'))

  const page = await fetch('/settings/outbox', { headers: { Cookie: staff.cookie } })

  const shown = await page.text()
  expect(shown.indexOf('bob@shop.example')).toBeGreaterThan(0)
  expect(shown.indexOf('ann@shop.example')).toBeGreaterThan(shown.indexOf('bob@shop.example'))
  expect(shown).toContain('SMTP_URL')
})

test('an email is shown as text, with links to our own pages only and nothing that runs', async () => {
  const world = await createWorld()
  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()
  await world.services.mail.mailer.send({ id: 'reset', ...mail('ann@shop.example') })

  const page = await fetch('/settings/outbox/reset', { headers: { Cookie: staff.cookie } })

  const shown = await page.text()
  expect(shown).toContain('Grüße')
  expect(shown).toContain('href="http://footfall.test/auth/reset/abc"')
  expect(shown).not.toContain('href="http://other.example/"')
  expect(shown).not.toContain('alert(1)')
})

/** The emails with links that log in, open data or make someone a member. */
const secretEmails = [
  verificationEmail(`${origin}/auth/verify?token=secret-1`),
  emailChangeEmail(`${origin}/auth/verify?token=secret-2`),
  passwordResetEmail(`${origin}/auth/reset/secret-3`, 60),
  invitationEmail({ team: 'Shop', inviter: 'Ann', link: `${origin}/invitations/secret-4` }, 7),
  dataExportEmail(
    { team: null, link: `${origin}/data-export?user=1&signature=secret-5` },
    { days: 7, downloads: 3 },
  ),
]

test('outside of a local product no email shows a link, on the page or in its data', async () => {
  const world = await createWorld({ environment: { APP_ENV: 'production' } })
  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()

  for (const [index, content] of secretEmails.entries()) {
    const id = `email-${String(index)}`
    await world.services.mail.mailer.send({ id, to: 'ann@shop.example', ...renderEmail(content) })
    for (const address of [`/settings/outbox/${id}`, `/settings/outbox/${id}.data`]) {
      const page = await fetch(address, { headers: { Cookie: staff.cookie } })
      const shown = await page.text()
      expect([page.status, shown.includes(content.action.label)]).toEqual([200, true])
      expect(shown).toContain('[link hidden]')
      expect(shown).not.toContain('secret-')
    }
  }
})

test('every reading is one entry of the audit log', async () => {
  const world = await createWorld()
  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()
  await world.services.mail.mailer.send({ id: 'reset', ...mail('ann@shop.example') })

  for (const address of ['/settings/outbox', '/settings/outbox/reset', '/settings/outbox/gone']) {
    await (await fetch(address, { headers: { Cookie: staff.cookie } })).text()
  }

  const entries = await world.services.db.system
    .select({ staffId: staffActs.staffId, act: staffActs.act, outcome: staffActs.outcome })
    .from(staffActs)
    .orderBy(asc(staffActs.id))
  expect(entries).toEqual([
    { staffId: staff.id, act: 'outbox.listed', outcome: 'done' },
    { staffId: staff.id, act: 'outbox.opened', outcome: 'done' },
    { staffId: staff.id, act: 'outbox.opened', outcome: 'refused' },
  ])
})

test('the outbox doesn’t exist for anyone else', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const { fetch } = await world.serve()
  await world.services.mail.mailer.send({ id: 'reset', ...mail('ann@shop.example') })

  for (const address of ['/settings/outbox', '/settings/outbox/reset']) {
    const answer = await fetch(address, { headers: { Cookie: ann.cookie } })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain(`Page Not Found: ${address}`)
  }
})

test.each(['..%2Fapp-key', '%2e%2e%2fapp-key', 'reset%2F..%2Freset', 'gone', 'app-key%00'])(
  '%s isn’t an email',
  async (id) => {
    const world = await createWorld()
    const staff = await world.confirmedStaff()
    const { fetch } = await world.serve()
    await world.services.mail.mailer.send({ id: 'reset', ...mail('ann@shop.example') })

    const page = await fetch(`/settings/outbox/${id}`, { headers: { Cookie: staff.cookie } })

    expect(page.status).toBe(404)
  },
)

test('an email is kept for 30 days', async () => {
  const world = await createWorld()
  const { services, clock } = world
  await services.mail.mailer.send({ id: 'old', ...mail('ann@shop.example') })
  await services.mail.mailer.send({ id: 'new', ...mail('ann@shop.example') })
  const day = 86_400_000
  date(world, 'old', new Date(clock.now().getTime() - 31 * day))
  date(world, 'new', new Date(clock.now().getTime() - 29 * day))

  await applyErasuresJob.run(services, {})

  expect(await services.mail.outbox.list()).toMatchObject([{ id: 'new' }])
})
