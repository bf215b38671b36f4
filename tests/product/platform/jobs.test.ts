import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { jobs } from '#app/jobs/registry.server.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The queue polls every two seconds. */
const patience = { timeout: 60_000, interval: 100 }

const jobsNamed = async ({ services }: World, name: string) => {
  const { rows } = await services.pool.query<{
    state: string
    retry_count: number
    started_on: Date
    start_after: Date
    data: unknown
  }>('select state, retry_count, started_on, start_after, data from pgboss.job where name = $1', [
    name,
  ])
  return rows
}

/** Checks the queue's interface: a job receives the payload that it declares. */
const noted = (run: (text: string) => Promise<void>) =>
  defineJob({
    name: 'test.note',
    payload: z.object({ text: z.string() }),
    run: (_services, { text }) => run(text),
  }) as Job

test('what is sent runs once, with its payload', async () => {
  const world = await createWorld()
  const seen: string[] = []
  const job = noted((text) => {
    seen.push(text)
    return Promise.resolve()
  })
  await world.queue.start([job], world.services)

  await world.services.jobs.send('test.note', { text: 'hello' })

  await vi.waitFor(() => {
    expect(seen).toEqual(['hello'])
  }, patience)
  await vi.waitFor(async () => {
    expect(await jobsNamed(world, 'test.note')).toMatchObject([{ state: 'completed' }])
  }, patience)
})

test('a job that fails waits for its next try, and after the last one stands in the dead letters', async () => {
  const world = await createWorld()
  const job = noted(() => Promise.reject(new Error('not today')))
  await world.queue.start([job], world.services)

  await world.services.jobs.send('test.note', { text: 'hello' })
  await vi.waitFor(async () => {
    expect(await jobsNamed(world, 'test.note')).toMatchObject([{ state: 'retry' }])
  }, patience)
  const [waiting] = await jobsNamed(world, 'test.note')
  expect(waiting?.start_after.getTime()).toBeGreaterThan(waiting?.started_on.getTime() ?? Infinity)
  expect(world.logged).toContainEqual(
    expect.objectContaining({ msg: 'a job failed', job: 'test.note' }),
  )

  await world.services.pool.query(
    "update pgboss.job set retry_count = retry_limit, start_after = now() where name = 'test.note'",
  )
  await vi.waitFor(async () => {
    expect(await jobsNamed(world, 'dead-letters')).toMatchObject([{ data: { text: 'hello' } }])
  }, patience)
})

test('every scheduled job has one slot, also after a second start', async () => {
  const world = await createWorld()
  await world.queue.start(jobs, world.services)
  await world.queue.stop()

  const { rows } = await world.services.pool.query<{ name: string; cron: string }>(
    'select name, cron from pgboss.schedule order by name',
  )

  const scheduled = jobs.flatMap(({ name, schedule }) =>
    schedule ? [{ name, cron: schedule }] : [],
  )
  expect(rows).toEqual(scheduled.sort((one, other) => one.name.localeCompare(other.name)))
})
