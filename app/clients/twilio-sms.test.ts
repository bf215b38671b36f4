import { expect, onTestFinished, test } from 'vitest'
import type { TwilioAccount } from '#app/config.server.ts'
import { createProviderClients } from '#app/lib/web/provider-client.server.ts'
import { startSmsServer } from '#workshop/doubles/sms-server.ts'
import { createTwilioSms } from './twilio-sms.server.ts'

async function createSender(change: Partial<TwilioAccount> = {}) {
  const server = await startSmsServer()
  onTestFinished(server.stop)
  const clients = createProviderClients({
    now: () => new Date('2026-03-02T10:00:00Z'),
    internet: {
      doubles: [server.account.url],
      resolve: (name) => Promise.resolve([{ address: name, family: 4 }]),
    },
  })
  return { server, sms: createTwilioSms({ ...server.account, ...change }, clients) }
}

const message = { to: '+31201234567', text: '123456 is your code.' }

test.each([
  ['a number', '+15005550006'],
  ['a messaging service', `MG${'0123456789abcdef'.repeat(2)}`],
])('a message from %s is sent as Twilio publishes it', async (_name, from) => {
  const { server, sms } = await createSender({ from })

  await sms.send(message)

  expect(server.messages).toEqual([{ to: message.to, from, body: message.text }])
})

test.each([
  ['a number that is none', { to: '+1' }, '21211'],
  ['an empty text', { text: '' }, '21602'],
])('%s isn’t accepted, with the code', async (_name, change, code) => {
  const { sms, server } = await createSender()
  // They differ from what is published, which is the point.
  server.ignorePublished()

  await expect(sms.send({ ...message, ...change })).rejects.toThrow(code)
})

test('a wrong token isn’t accepted', async () => {
  const { sms } = await createSender({ authToken: 'another' })

  await expect(sms.send(message)).rejects.toThrow('code 20003')
})

test.each([
  [400, 21408],
  [400, 21610],
  [400, 21614],
  [429, 20429],
])('a refusal of status %i names its code %i', async (status, code) => {
  const { server, sms } = await createSender()
  server.refuse(1, status, code)

  await expect(sms.send(message)).rejects.toThrow(`code ${String(code)}`)
  await sms.send(message)
  expect(server.messages).toHaveLength(1)
})
