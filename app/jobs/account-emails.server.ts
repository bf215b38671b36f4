/** Emails about a person's account. Creates the links here, so that stored jobs contain none. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { accountEmailJobs } from '#app/domain/accounts/account-email-jobs.ts'
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
import {
  emailChangedEmail,
  emailChangeEmail,
  farewellEmail,
  passwordChangedEmail,
  passwordResetEmail,
  verificationEmail,
} from '#app/emails/account-emails.ts'
import { renderEmail, type EmailContent } from '#app/emails/render-email.server.tsx'
import type { Services } from '#app/services.ts'
import { defineJob } from './job.ts'

const aboutUser = z.object({ userId: z.number() })

export const sendVerificationEmail = defineJob({
  name: accountEmailJobs.verification,
  payload: aboutUser,
  async run(services, { userId }) {
    const made = await createVerificationLink(services, userId)
    if (made) await send(services, made.email, verificationEmail(made.link))
  },
})

export const sendEmailChangeEmail = defineJob({
  name: accountEmailJobs.emailChange,
  payload: aboutUser.extend({ email: z.string() }),
  async run(services, { userId, email }) {
    const link = await createEmailChangeLink(services, userId, email)
    if (link !== null) await send(services, email, emailChangeEmail(link))
  },
})

export const sendEmailChangedEmail = defineJob({
  name: accountEmailJobs.emailChanged,
  payload: aboutUser.extend({ email: z.string(), at: z.number() }),
  run: (services, { email, at }) =>
    send(services, email, emailChangedEmail(new Date(at), services.config.appUrl)),
})

export const sendPasswordResetEmail = defineJob({
  name: accountEmailJobs.reset,
  payload: aboutUser,
  async run(services, { userId }) {
    const made = await createResetLink(services, userId)
    if (made) await send(services, made.email, passwordResetEmail(made.link, resetMinutes))
  },
})

export const sendPasswordChangedEmail = defineJob({
  name: accountEmailJobs.passwordChanged,
  payload: aboutUser.extend({ at: z.number() }),
  async run(services, { userId, at }) {
    const email = await findAccountEmail(services, userId)
    const letter = passwordChangedEmail(new Date(at), services.config.appUrl)
    if (email !== null) await send(services, email, letter)
  },
})

export const sendFarewellEmail = defineJob({
  name: accountEmailJobs.farewell,
  payload: z.object({ to: z.base64(), at: z.number() }),
  async run(services, { to, at }) {
    const deletedAt = new Date(at)
    const email = services.secrets.open(Buffer.from(to, 'base64'), farewellSealLabel(deletedAt))
    await send(services, email, farewellEmail(deletedAt, services.config.appUrl))
  },
})

const send = ({ mailer }: Services, to: string, letter: EmailContent) =>
  mailer.send({ id: `account-${randomUUID()}`, to, ...renderEmail(letter) })
