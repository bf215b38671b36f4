/** A process that sends what is due until it is killed. Prints a line when it begins. */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#app/db/open.server.ts'
import { sendDuePush } from '#app/domain/push/send-due.server.ts'
import { createSecrets } from '#app/lib/security/secrets.server.ts'
import { createGuardedSender } from '#app/lib/web/sender/guarded-sender.server.ts'
import type { Services } from '#app/services.ts'

const [, , url = '', dataDir = '', appKey = '', origin = '', at = ''] = process.argv
const { db } = await openDatabase({ url, dataDir, address: 'a test', joinRunning: true })
const began = performance.now()

/** The part of the services that sending needs. */
const services = {
  db,
  log: console,
  // Goes on from the test's clock.
  now: () => new Date(Number(at) + performance.now() - began),
  config: { appUrl: 'http://footfall.test', mailFrom: 'no-reply@footfall.test' },
  security: { secrets: createSecrets(appKey) },
  net: { push: createGuardedSender({ doubles: [origin] }) },
  siteCache: { site: () => ({ isLimitReached: false }) },
} as unknown as Services

console.log('began')
for (;;) {
  await sendDuePush(services, { perSecond: Infinity })
  await pause(50)
}
