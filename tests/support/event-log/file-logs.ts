/** Logs in files, without a database. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { EventLog } from '#app/domain/events/log/event-log.ts'
import { openFileLog } from '#app/domain/events/log/file/file-log.server.ts'
import { realDisk, type Disk } from '#app/domain/events/log/file/segments.server.ts'
import { createStreamCount } from '#app/domain/events/log/file/stream-count.server.ts'

/** Small, so that few groups need several files. */
export const sizes = { first: 4_096, others: 8_192 }

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-log-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export function openLog(folder: string, disk: Disk = realDisk, wanted = sizes): EventLog {
  const log = openFileLog(folder, { sizes: wanted, disk, retryMillis: 0 })
  onTestFinished(async () => {
    await log.end()
    await log.close()
  })
  return log
}

/** As after a crash: the writer has ended, and its files are as they were. */
export async function reopen(
  folder: string,
  log: EventLog,
): Promise<{ log: EventLog; stream: string }> {
  const { stream } = log.begun()[0] ?? { stream: '' }
  await log.end()
  await log.close()
  const next = openLog(folder)
  expect(await next.adopt()).toContain(stream)
  return { log: next, stream }
}

export const filesOf = (folder: string, stream: string) =>
  readdirSync(path.join(folder, stream))
    .filter((name) => name.endsWith('.segment'))
    .sort()
    .map((name) => path.join(folder, stream, name))

/** As if groups behind this one had never been acknowledged. */
export async function acknowledgeUpTo(folder: string, stream: string, n: number): Promise<void> {
  const count = await createStreamCount(path.join(folder, stream))
  await count.note(n)
  await count.close()
}

/** The files as a crash leaves them: their writer goes on elsewhere. */
export async function copyOf(folder: string): Promise<EventLog> {
  const copy = makeFolder()
  cpSync(folder, copy, { recursive: true })
  const log = openLog(copy)
  await log.adopt()
  return log
}
