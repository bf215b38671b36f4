/** Every email leads people to the screens that they can open, as `findScreenAddress` names them. */
import { expect, test } from 'vitest'
import * as account from './account-emails.ts'
import * as billing from './billing-emails.ts'
import * as connection from './connection-email.ts'
import * as dataRequest from './data-request-email.ts'
import * as feed from './feed-email.ts'
import * as gift from './gift-email.ts'
import * as install from './install-email.ts'
import type { EmailContent } from './render-email.server.tsx'
import * as report from './report-email.ts'
import * as security from './security-emails.ts'
import * as staffAct from './staff-act-emails.ts'
import * as support from './support-email.ts'
import * as team from './team-emails.ts'
import * as usage from './usage-email.ts'
import * as webhook from './webhook-email.ts'

const admin = 'https://admin.shopify.com/store/linen/apps/footfall'
const addressOf = (path: string) => admin + path
const address = addressOf('/the-screen')
const choices = addressOf('/account/notifications')
const at = new Date('2026-11-27T12:00:00Z')
const owner = { to: 'olive@linen.example', teamId: 7, team: 'Linen' }
const letter = {
  requestId: 3,
  userId: 5,
  teamId: 7,
  subject: 'Orders',
  body: 'Done.',
  at,
  person: { name: 'Olive', email: owner.to },
  organization: 'Linen',
  author: 'staff' as const,
}
const totals = {
  visitors: 1,
  eligible: 1,
  impressions: 1,
  hovers: 1,
  clicks: 1,
  closes: 1,
  goals: 1,
  after: 1,
}
const notice = { team: null, site: null, notice: null }
const months = { month: at, renewsAt: at, siteBoosts: [], boost: null }
const meter = {
  teamId: 7,
  teamName: 'Linen',
  plan: 'free-shopify',
  meteredBy: 'impressions' as const,
  used: 300,
  allowance: 300,
  percent: 100,
  canBuyBoosts: true,
  ...months,
  isLimitReached: true,
  reachedAt: at,
}
const receipt = {
  ...owner,
  number: null,
  lines: [],
  currency: 'usd',
  taxCents: 0,
  totalCents: 0,
  paidCents: 0,
  carriedCents: 0,
  paidAt: at,
}

const emails: Record<string, EmailContent> = {
  emailChangedEmail: account.emailChangedEmail(at, addressOf),
  receiptEmail: billing.receiptEmail(receipt, addressOf),
  overdueEmail: billing.overdueEmail(
    {
      ...owner,
      planId: 'plus-shopify',
      nextPlanId: 'free-shopify',
      channel: 'shopify',
      openCents: 0,
      currency: 'usd',
      dueSince: at,
      planEndsAt: at,
      canceledEnd: null,
    },
    { reminder: 1, addressOf },
  ),
  paymentFailedEmail: billing.paymentFailedEmail(
    { ...owner, number: null, cents: 2_900, currency: 'usd', dropped: null },
    addressOf,
  ),
  planEndedEmail: billing.planEndedEmail(
    {
      ...owner,
      planId: 'plus-shopify',
      newPlanId: 'free-shopify',
      why: 'unpaid',
      at,
      open: [],
    },
    addressOf,
  ),
  connectionLostEmail: connection.connectionLostEmail({
    service: 'Klaviyo',
    account: 'linen',
    site: 'Linen',
    team: 'Linen',
    fault: null,
    isWaiting: false,
    lostAt: at,
    address,
    choices,
  }),
  dataRequestEmail: dataRequest.dataRequestEmail({ shop: 'Linen', count: 1 }, addressOf),
  feedFaultEmail: feed.feedFaultEmail({
    url: 'https://linen.example/feed',
    fault: 'It’s empty.',
    readAt: at,
    site: 'Linen',
    team: 'Linen',
    address,
    choices,
  }),
  giftEmail: gift.giftEmail({ ...owner, gift: { kind: 'plan', planId: 'plus' } }, addressOf),
  reportEmail: report.reportEmail(
    { siteUuid: 'x', host: 'linen.example', zone: 'Berlin', totals, before: totals, push: null },
    { from: '2026-11-20', to: '2026-11-26' },
    addressOf,
  ),
  staffActEmail: staffAct.staffActEmail('team-suspended', notice, {
    addressOf,
    supportEmail: undefined,
  }),
  supportAnswerEmail: support.supportAnswerEmail(letter, addressOf),
  ownershipEmail: team.ownershipEmail('Linen', address),
  usageEmail: usage.usageEmail(meter, 100, addressOf),
  webhookPausedEmail: webhook.webhookPausedEmail(
    { url: 'https://linen.example/hook', reason: 'failing', site: 'Linen', team: 'Linen' },
    address,
  ),
}

/** Emails without a screen of the reader's, each for a reason. */
const others = {
  // The link itself is the key, and works without a login.
  links: [
    ...['verificationEmail', 'emailChangeEmail', 'passwordResetEmail', 'invitationEmail'],
    'dataExportEmail',
  ],
  // Only people with a password get them.
  passwords: [
    ...['passwordChangedEmail', 'addressProvenEmail', 'securityEmail'],
    ...['registeredAgainEmail', 'addressInUseEmail'],
  ],
  // To people who don't use the product, or no longer.
  strangers: ['installEmail', 'farewellEmail'],
  // To our own people.
  staff: ['supportRequestEmail'],
}

test.each(Object.entries(emails))(
  '%s leads into the admin of the reader’s shop',
  (_name, email) => {
    const { action, choices: settings = null, paragraphs } = email

    expect(action.address.startsWith(`${admin}/`)).toBe(true)
    if (settings !== null) expect(settings.startsWith(`${admin}/`)).toBe(true)
    expect(paragraphs.join('\n')).not.toMatch(/https?:\/\/(?!linen\.example|admin\.shopify\.com)/)
  },
)

test('there is no other email', () => {
  const modules = [
    ...[account, billing, connection, dataRequest, feed, gift, install, report],
    ...[security, staffAct, support, team, usage, webhook],
  ]
  const written = modules.flatMap((one) => Object.keys(one)).filter((name) => /Email$/.test(name))

  expect(written.sort()).toEqual([...Object.keys(emails), ...Object.values(others).flat()].sort())
})
