import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder, removeFolder } from '#tests/support/folders.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openDemoStore, type DemoStore } from './demo-store.server.ts'

let dataDir = ''
let stores: (DemoStore | null)[] = []

beforeEach(() => {
  dataDir = makeFolder()
})

afterEach(async () => {
  for (const store of stores) await store?.close()
  stores = []
  removeFolder(dataDir)
})

const open = async (change: Partial<Parameters<typeof openDemoStore>[0]> = {}) => {
  const store = await openDemoStore({
    appUrl: 'http://localhost:3000',
    dataDir,
    hasDemo: true,
    isProduction: false,
    port: (await freePort()) - 1,
    ...change,
  })
  stores.push(store)
  return store
}

test.each([
  ['in production', { isProduction: true }],
  ['without the demo', { hasDemo: false }],
  ['with keys of an app', { shopify: { apiKey: 'a real one' } }],
])('there is no demo store %s', async (_when, change) => {
  expect(await open(change)).toBeNull()
})

test('its admin opens the app, installed with the keys that it hands out', async () => {
  const store = await open()
  const admin = await fetch(store?.adminUrl ?? '')

  expect(await admin.text()).toContain('Demo admin')
  expect(store?.app).toMatchObject({
    handle: 'footfall',
    double: new URL(store?.adminUrl ?? '').origin,
  })
})

test('the keys are random for a data folder, and stay', async () => {
  const first = await open()
  const second = await open()
  const folder = dataDir
  dataDir = makeFolder()
  const other = await open()
  removeFolder(folder)

  expect(second?.app.apiSecret).toBe(first?.app.apiSecret)
  expect(other?.app.apiSecret).not.toBe(first?.app.apiSecret)
})

test('another port is used when the next one is taken', async () => {
  const port = (await freePort()) - 1
  const [first, second] = [await open({ port }), await open({ port })]

  expect(new URL(first?.adminUrl ?? '').port).toBe(String(port + 1))
  expect(new URL(second?.adminUrl ?? '').port).not.toBe(String(port + 1))
})

test('another name that leads here is refused', async () => {
  const store = await open()
  const { port } = new URL(store?.adminUrl ?? '')

  const status = await new Promise((resolve) => {
    request(
      { port, host: '127.0.0.1', path: '/', headers: { Host: `evil.example:${port}` } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    ).end()
  })

  expect(status).toBe(421)
})
