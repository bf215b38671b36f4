/** The jobs that write to a person about the account; app/jobs/account-emails.server.ts does them. */
export const accountEmailJobs = {
  /** Payload: `{ userId }`. */
  verification: 'accounts.mail-verification',
  /** Payload: `{ userId }`; 0 for nobody, so that asking takes the same time for every address. */
  reset: 'accounts.mail-reset',
  /** To the new address. Payload: `{ userId, email }`. */
  emailChange: 'accounts.mail-email-change',
  /** To the old address. Payload: `{ userId, email, at }`, `at` in milliseconds. */
  emailChanged: 'accounts.mail-email-changed',
  /** Payload: `{ userId, at }`, `at` in milliseconds. */
  passwordChanged: 'accounts.mail-password-changed',
  /** What changed about logging in. Payload: `{ userId, event, at }`, `at` in milliseconds. */
  security: 'accounts.mail-security',
  /** The last one. Payload: `{ to, at }`, `to` the sealed address, `at` in milliseconds. */
  farewell: 'accounts.mail-farewell',
} as const

/** What a person is told of, since somebody else may have done it. */
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
