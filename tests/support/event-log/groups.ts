/** Groups that tests of logs append and read. */
import { expect } from 'vitest'
import type { EventGroup, EventLog } from '#app/domain/events/log/event-log.ts'

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
