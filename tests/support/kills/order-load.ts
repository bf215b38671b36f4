/** A provider that delivers orders to the product, each until it is answered with success. */
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { activities, deliveries, goalConversions } from '#app/db/schema/index.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { dueConnectionDeliveriesJob, dueDeliveriesJob } from '#app/jobs/deliveries.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { kills, pause, type KillLoad, type KillWorld } from './kill-load.ts'

/** How fast a provider sends. */
type Pace = {
  senders: number
  /** Between two orders of a sender. Without it, the product works for minutes on what it had acknowledged. */
  paceMillis: number
}

const usualPace: Pace = { senders: 4, paceMillis: 50 }

type OrderRequest = { address: string; init: RequestInit }

type Provider = Pick<KillLoad, 'prepare' | 'end'> &
  Partial<Pace> & {
    name: 'shopify' | 'wordpress' | 'wix' | 'bigcommerce'
    /**
     * Connects the site with the provider.
     *
     * @returns what delivers an order, by its id. Called once for each order: attempts repeat the request
     */
    connect: (world: KillWorld, services: Services) => Promise<(order: string) => OrderRequest>
  }

export const orderLoad = ({
  connect,
  senders = usualPace.senders,
  paceMillis = usualPace.paceMillis,
  ...provider
}: Provider): KillLoad => ({
  ...provider,
  async start(world, services) {
    const goal = { kind: 'order', name: 'Order', is_repeatable: false, is_active: true } as const
    await createGoal(services, world.site, goal)
    const { acknowledged, stop } = startSenders(await connect(world, services), {
      senders,
      paceMillis,
    })
    return {
      acknowledged: () => acknowledged.size,
      stop,
      verify: (reading) =>
        expectEachOnce(reading, { name: provider.name, site: world.site, acknowledged }),
    }
  },
})

function startSenders(requestOf: (order: string) => OrderRequest, { senders, paceMillis }: Pace) {
  const acknowledged = new Set<string>()
  let isLoading = true
  let last = 0

  async function deliver(order: string): Promise<void> {
    const { address, init } = requestOf(order)
    for (;;) {
      const response = await fetch(address, init).catch(() => null)
      await response?.arrayBuffer().catch(() => null)
      if (response?.status === 200) break
      await pause(50)
    }
    acknowledged.add(order)
  }

  const running = Array.from({ length: senders }, async () => {
    while (isLoading) {
      await deliver(`9007199254${String((last += 1)).padStart(6, '0')}`)
      await pause(paceMillis)
    }
  })
  return {
    acknowledged,
    stop: async () => {
      isLoading = false
      await Promise.all(running)
    },
  }
}

type Delivered = {
  name: Provider['name']
  site: SiteScope
  acknowledged: ReadonlySet<string>
}

async function expectEachOnce(
  services: Services,
  { name, site: { siteId }, acknowledged }: Delivered,
): Promise<void> {
  const { system } = services.db
  const ofProvider = eq(deliveries.provider, name)
  const waiting = and(ofProvider, eq(deliveries.state, 'waiting'))
  // The deliveries of dead processes become due now, instead of in a minute.
  await system
    .update(deliveries)
    .set({ dueAt: new Date(0) })
    .where(waiting)
  // Another process takes them as the product does each minute.
  const process = async () => {
    await dueDeliveriesJob.run(services, {})
    await dueConnectionDeliveriesJob.run(services, {})
    return system.$count(deliveries, waiting)
  }
  await expect.poll(process, { timeout: 120_000, interval: 500 }).toBe(0)

  const sent = [...acknowledged].sort()
  const stored = await system
    .select({ id: activities.externalId })
    .from(activities)
    .where(eq(activities.siteId, siteId))
  const counted = await system
    .select({ key: goalConversions.uniqueKey })
    .from(goalConversions)
    .where(eq(goalConversions.siteId, siteId))
  expect(sent.length).toBeGreaterThanOrEqual(kills)
  expect(stored.map(({ id }) => id).sort()).toEqual(sent)
  expect(counted.map(({ key }) => key).sort()).toEqual(sent.map((id) => `order:${id}`))
  expect(await system.$count(deliveries, ofProvider)).toBe(sent.length)
}
