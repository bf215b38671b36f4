/** Stored nudges of every type, and their payload as installed pixels read it, before images were drawn. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nudges } from '#app/db/schema/index.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { dayMillis } from '#app/lib/time.ts'
import { openNudgeShop } from '../../support/nudge-shop.ts'

type StoredRow = Pick<
  typeof nudges.$inferInsert,
  'uuid' | 'type' | 'surface' | 'query' | 'content' | 'rules' | 'placement' | 'message' | 'look'
>

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

/** Columns of jsonb, whose shape the code of today must not change by accident. */
const rows = read('./stored-nudges.json') as StoredRow[]

async function showStoredNudges() {
  const shop = await openNudgeShop({ useGeoLocation: true })
  // Its limit of reviews is above what is stored, and it gates the same features as the free plan.
  await setPlan(shop.services, shop.site.scope, { planId: 'free-special-shopify' })
  const productUrl = 'https://shop.example/products/kettle'
  for (const ago of [60_000, 120_000, 61 * dayMillis]) {
    await shop.store({ productUrl, ago })
    await shop.store({ kind: 'signup', ago, productTitle: null })
    await shop.store({ kind: 'review', stars: 5, body: 'Boils fast.', productUrl, ago })
  }
  const { teamId, siteId } = shop.site.scope
  const at = shop.world.clock.now()
  await shop.services.db.system.insert(nudges).values(
    rows.map((row, position) => ({
      teamId,
      siteId,
      position,
      name: 'Stored',
      state: 'published' as const,
      createdAt: at,
      updatedAt: at,
      ...row,
    })),
  )
  const { db, log, now, config } = shop.services
  // Straight from the compiler: over HTTP a first payload may take no longer than a visitor waits.
  const payload = await compilePayload({ db, log, now, appUrl: config.appUrl }, shop.site.scope, {
    withheld: undefined,
    counts: undefined,
  })
  if (payload === null) throw new Error('The site has no payload.')
  const { nudges: shown, unshown, drawings } = payload
  return {
    unshown,
    drawings,
    // Claims are random; repeats and rich nudges are marked only since then.
    nudges: shown.map(({ items, isRich: _isRich, ...nudge }) => ({
      ...nudge,
      items: items.map(({ claim: _claim, repeat: _repeat, ...item }) => item),
    })),
  }
}

test('stored nudges of every type keep their payload', async () => {
  const shown: unknown = JSON.parse(JSON.stringify(await showStoredNudges()))

  expect(shown).toEqual(read('./stored-nudges.payload.json'))
})
