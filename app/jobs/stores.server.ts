import { connectStore } from '#app/domain/shops/stores/connect-store.server.ts'
import { connectStoreJob } from '#app/domain/shops/jobs.ts'
import { finishLater } from '#app/domain/shops/later-attempts.server.ts'
import { handle } from './job.ts'

/** Connects a store after its install. */
export const storeConnectionJob = handle(connectStoreJob, (services, payload) =>
  finishLater(services, {
    job: connectStoreJob,
    payload,
    finish: () => connectStore(services, payload),
  }),
)
