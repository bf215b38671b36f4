import {
  createUnsubscribeLink,
  wantsEmail,
} from '#app/domain/accounts/profile/notifications.server.ts'
import {
  lossEmailJob,
  pullConnectionsJob,
  pullConnectionsSoonJob,
} from '#app/domain/connections/jobs.ts'
import { readLossNotice } from '#app/domain/connections/loss-notice.server.ts'
import { pullConnections } from '#app/domain/connections/pull-connections.server.ts'
import { isStillHeld } from '#app/domain/connections/upkeep/look-again.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { connectionLostEmail } from '#app/emails/connection-email.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { integrationLabels } from '#app/integrations/labels.ts'
import { pathOnSite } from '#app/lib/switch-path.ts'
import { handle, schedule } from './job.ts'

/** Asks connected services for what they don't deliver. */
export const connectionsJob = handle(pullConnectionsJob, pullConnections)
export const soonConnectionsJob = handle(pullConnectionsSoonJob, pullConnections)

/** The same by the clock. */
export const dueConnectionsJob = schedule('connections.pull-due', '* * * * *', pullConnections)

/** Informs one person that a service refuses the access of a connection. */
export const sendLossEmail = handle(lossEmailJob, async (services, notified) => {
  const { userId, connection, lostAt } = notified
  const notice = await readLossNotice(services, notified)
  const subscription = { userId, kind: 'connection-lost' as const }
  if (!notice || !(await wantsEmail(services, subscription))) return
  if (!(await isStillHeld(services, notified))) return

  const { siteUuid } = notice
  const addressOf = await findScreenAddress(services, { userId, siteUuid })
  const screen = `/integrations/connections/${connection}`
  const letter = connectionLostEmail({
    ...notice,
    service: integrationLabels[notice.integration],
    address: addressOf(pathOnSite(siteUuid, screen)),
    choices: addressOf('/account/notifications'),
  })
  await services.mail.mailer.send({
    id: `connection-${connection}-${String(Date.parse(lostAt))}-${String(userId)}`,
    to: notice.to,
    ...renderEmail(letter),
    unsubscribe: createUnsubscribeLink(services, subscription),
  })
})
