import { expect, onTestFinished, test } from 'vitest'
import { createTwilioSms } from '#app/clients/twilio-sms.server.ts'
import { SmsNotAccepted } from '#app/domain/accounts/two-factor/sms-sender.ts'
import { startSmsServer } from '#workshop/doubles/sms-server.ts'
import { createClock } from '#tests/support/clock.ts'
import { createProviders } from './compose.server.ts'

const message = { to: '+4915112345678', text: '123456 is your code' }

async function configure(isProduction: boolean) {
  const sms = await startSmsServer()
  onTestFinished(sms.stop)
  const config = {
    isProduction,
    twilio: sms.account,
    shopify: undefined,
    wix: undefined,
    integrationOrigins: new Map<string, string>(),
  }
  return { sms, sender: createTwilioSms(sms.account, createProviders(config, createClock().now)) }
}

test('in development and tests a configured provider may be a double on this machine', async () => {
  const { sms, sender } = await configure(false)

  await sender.send(message)

  expect(sms.messages).toEqual([{ to: message.to, from: sms.account.from, body: message.text }])
})

test('in production the same configuration reaches nothing', async () => {
  const { sms, sender } = await configure(true)

  await expect(sender.send(message)).rejects.toBeInstanceOf(SmsNotAccepted)

  expect(sms.messages).toEqual([])
})
