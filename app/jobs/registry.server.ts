/** Every job. */
import type { Job } from './job.ts'
import {
  sendAddressProvenEmail,
  sendEmailChangeEmail,
  sendEmailChangedEmail,
  sendFarewellEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendRegisteredAgainEmail,
  sendVerificationEmail,
  sendSecurityEmail,
} from './account-emails.server.ts'
import { readHomePageJob } from './home-page.server.ts'
import { sendInstallEmail } from './install-emails.server.ts'
import {
  connectionsJob,
  dueConnectionsJob,
  sendLossEmail,
  soonConnectionsJob,
} from './connections.server.ts'
import {
  connectionDeliveriesJob,
  deliveriesJob,
  dueConnectionDeliveriesJob,
  dueDeliveriesJob,
} from './deliveries.server.ts'
import {
  businessDayJob,
  dueBillingJob,
  endBillingJob,
  endpointCheckJob,
  nightlyBillingJob,
  reconcileBillingJob,
  reportOwnerJob,
  sendGiftEmail,
  sendOverdueEmail,
  sendPlanEndedEmail,
  sendPaymentFailedEmail,
  sendReceiptEmail,
} from './billing.server.ts'
import { applyErasuresJob } from './apply-erasures.server.ts'
import { sendUsageEmail, usageNoticesJob } from './usage-emails.server.ts'
import { sendReportEmail, dueReportsJob } from './report-emails.server.ts'
import { duePicturesJob, readNewPicturesJob } from './page-pictures.server.ts'
import { productFeedJob, dueProductFeedsJob, sendFeedFaultEmail } from './product-feeds.server.ts'
import { dueCatalogsJob, dueShopBackfillJob, shopBackfillJob } from './shop-backfill.server.ts'
import { sendDataExportEmail, sendStaffActEmail } from './staff-act-emails.server.ts'
import { sendSupportEmail, sendSupportMessageEmail } from './support-emails.server.ts'
import { storeConnectionJob } from './stores.server.ts'
import { duePushJob, sendNewPushJob } from './push.server.ts'
import { sweeps } from './sweeps.server.ts'
import { sendInvitationEmail, sendOwnershipEmail } from './team-emails.server.ts'
import { verifyCountsJob } from './verify-counts.server.ts'
import {
  dueWebhooksJob,
  resendDueWebhooksJob,
  sendPausedEmail,
  sendNewWebhooksJob,
} from './webhooks.server.ts'
import { wixScriptJob } from './wix-deliveries.server.ts'

export const jobs: readonly Job[] = [
  applyErasuresJob,
  businessDayJob,
  dueBillingJob,
  endBillingJob,
  endpointCheckJob,
  nightlyBillingJob,
  reconcileBillingJob,
  reportOwnerJob,
  sendGiftEmail,
  sendOverdueEmail,
  sendPlanEndedEmail,
  sendPaymentFailedEmail,
  sendReceiptEmail,
  connectionDeliveriesJob,
  connectionsJob,
  deliveriesJob,
  dueConnectionDeliveriesJob,
  dueConnectionsJob,
  soonConnectionsJob,
  dueDeliveriesJob,
  dueCatalogsJob,
  dueShopBackfillJob,
  wixScriptJob,
  sendDataExportEmail,
  sendFeedFaultEmail,
  sendAddressProvenEmail,
  sendEmailChangeEmail,
  sendEmailChangedEmail,
  sendFarewellEmail,
  sendInstallEmail,
  sendInvitationEmail,
  sendLossEmail,
  sendUsageEmail,
  sendOwnershipEmail,
  sendPasswordChangedEmail,
  sendReportEmail,
  sendPasswordResetEmail,
  sendRegisteredAgainEmail,
  sendSecurityEmail,
  sendStaffActEmail,
  sendSupportEmail,
  sendSupportMessageEmail,
  sendVerificationEmail,
  readHomePageJob,
  productFeedJob,
  shopBackfillJob,
  storeConnectionJob,
  dueProductFeedsJob,
  duePicturesJob,
  readNewPicturesJob,
  verifyCountsJob,
  usageNoticesJob,
  dueReportsJob,
  dueWebhooksJob,
  resendDueWebhooksJob,
  sendNewWebhooksJob,
  sendPausedEmail,
  duePushJob,
  sendNewPushJob,
  ...Object.values(sweeps),
]
