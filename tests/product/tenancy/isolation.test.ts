/** Another team's data looks exactly like missing data at every URL (docs/threats.md T01). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordReports } from '#app/domain/activities/record-activities.server.ts'
import { connections, invoices } from '#app/db/schema/index.ts'
import {
  hookHashOf,
  newCredentials,
  sealCredentials,
} from '#app/domain/connections/credentials.server.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { storeProducts } from '#app/domain/products/store-products.server.ts'
import type { TestSite } from '../../support/makers.ts'
import { storePurchase } from '../../support/purchases.ts'
import { storeCampaign } from '../../support/push/stored-push.ts'
import { listAddresses } from '../../support/route-build.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Values of the URLs' parameters. */
type Names = Readonly<
  Record<
    | 'uuid'
    | 'team'
    | 'member'
    | 'token'
    | 'goal'
    | 'campaign'
    | 'claim'
    | 'nudge'
    | 'activity'
    | 'kind'
    | 'externalId'
    | 'hook'
    | 'review'
    | 'product'
    | 'import'
    | 'connection'
    | 'smartWebhook'
    | 'invoice'
    | 'request',
    string
  >
>

/** Their parameters refer to nothing that belongs to a team. */
const ofNoTeam = [
  '/auth/reset/:token',
  // Tokens of shops' visitors: tested in tests/product/push/visitor-page.test.ts.
  '/push/:token',
  // An invitation can be opened only by its email address: tested in invitations.test.ts.
  '/invitations/:token',
  // Recipes are the same for all organizations.
  '/integrations/smart-integration/:id',
  // Plans are the same for all organizations.
  '/billing/plan/:id',
  // Kinds of automations are the same for all organizations.
  '/push-nudges/automations/:kind',
  // Only redirects to a screen, and shows no data.
  '/billing/returned/:page',
  // Emails of the server, for its operator.
  '/settings/outbox/:id',
  // Staff can see all users and organizations: tested in tests/product/kiosk.
  '/kiosk/users/:id',
  '/kiosk/teams/:id',
  '/kiosk/support/:id',
]

const addresses = [...new Set(listAddresses().map(({ path }) => path))].filter(
  (path) => path.includes(':') && !ofNoTeam.includes(path),
)

/** Type of an `:id`, or of a `:uuid` that isn't a site's. An unknown URL fails the test. */
const owners = [
  ['/settings/teams/:id', 'team'],
  ['/kiosk/teams/:id', 'team'],
  ['/billing/invoices/:uuid.pdf', 'invoice'],
  ['/account/api-tokens/:id', 'token'],
  ['/api/v1/sites/:uuid/goals/:id', 'goal'],
  ['/api/v1/sites/:uuid/activities/:id', 'activity'],
  ['/api/v1/sites/:uuid/claims/:id', 'claim'],
  ['/api/v1/hooks/:id', 'hook'],
  ['/site-settings/webhooks/:id', 'hook'],
  ['/api/v1/sites/:uuid/nudges/:id', 'nudge'],
  ['/api/v1/sites/:uuid/products/:id', 'product'],
  ['/api/v1/sites/:uuid/reviews/:id', 'review'],
  ['/goals/:id', 'goal'],
  ['/push-nudges/campaigns/:id', 'campaign'],
  ['/nudges/:id', 'nudge'],
  ['/pixel/:id', 'uuid'],
  ['/support/:id', 'request'],
  ['/data-feeds/activities/:uuid', 'activity'],
  ['/data-feeds/imports/:uuid', 'import'],
  ['/integrations/connections/:uuid', 'connection'],
  ['/integrations/smart-webhook/:id', 'smartWebhook'],
] as const

const ownersByUuid: ReadonlySet<string> = new Set([
  ...['activity', 'import', 'connection', 'invoice'],
])

