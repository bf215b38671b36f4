/** Mails about a person's own account. Links are made here, so that no stored job carries one. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { accountMails } from '#app/domain/accounts/account-mails.ts'
import { sealedFor } from '#app/domain/lifecycle/erase-user.server.ts'
import { findEmail } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import {
  makeResetLink,
  resetMinutes,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import {
  makeEmailChangeLink,
  makeVerificationLink,
} from '#app/domain/accounts/mail-links/verification.server.ts'
import {
  emailChangedLetter,
  emailChangeLetter,
  farewellLetter,
  passwordChangedLetter,
  resetLetter,
  verificationLetter,
} from '#app/emails/account-letters.ts'
import { renderLetter, type Letter } from '#app/emails/letter.server.tsx'
import type { Services } from '#app/services.ts'
import { defineJob } from './job.ts'

const aboutUser = z.object({ userId: z.number() })

export const mailVerification = defineJob({
  name: accountMails.verification,
  payload: aboutUser,
  async run(services, { userId }) {
    const made = await makeVerificationLink(services, userId)
    if (made) await send(services, made.email, verificationLetter(made.link))
  },
})

export const mailEmailChange = defineJob({
  name: accountMails.emailChange,
  payload: aboutUser.extend({ email: z.string() }),
  async run(services, { userId, email }) {
    const link = await makeEmailChangeLink(services, userId, email)
    if (link !== null) await send(services, email, emailChangeLetter(link))
  },
})

export const mailEmailChanged = defineJob({
  name: accountMails.emailChanged,
  payload: aboutUser.extend({ email: z.string(), at: z.number() }),
  run: (services, { email, at }) =>
    send(services, email, emailChangedLetter(new Date(at), services.config.appUrl)),
})

export const mailReset = defineJob({
  name: accountMails.reset,
  payload: aboutUser,
  async run(services, { userId }) {
    const made = await makeResetLink(services, userId)
    if (made) await send(services, made.email, resetLetter(made.link, resetMinutes))
  },
})

export const mailPasswordChanged = defineJob({
  name: accountMails.passwordChanged,
  payload: aboutUser.extend({ at: z.number() }),
  async run(services, { userId, at }) {
    const email = await findEmail(services, userId)
    const letter = passwordChangedLetter(new Date(at), services.config.appUrl)
    if (email !== null) await send(services, email, letter)
  },
})

export const mailFarewell = defineJob({
  name: accountMails.farewell,
  payload: z.object({ to: z.base64(), at: z.number() }),
  async run(services, { to, at }) {
    const deletedAt = new Date(at)
    const email = services.secrets.open(Buffer.from(to, 'base64'), sealedFor(deletedAt))
    await send(services, email, farewellLetter(deletedAt, services.config.appUrl))
  },
})

const send = ({ mailer }: Services, to: string, letter: Letter) =>
  mailer.send({ id: `account-${randomUUID()}`, to, ...renderLetter(letter) })
