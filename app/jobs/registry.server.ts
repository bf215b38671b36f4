/** Every job, alphabetical. */
import type { Job } from './job.ts'
import {
  mailEmailChange,
  mailEmailChanged,
  mailPasswordChanged,
  mailReset,
  mailVerification,
} from './account-mails.server.ts'
import { keepPartitions } from './keep-partitions.server.ts'
import { mailMeter, watchMeters } from './meter-mails.server.ts'
import { rollDays } from './roll-days.server.ts'
import { sweepClaims } from './sweep-claims.server.ts'
import { sweepLive } from './sweep-presence.server.ts'
import { sweepPreviewLinks } from './sweep-previews.server.ts'
import { sweepAccounts } from './sweep.server.ts'
import { verifyCounts } from './verify-counts.server.ts'

export const jobs: readonly Job[] = [
  keepPartitions,
  mailEmailChange,
  mailEmailChanged,
  mailMeter,
  mailPasswordChanged,
  mailReset,
  mailVerification,
  rollDays,
  sweepAccounts,
  sweepClaims,
  sweepLive,
  sweepPreviewLinks,
  verifyCounts,
  watchMeters,
] as readonly Job[]
