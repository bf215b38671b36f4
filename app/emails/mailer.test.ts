import { expect, test } from 'vitest'
import { createLog } from '#app/lib/log.server.ts'
import { createMailer } from './mailer.server.ts'

const mailer = createMailer({
  config: {
    appUrl: 'http://localhost:3000',
    dataDir: '/nowhere',
    isProduction: false,
    mailFrom: 'Footfall <no-reply@footfall.example>',
    // Nothing listens there.
    smtpUrl: 'smtp://127.0.0.1:1',
  },
  log: createLog('silent'),
  now: () => new Date(0),
})

const emailTo = (to: string) => ({ id: 'one', to, subject: 'A subject', text: '', html: '' })

test.each(['78@linen.invalid', 'sample@footfall.localhost'])(
  'an email to %s reaches no email server, as none can have that name',
  async (to) => {
    await expect(mailer.send(emailTo(to))).resolves.toBeUndefined()
  },
)

test('one to any other address is handed to the server', async () => {
  await expect(mailer.send(emailTo('owner@shop.example'))).rejects.toThrow('refused an email')
})