const fill = (address: string, names: Names) =>
  address.replace(/:([a-zA-Z]+)/g, (_whole, parameter: string) => {
    const owner = owners.find(([beginning]) => address.startsWith(beginning))?.[1]
    const isOwned = parameter === 'id' || (owner !== undefined && ownersByUuid.has(owner))
    const key = isOwned ? owner : parameter
    const value = Object.entries(names).find(([name]) => name === key)?.[1]
    if (value === undefined) throw new Error(`${address}: nothing stands for ${parameter}.`)
    return value
  })

/** Input that would do harm without the guards. */
const harm = { intent: 'remove', role: 'admin', name: 'taken', email: 'eve@shop.example' }
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

test('another team’s things answer like missing ones, to every method, and stay as they are', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()
  const [mine, theirs] = [await world.site(), await world.site()]
  const cookie = mine.owner.cookie
  const token = await world.token(mine.team)
  const real = await fillTeam(world, theirs)
  const ours = await fillTeam(world, mine)
  const missing: Names = {
    uuid: randomUUID(),
    goal: randomUUID(),
    campaign: randomUUID(),
    nudge: randomUUID(),
    activity: randomUUID(),
    kind: 'purchase',
    externalId: randomUUID(),
    review: randomUUID(),
    product: randomUUID(),
    import: randomUUID(),
    hook: randomUUID(),
    connection: randomUUID(),
    smartWebhook: randomUUID(),
    invoice: randomUUID(),
    claim: '987654',
    team: '987654',
    member: '987654',
    token: '987654',
    request: '987654',
  }
  const before = await rowsOf(world, theirs)
  const ask = async (method: string, path: string) => {
    const isCall = path.startsWith('/api/v1/')
    const headers: Record<string, string> = isCall
      ? { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      : { Cookie: cookie }
    const sent = isCall ? JSON.stringify(harm) : new URLSearchParams(harm)
    const body = method === 'GET' ? null : sent
    // Like Remix' own client: the same guards, without rendering a page.
    const address = isCall ? path : `${path}.data`
    const answer = await fetch(address, { method, headers, body })
    return { status: answer.status, leaked: bare(await answer.text()) }
  }

  // Another team's ids in its own URLs, and in our team's URLs.
  const within = { uuid: ours.uuid, team: ours.team }
  const pairs = addresses
    .flatMap((address) => [
      [fill(address, real), fill(address, missing)] as const,
      [fill(address, { ...real, ...within }), fill(address, { ...missing, ...within })] as const,
    ])
    .filter(([foreign, nowhere]) => foreign !== nowhere)

  const differences: string[] = []
  for (const [foreign, nowhere] of pairs) {
    for (const method of methods) {
      const [one, other] = [await ask(method, foreign), await ask(method, nowhere)]
      const isAlike = one.status === other.status && one.leaked === other.leaked
      if (!isAlike) differences.push(`${method} ${foreign}: ${one.status}, not ${other.status}`)
    }
  }

  expect(differences).toEqual([])
  expect(await rowsOf(world, theirs)).toEqual(before)
})

