/** Streams of a log in files that stopped at damage, and the way on behind it. */
import path from 'node:path'
import { z } from 'zod'
import { openFileLog } from '#app/domain/events/log/file/file-log.server.ts'
import { findStops, skipGap, type LogStop } from '#app/domain/events/log/file/skip-gap.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'
import { parseOptions } from './options.ts'

const input = z.object({ skip: z.uuid().optional() })

export const logGapsCommand: Command = {
  name: 'log-gaps',
  summary:
    'List where a log of events in files is damaged, while the product is stopped; --skip gives up what is damaged in one stream, so that what follows is counted',
  usage: 'log-gaps [--skip <stream>]',
  options: { skip: { type: 'string' } },
  required: [],

  async run({ services }, values) {
    const { skip } = parseOptions(input, values)
    const { eventLog, dataDir } = services.config
    if (eventLog !== 'file') throw new Refusal('invalid', 'This command is for EVENT_LOG=file.')
    const folder = path.join(dataDir, 'event-log')
    const log = openFileLog(folder)
    try {
      const free = await log.adopt()
      if (free.length < log.streams().length) {
        throw new Refusal('conflict', 'The product is running. Stop it first.')
      }
      const stops = await findStops({ ...services, log, folder }, free)
      if (skip === undefined) return listOf(stops)

      const stop = stops.find(({ stream }) => stream === skip)
      if (!stop) throw new Refusal('not_found', `No stream ${skip} stopped at damage.`)
      if (!(await skipGap({ ...services, folder }, stop))) {
        throw new Refusal(
          'conflict',
          'Whole groups in front of the damage aren’t counted yet. Start the product, wait for its alarm, stop it, and run this command again.',
        )
      }
      return { lines: [skippedLine(stop)], json: { skipped: stop } }
    } finally {
      await log.close()
    }
  },
}

const listOf = (stops: readonly LogStop[]) => ({
  lines: stops.length === 0 ? ['The log has no damage in front of what waits.'] : stops.map(lineOf),
  json: { stops },
})

const lineOf = ({ stream, gap, behind, reason }: LogStop) =>
  `${stream}: group ${String(gap)} can't be read, ${
    behind === null ? 'and no group behind it can' : `the next one that can is ${String(behind)}`
  }. ${reason}`

const skippedLine = ({ stream, gap, behind }: LogStop) =>
  behind === null
    ? `Stream ${stream} ends in front of group ${String(gap)}. Its folder is kept as ${stream}.lost.`
    : `Groups ${String(gap)} to ${String(behind - 1)} of ${stream} are given up. The next start counts what follows.`
