/**
 * Processes that send a campaign are killed, again and again: no subscriber is left out, and none gets the
 * message twice (docs/threats.md R23). KILLS=10 does so more often.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { pushMessages, pushSends, pushSubscriptions } from '#app/db/schema/push.ts'
import { leaseMillis } from '#app/domain/push/sending/claim-sends.server.ts'
import { projectFile } from '#app/lib/project.server.ts'
import { hashOfEndpoint, sealAddress } from '#app/domain/push/subscribe.server.ts'
import { removeFolder } from '../support/folders.ts'
import { buildScript } from '../support/event-log/start-log-writer.ts'
import { openPushShop, type PushShop } from '../support/push/push-world.ts'

const kills = Number(process.env['KILLS'] ?? 4)
const subscribers = 150 * kills
const sender = new URL('../support/push/push-sender.ts', import.meta.url)

/** As many browsers as rows, without a request for each. */
async function subscribeMany({ world, site, push, key, subscribe }: PushShop): Promise<string[]> {
  await subscribe()
  const { db, security } = world.services
  const [first] = await db.system.select().from(pushSubscriptions)
  if (!first) throw new Error('There is no subscription.')
  const { id: _id, ...row } = first
  const browsers = Array.from({ length: subscribers }, () => push.subscribe(key))
  await db.system.insert(pushSubscriptions).values(
    browsers.map((browser) => {
      const uuid = crypto.randomUUID()
      return {
        ...row,
        uuid,
        address: sealAddress(security.secrets, uuid, browser),
        endpointHash: hashOfEndpoint(security.secrets, site.scope, browser.endpoint),
      }
    }),
  )
  return browsers.map(({ endpoint }) => new URL(endpoint).pathname)
}

test('killed again and again, no subscriber is left out and none gets it twice', async () => {
  const shop = await openPushShop()
  const { services, clock } = shop.world
  const paths = await subscribeMany(shop)
  const uuid = await shop.start()
  await shop.world.queue.stop()
  // Below the project's root, where the script finds the migrations.
  mkdirSync(projectFile('.cache'), { recursive: true })
  const folder = mkdtempSync(projectFile('.cache/push-sender-'))
  onTestFinished(() => {
    removeFolder(folder)
  })
  const script = await buildScript(sender, folder)

  for (let kill = 1; kill <= kills; kill += 1) {
    const child = spawn(
      process.execPath,
      [
        script,
        services.config.databaseUrl ?? '',
        services.config.dataDir,
        services.config.appKey,
        shop.push.origin,
        String(clock.now().getTime()),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    // Some are left for the next kill, although more come in before this one.
    const wanted = shop.push.received.length + 40 + Math.floor(Math.random() * 40)
    await expect
      .poll(() => shop.push.received.length, { interval: 5, timeout: 60_000 })
      .toBeGreaterThan(wanted)
    child.kill('SIGKILL')
    await ended
    // Its claims are given up.
    clock.advance(leaseMillis + 60_000)
  }
  await shop.send()
  clock.advance(leaseMillis + 60_000)
  await shop.send()

  // The service replaces a message with the same topic, so each browser has one.
  expect(paths.filter((path) => shop.push.waiting(path).length !== 1)).toEqual([])
  // One that was sent again is the same, which the worker knows by its ID.
  const ids = new Set(shop.push.received.map(({ text }) => (JSON.parse(text) as { id: string }).id))
  expect(ids.size).toBe(subscribers + 1)
  // Only what was on its way when a process was killed.
  expect(shop.push.received.length - ids.size).toBeLessThanOrEqual(150 * kills)
  const [row] = await services.db.system
    .select({ state: pushMessages.state })
    .from(pushMessages)
    .where(eq(pushMessages.uuid, uuid))
  expect(row?.state).toBe('sent')
  expect(await services.db.system.$count(pushSends, sql`${pushSends.state} = 'accepted'`)).toBe(
    subscribers + 1,
  )
}, 240_000)