/** One of everything that a URL can refer to. */
async function fillTeam(world: World, site: TestSite): Promise<Names> {
  const nudge = await createNudge(world.services, site.scope, {
    type: 'purchase',
    surface: 'popup',
    name: 'Orders',
    userId: site.owner.id,
  })
  const [activity, externalId] = [randomUUID(), randomUUID()]
  await storePurchase(world.services, site, { uuid: activity, externalId })
  // One id serves both kinds, so each call by the shop's id has something to find.
  const review = await storeReview(world, site, externalId)
  const product = randomUUID()
  await storeProducts(world.services.db.system, ownerOf(site), {
    facts: [
      {
        externalId: product,
        title: 'Board',
        url: null,
        image: null,
        priceCents: null,
        currency: null,
        stock: 3,
        isAvailable: true,
      },
    ],
    at: world.clock.now(),
  })
  await world.token(site.team)
  const member = await world.member(site.team)
  const goal = await createGoal(world.services, site.scope, {
    kind: 'url',
    name: 'Thanks',
    match: 'exact',
    pattern: '/thanks',
    is_repeatable: false,
    is_active: true,
  })
  const { rows } = await world.services.pool.query<{ token: string }>(
    'select max(id)::text as token from api_tokens where team_id = $1',
    [site.scope.teamId],
  )
  const { endpoint } = await createEndpoint(world.services, site.scope, {
    url: 'https://hooks.example/',
    events: ['activity.stored'],
    actor: site.owner,
    tokenId: Number(rows[0]?.token),
  })
  return {
    uuid: site.uuid,
    team: String(site.scope.teamId),
    member: String(member.id),
    token: rows[0]?.token ?? '',
    goal: goal.uuid,
    campaign: (await storeCampaign(world.services, site)).uuid,
    nudge,
    activity,
    kind: 'purchase',
    externalId,
    hook: endpoint.uuid,
    review,
    product,
    import: await beginImport(world.services, site.scope, {
      kind: 'signup',
      fileName: 'signups.csv',
      userId: site.owner.id,
      bytes: Buffer.from('id,occurred_at\n1,2026-01-31 09:30\n'),
    }),
    claim: '1',
    connection: await storeConnection(world, site),
    smartWebhook: await storeConnection(world, site, 'smart_webhook'),
    invoice: await storeInvoice(world, site),
    request: String(await storeRequest(world.services, { userId: site.owner.id })),
  }
}

async function storeInvoice({ services }: World, { scope }: TestSite): Promise<string> {
  const at = services.now()
  const uuid = randomUUID()
  await services.db.system.insert(invoices).values({
    uuid,
    teamId: scope.teamId,
    channel: 'card',
    providerId: `in_${uuid}`,
    state: 'paid',
    subtotalCents: 900,
    taxCents: 0,
    totalCents: 900,
    paidCents: 900,
    lines: [],
    issuedAt: at,
    createdAt: at,
    updatedAt: at,
  })
  return uuid
}

const ownerOf = ({ scope: { teamId, siteId } }: TestSite) => ({ teamId, siteId })

async function storeReview(
  { services, clock }: World,
  { scope }: TestSite,
  externalId: string,
): Promise<string> {
  const [stored] = await services.db.transaction((tx) =>
    recordReports(tx, scope, {
      reports: [
        {
          fact: {
            kind: 'review',
            id: externalId,
            occurred_at: clock.now().toISOString(),
            state: 'confirmed',
            test: false,
            stars: 5,
          },
          emailHash: null,
          emailDomain: null,
        },
      ],
      provenance: { source: 'import' },
      at: clock.now(),
    }),
  )
  if (stored?.outcome !== 'created') throw new Error('The review was not stored.')
  return stored.activity.uuid
}

/** One that runs by its definition. */
async function storeConnection(
  { services: { db, security, now } }: World,
  { scope: { teamId, siteId } }: TestSite,
  integration: 'wordpress' | 'smart_webhook' = 'wordpress',
): Promise<string> {
  const uuid = randomUUID()
  const host = `shop-${String(siteId)}.example`
  const credentials = newCredentials({ store: `https://${host}`, name: host })
  await db.system.insert(connections).values({
    uuid,
    teamId,
    siteId,
    integration,
    account: host,
    state: 'active',
    credentials: sealCredentials(security.secrets, uuid, credentials),
    hookHash: hookHashOf(credentials.hookToken),
    createdAt: now(),
  })
  return uuid
}

/** Without parts that differ between any two responses: requested ids, references, nonces. */
const bare = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
    .replaceAll(/nonce(=|\\?":\\?)"?[\w+/=-]+"?/g, 'nonce')
    .replaceAll(/\b\d+\b/g, '…')

/** Each table's rows of one team, as one text. */
async function rowsOf({ services: { pool } }: World, { scope }: TestSite) {
  const tables = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const found = await pool.query<{ leaked: string | null }>(
      `select string_agg(t::text, '|' order by t::text) as leaked from ${name} t where team_id = $1`,
      [scope.teamId],
    )
    rows[name] = found.rows[0]?.leaked
  }
  return rows
}
