/** A process that appends groups to a log until it is killed, and prints the number of each that is kept. */
import { openFileLog } from '#app/domain/events/log/file-log.server.ts'

const [, , folder = ''] = process.argv
const log = openFileLog(folder, { sizes: { first: 64 * 1024, others: 256 * 1024 } })

for (let number = 1; ; number += 1) {
  const body = JSON.stringify({ number, text: 'x'.repeat(number % 3_000) })
  const { n } = await log.append({ events: 1, body, at: number })
  process.stdout.write(`${String(n)}\n`)
}
