/**
 * Limits of number hold for concurrent requests. On both engines: on PostgreSQL, concurrent requests
 * count the same rows unless they wait for each other.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { maxEndpoints } from '#app/contract/webhooks.ts'
import {
  apiTokens,
  connections,
  exclusions,
  formRules,
  goals,
  imports,
  listViews,
  manualEntries,
  nudges,
  passkeys,
  productFeeds,
  products,
  webhookEndpoints,
} from '#app/db/schema/index.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { maxPasskeys, type RegistrationAnswer } from '#app/domain/accounts/passkeys/passkey.ts'
import {
  addPasskey,
  startPasskeyRegistration,
} from '#app/domain/accounts/passkeys/passkeys.server.ts'
import { addExclusion } from '#app/domain/activities/exclusions.server.ts'
import { beginConnection } from '#app/domain/connections/activate-connection.server.ts'
import { maxFormRules, saveFormRule } from '#app/domain/forms/form-rules.server.ts'
import { maxGoals } from '#app/domain/goals/goal.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { importLimits } from '#app/domain/imports/import-kinds.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { maxMessages } from '#app/domain/messages/message.ts'
import { addMessage } from '#app/domain/messages/messages.server.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { maxNudges } from '#app/domain/nudges/editing/nudge-limits.server.ts'
import { addFeed } from '#app/domain/products/feeds.server.ts'
import { maxReportedProducts } from '#app/domain/products/product-fields.ts'
import { putProducts } from '#app/domain/products/reported-products.server.ts'
import { maxTokens } from '#app/domain/tokens/token.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { maxViews } from '#app/domain/views/view.ts'
import { saveView } from '#app/domain/views/views.server.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { wordpress } from '../../support/integrations/connected-shop.ts'
import type { TestSite } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Adds one. Refused by an error. */
type Add = (world: World, site: TestSite, number: number) => Promise<unknown>
/** Stores that many, where one call for each takes too long. */
type Fill = (world: World, site: TestSite, count: number) => Promise<unknown>
/** Does the part before a call that adds one, which isn't limited. */
type Begin = (world: World, site: TestSite, number: number) => Promise<() => Promise<unknown>>

type Kind = { add: Add; fill?: Fill } | { begin: Begin; fill: Fill }

type Limited = {
  limit: number
  table: Parameters<World['services']['db']['system']['$count']>[0]
} & Kind

function addNudge({ services }: World, { scope, owner }: TestSite) {
  const wanted = { type: 'purchase', surface: 'popup', name: 'Orders', userId: owner.id } as const
  return createNudge(services, scope, wanted)
}

