/** How many nudges a site can have, and what archiving and deleting does for the next one. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { claims, nudges } from '#app/db/schema/index.ts'
import { archiveNudges, unarchiveNudges } from '#app/domain/nudges/editing/bulk-actions.server.ts'
import {
  createNudge,
  duplicateNudge,
  removeDraft,
} from '#app/domain/nudges/editing/drafts.server.ts'
import { maxNudges, maxStoredNudges } from '#app/domain/nudges/editing/nudge-limits.server.ts'
import { publishNudge } from '#app/domain/nudges/editing/publish.server.ts'
import { resolveClaim } from '#app/domain/nudges/claims.server.ts'
import { draftPurchaseNudge } from '#app/domain/nudges/nudges.server.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { action as change } from '#app/routes/nudge-lists/list.tsx'
import { action as edit } from '#app/routes/nudges/nudge.tsx'
import { openNudgeShop } from '../../support/nudge-shop.ts'

const full = {
  code: 'conflict',
  message: expect.stringContaining('limit of 1,000 nudges') as string,
}

async function openSite() {
  const shop = await openNudgeShop()
  const { services, site, world } = shop
  const { id: userId } = site.owner
  const { scope } = site
  return {
    ...shop,
    scope,
    userId,
    create: (name = 'Another') =>
      createNudge(services, scope, {
        type: 'custom',
        surface: 'popup',
        name,
        userId,
      }),
    /** Stores so many without the product's own checks. */
    fill: (count: number, isArchived = false) =>
      services.db.system.execute(sql`
        insert into nudges (team_id, site_id, surface, type, name, state, position, draft,
          archived_at, created_at, updated_at)
        select ${scope.teamId}, ${scope.siteId}, 'popup', 'custom', 'Nudge ' || number,
          ${isArchived ? 'paused' : 'draft'}, number, null,
          case when ${isArchived} then now() - interval '1 year' + number * interval '1 second' end,
          now(), now()
        from generate_series(1, ${count}) as number`),
    count: (isArchived: boolean) =>
      services.db.system.$count(
        nudges,
        isArchived ? isNotNull(nudges.archivedAt) : sql`archived_at is null`,
      ),
    press: (form: Record<string, string>) =>
      change(world.visit('/popup-nudges/list', { as: site.owner, form })),
  }
}

test('archived nudges leave room for new ones', async () => {
  const { services, scope, create, fill, count } = await openSite()
  const first = await create('First')
  await fill(maxNudges - 1)
  await expect(create()).rejects.toMatchObject(full)
  await expect(duplicateNudge(services, scope, { uuid: first, userId: 1 })).rejects.toMatchObject(
    full,
  )
  await expect(draftPurchaseNudge(services, scope)).rejects.toMatchObject(full)

  await archiveNudges(services, scope, [first])
  await create()

  expect([await count(false), await count(true)]).toEqual([maxNudges, 1])
})

test('one of several requests at the limit gets the last place', async () => {
  const { services, scope, create, fill, count } = await openSite()
  await fill(maxNudges - 1)

  const outcomes = await Promise.allSettled([
    create(),
    create(),
    draftPurchaseNudge(services, scope),
  ])

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await count(false)).toBe(maxNudges)
})

test('a nudge returns from the archive only where there is room, by any way', async () => {
  const { services, scope, userId, create, fill, press, publish, world, site, count } =
    await openSite()
  const draft = await create('Draft')
  const uuid = await publish({ type: 'purchase' })
  await archiveNudges(services, scope, [draft, uuid])
  await fill(maxNudges - 1)

  await expect(unarchiveNudges(services, scope, [draft, uuid])).rejects.toMatchObject(full)
  const pressed = await press({ act: 'restore', uuid: draft })
  await expect(publishNudge(services, scope, { uuid, userId })).rejects.toMatchObject(full)
  const form = { intent: 'duplicate' }
  const copied = await edit(
    world.visit(`/nudges/${uuid}`, {
      as: site.owner,
      params: { id: uuid },
      form,
    }),
  )

  expect(pressed).toMatchObject({
    data: { saved: '1 nudge restored and turned off' },
  })
  expect(copied).toMatchObject({ data: { errors: { '': [full.message] } } })
  expect(await count(false)).toBe(maxNudges)
  expect(await count(true)).toBe(1)
})

test('a draft can be deleted from the archive, and a published nudge stays with its claims', async () => {
  const { services, scope, create, store, publish, payload, press } = await openSite()
  await store()
  const published = await publish({ type: 'purchase' })
  const [claim = ''] = (await payload()).nudges[0]?.items.map((item) => item.claim) ?? []
  const [one, other] = [await create(), await create()]
  await archiveNudges(services, scope, [published, one, other])

  await removeDraft(services, scope, one)
  await expect(removeDraft(services, scope, published)).rejects.toMatchObject({
    code: 'conflict',
  })
  const pressed = await press({ act: `delete ${other}` })
  const kept = await press({ act: 'delete', uuid: published })

  expect(pressed).toMatchObject({ data: { saved: '1 nudge deleted' } })
  expect(kept).toMatchObject({
    data: { saved: '0 nudges deleted. Published nudges stay archived.' },
  })
  const left = await services.db.system.select({ uuid: nudges.uuid }).from(nudges)
  expect(left).toEqual([{ uuid: published }])
  expect(shortIdOf((await resolveClaim(services, scope, claim))?.id ?? '')).toBe(claim)
})

test('an archive that is full gives way by what no claim refers to, the oldest first', async () => {
  const { services, scope, fill, create, count, publish, store, payload } = await openSite()
  await store()
  const shown = await publish({ type: 'purchase', name: 'Shown' })
  await payload()
  await archiveNudges(services, scope, [shown])
  await services.db.system
    .update(nudges)
    .set({ archivedAt: new Date('2001-01-01') })
    .where(eq(nudges.uuid, shown))
  await fill(maxStoredNudges - 1, true)

  await create()

  const names = await services.db.system
    .select({ name: nudges.name })
    .from(nudges)
    .where(and(isNotNull(nudges.archivedAt), sql`position < 3`))
    .orderBy(nudges.archivedAt)
  expect(names.map(({ name }) => name)).toEqual(['Shown', 'Nudge 2'])
  expect(await count(true)).toBe(maxStoredNudges - 1)
  expect(await services.db.system.$count(claims)).toBe(1)
})

test('where claims refer to all that is archived, nothing is removed', async () => {
  const { services, scope, fill, create, count } = await openSite()
  await fill(maxStoredNudges, true)
  await services.db.system.execute(sql`
    insert into claims (team_id, site_id, nudge_id, nudge_version, basis, rule, window_seconds, text,
      created_at)
    select ${scope.teamId}, ${scope.siteId}, id, 1, 'owner', 'A rule', 0, 'A text', now()
    from nudges`)

  await expect(create()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('10,000 nudges') as string,
  })
  expect(await count(true)).toBe(maxStoredNudges)
})
