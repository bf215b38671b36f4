import { processConnectionDeliveries } from '#app/domain/connections/process-connection-deliveries.server.ts'
import {
  processConnectionDeliveriesJob,
  processDeliveriesJob,
} from '#app/domain/deliveries/jobs.ts'
import {
  processDeliveries,
  type WaitingDelivery,
} from '#app/domain/deliveries/process-deliveries.server.ts'
import type { Services } from '#app/services.ts'
import { processCardDeliveries } from './card-deliveries.server.ts'
import { handle, schedule } from './job.ts'
import { processShopDeliveries } from './shop-deliveries.server.ts'
import { processWixDeliveries } from './wix-deliveries.server.ts'

const runApps = (services: Services) =>
  processDeliveries(services, 'app', async (batch) => {
    const of = (name: WaitingDelivery['provider']) =>
      batch.filter(({ provider }) => provider === name)
    return new Map([
      ...(await processShopDeliveries(services, of('shopify'))),
      ...(await processCardDeliveries(services, of('stripe'))),
      ...(await processWixDeliveries(services, of('wix'))),
    ])
  })

const runConnections = (services: Services) =>
  processDeliveries(services, 'connection', (batch) => processConnectionDeliveries(services, batch))

/** Processes what providers delivered. */
export const deliveriesJob = handle(processDeliveriesJob, runApps)
export const connectionDeliveriesJob = handle(processConnectionDeliveriesJob, runConnections)

/** The same for what has to be tried again, and for what a process that died left. */
export const dueDeliveriesJob = schedule('deliveries.process-due', '* * * * *', runApps)
export const dueConnectionDeliveriesJob = schedule(
  'deliveries.process-due-connections',
  '* * * * *',
  runConnections,
)
