/** Requests that staff can send while they impersonate someone (docs/threats.md T06). */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { impersonatedWrites } from '#app/auth/impersonated-writes.server.ts'
import { createSmartWebhook } from '#app/domain/connections/smart-webhooks.server.ts'
import { findSiteConnection } from '#app/domain/connections/manage-connections.server.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import type { TestSite } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'
import { accessTable } from './access-table.ts'

const sentence = 'You can’t do this while impersonating a user. Stop impersonating first.'

/** They know no login: what is in the URL or the headers decides alone. */
const withoutLogin = [
  ...['/*', '/api/logout', '/auth/reset/:token', '/auth/verify', '/data-export/file'],
  ...['/hooks/bigcommerce', '/hooks/shopify', '/hooks/stripe', '/hooks/wix'],
  // Shopify's token names who asks, and a session is never read.
  '/shopify/return',
  // So does the pass of a frame, outside of which the second one takes no form.
  ...['/frame/session', '/bc'],
  // Browsers report without a login.
  '/shopify/policy-reports',
  // The token of a message or a subscription is all that counts.
  '/push/:token',
  '/unsubscribe',
  '/unsubscribe/report',
]
const isWithoutLogin = (address: string) =>
  withoutLogin.includes(address) || address.startsWith('/api/v1/')

/** Every URL that takes a form. Layouts' first screens take theirs at `?index`. */
const formUrls = [
  ...['/', '/settings/teams/:id', '/site-settings'],
  '/api/announcements/read',
  ...Object.entries(accessTable)
    .filter(([, { POST }]) => POST.owner !== 405)
    .map(([address]) => address),
]

/** A valid form of the URL. A refusal can only be about the impersonation. */
const invitation = { intent: 'invite', email: 'own@staff.example', role: 'admin', access: 'all' }

async function createStory() {
  const world = await createWorld()
  const site = await world.site()
  await storeRequest(world.services, { userId: site.owner.id })
  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()
  const ask = (path: string, cookie: string, form: Record<string, string>) =>
    fetch(path, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(form) })
  const start = { intent: 'start', user: String(site.owner.id), reason: 'Ticket 12: no nudge' }
  const started = await ask('/api/impersonation', staff.cookie, start)
  const cookie = /^token=[^;]*/.exec(started.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const send = async (address: string, form: Record<string, string> = {}) => {
    const response = await ask(fill(address, site), cookie, form)
    return { status: response.status, text: await response.text() }
  }
  const open = async (address: string) =>
    (await fetch(fill(address, site), { headers: { Cookie: cookie } })).text()
  return { world, site, send, open }
}

const fill = (address: string, { team, uuid }: TestSite) =>
  address
    .replace('/settings/teams/:id', `/settings/teams/${String(team.scope.teamId)}`)
    .replace(/^\/(|site-settings|settings\/teams\/\d+)$/, '/$1?index')
    .replace(':uuid', uuid)
    .replace(/^\/pixel\/:id/, `/pixel/${uuid}`)
    .replace(/:[a-z]+/g, '1')
    .replace('*', 'no/such/page')

/** All rows of the product, but those of the session that asks. Only the owner's role reads all. */
const fingerprintRows = ({ services: { db } }: World): Promise<Record<string, string>> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    const { rows: tables } = await tx.execute<{ name: string }>(
      sql`select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'sessions'`,
    )
    const prints: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await tx.execute<{ print: string }>(
        sql`select md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as print
            from ${sql.identifier(name)} one`,
      )
      prints[name] = rows[0]?.print ?? ''
    }
    return prints
  })

test('every form is refused, changes nothing and says why, unless it is on the list', async () => {
  const { world, send } = await createStory()
  const before = await fingerprintRows(world)

  const others: string[] = []
  for (const address of new Set(formUrls)) {
    if (isWithoutLogin(address)) continue
    const allowed = impersonatedWrites[address]
    // Forms limited to some values get a value that doesn't exist yet.
    if (allowed && !allowed.only) continue
    const { status, text } = await send(address, { intent: 'tomorrow', act: 'tomorrow' })
    if (status !== 403 || !text.includes(sentence)) others.push(`${address}: ${String(status)}`)
  }

  expect(others).toEqual([])
  expect(await fingerprintRows(world)).toEqual(before)
})

test('the list names URLs that take forms, with a reason each', () => {
  for (const [address, { why }] of Object.entries(impersonatedWrites)) {
    expect([address, formUrls.includes(address)]).toEqual([address, true])
    expect(why).toMatch(/\.$/)
  }
})

const waysIn: [string, Record<string, string>][] = [
  ['/settings/teams/:id/members', invitation],
  ['/settings/teams/:id', { intent: 'rename', name: 'Ours now' }],
  ['/settings/teams', { name: 'Another' }],
  ['/site-settings', { intent: 'pause' }],
  ['/', { intent: 'pause' }],
  ['/data-feeds/products', { intent: 'add', url: 'https://staff.example/feed.xml' }],
  ['/integrations/smart-webhook', { name: 'A way in' }],
  ['/integrations/mailchimp', { intent: 'approve' }],
  ['/site-settings/webhooks', { url: 'https://staff.example/hook', events: 'order.created' }],
  ['/account/api-tokens', { name: 'A way in', site: '', lifetime: '90', abilities: 'sites:read' }],
  ['/account/general', { intent: 'name', name: 'Somebody else' }],
  ['/statistics/reports', { frequency: 'weekly' }],
  ['/pixel/:id', { intent: 'send', to: 'own@staff.example' }],
  ['/popup-nudges/list', { act: 'pause' }],
]

test.each(waysIn)('%s %j leaves no way in', async (address, form) => {
  const { world, send } = await createStory()
  const before = await fingerprintRows(world)

  const { status, text } = await send(address, form)

  expect([status, text.includes(sentence)]).toEqual([403, true])
  expect(await fingerprintRows(world)).toEqual(before)
})

test('secret URLs of connections are not on their screens meanwhile', async () => {
  const { world, site, open } = await createStory()
  const { services } = world
  const { scope, owner } = site
  const made = await createSmartWebhook(services, scope, { name: 'Till', by: owner.id })
  if (!made.ok) throw new Error('No smart webhook was made.')
  const found = await findSiteConnection(services, scope, made.uuid)
  if (!found) throw new Error('The site has no such connection.')
  const { hookToken } = found.credentials
  const { fetch } = await world.serve()
  const edit = `/integrations/smart-webhook/${made.uuid}/edit`
  const screens = [edit, `${edit}.data`, `/integrations/smart-webhook?webhook=${made.uuid}`]

  for (const screen of screens) {
    const response = await fetch(screen, { headers: { Cookie: owner.cookie } })
    expect([screen, (await response.text()).includes(hookToken)]).toEqual([screen, true])
    expect([screen, (await open(screen)).includes(hookToken)]).toEqual([screen, false])
  }
})
