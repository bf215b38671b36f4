/** Random lives of paying organizations, in which each call to Stripe can fail and each process can end. */
import { expect, test } from 'vitest'
import { compared } from '../../support/billing/lives/announced.ts'
import { liveLife } from '../../support/billing/lives/live.ts'
import { createBillingWorld } from '../../support/billing/paying-team.ts'

/** `npm run bench -- lives` lives a thousand, of which these are the first. */
const count = 200
/** In one database. */
const size = 10

/** `BILLING_LIFE=17` lives that one alone. */
const only = process.env['BILLING_LIFE']
const groups =
  only === undefined
    ? Array.from({ length: count / size }, (_, index) => ({ first: index * size, size }))
    : [{ first: Number(only), size: 1 }]

test.each(groups)(
  'Stripe, the database, screens and emails agree after each turn of $size lives from $first on',
  async ({ first, size: lives }) => {
    const world = await createBillingWorld()
    for (let number = first; number < first + lives; number += 1) {
      await liveLife({ ...world, makers: world }, number)
    }
  },
)

test.runIf(only === undefined)(
  'prices, next invoices and ends that were shown are compared in them',
  () => {
    expect(Math.min(...Object.values(compared))).toBeGreaterThan(0)
  },
)
