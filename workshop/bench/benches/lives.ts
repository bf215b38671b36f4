/**
 * A thousand random lives of subscriptions: those without failures add up to what the facts say, and in
 * those with failures Stripe’s double, the database, screens and emails agree. Then each pair of changes at the
 * same moment, a hundred times.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Stripe from 'stripe'
import { paidPlans } from '#app/clients/stripe/prices.server.ts'
import { readConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { createPasswordHasher } from '#app/domain/accounts/passwords.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { composeServices } from '#app/server/compose.server.ts'
import { liveLife, type LivesWorld } from '#tests/support/billing/lives/live.ts'
import { pairs, runPairs } from '#tests/support/billing/pairs.ts'
import { liveRandomLives } from '#tests/support/billing/random-lives.ts'
import { skipPauses } from '#tests/support/billing/skip-pauses.ts'
import { createClock } from '#tests/support/clock.ts'
import { createMakers, type Makers } from '#tests/support/makers.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import {
  startStripeBilling,
  stripeKeys,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import type { Bench } from '../bench.ts'
import { lineOf } from '../report-line.ts'
import { query } from '../shop.ts'

/** Fewer for a try: `BENCH_LIVES=20`. */
const count = Number(process.env['BENCH_LIVES'] ?? 1_000)

/** Repeats of each pair of changes at the same moment. Fewer for a try: `BENCH_PAIRS=2`. */
const repeats = Number(process.env['BENCH_PAIRS'] ?? 100)

/** A violation breaks the bench, and `npm run bench` fails. */
export const lives: Bench = async () => {
  const perSecond = async (live: () => Promise<void>) => {
    const began = performance.now()
    await live()
    return (count / (performance.now() - began)) * 1_000
  }
  const sums = await perSecond(() => liveRandomLives(count))
  const failing = await perSecond(() => onPostgres(liveFailingLives))
  const began = performance.now()
  await onPostgres((world) => runPairs({ ...world, ...world.makers }, repeats))
  const inAll = pairs.length * repeats
  const pairsPerSecond = (inAll / (performance.now() - began)) * 1_000
  const of = { unit: 'lives/s', rounds: 1 }
  return [
    lineOf(
      { bench: 'lives', database: 'none' },
      { ...of, product: sums, note: `${String(count)} lives add up` },
    ),
    lineOf(
      { bench: 'lives with failures', database: 'postgres' },
      { ...of, product: failing, note: `${String(count)} lives agree` },
    ),
    lineOf(
      { bench: 'pairs of changes at the same moment', database: 'postgres' },
      {
        ...of,
        unit: 'pairs/s',
        product: pairsPerSecond,
        note: `${String(pairs.length)} pairs, ${String(repeats)} times each`,
      },
    ),
  ]
}

const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

async function liveFailingLives(world: LivesWorld): Promise<void> {
  for (let number = 0; number < count; number += 1) await liveLife(world, number)
}

type BenchWorld = LivesWorld & { makers: Makers }

async function onPostgres(work: (world: BenchWorld) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-lives-'))
  // The server may run as another user.
  chmodSync(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  const serverDir = path.join(folder, 'server')
  mkdirSync(dataDir)
  mkdirSync(serverDir)
  const server = await startPostgres(serverDir)
  await query(server.urlOf('postgres'), 'create database lives')
  const url = server.urlOf('lives')
  const clock = createClock()
  const endSkipping = skipPauses(Stripe)
  const stripe = await startStripeBilling(clock.now)
  for (const { id, priceCents } of paidPlans) stripe.addPrice(id, priceCents)
  const database = await openDatabase({ url, dataDir, address: 'http://localhost' })
  try {
    const config = readConfig({
      APP_ENV: 'local',
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      STRIPE_SECRET_KEY: stripeKeys.secret,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishable,
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
      STRIPE_DOUBLE_URL: stripe.url,
    })
    const passwords = createPasswordHasher(leastCost)
    const log = createLog('fatal')
    const { services } = composeServices(database, config, { log, now: clock.now, passwords })
    const makers = createMakers(services)
    await work({ services, stripe, clock, makers })
  } finally {
    await database.close()
    await server.stop()
    await stripe.stop()
    endSkipping()
    rmSync(folder, { recursive: true, force: true })
  }
}
