/** Each source of activities, recorded by the code that records it in the product. */
import { expect, test } from 'vitest'
import { activityInput, type ActivityInput } from '#app/contract/activities.ts'
import { activitySources, type ActivitySource } from '#app/contract/activity-sources.ts'
import { activities, apiTokens, goalConversions } from '#app/db/schema/index.ts'
import { stripEmail } from '#app/domain/activities/activity-row.server.ts'
import { recordActivities, recordReports } from '#app/domain/activities/record-activities.server.ts'
import { isReplaceable, sources, sourcesWhere } from '#app/domain/activities/sources.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { newEventId, serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

const id = 'order-1001'

/** A site that counts orders, and a way to record one purchase from each source. */
async function openShop() {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  await world.token(site.team)
  const [token] = await services.db.system.select().from(apiTokens)
  if (!token) throw new Error('The token was not stored.')
  const edge = await serveEdge(services)
  const connectionId = await services.db.transaction((tx) =>
    openConnection(tx, site.scope, {
      integration: 'shopify',
      account: 'linen.myshopify.com',
      at: services.now(),
    }),
  )
  const goal = { kind: 'order' as const, name: 'Order', is_repeatable: false, is_active: true }
  await createGoal(services, site.scope, goal)
  const at = new Date(services.now().getTime() - minuteMillis)

  const inputFor = (name: ActivitySource): ActivityInput =>
    activityInput.parse({
      kind: 'purchase',
      id,
      occurred_at: at.toISOString(),
      items: [{ title: `Kettle by ${name}` }],
    })
  const record: Record<ActivitySource, () => Promise<unknown>> = {
    rest_api: () =>
      recordActivities(services, site.scope, {
        inputs: [inputFor('rest_api')],
        tokenId: token.id,
      }),
    pixel: () => {
      const activity = { kind: 'purchase', id, product: { title: 'Kettle by pixel' } }
      const event = { id: newEventId(), type: 'activity', page: '/thanks', activity }
      return edge.page(site).report(event)
    },
    import: async () => {
      const lines = ['id,date,product', `${id},${at.toISOString()},Kettle by import`]
      const file = {
        kind: 'purchase' as const,
        fileName: 'old.csv',
        userId: site.owner.id,
        bytes: Buffer.from(lines.join('\r\n')),
      }
      await commitImport(services, site.scope, await beginImport(services, site.scope, file))
    },
    integration: () =>
      services.db.asTeam(site.scope, (tx) =>
        recordReports(tx, site.scope, {
          reports: [stripEmail(services.security.secrets, inputFor('integration'))],
          // As of a smart webhook, whose ids are the caller’s: a shop’s order would be another one.
          provenance: { source: 'integration', connectionId, account: '' },
          at: services.now(),
        }),
      ),
  }
  return {
    services,
    site,
    record,
    token,
    connectionId,
    rows: () => services.db.system.select().from(activities),
    conversions: () => services.db.system.select().from(goalConversions),
  }
}

test.each(activitySources)(
  'a purchase from %s is stored and counted as its source says',
  async (name) => {
    const { record, rows, conversions, token, connectionId } = await openShop()

    await record[name]()

    const { vouchedBy, countsGoals } = sources[name]
    expect(await rows()).toMatchObject([
      {
        source: name,
        trust: vouchedBy === 'page' ? 'origin' : 'signed',
        tokenId: vouchedBy === 'api_token' ? token.id : null,
        connectionId: vouchedBy === 'connection' ? connectionId : null,
      },
    ])
    expect(await conversions()).toHaveLength(countsGoals ? 1 : 0)
  },
)

test('goals count purchases from the REST API and from integrations', () => {
  const counting = activitySources.filter((name) => sources[name].countsGoals)

  expect(counting).toEqual(['rest_api', 'integration'])
})

test.each(activitySources)(
  'one purchase from %s and then from an integration leaves one row',
  async (first) => {
    const { record, rows, connectionId } = await openShop()

    await record[first]()
    await record.integration()

    const kept = isReplaceable(sources[first]) ? 'integration' : first
    expect(await rows()).toMatchObject([
      {
        source: kept,
        productTitle: `Kettle by ${kept}`,
        connectionId: sources[kept].vouchedBy === 'connection' ? connectionId : null,
      },
    ])
  },
)

test('the database lets rows of connected sources name a connection, and no other rows', async () => {
  const { services, site, rows, connectionId } = await openShop()
  const refused: ActivitySource[] = []

  for (const source of activitySources) {
    await storePurchase(services, site, { source, connectionId }).catch((error: unknown) => {
      expect(error).toMatchObject({ cause: { constraint: 'activities_connection_check' } })
      refused.push(source)
    })
  }

  const named = (await rows()).map(({ source }) => source)
  expect(named).toEqual(sourcesWhere(({ vouchedBy }) => vouchedBy === 'connection'))
  expect([...refused, ...named].toSorted()).toEqual(activitySources.toSorted())
})
