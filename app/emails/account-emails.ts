/** Emails about a person's account. Subjects contain no user input. */
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

export const verificationEmail = (link: string): EmailContent => ({
  subject: `${productName}: confirm your email address`,
  paragraphs: [
    `Somebody made an account at ${productName} with this address. If it was you, confirm that the address is yours.`,
    'The link works for three days.',
  ],
  action: { label: 'Confirm the address', address: link },
  footer: 'If it was not you, there is nothing to do: without the link nothing is confirmed.',
})

export const emailChangeEmail = (link: string): EmailContent => ({
  subject: `${productName}: confirm your new email address`,
  paragraphs: [
    `Somebody wants to log in to ${productName} with this address from now on. If it was you, confirm that the address is yours.`,
    'The link works for three days. Until then the old address stays.',
  ],
  action: { label: 'Use this address', address: link },
  footer: 'If it was not you, there is nothing to do: without the link nothing changes.',
})

export const emailChangedEmail = (at: Date, appUrl: string): EmailContent => ({
  subject: `${productName}: your email address was changed`,
  paragraphs: [
    `Since ${moments.format(at)} UTC your account at ${productName} has another email address, and this one is no longer used.`,
    'If it was not you, write to us at once: somebody knows your password.',
  ],
  action: { label: `Go to ${productName}`, address: appUrl },
  footer: 'You get this mail once, at your old address.',
})

/** @param minutes how long the link is valid */
export const passwordResetEmail = (link: string, minutes: number): EmailContent => ({
  subject: `${productName}: set a new password`,
  paragraphs: [
    `Somebody asked for a new password for your account at ${productName}. If it was you, set it now.`,
    `The link works once, for ${String(minutes)} minutes.`,
  ],
  action: { label: 'Set a new password', address: link },
  footer: 'If it was not you, there is nothing to do: your password stays as it is.',
})

export const passwordChangedEmail = (at: Date, appUrl: string): EmailContent => ({
  subject: `${productName}: your password was changed`,
  paragraphs: [
    `The password of your account at ${productName} was changed on ${moments.format(at)} UTC. Every browser that was logged in was logged out.`,
    'If it was not you, set a new password at once.',
  ],
  action: { label: 'Set a new password', address: `${appUrl}/auth/forgot` },
  footer: 'You get this mail whenever the password is changed.',
})

export const farewellEmail = (at: Date, appUrl: string): EmailContent => ({
  subject: `${productName}: your account was deleted`,
  paragraphs: [
    `Your account at ${productName} was deleted on ${moments.format(at)} UTC, with everything that we knew about you.`,
    'This is the last mail. If it was not you, write to us at once: somebody knew your password.',
  ],
  action: { label: `Go to ${productName}`, address: appUrl },
  footer: 'Your address is kept no longer than this mail takes.',
})

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
