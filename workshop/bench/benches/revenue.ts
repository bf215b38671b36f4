/** The claims of docs/decisions/0035-revenue-effect.md about the effect on revenue, on simulated shops. */
import type { Bench } from '../bench.ts'
import { atLeast, atMost, lineOf, type Line } from '../report-line.ts'
import {
  liveOften,
  lognormal,
  pareto,
  plannedVisitors,
  seededRandom,
  type RevenueShop,
} from '../revenue-lives.ts'

const lives = 2_000
const seed = 35

/** Ninety days, in which 20,000 visitors come to each group. */
const usual = { shown: 20_000 / 90, holdout: 20_000 / 90, looks: 90 }

const amounts = {
  'lognormal 0.8': lognormal(0.8),
  'lognormal 1.5': lognormal(1.5),
  'Pareto 2.5': pareto(2.5),
  'Pareto 1.5': pareto(1.5),
}

export const revenue: Bench = async ({ printLine }) => {
  const lines: Line[] = []
  for (const [name, drawn] of Object.entries(amounts)) {
    for (const rate of [0.03, 0.12]) {
      const shop = { ...usual, amounts: drawn, rate }
      for (const line of linesOf(`${name}, ${String(rate * 100)} % buy`, shop)) {
        printLine(`${line.bench} ${line.note ?? ''}: ${String(line.product)} (${line.goal})`)
        lines.push(line)
      }
      // Lets the rest of the process run.
      await Promise.resolve()
    }
  }
  return lines
}

function linesOf(name: string, shop: Omit<RevenueShop, 'lift'>): Line[] {
  const [none, fifth] = [0, 0.2].map((lift) => liveOften({ ...shop, lift }, { lives, seed }))
  const planned = plannedVisitors({ ...shop, lift: 0.2 }, seededRandom(seed))
  // Long enough for nearly every life to have a result.
  const long = { ...shop, lift: 0.2, looks: Math.ceil((planned * 4) / shop.shown) }
  const { medianLook } = liveOften(long, { lives: lives / 10, seed })
  const later = (medianLook * shop.shown) / planned
  const about = (bench: string) => ({ bench: `revenue-${bench}`, database: '' })
  const missed = Math.max(none?.missed ?? 1, fifth?.missed ?? 1)
  const seen = fifth?.concluded ?? 0
  return [
    lineOf(about('missed'), {
      product: missed,
      ratio: missed,
      ...atMost(missed, 0.05),
      note: name,
    }),
    lineOf(about('seen'), { product: seen, ratio: seen, ...atLeast(seen, 0.9), note: name }),
    lineOf(about('later'), { product: later, ratio: later, ...atMost(later, 1.35), note: name }),
    lineOf(about('planned'), { product: planned, unit: 'visitors of each group', note: name }),
  ]
}
