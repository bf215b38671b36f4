import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder, removeFolder } from '#tests/support/folders.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openDemoStore, type DemoStore } from './demo-store.ts'

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
    port: (await freePort()) - 1,
    ...change,
  })
  stores.push(store)
  return store
}

test('there is no demo store next to an app of the real platform', async () => {
  expect(await open({ shopify: { apiKey: 'a real one' } })).toBeNull()
})

test('the demo store’s admin opens, and the product gets its keys', async () => {
  const store = await open()
  const admin = await fetch(store?.adminUrl ?? '')

  expect(await admin.text()).toContain('Demo admin')
  expect(store?.environment).toMatchObject({
    SHOPIFY_APP_HANDLE: 'footfall',
    SHOPIFY_DOUBLE_URL: new URL(store?.adminUrl ?? '').origin,
  })
})

test('the keys are random for a data folder, and stay', async () => {
  const first = await open()
  const second = await open()
  const folder = dataDir
  dataDir = makeFolder()
  const other = await open()
  removeFolder(folder)

  const secretOf = (one: DemoStore | null) => one?.environment['SHOPIFY_API_SECRET']
  expect(secretOf(first)).toMatch(/^[0-9a-f]{64}$/)
  expect(secretOf(second)).toBe(secretOf(first))
  expect(secretOf(other)).not.toBe(secretOf(first))
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
