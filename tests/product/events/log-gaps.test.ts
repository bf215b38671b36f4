/** An operator's way on behind damage in a log of files: `log-gaps`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { logGapsCommand } from '#app/cli/log-gaps.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { filesOf } from '../../support/event-log/file-logs.ts'
import { countStored, logFolder, openLog, openShop } from '../../support/event-log/log-world.ts'

/** A log of five groups with an event each, of a process that ended, in the product's folder. */
async function openEnded() {
  const { world, services, visit } = await openShop()
  const dataDir = logFolder()
  const folder = path.join(dataDir, 'event-log')
  const config = { ...services.config, eventLog: 'file' as const, dataDir }
  const start = () => openLog(services, folder)
  const first = start()
  await first.applier.stop()
  for (let n = 1; n <= 5; n += 1) await first.append(visit({ page: '/always-as-long' }))
  const [{ stream } = { stream: '' }] = first.log.begun()
  await first.end()
  const run = async (values: Record<string, string> = {}) => {
    if (!('run' in logGapsCommand)) throw new Error('It works on services.')
    const tools = { countPendingMigrations: () => Promise.resolve(0) }
    return logGapsCommand.run({ ...tools, services: { ...services, config } }, values)
  }
  /** Applies what can be read. @returns how many streams stopped */
  const applyOnce = async () => {
    const { applier, end } = start()
    await applier.applyAll()
    const { gaps } = applier.readFigures()
    await end()
    return gaps
  }
  return { world, services, folder, stream, start, run, applyOnce }
}

/** Changes one bit in the text of a group. Groups have nearly the same length. */
function damage(folder: string, stream: string, n: number): void {
  const [file = ''] = filesOf(folder, stream)
  const bytes = readFileSync(file)
  const at = Math.floor((bytes.length / 5) * (n - 0.5))
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

test('groups in front of damage count, the damaged one is given up by name, and what follows counts', async () => {
  const { world, services, folder, stream, run, applyOnce } = await openEnded()
  damage(folder, stream, 3)
  const gaps = [await applyOnce()]
  const before = await countStored(services)

  const listed = await run()
  const skipped = await run({ skip: stream })
  gaps.push(await applyOnce())

  expect(before.rows).toBe(2)
  expect(listed.json).toMatchObject({ stops: [{ stream, applied: 2, gap: 3, behind: 4 }] })
  expect(listed.lines[0]).toContain(`${stream}: group 3 can't be read, the next one that can is 4`)
  expect(skipped.lines[0]).toMatch(/^Groups 3 to 3 of .* are given up/)
  expect(gaps).toEqual([1, 0])
  expect(await countStored(services)).toEqual({ rows: 4, total: 4 })
  expect(await recount(services)).toEqual([])
  expect(world.takeErrors()).toHaveLength(1)
  expect((await run()).lines).toEqual(['The log has no damage in front of what waits.'])
})

test('nothing can be read behind damage: the stream ends, its folder is kept, and days close', async () => {
  const { world, services, folder, stream, run, applyOnce } = await openEnded()
  damage(folder, stream, 5)
  await applyOnce()
  world.clock.advance(dayMillis)
  const before = await rollDays(services)

  const skipped = await run({ skip: stream })
  const gaps = await applyOnce()

  expect(skipped.lines[0]).toContain(`Its folder is kept as ${stream}.lost.`)
  expect(existsSync(path.join(folder, `${stream}.lost`))).toBe(true)
  expect(gaps).toBe(0)
  expect((await countStored(services)).rows).toBe(4)
  expect([before, await rollDays(services)]).toEqual([[], ['2026-03-02']])
  expect(world.takeErrors()).toHaveLength(1)
})

test('damage in front of the cursor stops nothing: it was applied before', async () => {
  const { services, folder, stream, applyOnce } = await openEnded()
  await applyOnce()
  damage(folder, stream, 2)
  // As in a database that was restored to a moment before the last two groups.
  await services.pool.query('update event_streams set n = 3, ended_at = null where id = $1', [
    stream,
  ])

  expect(await applyOnce()).toBe(0)
  expect((await countStored(services)).rows).toBe(5)
})

test('whole groups that aren’t counted yet are never given up', async () => {
  const { services, folder, stream, run } = await openEnded()
  damage(folder, stream, 3)

  await expect(run({ skip: stream })).rejects.toThrow('aren’t counted yet')
  expect((await countStored(services)).rows).toBe(0)
})

test('a running process has its log for itself', async () => {
  const { start, run } = await openEnded()
  const running = start()
  await running.applier.applyAll()

  await expect(run()).rejects.toThrow('The product is running')
})

test('a stream that isn’t damaged, or isn’t there, is no stream to give up', async () => {
  const { run, stream } = await openEnded()

  await expect(run({ skip: stream })).rejects.toThrow('No stream')
  await expect(run({ skip: 'that one' })).rejects.toThrow()
})
