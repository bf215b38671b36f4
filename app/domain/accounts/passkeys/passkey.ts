/** Schemas of passkeys that need no database. Safe in the browser. */
import { z } from 'zod'
import { textLine } from '#app/lib/web/text-input.ts'
import { confirmingPassword } from '../account.ts'

/** How long a challenge is valid. */
export const passkeyMinutes = 5

/** More than anyone has devices. */
export const maxPasskeys = 20

const passkeyName = textLine({ max: 60, missing: 'Enter a name.' })

/** The authenticator's response as JSON. The library validates its content. */
const answer = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'Invalid passkey response.' })
      return z.NEVER
    }
  })

const base64url = z
  .string()
  .max(16_000)
  .regex(/^[\w-]*$/)

const credential = z.object({
  id: base64url.min(1).max(1400),
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
})

const registrationAnswer = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})
export type RegistrationAnswer = z.output<typeof registrationAnswer>

const authenticationAnswer = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.exactOptional(),
  }),
})
export type AuthenticationAnswer = z.output<typeof authenticationAnswer>

/**
 * Field names are unique, because the list's forms are on the same screen. Adding a passkey takes
 * two steps: the challenge, then the authenticator's response.
 */
export const addPasskeyInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('ask'),
    passkeyName,
    passkeyPassword: confirmingPassword,
  }),
  z.object({
    intent: z.literal('add'),
    passkeyName,
    answer: answer.pipe(registrationAnswer),
  }),
])

export const changePasskeyInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('rename'), id: z.coerce.number().int(), name: passkeyName }),
  z.object({
    intent: z.literal('remove'),
    id: z.coerce.number().int(),
    password: confirmingPassword,
  }),
])

/** The two steps of a login with a passkey. */
export const passkeyLoginInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('ask') }),
  z.object({ intent: z.literal('answer'), answer: answer.pipe(authenticationAnswer) }),
])
