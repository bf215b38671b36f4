/** The sample shop while the demo runs: its history is completed after the start, and follows the clock. */
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { Sample } from '../sample/fill-sample.server.ts'
import type { DemoDoubles } from './demo-doubles.ts'

/** Runs work on the product's database. */
export type WithServices = <Result>(
  work: (services: Services) => Promise<Result>,
) => Promise<Result>

const everyMillis = 10 * minuteMillis

/** Null: it couldn't be created. The demo works without it. */
export async function createSample(
  services: Services,
  doubles: DemoDoubles,
): Promise<Sample | null> {
  const { ensureSample, sampleDays } = await import('../sample/fill-sample.server.ts')
  try {
    return await ensureSample(services, { days: sampleDays, billing: doubles.billing })
  } catch (error) {
    report('There is no sample shop', error)
    return null
  }
}

/** Resolves when its history ends in this moment. Then goes on until the process ends. */
export async function keepSample(
  withServices: WithServices,
  { services: connectable }: DemoDoubles,
  { merchant }: Sample['people']['ids'],
): Promise<void> {
  const [{ fillSample, sampleDays: days }, { findSampleShop }, { ensureSampleConnection }] =
    await Promise.all([
      import('../sample/fill-sample.server.ts'),
      import('../sample/sample-shop.server.ts'),
      import('../sample/sample-connection.server.ts'),
    ])
  let isConnected = false
  const complete = async () => {
    try {
      await withServices(async (services) => {
        const shop = await findSampleShop(services, merchant)
        if (!shop) return
        // The product is used meanwhile, with the same database.
        await fillSample(services, shop, { days, rest: pause })
        // Once: its merchant may disconnect it.
        if (isConnected || !connectable) return
        await ensureSampleConnection(services, shop, connectable.woo)
        isConnected = true
      })
    } catch (error) {
      report('The history of the sample shop isn’t complete. It continues in ten minutes', error)
    }
  }
  await complete()
  let isRunning = false
  setInterval(() => {
    if (isRunning) return
    isRunning = true
    void complete().finally(() => {
      isRunning = false
    })
  }, everyMillis).unref()
}

function report(sentence: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${sentence}: ${reason}\n`)
}
