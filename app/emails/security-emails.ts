/** Notifies a person that their login methods changed or were used in an unusual way. */
import type { SecurityEvent } from '#app/domain/accounts/jobs.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

type Story = { subject: string; happened: string; besides: string }

const stories: Record<SecurityEvent, Story> = {
  'two-factor-on': {
    subject: 'two-factor authentication was turned on',
    happened: 'was set up to ask for a code besides the password',
    besides: 'Every browser that was logged in has to log in again.',
  },
  'two-factor-off': {
    subject: 'two-factor authentication was turned off',
    happened: 'was set up to ask for the password alone',
    besides: 'The recovery codes and the emergency token no longer work.',
  },
  'recovery-kit-renewed': {
    subject: 'you have new recovery codes',
    happened: 'got new recovery codes and a new emergency token',
    besides: 'The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'a recovery code was used',
    happened: 'was logged in to with a recovery code instead of a code by app or phone',
    besides: 'That code does not work again. Make new ones before you run out of them.',
  },
  'emergency-token-used': {
    subject: 'the emergency token was used',
    happened:
      'was logged in to with its emergency token, which turned two-factor authentication off',
    besides: 'Turn two-factor authentication on again as soon as you have your phone.',
  },
  'codes-refused': {
    subject: 'wrong codes were typed for your account',
    happened: 'was opened with the right password and five wrong codes in a row',
    besides: 'Nobody got in. If it was you, wait some minutes and try again.',
  },
  'passkey-added': {
    subject: 'a passkey was added',
    happened: 'got a passkey, which logs in without password and code',
    besides: 'You find your passkeys under Account, Security.',
  },
  'passkey-removed': {
    subject: 'a passkey was removed',
    happened: 'lost one of its passkeys',
    besides: 'You find those that are left under Account, Security.',
  },
}

export function securityEmail(event: SecurityEvent, at: Date, appUrl: string): EmailContent {
  const { subject, happened, besides } = stories[event]
  return {
    subject: `${productName}: ${subject}`,
    paragraphs: [
      `On ${moments.format(at)} UTC your account at ${productName} ${happened}.`,
      besides,
      'If it was not you, somebody knows your password: set a new one at once, and look through the browsers that are logged in.',
    ],
    action: { label: 'Set a new password', address: `${appUrl}/auth/forgot` },
    footer: 'You get this mail whenever the ways into your account change.',
  }
}

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
