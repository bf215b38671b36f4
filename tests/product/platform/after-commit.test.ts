/** Work that waits for a commit runs after it, and only then. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Queries } from '#app/db/db.ts'
import { erasures } from '#app/db/schema/index.ts'
import { createWorld, type World } from '../../support/world.ts'

const name = (text: string) => Buffer.alloc(32, text)

/** Any table would do: one row for each name. */
const store = async (queries: Queries, text: string): Promise<void> => {
  const row = { kind: 'team' as const, subjectHash: name(text), erasedAt: new Date(0) }
  await queries.insert(erasures).values(row)
}

const isStored = async ({ services }: World, text: string): Promise<boolean> =>
  (await services.db.system.$count(erasures, eq(erasures.subjectHash, name(text)))) === 1

test('callbacks run after the commit, in their order, before the caller goes on', async () => {
  const world = await createWorld()
  const { db } = world.services
  const seen: string[] = []

  const result = await db.transaction(async (tx) => {
    await store(tx, 'a')
    // Through the pool: on the embedded database it answers once the transaction let go of it.
    tx.afterCommit(async () => {
      seen.push(`first: ${String(await isStored(world, 'a'))}`)
    })
    tx.afterCommit(() => {
      seen.push('second')
    })
    seen.push('work')
    return 'result'
  })

  expect(result).toBe('result')
  expect(seen).toEqual(['work', 'first: true', 'second'])
})

test.each(['transaction', 'longTransaction', 'asTeam'] as const)(
  'nothing runs after a rollback of %s, and its error is the caller’s',
  async (kind) => {
    const world = await createWorld()
    const { db } = world.services
    const { scope } = await world.team()
    let runs = 0
    const work =
      (isRefused: boolean) => (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => {
        tx.afterCommit(() => {
          runs += 1
        })
        return isRefused ? Promise.reject(new Error('refused')) : Promise.resolve()
      }
    const open = (isRefused: boolean) =>
      kind === 'asTeam' ? db.asTeam(scope, work(isRefused)) : db[kind](work(isRefused))

    await expect(open(true)).rejects.toThrow('refused')
    expect(runs).toBe(0)

    await open(false)
    expect(runs).toBe(1)
  },
)

test('a transaction whose failed statement was caught does not pass for committed', async () => {
  const world = await createWorld()
  let runs = 0

  const outcome = world.services.db.transaction(async (tx) => {
    await store(tx, 'a')
    tx.afterCommit(() => {
      runs += 1
    })
    await tx.execute(sql`select 1 / 0`).catch(() => undefined)
  })

  await expect(outcome).rejects.toThrow()
  expect(await isStored(world, 'a')).toBe(false)
  expect(runs).toBe(0)
})

test('a failure after the commit undoes nothing and stops no other callback', async () => {
  const world = await createWorld()
  const failure = new Error('too late')
  const seen: string[] = []

  await world.services.db.transaction(async (tx) => {
    await store(tx, 'a')
    tx.afterCommit(() => Promise.reject(failure))
    tx.afterCommit(() => {
      seen.push('next')
    })
  })

  expect(seen).toEqual(['next'])
  expect(await isStored(world, 'a')).toBe(true)
  expect(world.takeAfterCommitErrors()).toEqual([failure])
})

test('a savepoint leaves its callbacks to the transaction around it, which may still roll back', async () => {
  const world = await createWorld()
  const { db } = world.services
  const seen: string[] = []
  const work = (isRefused: boolean) =>
    db.transaction(async (tx) => {
      tx.afterCommit(() => {
        seen.push('before')
      })
      await tx.transaction(async (nested) => {
        await store(nested, 'nested')
        nested.afterCommit(() => {
          seen.push('nested')
        })
      })
      tx.afterCommit(() => {
        seen.push('after')
      })
      expect(seen).toEqual([])
      if (isRefused) throw new Error('refused')
    })

  await expect(work(true)).rejects.toThrow('refused')
  expect(seen).toEqual([])
  expect(await isStored(world, 'nested')).toBe(false)

  await work(false)
  expect(seen).toEqual(['before', 'nested', 'after'])
  expect(await isStored(world, 'nested')).toBe(true)
})

test('a savepoint that is rolled back drops its callbacks, also those of savepoints inside it', async () => {
  const world = await createWorld()
  const seen: string[] = []

  await world.services.db.transaction(async (tx) => {
    await store(tx, 'outer')
    const refused = tx.transaction(async (nested) => {
      await nested.transaction(async (innermost) => {
        await store(innermost, 'inner')
        innermost.afterCommit(() => {
          seen.push('innermost')
        })
      })
      nested.afterCommit(() => {
        seen.push('nested')
      })
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    tx.afterCommit(() => {
      seen.push('outer')
    })
  })

  expect(seen).toEqual(['outer'])
  expect(await isStored(world, 'outer')).toBe(true)
  expect(await isStored(world, 'inner')).toBe(false)
})
