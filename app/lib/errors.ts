/** Expected refusals: what the product says no to, and with which status. */

/** One table for every refusal. A new code without a status does not compile. */
const statuses = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  invalid: 422,
  too_many: 429,
  /** A bug of ours. The person gets a reference, the log gets the story. */
  failed: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof statuses

/** Field name → sentences about it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** How a person can prove a second time who they are, besides an app's or a recovery code. */
export type StepUpMethods = { isByPhone: boolean; hasPasskey: boolean }

export const noErrors: FieldErrors = {}

/**
 * An expected no. Thrown by guards and the domain, turned into an answer in one place
 * (server/error-response.server.ts).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly details: {
      errors?: FieldErrors
      retryAfterSeconds?: number
      /** The second factor is asked for once more, in one of these ways. */
      proof?: StepUpMethods
      /** RFC 9110 15.5.6: which methods would have been right. */
      allow?: readonly string[]
    } = {},
  ) {
    super(message)
    this.status = statuses[code]
  }
}

/** A refusal of one field's value. An empty name is the form as a whole. */
export const refuseField = (field: string, sentence: string) =>
  new Refusal('invalid', sentence, { errors: { [field]: [sentence] } })

/** A refusal with sentences at several fields. */
export const refuseFields = (errors: FieldErrors) =>
  new Refusal('invalid', 'Some fields are not right.', { errors })

/** Spec §8: the catalogue's sentences, word for word. */
export const errorCatalog = {
  notFound: (path: string) => `Page Not Found: ${path}`,
  somethingWrong: 'Something went wrong',
  somethingWrongLong: 'Something went wrong. Please try again or contact customer support.',
  pleaseLogIn: 'Please log in to continue',
  sessionExpired: 'Session Expired',
  sessionExpiredLong: 'Your session has expired. Please login again to continue.',
} as const
