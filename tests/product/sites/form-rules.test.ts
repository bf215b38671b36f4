import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { activities, formRules } from '#app/db/schema/index.ts'
import {
  listFormRules,
  maxFormRules,
  removeFormRule,
  saveFormRule,
} from '#app/domain/forms/form-rules.server.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { browser, newEventId, serveEdge } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const rule = { name: 'Newsletter', selector: '#news', emailField: 'mail', firstNameField: 'who' }

async function openShop(options: Partial<SiteOptions> = {}) {
  const world = await createWorld()
  const site = await world.site({ options })
  const edge = await serveEdge(world.services)
  const page = edge.page(site)
  return {
    world,
    services: world.services,
    site,
    page,
    payloadFor: async (visitor: number) => {
      const name = `visitor-${String(visitor).padStart(20, '0')}`
      const address = `${edge.baseUrl}/api/pixel/${site.uuid}?visitor=${name}`
      const response = await fetch(address, { headers: { 'User-Agent': browser } })
      return (await response.json()) as PixelPayload
    },
    rows: () => world.services.db.system.select().from(activities),
  }
}

test('a rule reaches the pages as soon as it’s saved, changed and removed', async () => {
  const { services, site, page } = await openShop()
  const servedForms = async () => (await page.payload()).forms

  expect(await servedForms()).toBeUndefined()
  const { uuid } = await saveFormRule(services, site.scope, { input: rule })
  expect(await servedForms()).toEqual([
    { selector: '#news', email: 'mail', firstName: 'who', asks: true },
  ])
  const pages = { kinds: ['home'] }
  const input = { name: 'Any form', pages, asksConsent: false }
  await saveFormRule(services, site.scope, { uuid, input })
  expect(await servedForms()).toMatchObject([
    { rules: { kinds: ['home'], pages: [], audience: 'all' } },
  ])
  await saveFormRule(services, site.scope, { uuid, input: { ...input, isActive: false } })
  expect(await servedForms()).toBeUndefined()
  await saveFormRule(services, site.scope, { uuid, input })
  await removeFormRule(services, site.scope, uuid)

  expect(await servedForms()).toBeUndefined()
  expect(await listFormRules(services, site.scope)).toEqual([])
})

test('a thank-you page is a rule of its own for pages, and always asks for consent', async () => {
  const { services, site, page } = await openShop()
  const { uuid } = await saveFormRule(services, site.scope, {
    input: { ...rule, asksConsent: false, consentField: 'agree', thankYouPage: '/danke' },
  })
  const proof = uuid.slice(0, 8)

  expect((await page.payload()).forms).toEqual([
    {
      selector: '#news',
      email: 'mail',
      firstName: 'who',
      ticked: 'agree',
      asks: true,
      awaits: proof,
    },
    {
      rules: expect.objectContaining({ pages: [{ match: 'exact', value: '/danke' }] }) as object,
      proves: proof,
    },
  ])
})

test.each([
  ['thankYouPage', 'danke'],
  ['thankYouPage', '/danke?mail=1'],
  ['consentField', 'card_consent'],
])('as %s, %s is refused at its field', async (field, value) => {
  const { services, site } = await openShop()

  const saving = saveFormRule(services, site.scope, { input: { ...rule, [field]: value } })

  await expect(saving).rejects.toMatchObject({
    code: 'invalid',
    details: { errors: { [field]: [expect.any(String)] } },
  })
})

test('visitors in the holdout group get the rules too', async () => {
  const { services, site, payloadFor } = await openShop({ holdout: 50 })
  await saveFormRule(services, site.scope, { input: rule })

  const servedForms = await Promise.all(
    Array.from({ length: 40 }, (_none, number) => payloadFor(number)),
  )

  expect(new Set(servedForms.map(({ withheld }) => withheld))).toEqual(
    new Set([undefined, 'holdout']),
  )
  expect(servedForms.filter(({ forms }) => forms?.length !== 1)).toEqual([])
})

test('the kill switch stops what is read as well', async () => {
  const { services, site, page } = await openShop()
  await saveFormRule(services, site.scope, { input: rule })
  await setPaused(services, site.scope, true)

  expect(await page.payload()).toMatchObject({ withheld: 'paused' })
  expect((await page.payload()).forms).toBeUndefined()
})

