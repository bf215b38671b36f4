/** Events that are logged in NATS first, for senders that wait until they are counted. */
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { openNats } from '#app/clients/nats/open-nats.server.ts'
import { logFolder } from '../support/event-log/log-world.ts'
import { findNatsServer, type NatsServers } from '../support/nats/nats-servers.ts'
import { accountOf, createNotes, openServers } from '../support/nats/nats-world.ts'
import { createWorld } from '../support/world.ts'
import { testCounting } from '../product/events/counting-battery.ts'

describe.skipIf(findNatsServer() === null)('logged in NATS', () => {
  let nats: NatsServers
  beforeAll(async () => {
    nats = await openServers({ count: 1 })
  })
  afterAll(() => nats.stop())

  testCounting(async () => {
    const dataDir = logFolder()
    // Ten thousand events, each sent three times, take 12 MB.
    const account = accountOf(nats, { maxBytes: 32 * 1024 ** 2 })
    const opened = await openNats(account, { log: createNotes(), dataDir })
    onTestFinished(opened.close)
    return createWorld({
      environment: { EVENT_LOG: 'nats', NATS_URL: nats.url, DATA_DIR: dataDir },
      natsLog: opened.openLog,
    })
  })
})
