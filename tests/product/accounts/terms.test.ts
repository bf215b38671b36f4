/** Terms of service and privacy policy: what screens link to, and which consent is stored. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import { builtInTerms } from '#app/domain/accounts/terms.ts'
import { sendVerificationEmail } from '#app/jobs/account-emails.server.ts'
import { sendInvitationEmail } from '#app/jobs/team-emails.server.ts'
import { action as register } from '#app/routes/auth/register.tsx'
import { action as invite } from '#app/routes/settings/members.tsx'
import { createMailWorld } from '../../support/email-world.ts'
import { createWorld, type World } from '../../support/world.ts'

const terms = { url: 'https://operator.example/terms', version: '2026-11-01' }
const privacyUrl = 'https://operator.example/privacy'
const ann = { name: 'Ann', email: 'ann@shop.example', password: 'correct horse battery' }

/** From here on the installation has both pages. */
function publishPages({ services }: World): void {
  services.config = { ...services.config, terms, privacyUrl }
}

async function createQueueWorld() {
  const world = await createWorld()
  await world.queue.start([sendVerificationEmail], world.services)
  return world
}

const consentOf = async ({ services }: World, email: string) => {
  const [row] = await services.db.system
    .select({ at: users.termsAcceptedAt, version: users.termsVersion })
    .from(users)
    .where(eq(users.email, email))
  return row
}

const pageOf = async (world: World, path: string) => {
  const { fetch } = await world.serve()
  const answer = await fetch(path)
  return { status: answer.status, html: await answer.text() }
}

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(https:\/\/operator[^"]+)"[^>]*>/g)].map(([tag, href]) => ({
    href,
    opensBeside: tag.includes('target="_blank"') && /rel="[^"]*noopener/.test(tag),
  }))

/** The only control of that name. */
function termsBoxIn(html: string): string {
  const [box = '', ...others] = html.match(/<input[^>]* name="terms"[^>]*>/g) ?? []
  expect(others).toEqual([])
  return box
}

test('without pages of the operator the built-in terms are shown, and accepted by the person', async () => {
  const world = await createQueueWorld()

  const { html } = await pageOf(world, '/auth/register')
  const refused = await register(world.visit('/auth/register', { form: ann }))
  const answer = await register(world.visit('/auth/register', { form: { ...ann, terms: 'on' } }))

  expect(linksIn(html)).toEqual([])
  expect(termsBoxIn(html)).toMatch(/type="checkbox"/)
  expect(termsBoxIn(html)).not.toMatch(/ checked/)
  expect(html).toContain(builtInTerms.text)
  expect(refused).toMatchObject({
    init: { status: 422 },
    data: { errors: { terms: ['Accept the terms of service to create an account.'] } },
  })
  expect(answer).toMatchObject({ status: 302 })
  const { version } = builtInTerms
  expect(await consentOf(world, ann.email)).toEqual({ at: world.clock.now(), version })
})

test('registration links both pages, and so does the foot of each screen before the login', async () => {
  const world = await createWorld()
  publishPages(world)
  const both = [
    { href: terms.url, opensBeside: true },
    { href: privacyUrl, opensBeside: true },
  ]

  const registration = await pageOf(world, '/auth/register')

  expect(termsBoxIn(registration.html)).toMatch(/type="checkbox"/)
  expect(linksIn(registration.html)).toEqual([...both, ...both])
  for (const path of ['/auth/login', '/auth/forgot']) {
    expect(linksIn((await pageOf(world, path)).html), path).toEqual(both)
  }
})

test('the version and the moment of a consent are stored, and later versions leave it', async () => {
  const world = await createQueueWorld()
  publishPages(world)

  const refused = await register(world.visit('/auth/register', { form: ann }))
  await register(world.visit('/auth/register', { form: { ...ann, terms: 'on' } }))
  const at = world.clock.now()
  world.clock.advance(60_000)
  world.services.config = { ...world.services.config, terms: { ...terms, version: '2027-01-01' } }
  const bob = { ...ann, email: 'bob@shop.example', terms: 'on' }
  await register(world.visit('/auth/register', { form: bob }))

  expect(refused).toMatchObject({
    data: { errors: { terms: ['Accept the terms of service to create an account.'] } },
  })
  expect(await consentOf(world, ann.email)).toEqual({ at, version: '2026-11-01' })
  expect(await consentOf(world, bob.email)).toMatchObject({ version: '2027-01-01' })
})

test('a new person who was invited accepts them as well', async () => {
  const world = await createMailWorld([sendInvitationEmail])
  publishPages(world)
  const { team, owner } = await world.site()
  const form = { intent: 'invite', email: ann.email, role: 'editor', access: 'all' }
  const params = { id: String(team.scope.teamId) }
  await invite(world.visit('/settings/teams/1/members', { as: owner, params, form }))
  const [mail] = await world.mailsNow(1)
  const path = /\/auth\/register\?invitation=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const person = { name: ann.name, password: ann.password }

  const { html } = await pageOf(world, path)
  const refused = await register(world.visit(path, { form: person }))
  await register(world.visit(path, { form: { ...person, terms: 'on' } }))

  expect(linksIn(html)[0]).toEqual({ href: terms.url, opensBeside: true })
  expect(refused).toMatchObject({ init: { status: 422 } })
  expect(await consentOf(world, ann.email)).toMatchObject({ version: terms.version })
})

test('an account that an operator creates accepted nothing', async () => {
  const world = await createWorld()
  publishPages(world)
  const { email } = await world.user()

  expect(await consentOf(world, email)).toEqual({ at: null, version: null })
})
