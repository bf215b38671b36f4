/**
 * Limits of number hold for concurrent requests. On both engines: on PostgreSQL, concurrent requests
 * count the same rows unless they wait for each other.
 */
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
  productFeeds,
  webhookEndpoints,
} from '#app/db/schema/index.ts'
import { addExclusion } from '#app/domain/activities/exclusions.server.ts'
import { beginConnection } from '#app/domain/connections/activate-connection.server.ts'
import { maxFormRules, saveFormRule } from '#app/domain/forms/form-rules.server.ts'
import { maxGoals } from '#app/domain/goals/goal.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { importLimits } from '#app/domain/imports/import-kinds.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { maxMessages } from '#app/domain/messages/message.ts'
import { addMessage } from '#app/domain/messages/messages.server.ts'
import { addFeed } from '#app/domain/products/feeds.server.ts'
import { maxTokens } from '#app/domain/tokens/token.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { maxViews } from '#app/domain/views/view.ts'
import { saveView } from '#app/domain/views/views.server.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { wordpress } from '../../support/integrations/connected-shop.ts'
import type { TestSite } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

type Limited = {
  limit: number
  table: Parameters<World['services']['db']['system']['$count']>[0]
  /** Refused by an error, or by an outcome that isn't `ok`. */
  add: (world: World, site: TestSite, number: number) => Promise<unknown>
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

/** More than the connections of the pool wait for would show nothing new. */
const atOnce = 12

test.each(Object.entries(limited))(
  'concurrent requests can’t exceed the limit of %s',
  async (_name, { limit, table, add }) => {
    const world = await createWorld()
    // Jobs aren't part of this.
    world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
    const site = await world.site()
    for (let number = 0; number < limit - 2; number += 1) await add(world, site, number)

    const outcomes = await Promise.allSettled(
      Array.from({ length: atOnce }, (_, place) => add(world, site, limit + place)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await world.services.db.system.$count(table)).toBe(limit)
  },
)
