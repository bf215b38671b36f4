/** Jobs that send emails about an account, done by app/jobs/account-emails.server.ts. */
export const accountEmailJobs = {
  /** Payload: `{ userId }`. */
  verification: 'accounts.mail-verification',
  /**
   * Payload: `{ userId }`; 0 for no account, so that a request takes the same time for every
   * address.
   */
  reset: 'accounts.mail-reset',
  /** To the new address. Payload: `{ userId, email }`. */
  emailChange: 'accounts.mail-email-change',
  /** To the old address. Payload: `{ userId, email, at }`, `at` in milliseconds. */
  emailChanged: 'accounts.mail-email-changed',
  /** Payload: `{ userId, at }`, `at` in milliseconds. */
  passwordChanged: 'accounts.mail-password-changed',
  /** A change to the login methods. Payload: `{ userId, event, at }`, `at` in milliseconds. */
  security: 'accounts.mail-security',
  /** The last email. Payload: `{ to, at }`, `to` the encrypted address, `at` in milliseconds. */
  farewell: 'accounts.mail-farewell',
} as const

/** Events that the person is notified of, because someone else may have caused them. */
export const securityEvents = [
  'two-factor-on',
  'two-factor-off',
  'recovery-kit-renewed',
  'recovery-code-used',
  'emergency-token-used',
  'codes-refused',
  'passkey-added',
  'passkey-removed',
] as const
export type SecurityEvent = (typeof securityEvents)[number]
