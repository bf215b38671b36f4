/** Responses to providers' deliveries while the dashboard is busy, and the bytes that arrive. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { lanes } from '#app/server/request-policy.ts'
import { serve, type ServedParts } from '../../support/serve.ts'
import { createWorld } from '../../support/world.ts'

/** The dashboard's pages wait until `finish`; everything else is the product's. */
async function serveSlowly() {
  const { services } = await createWorld()
  let begun = 0
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const around: ServedParts['around'] = (pages) => async (request, context) => {
    if (!new URL(request.url).pathname.startsWith('/slow')) return pages(request, context)
    begun += 1
    await finished
    return new Response('a page')
  }
  const served = await serve(services, { around })
  return { ...served, begun: () => begun, finish }
}

test('a dashboard that is full keeps no delivery waiting', async () => {
  const { fetch, begun, finish } = await serveSlowly()
  const statuses: number[] = []
  const count = lanes.page.atOnce + lanes.page.queued
  const pages = Array.from({ length: count }, async () => {
    const { status } = await fetch('/slow')
    statuses.push(status)
  })
  // One address can take half of the queue. Further requests are refused.
  const refused = lanes.page.queued / 2
  await expect.poll(() => statuses.length).toBe(refused)
  expect(begun()).toBe(lanes.page.atOnce)

  const deliveries = await Promise.all(
    ['/hooks/shopify', '/hooks/mailchimp/token', '/hooks/x'].map((path) =>
      fetch(path, { method: 'POST', body: '{}' }),
    ),
  )
  const page = await fetch('/auth/login')

  expect(deliveries.map(({ status }) => status)).toEqual([400, 404, 404])
  expect(page.status).toBe(503)
  expect(statuses).toEqual(Array<number>(refused).fill(503))
  finish()
  await Promise.all(pages)
  expect(statuses.filter((status) => status === 200)).toHaveLength(count - refused)
})

/** Records the body that arrived at an address instead of the product's page. */
async function serveBodies() {
  const { services } = await createWorld()
  const bodies: Buffer[] = []
  const around: ServedParts['around'] = () => async (request) => {
    bodies.push(Buffer.from(await request.arrayBuffer()))
    return new Response('taken')
  }
  const served = await serve(services, { around })
  const chunked = (bytes: Buffer) => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
  const post = (path: string, body: BodyInit) =>
    served.fetch(path, { method: 'POST', body, duplex: 'half' })
  return { bodies, chunked, post }
}

const maxDelivery = 5 * 1024 * 1024
const maxUsual = 256 * 1024

test('a delivery arrives byte for byte, as its signature needs it', async () => {
  const { bodies, chunked, post } = await serveBodies()
  const largest = randomBytes(maxDelivery)
  const notText = Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0xc3, 0x28])

  const answers = [
    await post('/hooks/shopify', largest),
    await post('/hooks/shopify', chunked(largest)),
    await post('/hooks/shopify', notText),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(bodies.map((body) => body.length)).toEqual([maxDelivery, maxDelivery, notText.length])
  expect(bodies[0]?.equals(largest)).toBe(true)
  expect(bodies[1]?.equals(largest)).toBe(true)
  expect(bodies[2]).toEqual(notText)
})

test.each([
  ['/hooks/shopify', maxDelivery + 1],
  ['/account/general', maxUsual + 1],
])('a body of %s over its limit reaches nothing', async (path, bytes) => {
  const { bodies, chunked, post } = await serveBodies()
  const tooLarge = Buffer.alloc(bytes)

  const answers = [await post(path, tooLarge), await post(path, chunked(tooLarge))]

  expect(answers.map(({ status }) => status)).toEqual([413, 413])
  expect(bodies).toEqual([])
})