const limited: Record<string, Limited> = {
  goals: {
    limit: maxGoals,
    table: goals,
    add: ({ services }, site, number) =>
      createGoal(services, site.scope, {
        kind: 'order',
        name: `Goal ${String(number)}`,
        is_repeatable: false,
        is_active: true,
      }),
  },
  exclusions: {
    limit: 100,
    table: exclusions,
    add: ({ services }, site, number) =>
      addExclusion(services, site.scope, { field: 'product', value: `Board ${String(number)}` }),
  },
  connections: {
    limit: 100,
    table: connections,
    add: async ({ services }, site) => {
      const beginning = { integration: wordpress(), settings: {}, by: undefined }
      const begun = await beginConnection(services, site.scope, beginning)
      if (!begun.ok) throw new Error(begun.fault)
    },
  },
  'form rules': {
    limit: maxFormRules,
    table: formRules,
    add: ({ services }, site, number) =>
      saveFormRule(services, site.scope, { input: { name: `Form ${String(number)}` } }),
  },
  messages: {
    limit: maxMessages,
    table: manualEntries,
    add: ({ services }, site, number) =>
      addMessage(services, site.scope, {
        userId: site.owner.id,
        input: { text: `Message ${String(number)}` },
      }),
  },
  'saved views': {
    limit: maxViews,
    table: listViews,
    add: ({ services }, site, number) =>
      saveView(services, site.scope, {
        userId: site.owner.id,
        list: 'product',
        name: `View ${String(number)}`,
        query: '',
      }),
  },
  'imports that wait': {
    limit: importLimits.maxWaiting,
    table: imports,
    add: ({ services }, site, number) =>
      beginImport(services, site.scope, {
        kind: 'product',
        fileName: 'boards.csv',
        bytes: Buffer.from(`id,title\n${String(number)},Oak board\n`),
        userId: site.owner.id,
      }),
  },
  'product feeds': {
    limit: 5,
    table: productFeeds,
    add: ({ services }, site, number) =>
      addFeed(services, site.scope, `https://feeds.example/${String(number)}.xml`),
  },
  nudges: {
    limit: maxNudges,
    table: nudges,
    fill: async (world, site, count) => {
      await addNudge(world, site)
      const { system } = world.services.db
      const [made] = await system.select().from(nudges)
      if (!made) throw new Error('No nudge was stored.')
      const { id: _id, uuid: _uuid, ...row } = made
      const copies = Array.from({ length: count - 1 }, (_, place) => ({
        ...row,
        position: row.position + place + 1,
      }))
      await system.insert(nudges).values(copies)
    },
    add: addNudge,
  },
  'reported products': {
    limit: maxReportedProducts,
    table: products,
    fill: async ({ services: { db, now } }, { scope: { teamId, siteId } }, count) => {
      const at = now().toISOString()
      // One statement for all of them would take longer than a statement may.
      for (let from = 1; from <= count; from += 10_000) {
        await db.system.execute(sql`
          insert into products (team_id, site_id, external_id, title, updated_at)
          select ${teamId}::bigint, ${siteId}::bigint, number::text, 'Board', ${at}::timestamptz
          from generate_series(${from}::integer, ${Math.min(count, from + 9_999)}::integer) as number`)
      }
    },
    add: ({ services }, site, number) =>
      putProducts(services, site.scope, [
        {
          externalId: String(number),
          title: 'Board',
          url: null,
          image: null,
          priceCents: null,
          currency: null,
          stock: null,
          isAvailable: null,
        },
      ]),
  },
  passkeys: {
    limit: maxPasskeys,
    table: passkeys,
    fill: ({ services }, { owner }, count) =>
      services.db.system.insert(passkeys).values(
        Array.from({ length: count }, (_, place) => ({
          userId: owner.id,
          credentialId: `key-${String(place)}`,
          publicKey: Buffer.alloc(1),
          counter: 0,
          transports: [],
          isSynced: false,
          name: 'Key',
          createdAt: services.now(),
        })),
      ),
    begin: async ({ services }, { owner }) => {
      const account = await findSessionAccount(
        services,
        /token=([^;]+)/.exec(owner.cookie)?.[1] ?? '',
      )
      if (!account) throw new Error('The owner has no account.')
      const asker = { account, address: '192.0.2.10' }
      const asking = { passkeyPassword: owner.password }
      const { options, token } = await startPasskeyRegistration(services, asker, asking)
      const made = createAuthenticator().create(options, { origin: services.config.appUrl })
      const answer = JSON.parse(made) as RegistrationAnswer
      return () => addPasskey(services, { account, token }, { passkeyName: 'Key', answer })
    },
  },
  webhooks: {
    limit: maxEndpoints,
    table: webhookEndpoints,
    add: ({ services }, site, number) =>
      createEndpoint(services, site.scope, {
        url: `https://hooks.example/${String(number)}`,
        events: ['activity.stored'],
        actor: { id: site.owner.id },
      }),
  },
  'API tokens': {
    limit: maxTokens,
    table: apiTokens,
    add: ({ services }, site, number) =>
      createToken(
        services,
        { team: site.team.scope, actor: site.owner, siteId: null },
        { name: `Token ${String(number)}`, abilities: ['sites:read'] },
      ),
  },
}

function partsOf(kind: Kind): { begin: Begin; fill: Fill } {
  if ('begin' in kind) return kind
  const { add } = kind
  const fillByCalls: Fill = async (world, site, count) => {
    for (let number = 0; number < count; number += 1) await add(world, site, number)
  }
  return {
    begin: (world, site, number) => Promise.resolve(() => add(world, site, number)),
    fill: kind.fill ?? fillByCalls,
  }
}

/** More than the connections of the pool wait for would show nothing new. */
const atOnce = 12

test.each(Object.entries(limited))(
  'concurrent requests can’t exceed the limit of %s',
  async (_name, { limit, table, ...kind }) => {
    const world = await createWorld()
    // Jobs aren't part of this.
    world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
    const site = await world.site()
    const { begin, fill } = partsOf(kind)
    const calls: (() => Promise<unknown>)[] = []
    for (let place = 0; place < atOnce; place += 1) {
      calls.push(await begin(world, site, limit + place))
    }
    await fill(world, site, limit - 2)

    const outcomes = await Promise.allSettled(calls.map((call) => call()))

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await world.services.db.system.$count(table)).toBe(limit)
  },
)
