import { processDeliveriesJob } from '#app/domain/deliveries/jobs.ts'
import { processDeliveries } from '#app/domain/deliveries/process-deliveries.server.ts'
import type { Services } from '#app/services.ts'
import { handle, schedule } from './job.ts'
import { processShopDeliveries } from './shop-deliveries.server.ts'

const run = (services: Services) =>
  processDeliveries(services, (batch) => processShopDeliveries(services, batch))

/** Processes what providers delivered. */
export const deliveriesJob = handle(processDeliveriesJob, run)

/** The same for what has to be tried again, and for what a process that died left. */
export const dueDeliveriesJob = schedule('deliveries.process-due', '* * * * *', run)
