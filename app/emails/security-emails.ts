/** Notifies a person that their login methods changed or were used in an unusual way. */
import type { SecurityEvent } from '#app/domain/accounts/jobs.ts'
import { formatLongMoment } from '#app/lib/days/moment-text.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

type Story = {
  subject: string
  /** @param at date and time, in UTC */
  happened: (at: string) => string
  besides: string
}

const stories: Record<SecurityEvent, Story> = {
  'two-factor-on': {
    subject: 'Two-factor authentication was turned on',
    happened: (at) =>
      `Your ${productName} account now requires a code in addition to your password (${at}).`,
    besides: 'All sessions were logged out.',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication was turned off',
    happened: (at) =>
      `Two-factor authentication was turned off for your ${productName} account on ${at}.`,
    besides: 'The recovery codes and the emergency token no longer work.',
  },
  'recovery-kit-renewed': {
    subject: 'You have new recovery codes',
    happened: (at) =>
      `New recovery codes and a new emergency token were created for your ${productName} account on ${at}.`,
    besides: 'The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    happened: (at) =>
      `Someone logged in to your ${productName} account with a recovery code on ${at}.`,
    besides: 'That code can’t be used again. Create new codes before you run out.',
  },
  'emergency-token-used': {
    subject: 'The emergency token was used',
    happened: (at) =>
      `Someone logged in to your ${productName} account with the emergency token on ${at}. This turned off two-factor authentication.`,
    besides: 'Turn two-factor authentication back on as soon as you have your phone.',
  },
  'codes-refused': {
    subject: 'Failed login attempts on your account',
    happened: (at) =>
      `Someone entered your correct password and then five wrong codes in a row on ${at}.`,
    besides: 'The login was blocked. If it was you, wait a few minutes and try again.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    happened: (at) =>
      `A passkey was added to your ${productName} account on ${at}. It can be used to log in without a password or code.`,
    besides: 'See your passkeys under Account › Security.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    happened: (at) => `A passkey was removed from your ${productName} account on ${at}.`,
    besides: 'See your remaining passkeys under Account › Security.',
  },
  'shop-connected': {
    subject: 'A Shopify shop was connected to your account',
    happened: (at) =>
      `A shop was connected to your ${productName} account on ${at}. The person who opens ${productName} in that shop’s admin is logged in as you.`,
    besides: 'Your organizations include the shop’s from now on. If you don’t know it, contact us.',
  },
}

export function securityEmail(event: SecurityEvent, at: Date, appUrl: string): EmailContent {
  const { subject, happened, besides } = stories[event]
  return {
    subject,
    paragraphs: [
      happened(formatLongMoment(at)),
      besides,
      'If this wasn’t you, someone may know your password. Reset it right away and check your active sessions.',
    ],
    action: { label: 'Reset password', address: `${appUrl}/auth/forgot` },
    footer: 'We send this email whenever your login settings change.',
  }
}
