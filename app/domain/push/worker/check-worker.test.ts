import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch } from '#app/lib/web/guarded-fetch.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { checkPushWorker } from './check-worker.server.ts'
import { workerFile } from './worker-place.ts'

const appUrl = 'https://footfall.example'
const asker = { account: 'olive@shop.example', address: '192.0.2.1' }

/** A shop's server, and the check of a file on it. */
async function openShop(
  answer: RequestListener,
  { isAllowed = true, path = '/footfall-push.js' } = {},
) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const asked: string[][] = []
  const services = {
    config: { appUrl },
    now: () => new Date('2026-11-30T12:00:00Z'),
    net: {
      fetch: createGuardedFetch({
        ports: [port],
        isAllowed: () => isAllowed,
        resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      }),
    },
    security: {
      rateLimits: {
        consume: (...by: string[]) => {
          asked.push(by)
          return Promise.resolve()
        },
      },
    },
  } as unknown as Parameters<typeof checkPushWorker>[0]
  const site = { url: `http://localhost:${String(port)}` }
  const check = () => checkPushWorker(services, { site, worker: { path, isShared: false }, asker })
  return { check, services, asked, site }
}

const script = { 'content-type': 'text/javascript' }

test('the file is loaded as it is, and its result has the URL and the moment', async () => {
  const { check, site, asked } = await openShop((_request, response) => {
    response.writeHead(200, script).end(workerFile(appUrl))
  })

  expect(await check()).toEqual({
    asked: `${site.url}/footfall-push.js`,
    answered: `${site.url}/footfall-push.js`,
    status: 200,
    faults: [],
    at: new Date('2026-11-30T12:00:00Z'),
  })
  expect(asked).toEqual([['verify', asker.account, asker.address]])
})

test.each([
  [404, 'missing'],
  [410, 'missing'],
  [403, 'status'],
  [500, 'status'],
])('the status %d is the fault %s', async (status, fault) => {
  const { check } = await openShop((_request, response) => {
    response.writeHead(status, script).end()
  })

  expect(await check()).toMatchObject({ status, faults: [fault] })
})

test('a redirect is a fault, also one without an end', async () => {
  const once = await openShop(({ url }, response) => {
    if (url === '/moved.js') response.writeHead(200, script).end(workerFile(appUrl))
    else response.writeHead(302, { location: '/moved.js' }).end()
  })
  const forever = await openShop((_request, response) => {
    response.writeHead(302, { location: '/footfall-push.js' }).end()
  })

  expect(await once.check()).toMatchObject({ faults: ['redirect'] })
  expect(await forever.check()).toMatchObject({ faults: ['redirect'] })
})

test('a file that is far too large, and a connection that breaks', async () => {
  const large = await openShop((_request, response) => {
    response.writeHead(200, script).end('x'.repeat(1_000_001))
  })
  const broken = await openShop(({ socket }) => {
    socket.destroy()
  })

  expect(await large.check()).toMatchObject({ faults: ['large'] })
  expect(await broken.check()).toMatchObject({ status: null, faults: ['unreachable'] })
})

test('a host inside our network is never opened', async () => {
  let requests = 0
  const { check } = await openShop(
    (_request, response) => {
      requests += 1
      response.writeHead(200, script).end(workerFile(appUrl))
    },
    { isAllowed: false },
  )

  expect(await check()).toMatchObject({ faults: ['unreachable'] })
  expect(requests).toBe(0)
})

test('a site without https isn’t asked', async () => {
  const { services, asked } = await openShop(() => {})

  const result = await checkPushWorker(services, {
    site: { url: 'http://shop.example' },
    worker: { path: '/footfall-push.js', isShared: false },
    asker,
  })

  expect(result).toMatchObject({ answered: null, faults: ['insecure'] })
  expect(asked).toHaveLength(1)
})

test('someone who checks too often has to wait', async () => {
  const { check, services } = await openShop(() => {})
  services.security.rateLimits.consume = () =>
    Promise.reject(new Refusal('too_many', 'Wait a moment.'))

  await expect(check()).rejects.toMatchObject({ code: 'too_many' })
})
