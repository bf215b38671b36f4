/**
 * Emails about our support team's acts on an account or an organization. Subjects contain no user
 * input.
 */
import type { RemovedAccess, StaffEvent } from '#app/domain/accounts/jobs.ts'
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'
import { describeRemoved } from './removed-access.ts'
import { defuseLinks } from './team-emails.ts'

/** Names of what the event is about, and what staff wrote. */
type About = { team: string; site: string; notice: string | null }

type Story = {
  subject: string
  paragraphs: (about: About) => readonly string[]
  action: 'login' | 'password' | 'teams' | 'support' | 'site'
}

const notAsked = 'If you didn’t ask for this, contact us right away.'

const stories: Record<StaffEvent, Story> = {
  'email-verified': {
    subject: 'Your email address was confirmed',
    paragraphs: () => [
      `Our support team confirmed the email address of your ${productName} account. You’re logged out in all browsers, and a password that was set before doesn’t work anymore. To log in, set a new one.`,
      notAsked,
    ],
    action: 'password',
  },
  'sessions-ended': {
    subject: 'You were logged out everywhere',
    paragraphs: () => [
      `Our support team logged you out of ${productName} in all browsers. You can log in again.`,
      notAsked,
    ],
    action: 'login',
  },
  'factor-reset-asked': {
    subject: 'A reset of your two-factor authentication was requested',
    paragraphs: () => [
      `Our support team was asked to turn off two-factor authentication for your ${productName} account. A second member of our team has to confirm it within a day.`,
      notAsked,
    ],
    action: 'support',
  },
  suspended: {
    subject: 'Your account is suspended',
    paragraphs: ({ notice }) => [
      `Our support team suspended your ${productName} account. You’re logged out and can’t log in. Nothing is deleted.`,
      ...reasonOf(notice),
      'If you think this is a mistake, contact us.',
    ],
    action: 'site',
  },
  reinstated: {
    subject: 'Your account is no longer suspended',
    paragraphs: () => [
      `Our support team lifted the suspension of your ${productName} account. You can log in again.`,
    ],
    action: 'login',
  },
  'erasure-asked': {
    subject: 'The deletion of your account was requested',
    paragraphs: () => [
      `Our support team was asked to delete your ${productName} account and everything we store about you. A second member of our team has to confirm it within a day.`,
      notAsked,
    ],
    action: 'support',
  },
  'team-suspended': {
    subject: 'Your organization is suspended',
    paragraphs: ({ team, notice }) => [
      `Our support team suspended ${team}. Visitors don’t see nudges, and the API and webhooks refuse requests. Nothing is deleted.`,
      ...reasonOf(notice),
      'If you think this is a mistake, contact us.',
    ],
    action: 'support',
  },
  'team-reinstated': {
    subject: 'Your organization is no longer suspended',
    paragraphs: ({ team }) => [
      `Our support team lifted the suspension of ${team}. Visitors see its nudges again.`,
    ],
    action: 'teams',
  },
  'team-left': {
    subject: 'Your organization has a new owner',
    paragraphs: ({ team }) => [
      `Our support team transferred the ownership of ${team} to another member. You’re now an admin.`,
      notAsked,
    ],
    action: 'teams',
  },
  'team-received': {
    subject: "You're now the owner of an organization",
    paragraphs: ({ team }) => [
      `Our support team transferred the ownership of ${team} to you.`,
      'You’re now responsible for billing, and you’re the only one who can transfer or delete it.',
    ],
    action: 'teams',
  },
  'site-left': {
    subject: 'A site was transferred to another organization',
    paragraphs: ({ team, site }) => [
      `Our support team transferred ${site} from ${team} to another organization, with its nudges and data.`,
      notAsked,
    ],
    action: 'teams',
  },
  'site-received': {
    subject: 'Your organization received a site',
    paragraphs: ({ team, site }) => [
      `Our support team transferred ${site} to ${team}, with its nudges and data. From now on it counts toward your plan.`,
      notAsked,
    ],
    action: 'teams',
  },
  'team-erasure-asked': {
    subject: 'The deletion of your organization was requested',
    paragraphs: ({ team }) => [
      `Our support team was asked to delete ${team} with its sites and all their data. A second member of our team has to confirm it within a day.`,
      notAsked,
    ],
    action: 'support',
  },
  'team-erased': {
    subject: 'Your organization was deleted',
    paragraphs: ({ team }) => [
      `Our support team deleted ${team} with its sites and all their data. Your account still exists.`,
      notAsked,
    ],
    action: 'support',
  },
}

const reasonOf = (notice: string | null) => (notice === null ? [] : [`Reason: ${notice}`])

const actions = {
  login: { label: 'Log in', path: '/auth/login' },
  password: { label: 'Set new password', path: '/auth/forgot' },
  teams: { label: 'View organizations', path: '/settings/teams' },
  support: { label: 'Contact support', path: '/support' },
  site: { label: `Go to ${productName}`, path: '/' },
} as const

type Given = {
  team: string | null
  site: string | null
  notice: string | null
  removed?: readonly RemovedAccess[] | undefined
}
type Ways = { addressOf: ScreenAddress; supportEmail: string | undefined }

export function staffActEmail(
  event: StaffEvent,
  { team, site, notice, removed = [] }: Given,
  { addressOf, supportEmail }: Ways,
): EmailContent {
  const { subject, paragraphs, action } = stories[event]
  const { label, path } = actions[action]
  const about = {
    team: defuseLinks(team) ?? 'your organization',
    site: defuseLinks(site) ?? 'a site',
    notice,
  }
  const contact = supportEmail === undefined ? [] : [`You can reach us at ${supportEmail}.`]
  return {
    subject,
    paragraphs: [...paragraphs(about), ...describeRemoved(removed), ...contact],
    action: { label, address: addressOf(path) },
    footer: 'We send this email whenever our support team changes something for you.',
  }
}

type Export = { team: string | null; link: string }

/** How long and how often the link works. */
type ExportLimits = { days: number; downloads: number }

export const dataExportEmail = (
  { team, link }: Export,
  { days, downloads }: ExportLimits,
): EmailContent => ({
  subject: team === null ? 'Your data is ready' : "Your organization's data is ready",
  paragraphs: [
    team === null
      ? `Our support team prepared a file with everything ${productName} stores about you.`
      : `Our support team prepared a file with everything ${productName} stores for ${defuseLinks(team) ?? 'your organization'}.`,
    `Anyone with this link can download it, so don’t forward this email. The link works for ${String(downloads)} downloads and expires in ${String(days)} days.`,
    notAsked,
  ],
  action: { label: 'Download data', address: link },
  footer: 'You’re receiving this because our support team was asked for this data.',
})
