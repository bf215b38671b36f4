import {
  createUnsubscribeLink,
  wantsEmail,
} from '#app/domain/accounts/profile/notifications.server.ts'
import { readFeedNotice } from '#app/domain/products/feed-notice.server.ts'
import { feedFaultEmailJob, readFeedJob } from '#app/domain/products/jobs.ts'
import { queueDueFeeds, readProductFeed as read } from '#app/domain/products/read-feed.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { feedFaultEmail } from '#app/emails/feed-email.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { pathOnSite } from '#app/lib/switch-path.ts'
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

/** Informs one person that a product feed can no longer be read. */
export const sendFeedFaultEmail = handle(feedFaultEmailJob, async (services, notified) => {
  const { userId, feed, at } = notified
  const notice = await readFeedNotice(services, notified)
  const subscription = { userId, kind: 'connection-lost' as const }
  if (!notice || !(await wantsEmail(services, subscription))) return

  const { siteUuid } = notice
  const addressOf = await findScreenAddress(services, { userId, siteUuid })
  const letter = feedFaultEmail({
    ...notice,
    address: addressOf(pathOnSite(siteUuid, '/data-feeds/products')),
    choices: addressOf('/account/notifications'),
  })
  await services.mail.mailer.send({
    id: `feed-${feed}-${String(Date.parse(at))}-${String(userId)}`,
    to: notice.to,
    ...renderEmail(letter),
    unsubscribe: createUnsubscribeLink(services, subscription),
  })
})
