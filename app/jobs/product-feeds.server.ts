import { z } from 'zod'
import { readFeedJobName } from '#app/domain/products/feeds.server.ts'
import { queueDueFeeds, readProductFeed as read } from '#app/domain/products/read-feed.server.ts'
import { defineJob } from './job.ts'

/** Reads one product feed. */
export const productFeedJob = defineJob({
  name: readFeedJobName,
  payload: z.object({ feedId: z.number().int() }),
  async run(services, { feedId }) {
    await read(services, feedId)
  },
})

/** Sends a separate job for each feed that is due. */
export const dueProductFeedsJob = defineJob({
  name: 'products.read-feeds',
  payload: z.object({}),
  schedule: '41 * * * *',
  async run(services) {
    await queueDueFeeds(services)
  },
})
