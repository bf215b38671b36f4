import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTwilioSms } from '#app/clients/twilio-sms.server.ts'
import { SmsNotAccepted } from '#app/domain/accounts/two-factor/sms-sender.ts'
import { startSmsServer } from '#workshop/doubles/sms-server.ts'
import { createClock } from '#tests/support/clock.ts'
import { createPageFetch, createProviders } from './compose.server.ts'

const message = { to: '+4915112345678', text: '123456 is your code' }

async function configure(isProduction: boolean) {
  const sms = await startSmsServer()
  onTestFinished(sms.stop)
  const config = {
    isProduction,
    twilio: sms.account,
    shopify: undefined,
    wix: undefined,
    bigcommerce: undefined,
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

test.each([
  ['a site’s page on this machine is read where it’s named as a double', 'named', false, true],
  ['a site’s page on this machine isn’t read where it isn’t named', 'other', false, false],
  ['a site’s page on this machine is never read in production', 'named', true, false],
])('%s', async (_title, name, isProduction, isRead) => {
  const server = createServer((_request, response) => response.end('<h1>Oak Pottery</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const double = name === 'named' ? url : 'http://127.0.0.1:9'
  const fetchPage = createPageFetch({
    isProduction,
    integrationOrigins: new Map([[double, double]]),
  })

  const page = await fetchPage(url, { maxBytes: 1_000, maxMillis: 5_000, accept: 'text/html' })
    .then((body) => body.toString())
    .catch((error: unknown) => error)

  if (isRead) expect(page).toBe('<h1>Oak Pottery</h1>')
  else expect(page).toMatchObject({ name: 'NotFetched', why: 'address' })
})
