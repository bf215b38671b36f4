/** Everything that changes a team's billing, at the same moment. `npm run bench -- lives` repeats it a hundred times. */
import { describe, test } from 'vitest'
import { pairs, runPairs } from '../../support/billing/pairs.ts'
import { createWorld } from '../../support/world.ts'

/** Repeats of each pair. More of them find rarer circles: `BILLING_PAIR_REPEATS=100`. */
const repeats = Number(process.env['BILLING_PAIR_REPEATS'] ?? 2)
/** A hundred repeats take longer than other tests can. */
const timeout = 300_000 + repeats * 20_000

describe('every pair of changes at the same moment ends without an error, with its entries in the log', () => {
  test(`${String(pairs.length)} pairs, ${String(repeats)} times each`, { timeout }, async () => {
    await runPairs(await createWorld(), repeats)
  })
})
