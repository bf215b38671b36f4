/** Jobs in the kiosk: queues, what gave up, its payload with a reason, and running it again. */
import { expect, test, vi } from 'vitest'
import { readKioskJobs } from '#app/presenters/kiosk/operation/jobs.server.ts'
import { createOperationStory } from '../../support/kiosk/operation-story.ts'

const reason = 'The mail server was down.'
const path = '/kiosk/jobs'
const patience = { timeout: 20_000, interval: 50 }

test('a queue with a failure comes first, and the job shows its error without the person', async () => {
  const { failJob, read } = await createOperationStory()
  expect((await read(path)).text).toContain('No failed jobs')
  const id = await failJob()

  const { text } = await read(path)
  expect(text).toMatch(/test\.mail-note TypeError: No room for ••• 8 /)
  expect(text).toMatch(/Late by test\.mail-note \S* ?1 0 0 0 –/)
  expect((await read(`${path}?queue=test.mail-note`)).text).toContain('No room for')
  expect((await read(`${path}?queue=other`)).text).toContain('No failed jobs')
  const opened = await read(`${path}?open=${id}`)
  expect(opened.text).toContain('Last attempt failed')
  expect(opened.text).not.toContain('ada@shopper.example')
  expect((await read(`${path}?open=5d0c7b1e-93f4-4a0e-8a76-2f1d6b9c8e36`)).text).toContain(
    'This job was run again or removed.',
  )
})

test('its payload is shown with a reason, and it runs again with all its attempts', async () => {
  const { world, ran, failJob, read, send, entries } = await createOperationStory()
  const job = await failJob()

  const full = await send(`${path}?open=${job}`, { intent: 'open', job, reason })
  expect(full.text).toContain('ada@shopper.example')
  expect((await send(path, { intent: 'again', job, reason })).status).toBe(200)

  await vi.waitFor(() => {
    expect(ran).toEqual(['hello'])
  }, patience)
  await vi.waitFor(async () => {
    const { rows } = await world.services.pool.query(
      'select state::text, retry_count from pgboss.job where id = $1',
      [job],
    )
    expect(rows).toEqual([{ state: 'completed', retry_count: 0 }])
  }, patience)
  expect((await read(path)).text).toContain('No failed jobs')
  const second = await send(path, { intent: 'again', job, reason })
  expect(second.status).toBe(409)
  expect((await entries()).map(({ act, outcome }) => [act, outcome])).toEqual([
    ['job.opened', 'done'],
    ['job.restarted', 'done'],
    ['job.restarted', 'refused'],
  ])
})

test('failed jobs go on by key, also when many failed at the same moment', async () => {
  const { world, failJob, read } = await createOperationStory()
  await failJob()
  await world.services.pool.query(
    `insert into pgboss.job (name, state, completed_on, output)
     select 'test.mail-note', 'failed', now() - interval '1 hour', jsonb_build_object('message', 'no ' || n || '.')
     from generate_series(1, 60) as n`,
  )

  const first = await readKioskJobs(world.services, { queue: null, cursor: null })
  const second = await readKioskJobs(world.services, { queue: null, cursor: first.next })

  expect([first.failed.length, second.failed.length, second.next]).toEqual([50, 11, null])
  expect(new Set([...first.failed, ...second.failed].map(({ id }) => id)).size).toBe(61)
  const page = await read(`${path}?before=${String(first.next)}`)
  expect(page.text).toContain('First page')
  expect(page.text).toContain(second.failed[0]?.error)
})
