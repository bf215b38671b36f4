/** Shapes and rules of accounts that need no database. Safe in the browser. */
import { z } from 'zod'

/** ASVS 5.0 V6.2.1 and V6.2.9: at least 8, and long passphrases are welcome. */
export const passwordLength = { min: 8, max: 128 }

export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This address is too long.')
  .pipe(z.email('Enter an email address, like name@shop.com.'))

/** Whether it is among those that attackers try first is the server's to say. */
const newPassword = z
  .string()
  .min(passwordLength.min, `Use at least ${String(passwordLength.min)} characters.`)
  .max(passwordLength.max, `Use at most ${String(passwordLength.max)} characters.`)

const personName = z
  .string()
  .trim()
  .min(1, 'Enter your name.')
  .max(100, 'Use at most 100 characters.')

export const registerInput = z.object({
  name: personName,
  email: emailAddress,
  password: newPassword,
  /** Spec §5: the terms must be accepted at registration. */
  terms: z.literal('on', { error: 'Accept the terms of service to create an account.' }),
})
export type RegisterInput = z.infer<typeof registerInput>

/** What the screen sends along. */
const beside = {
  /** T46 (security.md): nobody sees this field, so only a program fills it in. */
  homepage: z.string().optional(),
  /** Spec §5: it must be valid. None exists until there is something to pay. */
  coupon: z.string().trim().max(0, 'This coupon code is invalid.').optional(),
}
const isPerson = ({ homepage }: { homepage?: string | undefined }) => !homepage
const notPerson = { path: [], error: 'Leave the field empty that cannot be seen.' }

export const registerForm = z
  .object({ ...registerInput.shape, ...beside })
  .refine(isPerson, notPerson)

/** The same for who was invited: the address is the one that the invitation was sent to. */
export const invitedForm = z
  .object({ ...registerInput.omit({ email: true }).shape, ...beside })
  .refine(isPerson, notPerson)
export type InvitedInput = Omit<RegisterInput, 'email'>

/** Of a password that exists: judged by comparing alone. */
export const givenPassword = z
  .string()
  .min(1, 'Enter your password.')
  .max(1024, 'This is too long.')

export const loginInput = z.object({ email: emailAddress, password: givenPassword })
export type LoginInput = z.infer<typeof loginInput>

export const forgotInput = z.object({ email: emailAddress })

export const resetInput = z.object({ password: newPassword })

/** The forms of the account's general screen. Field names are their own: all stand on one page. */
const nameInput = z.object({ intent: z.literal('name'), name: personName })
export type NameInput = z.infer<typeof nameInput>
const emailInput = z.object({
  intent: z.literal('email'),
  email: emailAddress,
  emailPassword: givenPassword,
})
export type EmailInput = z.infer<typeof emailInput>
const passwordInput = z.object({
  intent: z.literal('password'),
  currentPassword: givenPassword,
  newPassword,
})
export type PasswordInput = z.infer<typeof passwordInput>
export const generalInput = z.discriminatedUnion('intent', [nameInput, emailInput, passwordInput])

/** The forms of the privacy screen. */
export const exportInput = z.object({ exportPassword: givenPassword })
export type ExportInput = z.infer<typeof exportInput>
export const deleteAccountInput = z.object({
  intent: z.literal('delete', { error: 'Send the form of this screen.' }),
  /** Typed, so that nobody does it by a slip. */
  address: emailAddress,
  deletePassword: givenPassword,
})
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>

export const devicesInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('end'), id: z.uuid() }),
  z.object({ intent: z.literal('end-others') }),
])

/** The signed-in person as screens may know them. */
export type Account = {
  id: number
  name: string
  email: string
  /** Whether the address was proven to be the person's own. */
  isVerified: boolean
  isStaff: boolean
  /** In `photos`. */
  photoId: string | null
  currentTeamId: number | null
  currentSiteId: number | null
  /** When the second factor was last given in this browser. */
  secondFactorAt: Date | null
  /** The member of staff who stands in for this person (T06, security.md), and until when. */
  impersonator: { id: number; name: string; endsAt: Date } | null
}
