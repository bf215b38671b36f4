import { readFeedJob } from '#app/domain/products/jobs.ts'
import { queueDueFeeds, readProductFeed as read } from '#app/domain/products/read-feed.server.ts'
import { handle, schedule } from './job.ts'

/** Reads one product feed. */
export const productFeedJob = handle(readFeedJob, async (services, { feedId }) => {
  await read(services, feedId)
})

/** Sends a separate job for each feed that is due. */
export const dueProductFeedsJob = schedule(
  'products.read-feeds',
  '41 * * * *',
  async (services) => {
    await queueDueFeeds(services)
  },
)
