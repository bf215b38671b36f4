/** All jobs, in alphabetical order. */
import type { Job } from './job.ts'
import {
  sendEmailChangeEmail,
  sendEmailChangedEmail,
  sendFarewellEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendVerificationEmail,
} from './account-emails.server.ts'
import { sendInstallEmail } from './install-emails.server.ts'
import { applyErasuresJob } from './apply-erasures.server.ts'
import { partitionsJob } from './keep-partitions.server.ts'
import { sendUsageEmail, usageNoticesJob } from './usage-emails.server.ts'
import { sendReportEmail, dueReportsJob } from './report-emails.server.ts'
import { publishScheduledJob } from './publish-nudges.server.ts'
import { productFeedJob, dueProductFeedsJob } from './product-feeds.server.ts'
import { rollDaysJob } from './roll-days.server.ts'
import { sendSecurityEmail } from './security-emails.server.ts'
import { sendSupportEmail } from './support-emails.server.ts'
import { reconcileTransfersJob } from './reconcile-transfers.server.ts'
import { sweepClaimsJob } from './sweep-claims.server.ts'
import { sweepImportsJob } from './sweep-imports.server.ts'
import { sweepPresenceJob } from './sweep-presence.server.ts'
import { sweepPreviewLinksJob } from './sweep-previews.server.ts'
import { sweepAccountsJob } from './sweep.server.ts'
import { sendInvitationEmail, sendOwnershipEmail } from './team-emails.server.ts'
import { verifyCountsJob } from './verify-counts.server.ts'

export const jobs: readonly Job[] = [
  applyErasuresJob,
  partitionsJob,
  sendEmailChangeEmail,
  sendEmailChangedEmail,
  sendFarewellEmail,
  sendInstallEmail,
  sendInvitationEmail,
  sendUsageEmail,
  sendOwnershipEmail,
  sendPasswordChangedEmail,
  sendReportEmail,
  sendPasswordResetEmail,
  sendSecurityEmail,
  sendSupportEmail,
  sendVerificationEmail,
  publishScheduledJob,
  productFeedJob,
  dueProductFeedsJob,
  rollDaysJob,
  reconcileTransfersJob,
  sweepAccountsJob,
  sweepClaimsJob,
  sweepImportsJob,
  sweepPresenceJob,
  sweepPreviewLinksJob,
  verifyCountsJob,
  usageNoticesJob,
  dueReportsJob,
] as readonly Job[]
