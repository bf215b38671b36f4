/** Emails about a person's account. Subjects contain no user input. */
import type { RemovedAccess } from '#app/domain/accounts/jobs.ts'
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { formatLongMoment } from '#app/lib/days/moment-text.ts'
import { productName } from '#app/lib/product.ts'
import { describeRemoved } from './removed-access.ts'
import type { EmailContent } from './render-email.server.tsx'

export const verificationEmail = (link: string): EmailContent => ({
  subject: 'Confirm your email address',
  paragraphs: [
    `Thanks for signing up for ${productName}. Please confirm that this is your email address.`,
    'This link expires in three days.',
  ],
  action: { label: 'Confirm email address', address: link },
  footer: 'If you didn’t sign up, you can ignore this email.',
})

export const emailChangeEmail = (link: string): EmailContent => ({
  subject: 'Confirm your new email address',
  paragraphs: [
    `This address was entered as the new login email of a ${productName} account. If that was you, please confirm it.`,
    'This link expires in three days. Until you confirm, your old address stays in use.',
  ],
  action: { label: 'Confirm new email address', address: link },
  footer: 'If you didn’t ask for this, you can ignore this email. Nothing will change.',
})

/** To the owner of an account whose address someone entered as a new login address. */
export const addressInUseEmail = (appUrl: string): EmailContent => ({
  subject: 'You already have an account with this address',
  paragraphs: [
    `Someone entered this address as the new login email of another ${productName} account. You already have an account with it, so nothing was changed.`,
    'If that was you, enter a different address, or delete the account with this one first. If it wasn’t you, you don’t have to do anything.',
  ],
  action: { label: 'Log in', address: `${appUrl}/auth/login` },
  footer: 'We send this email at most once a day.',
})

/** To the owner of an account whose address someone tried to register with. */
export const registeredAgainEmail = (at: Date, appUrl: string): EmailContent => ({
  subject: 'You already have an account',
  paragraphs: [
    `Someone tried to create a ${productName} account with your email address on ${formatLongMoment(at)}. You already have one, so nothing was created or changed.`,
    'If that was you, log in. If you forgot your password, you can set a new one on the login page. If it wasn’t you, you don’t have to do anything.',
  ],
  action: { label: 'Log in', address: `${appUrl}/auth/login` },
  footer: 'We send this email at most once a day.',
})

export const emailChangedEmail = (at: Date, addressOf: ScreenAddress): EmailContent => ({
  subject: 'Your email address was changed',
  paragraphs: [
    `On ${formatLongMoment(at)}, the email address of your ${productName} account was changed. This address is no longer used.`,
    'If you didn’t do this, contact us right away. Someone may know your password.',
  ],
  action: { label: `Go to ${productName}`, address: addressOf('/') },
  footer: 'We sent this to your old address so you know about the change.',
})

/** @param minutes how long the link is valid */
export const passwordResetEmail = (link: string, minutes: number): EmailContent => ({
  subject: 'Reset your password',
  paragraphs: [
    `We received a request to reset the password of your ${productName} account.`,
    `The link works once and expires in ${String(minutes)} minutes.`,
  ],
  action: { label: 'Reset password', address: link },
  footer: 'If you didn’t ask for this, you can ignore this email. Your password won’t change.',
})

type ChangedPassword = {
  at: Date
  /** Access that ended because the new password proved the address for the first time. */
  removed: readonly RemovedAccess[]
  /** How many logins through shops' admins ended. */
  shopLogins: number
}

export const passwordChangedEmail = (
  { at, removed, shopLogins }: ChangedPassword,
  appUrl: string,
): EmailContent => ({
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your ${productName} account was changed on ${formatLongMoment(at)}. All sessions were logged out.`,
    ...(shopLogins === 0 ? [] : [connectAgain]),
    ...(removed.length === 0 ? [] : ['This also confirmed your email address.']),
    ...describeRemoved(removed),
    'If you didn’t do this, reset your password right away.',
  ],
  action: { label: 'Reset password', address: `${appUrl}/auth/forgot` },
  footer: 'We send this email whenever your password changes.',
})

const connectAgain = `You were also logged out of ${productName} in Shopify. To go on there, open the app in your shop’s admin and connect your account again.`

/** To someone who was logged in when they proved it. Only when something was removed. */
export const addressProvenEmail = (
  at: Date,
  removed: readonly RemovedAccess[],
  appUrl: string,
): EmailContent => ({
  subject: 'Your email address was confirmed',
  paragraphs: [
    `The email address of your ${productName} account was confirmed on ${formatLongMoment(at)}.`,
    ...describeRemoved(removed),
    'If you didn’t choose the account’s password yourself, set a new one right away.',
  ],
  action: { label: 'Reset password', address: `${appUrl}/auth/forgot` },
  footer: 'We send this email when confirming your address removes something from your account.',
})

export const farewellEmail = (at: Date, appUrl: string): EmailContent => ({
  subject: 'Your account was deleted',
  paragraphs: [
    `Your ${productName} account and everything we stored about you were deleted on ${formatLongMoment(at)}.`,
    'This is our last email to you. If you didn’t do this, contact us right away. Someone may have known your password.',
  ],
  action: { label: `Go to ${productName}`, address: appUrl },
  footer: 'We delete your email address once this email is delivered.',
})
