/** Emails about a person's account. Creates the links here, so stored jobs contain none. */
import { randomUUID } from 'node:crypto'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { farewellSealLabel } from '#app/domain/lifecycle/erase-user.server.ts'
import { findAccountEmail } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import {
  createResetLink,
  resetMinutes,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import {
  createEmailChangeLink,
  createVerificationLink,
} from '#app/domain/accounts/mail-links/verification.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import {
  addressInUseEmail,
  addressProvenEmail,
  emailChangedEmail,
  emailChangeEmail,
  farewellEmail,
  passwordChangedEmail,
  passwordResetEmail,
  registeredAgainEmail,
  verificationEmail,
} from '#app/emails/account-emails.ts'
import { renderEmail, type EmailContent } from '#app/emails/render-email.server.tsx'
import { securityEmail } from '#app/emails/security-emails.ts'
import type { Services } from '#app/services.ts'
import { handle } from './job.ts'

export const sendVerificationEmail = handle(
  accountEmailJobs.verification,
  async (services, { userId }) => {
    const made = await createVerificationLink(services, userId)
    if (made) await send(services, made.email, verificationEmail(made.link))
  },
)

export const sendEmailChangeEmail = handle(
  accountEmailJobs.emailChange,
  async (services, { userId, email, mark }) => {
    const made = await createEmailChangeLink(services, { userId, to: email, mark: mark ?? '' })
    if (made?.link === null) await sendAddressInUse(services, email)
    else if (made) await send(services, email, emailChangeEmail(made.link))
  },
)

/** Once a day for each account, so that it isn't a way to send email to someone. */
async function sendAddressInUse(services: Services, email: string): Promise<void> {
  const { rateLimits } = services.security
  if (!(await rateLimits.countTakenNotice(email))) return
  try {
    await send(services, email, addressInUseEmail(services.config.appUrl))
  } catch (error) {
    // The job is tried again.
    await rateLimits.forgetTakenNotice(email)
    throw error
  }
}

/** To a person with an account, whose address someone tried to register with. */
export const sendRegisteredAgainEmail = handle(
  accountEmailJobs.registeredAgain,
  async (services, { userId, at }) => {
    const email = await findAccountEmail(services, userId)
    const letter = registeredAgainEmail(new Date(at), services.config.appUrl)
    if (email !== null) await send(services, email, letter)
  },
)

export const sendEmailChangedEmail = handle(
  accountEmailJobs.emailChanged,
  async (services, { userId, email, at }) => {
    const addressOf = await findScreenAddress(services, { userId })
    await send(services, email, emailChangedEmail(new Date(at), addressOf))
  },
)

export const sendPasswordResetEmail = handle(
  accountEmailJobs.reset,
  async (services, { userId }) => {
    const made = await createResetLink(services, userId)
    if (made) await send(services, made.email, passwordResetEmail(made.link, resetMinutes))
  },
)

export const sendPasswordChangedEmail = handle(
  accountEmailJobs.passwordChanged,
  async (services, { userId, at, removed = [], shopLogins = 0 }) => {
    const email = await findAccountEmail(services, userId)
    const changed = { at: new Date(at), removed, shopLogins }
    const letter = passwordChangedEmail(changed, services.config.appUrl)
    if (email !== null) await send(services, email, letter)
  },
)

/** Informs a person of what ended when their address was proven. */
export const sendAddressProvenEmail = handle(
  accountEmailJobs.addressProven,
  async (services, { userId, at, removed }) => {
    const email = await findAccountEmail(services, userId)
    const letter = addressProvenEmail(new Date(at), removed, services.config.appUrl)
    if (email !== null) await send(services, email, letter)
  },
)

/** Notifies a person about changes to their login methods. */
export const sendSecurityEmail = handle(
  accountEmailJobs.security,
  async (services, { userId, event, at }) => {
    const email = await findAccountEmail(services, userId)
    const letter = securityEmail(event, new Date(at), services.config.appUrl)
    if (email !== null) await send(services, email, letter)
  },
)

export const sendFarewellEmail = handle(accountEmailJobs.farewell, async (services, { to, at }) => {
  const deletedAt = new Date(at)
  const email = services.security.secrets.open(
    Buffer.from(to, 'base64'),
    farewellSealLabel(deletedAt),
  )
  await send(services, email, farewellEmail(deletedAt, services.config.appUrl))
})

const send = ({ mail: { mailer } }: Services, to: string, letter: EmailContent) =>
  mailer.send({ id: `account-${randomUUID()}`, to, ...renderEmail(letter) })
