/** Schemas and rules of accounts that need no database. Safe in the browser. */
import { z } from 'zod'
import { textLine } from '#app/lib/web/text-input.ts'
import type { VerifiedShopSession } from './login/login-proof.server.ts'

/** ASVS 5.0 V6.2.1 and V6.2.9: at least 8, and long passphrases are allowed. */
export const passwordLength = { min: 8, max: 128 }

/** False for an account of a shop system that named no address: it has one below .invalid (RFC 2606). */
const hasAddress = (email: string): boolean => !email.endsWith('.invalid')

/** An account's email address for its screens. Empty: it has none. */
export const shownAddress = (email: string): string => (hasAddress(email) ? email : '')

export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This email address is too long.')
  .pipe(z.email('Enter an email address, for example name@shop.com.'))
  .refine(hasAddress, 'Enter an email address that can get email.')

/** The server also checks it against common passwords. */
const newPassword = z
  .string()
  .min(passwordLength.min, `Use at least ${String(passwordLength.min)} characters.`)
  .max(passwordLength.max, `Use ${String(passwordLength.max)} characters or fewer.`)

const personName = textLine({ max: 100, missing: 'Enter your name.' })

export const registerInput = z.object({
  name: personName,
  email: emailAddress,
  password: newPassword,
  /** The terms have to be accepted explicitly. */
  terms: z.literal('on', { error: 'Accept the terms of service to create an account.' }),
})
export type RegisterInput = z.infer<typeof registerInput>

/** Other fields of the registration screen. */
const beside = {
  /** Honeypot: people don't see this field, so only bots fill it in. */
  homepage: z.string().optional(),
  /** No coupons exist until there is something to pay for, so every code is invalid. */
  coupon: z.string().trim().max(0, 'This coupon code is invalid.').optional(),
}
const isPerson = ({ homepage }: { homepage?: string | undefined }) => !homepage
const notPerson = { path: [], error: 'Leave the hidden field blank.' }

export const registerForm = z
  .object({ ...registerInput.shape, ...beside })
  .refine(isPerson, notPerson)

/** Like the registration form, for invited people, whose email address is in the invitation. */
export const invitedForm = z
  .object({ ...registerInput.omit({ email: true }).shape, ...beside })
  .refine(isPerson, notPerson)
export type InvitedInput = Omit<RegisterInput, 'email'>

/** An existing password, which is only compared, never validated. */
const givenPassword = z.string().min(1, 'Enter your password.').max(1024, 'This is too long.')

/**
 * Password field of forms that ask people to confirm who they are. People without a password don't see the
 * field, so an empty value is valid here, and the password check refuses it.
 */
export const confirmingPassword = z.string().max(1024, 'This is too long.').default('')

export const loginInput = z.object({ email: emailAddress, password: givenPassword })
export type LoginInput = z.infer<typeof loginInput>

export const forgotInput = z.object({ email: emailAddress })

/** Input of a confirmation link. A null password: the form had no field for it. */
export const verifyInput = z.object({
  password: z.string().max(1024, 'This is too long.').nullable().default(null),
})

export const resetInput = z.object({ password: newPassword })

/**
 * Forms of the account's general screen. Field names are unique, because all forms are on one page.
 */
const nameInput = z.object({ intent: z.literal('name'), name: personName })
export type NameInput = z.infer<typeof nameInput>
const emailInput = z.object({
  intent: z.literal('email'),
  email: emailAddress,
  emailPassword: confirmingPassword,
})
export type EmailInput = z.infer<typeof emailInput>
const passwordInput = z.object({
  intent: z.literal('password'),
  currentPassword: confirmingPassword,
  newPassword,
})
export type PasswordInput = z.infer<typeof passwordInput>
export const generalInput = z.discriminatedUnion('intent', [nameInput, emailInput, passwordInput])

/** Forms of the privacy screen. */
export const exportInput = z.object({ exportPassword: confirmingPassword })
export type ExportInput = z.infer<typeof exportInput>
export const deleteAccountInput = z.object({
  intent: z.literal('delete', { error: 'Use the form on this page.' }),
  /** Email address, or name of an account without one. Typed to confirm, so no one deletes theirs by accident. */
  address: textLine({ max: 254, missing: 'Type what the field asks for.' }),
  deletePassword: confirmingPassword,
})
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>

/** Accepts a shop's link. */
export const joinInput = z.object({ joinPassword: confirmingPassword })

export const devicesInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('end'), id: z.uuid() }),
  z.object({ intent: z.literal('end-shop'), shop: z.string().max(255) }),
  z.object({ intent: z.literal('end-others') }),
  z.object({ intent: z.literal('end-frame'), id: z.uuid() }),
  z.object({
    intent: z.literal('allow-admin'),
    platform: z.enum(['wix', 'bigcommerce']),
    tenant: z.string().max(63),
    password: confirmingPassword,
  }),
])

/** The organization of the shop or store in whose admin the person is. Null: they are in none. */
export const teamOfAdmin = ({
  shopProof,
  frameSessionId,
  currentTeamId,
}: Pick<Account, 'shopProof' | 'frameSessionId' | 'currentTeamId'>): number | null =>
  shopProof !== null || frameSessionId !== null ? currentTeamId : null

/** The logged-in person, as far as screens can know. */
export type Account = {
  id: number
  name: string
  email: string
  /** Whether the person proved that the email address is theirs. */
  isVerified: boolean
  isStaff: boolean
  /** People who came by a shop's admin have none until they set one. */
  hasPassword: boolean
  /**
   * The shop system's proof of the person, which came with this very request, or in the frame of an admin
   * without a script minutes ago. Confirms what a password would, where there is none. Null for documents and
   * outside an admin.
   */
  shopProof: VerifiedShopSession | null
  /** Id in `frame_sessions` of the session that asks. Null: it's none in the frame of an admin. */
  frameSessionId: string | null
  /** Id in `photos`. */
  photoId: string | null
  currentTeamId: number | null
  currentSiteId: number | null
  /** When the second factor was last given in this browser. */
  secondFactorAt: Date | null
  /** The member of staff who impersonates this person, and until when. */
  impersonator: { id: number; name: string; endsAt: Date } | null
}
