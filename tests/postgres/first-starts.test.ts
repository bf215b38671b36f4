/** Several nodes start at the same time on a new database. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#app/db/open.server.ts'
import { startAlone } from '#app/db/start-alone.server.ts'
import { handle } from '#app/jobs/job.ts'
import { createJobQueue } from '#app/jobs/queue.server.ts'
import { job } from '#app/lib/job-signature.ts'
import { copyPostgresTemplate } from '../support/database.ts'
import { createWorld, type World } from '../support/world.ts'

/** Enough for two nodes to meet in each round. */
const jobs = Array.from({ length: 15 }, (_none, index) =>
  handle(job(`test.start-${String(index)}`, z.object({})), () => Promise.resolve()),
)

async function startNode({ services }: World, url: string) {
  const database = await openDatabase({ url, dataDir: null, address: 'http://localhost' })
  const queue = createJobQueue(database.pool, services.log)
  const stop = async () => {
    await queue.stop()
    await database.close()
  }
  const outcome = await startAlone(url, () => queue.start(jobs, services)).then(
    () => 'started',
    String,
  )
  return { outcome, stop }
}

test('three nodes start, ten times', async () => {
  const world = await createWorld()
  const outcomes = []
  for (let round = 0; round < 10; round += 1) {
    const url = await copyPostgresTemplate()
    const nodes = await Promise.all([1, 2, 3].map(() => startNode(world, url)))
    outcomes.push(...nodes.map(({ outcome }) => outcome))
    await Promise.all(nodes.map(({ stop }) => stop()))
  }

  expect(outcomes).toEqual(Array<string>(30).fill('started'))
})
