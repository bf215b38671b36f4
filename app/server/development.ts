/** Loaded by workshop/run/dev.js through Vite: the same product, with routes that reload. */
import type { ServerBuild } from '@remix-run/node'
import { readConfig } from '#app/config.server.ts'
import { businessDayJob, dueBillingJob } from '#app/jobs/billing.server.ts'
import { dueShopBackfillJob } from '#app/jobs/shop-backfill.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import type { Middleware } from './http.server.ts'
import { startProduct, type RunningProduct } from './product.server.ts'
import { startMessage } from './start/start-message.server.ts'

export type DevelopedProduct = RunningProduct & {
  /**
   * Does what is due about payments and shops' data now. The queue has this machine's time, and the clock
   * is moved.
   */
  workOffDay: () => Promise<void>
}

type Developed = {
  /** Vite's middleware. */
  files: Middleware
  /** Loads the newest server build. */
  build: () => Promise<ServerBuild>
  now: () => Date
}

export async function startDevelopment({
  files,
  build,
  now,
}: Developed): Promise<DevelopedProduct> {
  const config = readConfig(process.env)
  const product = await startProduct({
    config,
    log: createLog(config.logLevel),
    now,
    build,
    before: files,
  })
  process.stdout.write(startMessage(product, config))
  return {
    ...product,
    async workOffDay() {
      const due = [dueBillingJob, businessDayJob, dueShopBackfillJob]
      for (const job of due) await job.run(product.services, null)
    },
  }
}
