/** Memory per site, which sites are evicted when it is full, and recompression of payloads. */
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Database } from '#app/db/db.ts'
import { createSiteCache } from '#app/domain/serving/site-cache.server.ts'
import { serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

test('the payload that was asked for longest ago leaves, and is built again when it is asked for', async () => {
  const world = await createWorld()
  const team = await world.team()
  const sites = []
  for (let number = 0; number < 20; number += 1) sites.push(await world.site({ team }))
  const { db, log, now, config } = world.services
  const { appUrl } = config
  let builds = 0
  const counting: Database = {
    ...db,
    asTeam(scope, work) {
      builds += 1
      return db.asTeam(scope, work)
    },
  }
  const measuring = createSiteCache({ db, log, now, appUrl })
  const one = await measuring.payload(sites[0]?.uuid ?? '')
  const maxPayloadBytes = 10 * (one?.weight ?? 0)
  const siteCache = createSiteCache({ db: counting, log, now, appUrl, maxPayloadBytes })

  for (const { uuid } of sites) await siteCache.payload(uuid)
  expect(builds).toBe(20)
  await siteCache.payload(sites[19]?.uuid ?? '')
  expect(builds).toBe(20)
  await siteCache.payload(sites[0]?.uuid ?? '')

  expect(builds).toBe(21)
})

type Raw = { tag: string; body: Buffer; status: number }

/** Node's own client, which unlike fetch doesn't decode. */
const ask = (address: string, headers: Record<string, string>): Promise<Raw> =>
  new Promise((resolve, reject) => {
    request(address, { headers: { 'Accept-Encoding': 'br', ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, tag: answered.etag ?? '', body: Buffer.concat(chunks) })
      })
    })
      .once('error', reject)
      .end()
  })

test('within five seconds a payload is sent in fewer bytes under another tag, and says the same', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (let sale = 0; sale < 8; sale += 1) await storePurchase(world.services, site)
  await world.nudge(site)
  const { baseUrl } = await serveEdge(world.services)
  const address = `${baseUrl}/api/pixel/${site.uuid}`
  const quick = await ask(address, {})

  await expect.poll(async () => (await ask(address, {})).tag).not.toBe(quick.tag)
  const fine = await ask(address, {})
  const again = await ask(address, { 'If-None-Match': quick.tag })
  const zipped = await ask(address, { 'Accept-Encoding': 'gzip' })

  expect(fine.body.length).toBeLessThan(quick.body.length)
  expect(brotliDecompressSync(fine.body)).toEqual(brotliDecompressSync(quick.body))
  expect(gunzipSync(zipped.body)).toEqual(brotliDecompressSync(quick.body))
  expect(again).toMatchObject({ status: 304, tag: quick.tag })
})
