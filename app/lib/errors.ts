/** Expected refusals, and the status of each. */

/** One table for all refusals. A new code without a status doesn't compile. */
const statuses = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** If-Match names another state than the stored one. */
  precondition_failed: 412,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  invalid: 422,
  too_many: 429,
  /** The organization's plan doesn't include it. */
  not_on_plan: 402,
  /** A bug of ours. The person gets a reference number, the log gets the details. */
  failed: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof statuses

/** Field name → messages about it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** How a person can confirm their identity again, in addition to an app code or a recovery code. */
export type StepUpMethods = { isByPhone: boolean; hasPasskey: boolean }

export const noErrors: FieldErrors = {}

/**
 * An expected refusal. Guards and the domain throw it; server/error-response.server.ts turns it
 * into a response.
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
      /** The second factor is needed again, in one of these ways. */
      proof?: StepUpMethods
      /** RFC 9110 15.5.6: the allowed methods. */
      allow?: readonly string[]
      /** Set-Cookie header that removes the cookie of a session that is over. */
      endedCookie?: string | undefined
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
  new Refusal('invalid', 'Some fields are invalid.', { errors })

/** Fixed texts that the specification prescribes. Never change a word. */
export const errorCatalog = {
  notFound: (path: string) => `Page Not Found: ${path}`,
  somethingWrong: 'Something went wrong',
  somethingWrongPage: 'Something went wrong!',
  somethingWrongLong: 'Something went wrong. Please try again or contact customer support.',
  pleaseLogIn: 'Please log in to continue',
  sessionExpired: 'Session Expired',
  sessionExpiredLong: 'Your session has expired. Please login again to continue.',
} as const

/** An unknown page, also for those to whom an existing one is none. */
export const pageNotFound = ({ url }: { url: string }) =>
  new Refusal('not_found', errorCatalog.notFound(new URL(url).pathname))
