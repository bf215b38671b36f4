/** Two transactions that wait for each other: PostgreSQL ends one, which runs again. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Transaction } from '#app/db/db.ts'
import { teams } from '#app/db/schema/index.ts'
import { createWorld, type World } from '../support/world.ts'

/** Both have locked a row before either locks the other's. */
async function waitForEachOther(world: World, run: (work: Work) => Promise<string>) {
  const [one, other] = [await world.team(), await world.team()]
  const ids = [one.scope.teamId, other.scope.teamId]
  const name = (tx: Transaction, teamId: number | undefined) =>
    tx
      .update(teams)
      .set({ name: 'Shop' })
      .where(eq(teams.id, teamId ?? 0))
  let locked = 0
  let runs = 0
  let meet: () => void = () => undefined
  const both = new Promise<void>((resolve) => {
    meet = resolve
  })
  const crossed = (order: readonly number[]) =>
    run(async (tx) => {
      runs += 1
      await name(tx, order[0])
      locked += 1
      if (locked === 2) meet()
      await both
      await name(tx, order[1])
      tx.afterCommit(() => {
        followed.push(order[0] ?? 0)
      })
      return 'stored'
    })
  const followed: number[] = []
  const outcomes = await Promise.all([crossed(ids), crossed([...ids].reverse())])
  return { outcomes, runs, followed, ids }
}

type Work = (tx: Transaction) => Promise<string>

test.each(['transaction', 'longTransaction'] as const)(
  'both are stored, and what follows a commit follows each once: %s',
  async (kind) => {
    const world = await createWorld()

    const { outcomes, runs, followed, ids } = await waitForEachOther(world, (work) =>
      world.services.db[kind](work),
    )

    expect(outcomes).toEqual(['stored', 'stored'])
    expect(runs).toBe(3)
    expect(followed.sort((a, b) => a - b)).toEqual(ids)
    expect(world.takeRanAgain()).toMatchObject([{ cause: { code: '40P01' } }])
  },
)

test('a snapshot is of one moment, changes nothing, and holds no one up', async () => {
  const world = await createWorld()
  const { db } = world.services
  const { scope } = await world.team({ name: 'Before' })
  const names = (tx: Transaction) =>
    tx.select({ name: teams.name }).from(teams).where(eq(teams.id, scope.teamId))
  const rename = (name: string) => (tx: Transaction) =>
    tx.update(teams).set({ name }).where(eq(teams.id, scope.teamId))

  const seen = await db.readSnapshot(async (tx) => {
    const first = await names(tx)
    await db.transaction(rename('After'))
    return [...first, ...(await names(tx))]
  })

  expect(seen.map(({ name }) => name)).toEqual(['Before', 'Before'])
  await expect(db.readSnapshot(rename('Never'))).rejects.toMatchObject({ cause: { code: '25006' } })
})

test('other errors end a transaction, which doesn’t run again', async () => {
  const { services } = await createWorld()
  let runs = 0
  const failing = services.db.transaction(async (tx) => {
    runs += 1
    await tx.execute('select 1 / 0')
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(runs).toBe(1)
})
