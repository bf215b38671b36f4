/** Compares all sums with the raw events. */
import { checkDays } from '#app/domain/events/check-days.server.ts'
import { recount as compare } from '#app/domain/events/recount.server.ts'
import type { Command } from './command.ts'

const shownDifferences = 20

export const recountCommand: Command = {
  name: 'recount',
  summary: 'Compare all totals with the raw events; --repair fixes differences',
  usage: 'recount [--repair]',
  options: { repair: { type: 'boolean' } },
  required: [],

  async run({ services }, values) {
    const repair = values['repair'] === true
    const differences = await compare(services, { repair })
    // Days are sums of hours, so they are repaired afterwards.
    if (repair && differences[0]) {
      const first = Math.min(...differences.map(({ at }) => at.getTime()))
      await checkDays(services, { since: new Date(first), repair })
    }

    const many = `${String(differences.length)} ${differences.length === 1 ? 'difference' : 'differences'}`
    const summary =
      differences.length === 0
        ? 'All totals match.'
        : `${many}${repair ? ', repaired.' : '. Run with --repair to fix them.'}`
    const differenceLines = differences
      .slice(0, shownDifferences)
      .map(
        ({ table, owner, at, key, stored, counted }) =>
          `  ${at.toISOString()}  ${owner}  ${table} ${JSON.stringify(key)}: ${String(stored)}, counted ${String(counted)}`,
      )
    const more = differences.length > shownDifferences ? ['  …'] : []
    return {
      lines: [summary, ...differenceLines, ...more],
      json: { repaired: repair, differences },
    }
  },
}
