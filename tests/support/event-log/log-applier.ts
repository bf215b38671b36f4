/**
 * A process that applies streams of the log in the database, as far as it has leases on them, a group at a
 * time, until it is killed. Prints a line when it has joined.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { applyGroups } from '#app/domain/events/log/apply-groups.server.ts'
import { createLeases } from '#app/domain/events/log/leases.server.ts'
import { readStream } from '#app/domain/events/log/postgres/group-rows.server.ts'
import { readCursor } from '#app/domain/events/log/stream-cursors.server.ts'

const [, , url = ''] = process.argv
const pool = new pg.Pool({ connectionString: url, max: 3, options: '-c role=footfall_system' })
const now = () => new Date()
const leases = createLeases({ pool, holder: randomUUID(), now, onLost: () => undefined })

async function applyNext(stream: string): Promise<void> {
  const from = await readCursor(pool, stream, now())
  const everything = () => Infinity
  const reader = readStream(pool, stream, { from, kept: everything, canRead: everything })
  const batch = await reader.read(1)
  await reader.close()
  if (batch) await applyGroups({ pool, stream }, batch, false)
}

await leases.join()
console.log('joined')
for (;;) {
  const streams = await leases.share({ fixed: [] }, now())
  for (const stream of streams) await applyNext(stream)
  await pause(100)
}
