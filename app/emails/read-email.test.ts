import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { readMail } from './read-email.ts'

const compose = async (mail: { subject: string; text: string; html: string }) => {
  const composer = createTransport({ streamTransport: true, buffer: true })
  const { message } = await composer.sendMail({ ...mail, from: 'a@x.example', to: 'b@x.example' })
  return (message as Buffer).toString()
}

test.each([
  ['plain words', 'Hello\n\nThere = is a line.\n'],
  ['letters beyond ASCII', 'Grüße – ☕\nund eine zweite Zeile\n'],
  ['a long address', `See https://footfall.test/auth/reset/${'x'.repeat(200)}\n`],
  ['hardly anything of ASCII', '日本語のメール\n'.repeat(9)],
])('an email of %s reads as it was written', async (_what, text) => {
  const raw = await compose({ subject: 'Footfall: a mail', text, html: '<p>other</p>' })

  const mail = readMail(raw)

  expect(mail.text.trim()).toBe(text.trim())
  expect(mail.headers).toMatchObject({ to: 'b@x.example', subject: 'Footfall: a mail' })
})

test('a long subject is one line again', async () => {
  const subject = 'Footfall: a subject of many words '.repeat(5).trim()

  expect(readMail(await compose({ subject, text: 'a', html: 'b' })).headers['subject']).toBe(
    subject,
  )
})
