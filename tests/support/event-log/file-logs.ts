/** Logs in files, without a database. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { EventGroup, EventLog } from '#app/domain/events/log/event-log.ts'
import { openFileLog } from '#app/domain/events/log/file-log.server.ts'
import { realDisk, type Disk } from '#app/domain/events/log/segments.server.ts'
import { createStreamCount } from '#app/domain/events/log/stream-count.server.ts'

const sizes = { first: 4_096, others: 8_192 }

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

export const groupOf = (number: number, padding = 200): EventGroup => ({
  events: 2,
  body: `{"id":"${String(number)}"},{"é":"${'x'.repeat(padding)}"}`,
  at: 1_000 + number,
})

export const groups = (count: number) => Array.from({ length: count }, (_, at) => groupOf(at + 1))

export async function appendAll(log: EventLog, count: number): Promise<string> {
  for (const group of groups(count)) await log.append(group)
  return log.begun().at(-1)?.stream ?? ''
}

/** Everything behind a group, a batch after the other. */
export async function readAll(log: EventLog, stream: string, from = 0) {
  const reader = log.read(stream, from)
  const found: EventGroup[] = []
  try {
    for (;;) {
      const batch = await reader.read(6)
      if (!batch) return found
      expect(batch.from).toBe(from + found.length)
      found.push(...batch.groups.map(({ n: _n, ...group }) => group))
      expect(batch.to).toBe(from + found.length)
    }
  } finally {
    await reader.close()
  }
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
