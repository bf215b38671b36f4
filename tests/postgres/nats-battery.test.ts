/** The battery of all logs, in NATS. */
import { afterAll, beforeAll, describe } from 'vitest'
import { testLog } from '../support/event-log/log-battery.ts'
import { natsPlaces } from '../support/nats/nats-place.ts'
import { findNatsServer, type NatsServers } from '../support/nats/nats-servers.ts'
import { openServers } from '../support/nats/nats-world.ts'

describe.skipIf(findNatsServer() === null)('the log in NATS', () => {
  let nats: NatsServers
  beforeAll(async () => {
    // The battery has a group that is larger than those of the product.
    nats = await openServers({ count: 1, maxPayload: 8 * 1024 ** 2 })
  })
  afterAll(() => nats.stop())

  testLog(natsPlaces(() => nats))
})
