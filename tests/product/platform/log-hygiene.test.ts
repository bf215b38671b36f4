/** Nothing that people or programs send appears in the log (docs/threats.md T42). */
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import {
  sendEmailChangeEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendVerificationEmail,
} from '#app/jobs/account-emails.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { startSmtpServer } from '#workshop/doubles/smtp-server.ts'
import { withSmtp } from '../../support/email-world.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Part of everything that is secret or personal. */
const mark = 'zq7marked'
const password = `${mark} horse battery`
const token = `${mark}${'a'.repeat(34)}`

const queued = [
  sendEmailChangeEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendVerificationEmail,
]

const leaks = ({ logged }: World) =>
  logged.map((line) => JSON.stringify(line)).filter((line) => line.toLowerCase().includes(mark))

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

test('guests: names, addresses, passwords and links', async () => {
  const world = await createWorld()
  await world.queue.start(queued, world.services)
  const { fetch } = await world.serve()
  const person = { name: mark, email: `${mark}@shop.example`, password, terms: 'on' }
  const link = `http://footfall.test/auth/verify?from=${mark}@shop.example&signature=${token}`

  const asked: [string, RequestInit?][] = [
    ['/auth/register', form(person)],
    ['/auth/register', form({ ...person, password: mark })],
    [`/auth/register?utm_source=${mark}&invitation=${token}`],
    ['/auth/login', form({ email: person.email, password })],
    ['/auth/login', form({ email: person.email, password: `${mark} wrong` })],
    [`/auth/login?to=/${mark}`],
    ['/auth/forgot', form({ email: person.email })],
    [`/auth/reset/${token}`],
    [`/auth/reset/${token}`, form({ password })],
    [`/auth/verify?verify_url=${encodeURIComponent(link)}`],
    [`/invitations/${token}`],
    [`/unsubscribe?user=1&kind=plan-70&key=${token}`, form({})],
    [`/data-export/file?user=1&expires=1&signature=${token}`, form({})],
    [`/api/image?url=https://${mark}.example/&key=${token}&width=32&density=1`],
  ]
  for (const [path, init] of asked) await (await fetch(path, init)).arrayBuffer()

  expect(world.logged.filter(({ msg }) => msg === 'request')).toHaveLength(asked.length)
  expect(leaks(world)).toEqual([])
})

test('people: what they change about themselves', async () => {
  const world = await createWorld()
  await world.queue.start(queued, world.services)
  const ann = await world.user({ name: mark, email: `${mark}@shop.example` })
  const { fetch } = await world.serve()
  const headers = { Cookie: ann.cookie }
  const picture = new FormData()
  picture.set('photo', new Blob([mark]), `${mark}.jpg`)

  const asked: [string, RequestInit?][] = [
    ['/account/general', form({ intent: 'name', name: `${mark} two` })],
    [
      '/account/general',
      form({ intent: 'email', email: `${mark}2@shop.example`, emailPassword: password }),
    ],
    [
      '/account/general',
      form({ intent: 'password', currentPassword: ann.password, newPassword: password }),
    ],
    ['/account/phone', form({ country: 'DE', phone: mark })],
    ['/account/photo', { method: 'POST', body: picture }],
    ['/account/export', form({ exportPassword: password })],
    ['/account/privacy', form({ intent: 'delete', address: ann.email, deletePassword: mark })],
    ['/account/general'],
    ['/api/user'],
  ]
  for (const [path, init] of asked) {
    await (await fetch(path, { ...init, headers })).arrayBuffer()
  }

  expect(leaks(world)).toEqual([])
  expect(JSON.stringify(world.logged)).not.toContain(ann.cookie.replace('token=', ''))
})

test('programs: tokens, orders, webhooks and what is broken of them', async () => {
  const world = await createWorld()
  const site = await world.site()
  const teamToken = await world.token(site.team)
  const { fetch } = await world.serve()
  const address = `/api/v1/sites/${site.uuid}/activities`
  const order = {
    kind: 'purchase',
    id: mark,
    occurred_at: world.clock.now().toISOString(),
    person: { first_name: mark, last_name: mark, email: `${mark}@shop.example` },
    items: [{ title: mark }],
  }
  const bearer = { Authorization: `Bearer ${teamToken}` }

  const asked: [string, RequestInit?][] = [
    [address, json(order, bearer)],
    [address, json(order, { Authorization: `Bearer nk_${token}` })],
    [address, json(`${mark} is no json`, bearer)],
    [address, json({ ...order, occurred_at: mark }, bearer)],
    [`${address}?api_token=${token}`],
    [`/api/pixel/${site.uuid}/events`, json({ events: [{ id: mark, type: mark }] })],
    [`/hooks/mailchimp/${token}`, json({ email: `${mark}@shop.example` })],
    ['/hooks/stripe', json(`{"customer_email":"${mark}@shop.example"`)],
    ['/', { headers: { Cookie: `token=${token}`, 'User-Agent': mark, Referer: `http://${mark}` } }],
    ['/', { headers: { Authorization: `Basic ${mark}`, 'X-Forwarded-For': mark } }],
    [`/%0d%0a${token}`],
  ]
  for (const [path, init] of asked) await (await fetch(path, init)).arrayBuffer()

  expect(leaks(world)).toEqual([])
  expect(JSON.stringify(world.logged)).not.toContain(teamToken)
})

test('a query that fails is logged without its values', async () => {
  const world = await createWorld()
  const ann = await world.user({ email: `${mark}@shop.example` })
  const bob = await world.user()
  const { db, log } = world.services
  const failing = [
    () => db.system.update(users).set({ email: ann.email }).where(eq(users.id, bob.id)),
    () => db.system.execute(sql`select ${mark}::text::uuid`),
    () => db.system.execute(sql`select ${mark}::text::int`),
  ]

  for (const run of failing) {
    const error: unknown = await run().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    log.warn({ err: error }, 'a query failed')
  }

  expect(world.logged.filter(({ msg }) => msg === 'a query failed')).toHaveLength(3)
  expect(JSON.stringify(world.logged)).toContain('users_email_key')
  expect(leaks(world)).toEqual([])
})

test('a refused email is logged without its address and its link', async () => {
  const world = await createWorld()
  const ann = await world.user({ email: `${mark}@shop.example` })
  const smtp = await startSmtpServer()
  onTestFinished(smtp.stop)
  smtp.refuse(9, `550 ${mark}@shop.example is not here`)
  const services = withSmtp(world.services, smtp.url)
  await world.queue.start([sendPasswordResetEmail], services)

  await services.jobs.send(accountEmailJobs.reset, { userId: ann.id })

  await expect
    .poll(() => world.logged.filter(({ msg }) => msg === 'a job failed').length)
    .toBeGreaterThan(0)
  expect(leaks(world)).toEqual([])
})

test('each log entry is one line, whatever it contains', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })

  log.info({ path: '/a\r\n{"level":50,"msg":"forged"}\u2028' }, 'first\nsecond')

  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/)
})