test('a rule that makes no sense is refused with sentences by field, and changes nothing', async () => {
  const { services, site } = await openShop()
  const { uuid } = await saveFormRule(services, site.scope, { input: rule })

  const saving = saveFormRule(services, site.scope, {
    uuid,
    input: { ...rule, firstNameField: 'card_number' },
  })

  await expect(saving).rejects.toMatchObject({
    code: 'invalid',
    details: { errors: { firstNameField: [expect.stringContaining('never read')] } },
  })
  expect(await listFormRules(services, site.scope)).toMatchObject([{ firstNameField: 'who' }])
})

test('a site has rules for so many forms and no more', async () => {
  const { services, site } = await openShop()
  for (let number = 0; number < maxFormRules; number++) {
    await saveFormRule(services, site.scope, { input: { name: `Form ${String(number)}` } })
  }

  const one = saveFormRule(services, site.scope, { input: rule })

  await expect(one).rejects.toMatchObject({ code: 'conflict' })
})

test('no one sees, changes or removes another team’s rules', async () => {
  const { world, services, site } = await openShop()
  const { uuid } = await saveFormRule(services, site.scope, { input: rule })
  const other = await world.site()

  const change = () => saveFormRule(services, other.scope, { uuid, input: { name: 'Mine' } })
  const removal = () => removeFormRule(services, other.scope, uuid)

  await expect(change()).rejects.toMatchObject({ code: 'not_found' })
  await expect(removal()).rejects.toMatchObject({ code: 'not_found' })
  expect(await listFormRules(services, other.scope)).toEqual([])
  const seen = await services.db.asTeam(other.scope, (tx) => tx.select().from(formRules))
  expect(seen).toEqual([])
  expect(await listFormRules(services, site.scope)).toMatchObject([{ name: 'Newsletter' }])
})

const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')

const signUp = (email: string, id: string = newEventId()) => ({
  id: newEventId(),
  type: 'activity',
  page: '/',
  activity: { kind: 'signup', id, first_name: 'Ada', email_hash: hashOf(email) },
})

test('a sign-up of a page waits for the owner, and of its address a keyed hash is kept', async () => {
  const { page, rows } = await openShop()

  const outcomes = await page.report(signUp('ada@mail.example'))

  expect(outcomes).toMatchObject([{ outcome: 'quarantined' }])
  const stored = await rows()
  expect(stored).toMatchObject([
    {
      kind: 'signup',
      source: 'pixel',
      trust: 'origin',
      approval: 'quarantined',
      firstName: 'Ada',
      emailHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  ])
  expect(JSON.stringify(stored)).not.toContain(hashOf('ada@mail.example'))
})

test('with the owner’s rule a sign-up can show immediately', async () => {
  const { page } = await openShop({ preApproveSignups: true })

  const outcomes = await page.report(signUp('ada@mail.example'))

  expect(outcomes).toMatchObject([{ outcome: 'accepted' }])
})

test('who signs up again is the same activity, whatever its id', async () => {
  const { page, rows } = await openShop()

  const together = await page.report(
    signUp('ada@mail.example'),
    signUp('ada@mail.example'),
    signUp('grace@mail.example'),
  )
  const later = await page.report(signUp('ada@mail.example'))

  expect([...together, ...later].map(({ outcome }) => outcome)).toEqual([
    'quarantined',
    'duplicate',
    'quarantined',
    'duplicate',
  ])
  expect(await rows()).toHaveLength(2)
})

test('the shop’s server and its page know one person by the same hash', async () => {
  const { world, site, page, rows } = await openShop()
  const { fetch } = await world.serve()
  const token = await world.token(site.team)
  await page.report(signUp('ada@mail.example'))

  const answer = await fetch(`/api/v1/sites/${site.uuid}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      kind: 'signup',
      id: 'subscriber-7',
      occurred_at: world.services.now().toISOString(),
      person: { first_name: 'Ada', email: ' Ada@Mail.example' },
    }),
  })

  expect(answer.status).toBe(201)
  expect(new Set((await rows()).map(({ emailHash }) => emailHash)).size).toBe(1)
})

test('an address that is no hash is refused', async () => {
  const { page, rows } = await openShop()
  const { activity, ...event } = signUp('ada@mail.example')

  const outcomes = await page.report({
    ...event,
    activity: { ...activity, email_hash: 'ada@mail.example' },
  })

  expect(outcomes).toMatchObject([
    { outcome: 'rejected', reason: 'activity.email_hash: must be a SHA-256 in hex' },
  ])
  expect(await rows()).toEqual([])
})
