import { expect, test } from 'vitest'
import { createBillingWorld } from '../paying-team.ts'
import { compared } from './announced.ts'
import { liveLife } from './live.ts'

const lives = 50
/** In one database. */
const size = 10

/**
 * Tests some of the random lives of paying organizations, in which each call to Stripe can fail and each
 * process can end. `npm run bench -- lives` lives a thousand, of which these are the first.
 */
export function testLives(): void {
  const groups = Array.from({ length: lives / size }, (_, index) => index * size)
  test.each(groups)(
    'Stripe, the database, screens and emails agree after each turn of ten lives from %i on',
    (first) => live(first, size),
  )

  test('prices, next invoices and ends that were shown are compared in them', () => {
    expect(Math.min(...Object.values(compared))).toBeGreaterThan(0)
  })
}

/** Lives one life alone, to look for what was wrong in it. */
export function testLife(number: number): void {
  test(`Stripe, the database, screens and emails agree after each turn of life ${String(number)}`, () =>
    live(number, 1))
}

async function live(first: number, count: number): Promise<void> {
  const world = await createBillingWorld()
  for (let number = first; number < first + count; number += 1) {
    await liveLife({ ...world, makers: world }, number)
  }
}
