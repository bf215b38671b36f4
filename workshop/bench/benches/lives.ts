/** A thousand random lives of subscriptions, whose invoices add up to what the facts say. */
import { liveRandomLives } from '#tests/support/billing/random-lives.ts'
import type { Bench } from '../bench.ts'
import { lineOf } from '../report-line.ts'

const count = 1_000

/** A violation breaks the bench, and `npm run bench` fails. */
export const lives: Bench = async () => {
  const began = performance.now()
  await liveRandomLives(count)
  const perSecond = (count / (performance.now() - began)) * 1_000
  return [
    lineOf(
      { bench: 'lives', database: 'none' },
      { product: perSecond, unit: 'lives/s', rounds: 1, note: `${String(count)} lives add up` },
    ),
  ]
}
