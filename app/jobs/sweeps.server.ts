/** Work that is due only by the clock: removes expired rows, sums up closed periods. */
import { sweepRateLimits } from '#app/domain/accounts/login/rate-limits.server.ts'
import { sweepPasswordResets } from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { sweepPasskeyChallenges } from '#app/domain/accounts/passkeys/passkey-challenges.server.ts'
import { sweepPendingLogins } from '#app/domain/accounts/login/pending-logins.server.ts'
import { sweepSessions } from '#app/domain/accounts/login/sessions.server.ts'
import { sweepImpersonations } from '#app/domain/accounts/staff/impersonation-end.server.ts'
import { sweepQuarantined } from '#app/domain/activities/approval.server.ts'
import { sweepPagePictures } from '#app/domain/activities/page-pictures/read-due-pictures.server.ts'
import { sweepConnections } from '#app/domain/connections/manage-connections.server.ts'
import { sweepOAuthApprovals } from '#app/domain/connections/oauth-approval.server.ts'
import { sweepDeliveries } from '#app/domain/deliveries/process-deliveries.server.ts'
import { keepPartitions } from '#app/domain/events/partitions.server.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { sweepSalts } from '#app/domain/events/visitor-key.server.ts'
import { sweepListedForms } from '#app/domain/forms/listed-forms.server.ts'
import { sweepImports } from '#app/domain/imports/imports.server.ts'
import { purgeDueShops } from '#app/domain/lifecycle/purge-shops.server.ts'
import { reconcileTransfers } from '#app/domain/lifecycle/transfer-site.server.ts'
import { sweepClientBuilds } from '#app/domain/serving/client-files.server.ts'
import { sweepProviderBudgets } from '#app/domain/connections/upkeep/provider-budgets.server.ts'
import { publishDue } from '#app/domain/nudges/editing/publish.server.ts'
import { sweepClaims } from '#app/domain/nudges/sweep-claims.server.ts'
import { sweepPushSends } from '#app/domain/push/sweep-sends.server.ts'
import { sweepPresence } from '#app/domain/presence/counts.server.ts'
import { sweepPreviews } from '#app/domain/serving/preview-link.server.ts'
import { sweepShopJoins } from '#app/domain/shops/join-links.server.ts'
import { sweepInvitations } from '#app/domain/teams/invitations.server.ts'
import { isOfInstall } from '#app/domain/shops/stores/go-on-with-install.server.ts'
import { sweepFrameSessions } from '#app/domain/shops/tenants/frame-sessions.server.ts'
import { sweepWebhooks } from '#app/domain/webhooks/log.server.ts'
import { sweepIdempotencyKeys } from '#app/domain/tokens/idempotency.server.ts'
import type { Services } from '#app/services.ts'
import { schedule } from './job.ts'

/** Each runs more often than it has to: the next run finds what an outage left. */
export const sweeps = {
  accounts: schedule('accounts.sweep', '17 * * * *', sweepAccounts),
  /** Partitions are created days ahead, so a missed hour does no harm. */
  partitions: schedule('events.keep-partitions', '7 * * * *', sweepEvents),
  days: schedule('events.roll-days', '3 * * * *', rollDays),
  connections: schedule('connections.sweep', '43 * * * *', (services) =>
    sweepConnections(services, isOfInstall(services)),
  ),
  oauthApprovals: schedule('oauth.sweep', '47 * * * *', sweepOAuthApprovals),
  deliveries: schedule('deliveries.sweep', '13 * * * *', sweepDeliveries),
  forms: schedule('forms.sweep', '53 3 * * *', sweepListedForms),
  imports: schedule('imports.sweep', '47 * * * *', sweepImports),
  pictures: schedule('activities.sweep-pictures', '57 * * * *', sweepPagePictures),
  nodes: schedule('nodes.sweep', '51 * * * *', sweepNodes),
  presence: schedule('live.sweep', '*/10 * * * *', sweepPresence),
  /** Owners schedule to the minute. */
  publishing: schedule('nudges.publish-due', '* * * * *', publishDue),
  claims: schedule('nudges.sweep-claims', '47 * * * *', sweepClaims),
  push: schedule('push.sweep', '29 3 * * *', sweepPushSends),
  previews: schedule('previews.sweep', '27 * * * *', sweepPreviews),
  /** Shops that uninstalled the app a while ago. */
  shops: schedule('shops.purge', '37 * * * *', purgeDueShops),
  /** Rows that were stored for a site's former organization during a transfer follow the site. */
  transfers: schedule('sites.settle', '23 * * * *', reconcileTransfers),
  webhooks: schedule('webhooks.sweep', '33 * * * *', sweepWebhooks),
}

/**
 * Impersonations, sessions, pending logins, challenges, links, attempt counters and idempotency keys
 * that have expired.
 */
async function sweepAccounts(services: Services): Promise<void> {
  await sweepImpersonations(services)
  await sweepSessions(services)
  await sweepFrameSessions(services)
  await sweepPendingLogins(services)
  await sweepPasskeyChallenges(services)
  await sweepPasswordResets(services)
  await sweepInvitations(services)
  await sweepShopJoins(services)
  await sweepRateLimits(services)
  await sweepIdempotencyKeys(services)
}

async function sweepEvents(services: Services): Promise<void> {
  await keepPartitions(services)
  await sweepSalts(services)
  await sweepQuarantined(services)
}

async function sweepNodes(services: Services): Promise<void> {
  await sweepClientBuilds(services)
  await sweepProviderBudgets(services)
}
