import { test } from 'vitest'
import { liveRandomLives } from '#tests/support/billing/random-lives.ts'

/** `npm run bench -- lives` lives a thousand, of which these are the first. */
test('the sum of all invoices is what the facts say, for 200 random lives', () =>
  liveRandomLives(200))
