import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTrial } from '#app/domain/billing/grants.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { billingAccounts, teams } from '#app/db/schema/index.ts'
import { dayMillis } from '#app/lib/time.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import { snapshot } from '../../support/billing/memory-card.ts'
import { createWorld } from '../../support/world.ts'

type Journal = { entries: { when: number }[] }

test('every migration of the journal was applied, once', async () => {
  const { services } = await createWorld()
  const journal = JSON.parse(
    readFileSync('app/db/migrations/meta/_journal.json', 'utf8'),
  ) as Journal

  const applied = await services.db.transaction(async (tx) => {
    await tx.execute('set local role none')
    const { rows } = await tx.execute(
      'select created_at from drizzle.__drizzle_migrations order by 1',
    )
    return rows.map(({ created_at }) => Number(created_at))
  })

  expect(applied).toEqual(journal.entries.map(({ when }) => when))
})

test('a token, a slug and an address belong to one row each', async () => {
  const { services } = await createWorld()

  const { rows } = await services.pool.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index i
     join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and i.indisunique and not i.indisprimary order by 1`,
  )

  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'activities_external_key',
      'api_tokens_token_hash_key',
      'nudges_uuid_key',
      'sessions_token_hash_key',
      'sites_uuid_key',
      'teams_slug_key',
      'users_email_key',
    ]),
  )
})

test('trials that ran before their plan was stored get it, unless a subscription gave the plan', async () => {
  const world = await createWorld()
  const { db } = world.services
  const running = await cardTeam(world)
  const [subscribed, ended] = [await cardTeam(world), await cardTeam(world)]
  const until = new Date(world.clock.now().getTime() + 30 * dayMillis)
  for (const { services, scope } of [running, subscribed, ended]) {
    await startTrial(services, scope, { planId: 'genius', until, reason: 'Asked for it.' })
  }
  subscribed.memory.data.subscriptions = [snapshot()]
  await syncBilling(subscribed.services, subscribed.scope)
  // As subscriptions ended then: no trial came back.
  await db.system.update(teams).set({ plan: 'free' }).where(eq(teams.id, ended.scope.teamId))
  await db.system.update(billingAccounts).set({ trialPlan: null })

  const file = readFileSync('app/db/migrations/0016_trial-plan.sql', 'utf8')
  const fill = file.split('--> statement-breakpoint').filter((part) => part.includes('UPDATE'))
  expect(fill).toHaveLength(1)
  await db.transaction(async (tx) => {
    await tx.execute('set local role none')
    await tx.execute(sql.raw(fill.join('')))
  })

  const rows = await db.system
    .select({ teamId: billingAccounts.teamId, plan: billingAccounts.trialPlan })
    .from(billingAccounts)
  const planOf = ({ scope }: typeof running) =>
    rows.find(({ teamId }) => teamId === scope.teamId)?.plan
  expect([running, subscribed, ended].map(planOf)).toEqual(['genius', null, null])
})
