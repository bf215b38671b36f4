/**
 * A process that logs visits of a site until it is killed, in groups of one to three, and prints the IDs of
 * each group that is kept.
 */
import { writeSync } from 'node:fs'
import { openFileLog } from '#app/domain/events/log/file/file-log.server.ts'
import { textOf, type EventRow } from '#app/domain/events/store-events.server.ts'

const [, , folder = '', siteId = '1', startedAt = '0'] = process.argv
const log = openFileLog(folder, { sizes: { first: 64 * 1024, others: 256 * 1024 } })
const receivedAt = new Date(Number(startedAt))

const visitOf = (number: number): EventRow => ({
  siteId: Number(siteId),
  id: `writer-${String(process.pid)}-${String(number)}`,
  type: 'visit',
  nudge: null,
  claim: null,
  page: `/${'x'.repeat(number % 500)}`,
  product: null,
  goal: null,
  reason: '',
  amount: 1,
  device: 'desktop',
  country: '',
  visitor: Buffer.alloc(16, number % 128),
  arm: 'shown',
  assignment: null,
  outcome: 'accepted',
  receivedAt,
})

for (let number = 0; ;) {
  const rows = Array.from({ length: 1 + (number % 3) }, () => visitOf((number += 1)))
  await log.append({ events: rows.length, body: textOf(rows), at: receivedAt.getTime() })
  // Lines that a stream buffers while its reader is busy would be lost with the process.
  writeSync(1, `${rows.map(({ id }) => id).join('\n')}\n`)
}
