/** Webhooks that sites send. */
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { pausedEmailJob, resendWebhooksJob, sendWebhooksJob } from '#app/domain/webhooks/jobs.ts'
import { readPauseNotice } from '#app/domain/webhooks/pause-endpoint.server.ts'
import { sendDueWebhooks } from '#app/domain/webhooks/send-due.server.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { webhookPausedEmail } from '#app/emails/webhook-email.ts'
import { describeWebhooks } from '#app/presenters/webhook-bodies.server.ts'
import { pathOnSite } from '#app/lib/switch-path.ts'
import type { Services } from '#app/services.ts'
import { handle, schedule } from './job.ts'

const run = (services: Services) => sendDueWebhooks(services, { describe: describeWebhooks })

/** Sends what was stored. */
export const sendNewWebhooksJob = handle(sendWebhooksJob, run)

/** The same for what failed a moment ago. */
export const resendDueWebhooksJob = handle(resendWebhooksJob, run)

/** The same for what has to be tried again later, and for what a process that died left. */
export const dueWebhooksJob = schedule('webhooks.send-due', '* * * * *', run)

/** Informs one person that an endpoint was paused. */
export const sendPausedEmail = handle(pausedEmailJob, async (services, notified) => {
  const notice = await readPauseNotice(services, notified)
  if (!notice) return
  const { endpoint, userId } = notified
  const screen = pathOnSite(notice.siteUuid, `/site-settings/webhooks/${endpoint}`)
  const addressOf = await findScreenAddress(services, notified)
  await services.mail.mailer.send({
    id: `webhook-${endpoint}-${String(notice.pausedAt.getTime())}-${String(userId)}`,
    to: notice.to,
    ...renderEmail(webhookPausedEmail(notice, addressOf(screen))),
  })
})
