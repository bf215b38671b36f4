/** Every job, alphabetical. */
import type { Job } from './job.ts'
import {
  mailEmailChange,
  mailEmailChanged,
  mailFarewell,
  mailPasswordChanged,
  mailReset,
  mailVerification,
} from './account-mails.server.ts'
import { mailInstallCode } from './install-mails.server.ts'
import { keepErased } from './keep-erased.server.ts'
import { keepPartitions } from './keep-partitions.server.ts'
import { mailMeter, watchMeters } from './meter-mails.server.ts'
import { mailReport, watchReports } from './report-mails.server.ts'
import { publishNudges } from './publish-nudges.server.ts'
import { readFeed, readFeeds } from './read-feeds.server.ts'
import { rollDays } from './roll-days.server.ts'
import { mailSecurity } from './security-mails.server.ts'
import { mailSupport } from './support-mails.server.ts'
import { settleSites } from './settle-sites.server.ts'
import { sweepClaims } from './sweep-claims.server.ts'
import { sweepImports } from './sweep-imports.server.ts'
import { sweepLive } from './sweep-presence.server.ts'
import { sweepPreviewLinks } from './sweep-previews.server.ts'
import { sweepAccounts } from './sweep.server.ts'
import { mailInvitation, mailOwnership } from './team-mails.server.ts'
import { verifyCounts } from './verify-counts.server.ts'

export const jobs: readonly Job[] = [
  keepErased,
  keepPartitions,
  mailEmailChange,
  mailEmailChanged,
  mailFarewell,
  mailInstallCode,
  mailInvitation,
  mailMeter,
  mailOwnership,
  mailPasswordChanged,
  mailReport,
  mailReset,
  mailSecurity,
  mailSupport,
  mailVerification,
  publishNudges,
  readFeed,
  readFeeds,
  rollDays,
  settleSites,
  sweepAccounts,
  sweepClaims,
  sweepImports,
  sweepLive,
  sweepPreviewLinks,
  verifyCounts,
  watchMeters,
  watchReports,
] as readonly Job[]
