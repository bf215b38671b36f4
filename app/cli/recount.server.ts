/** Compares all sums with the raw events, or with the log of events. */
import { checkDays } from '#app/domain/events/check-days.server.ts'
import { openEventLog } from '#app/domain/events/log/open-log.server.ts'
import { recountFromLog } from '#app/domain/events/log/recount/recount-log.server.ts'
import { recount as compare, type CountDifference } from '#app/domain/events/recount.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command, CommandAnswer, CommandTools } from './command.ts'

const shownDifferences = 20

export const recountCommand: Command = {
  name: 'recount',
  summary:
    'Compare all totals with the raw events, or with the log of events; --repair fixes differences from raw events',
  usage: 'recount [--repair | --from-log]',
  options: { repair: { type: 'boolean' }, 'from-log': { type: 'boolean' } },
  required: [],

  async run(tools, values) {
    const { services } = tools
    const repair = values['repair'] === true
    if (values['from-log'] === true) {
      if (repair) throw new Refusal('invalid', '--from-log compares only. Use --repair without it.')
      return compareWithLog(tools)
    }
    const differences = await compare(services, { repair })
    // Days are sums of hours, so they are repaired afterwards.
    if (repair && differences[0]) {
      const first = Math.min(...differences.map(({ at }) => at.getTime()))
      await checkDays(services, { since: new Date(first), repair })
    }

    const summary =
      differences.length === 0
        ? 'All totals match.'
        : `${countOf(differences)}${repair ? ', repaired.' : '. Run with --repair to fix them.'}`
    return {
      lines: [summary, ...linesOf(differences)],
      json: { repaired: repair, differences },
    }
  },
}

async function compareWithLog({ services, connectNats }: CommandTools): Promise<CommandAnswer> {
  const { eventLog } = services.config
  if (eventLog === 'off') throw new Refusal('invalid', 'EVENT_LOG is off, so no log is kept.')
  const nats = eventLog === 'nats' ? await connectNats?.() : undefined
  const log = openEventLog({ ...services, natsLog: nats?.openLog ?? null })
  try {
    const found = await recountFromLog(services, log)
    if (!found) {
      return { lines: ['The log has no whole hour yet.'], json: { since: null, differences: [] } }
    }
    const { since, events, differences } = found
    const what = `${String(events)} ${events === 1 ? 'event' : 'events'} since ${since.toISOString()}`
    const summary =
      differences.length === 0
        ? `All totals match the log: ${what}.`
        : `${countOf(differences)} from the log: ${what}.`
    return {
      lines: [summary, ...linesOf(differences)],
      json: { since, events, differences },
    }
  } finally {
    await log.close()
    await nats?.close()
  }
}

const countOf = ({ length }: readonly CountDifference[]) =>
  `${String(length)} ${length === 1 ? 'difference' : 'differences'}`

function linesOf(differences: readonly CountDifference[]): string[] {
  const lines = differences
    .slice(0, shownDifferences)
    .map(
      ({ table, owner, at, key, stored, counted }) =>
        `  ${at.toISOString()}  ${owner}  ${table} ${JSON.stringify(key)}: ${String(stored)}, counted ${String(counted)}`,
    )
  return differences.length > shownDifferences ? [...lines, '  …'] : lines
}
