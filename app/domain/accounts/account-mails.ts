/** The jobs that write to a person about the account; app/jobs/account-mails.server.ts does them. */
export const accountMails = {
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
} as const
