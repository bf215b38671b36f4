/** Readers of one screen share a transaction as long as they overlap. */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/index.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { createWorld } from '../../support/world.ts'

/** Beginnings of what is sent while it works, in order. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => {
    sent.mockRestore()
  })
  await work()
  const texts = sent.mock.calls.map(([one]: unknown[]) =>
    typeof one === 'string' ? one : String((one as { text?: unknown }).text),
  )
  sent.mockRestore()
  return texts.map((text) => text.slice(0, 8).trim())
}

const readNumber = (number: number) => async (tx: Queries) => {
  const { rows } = await tx.execute<{ answer: number }>(sql`select ${number}::int as answer`)
  return rows[0]?.answer
}

test('readers that overlap begin and end once', async () => {
  const world = await createWorld()
  const { scope } = await world.team()
  const { db } = shareReads(world.services)
  const found: unknown[] = []

  const sent = await sentBy(async () => {
    found.push(
      ...(await Promise.all([db.asTeam(scope, readNumber(1)), db.asTeam(scope, readNumber(2))])),
    )
    // Outside of transactions there is one connection at least, so the first has ended.
    await world.services.db.system.execute(sql`select 3`)
  })

  expect(found).toEqual([1, 2])
  expect(sent).toEqual(['begin;', 'select $', 'select $', 'commit', 'select 3'])
})

test('a reader that starts after the others have ended begins again', async () => {
  const world = await createWorld()
  const { scope } = await world.team()
  const { db } = shareReads(world.services)

  const sent = await sentBy(async () => {
    await db.asTeam(scope, readNumber(1))
    await db.asTeam(scope, readNumber(2))
    await world.services.db.system.execute(sql`select 3`)
  })

  expect(sent.filter((text) => text === 'begin;')).toHaveLength(2)
  expect(sent.filter((text) => text === 'commit')).toHaveLength(2)
})

test('each team’s readers see the rows of their team', async () => {
  const world = await createWorld()
  const one = await world.site()
  const other = await world.site()
  const { db } = shareReads(world.services)
  const uuidsOf = (tx: Queries) => tx.select({ uuid: sites.uuid }).from(sites)

  const seen = await Promise.all([
    db.asTeam(one.scope, uuidsOf),
    db.asTeam(other.scope, uuidsOf),
    db.asTeam(one.scope, uuidsOf),
  ])

  const [first, second] = [[{ uuid: one.scope.siteUuid }], [{ uuid: other.scope.siteUuid }]]
  expect(seen).toEqual([first, second, first])
})

test('a reader asks outside of the transaction between two reads without waiting for itself', async () => {
  const world = await createWorld()
  const { scope } = await world.team()
  const { db } = shareReads(world.services)
  const readTwice = async () => {
    await db.asTeam(scope, readNumber(1))
    await db.system.execute(sql`select 1`)
    return db.asTeam(scope, readNumber(2))
  }

  expect(await Promise.all([readTwice(), readTwice(), readTwice()])).toEqual([2, 2, 2])
})

test('an error of one reader fails those that share its read, and no later one', async () => {
  const world = await createWorld()
  const { scope } = await world.team()
  const { db } = shareReads(world.services)
  const fail = (tx: Queries) => tx.execute(sql`select 1 / 0`)

  const both = await Promise.allSettled([db.asTeam(scope, fail), db.asTeam(scope, readNumber(1))])

  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await db.asTeam(scope, readNumber(2))).toBe(2)
})

test('a statement that comes after its transaction reaches no other one', async () => {
  const world = await createWorld()
  const { scope } = await world.team()
  const { db } = world.services
  let late: Queries | undefined

  await db.asTeam(scope, (tx) => {
    late = tx
    return Promise.resolve()
  })

  await expect(late?.execute(sql`select 1`)).rejects.toMatchObject({
    cause: new Error('The transaction is over.'),
  })
})
