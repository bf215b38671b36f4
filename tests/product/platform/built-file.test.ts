/** The built file as containers and unit files start it, without a word about its use. */
import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { doubleVariables } from '#app/config-use.server.ts'
import { copyPostgresTemplate } from '../../support/database.ts'
import { startProductServer } from '../../support/product-server.ts'

/** Empty variables count as unset. */
const unset = { APP_ENV: '', HOST: '', APP_URL: '', DEMO: '' }

async function start(environment: Record<string, string> = {}) {
  const appKey = { APP_KEY: randomBytes(32).toString('base64') }
  const databaseUrl = inject('engine') === 'postgres' ? await copyPostgresTemplate() : undefined
  const product = await startProductServer({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    environment: { ...unset, ...appKey, ...environment },
  })
  onTestFinished(() => product.remove())
  return product
}

test('it runs in production: no demo, no login that is printed, no store on the next port', async () => {
  const { baseUrl, output } = await start()

  const next = new URL('/store/linen-and-oak', baseUrl)
  next.port = String(Number(next.port) + 1)
  const statusOf = async (address: string | URL) =>
    (await fetch(address).catch(() => null))?.status ?? 'nobody answers'
  expect(await statusOf(`${baseUrl}/auth/login`)).toBe(200)
  expect(await statusOf(`${baseUrl}/demo`)).toBe(404)
  expect(await statusOf(`${baseUrl}/demo/cart`)).toBe(404)
  expect(await statusOf(next)).not.toBe(200)
  expect(output()).toContain('/auth/register')
  expect(output()).not.toMatch(/Password |Demo (?:shop|admin)/)
})

const double = 'http://127.0.0.1:9'

test.each([
  ['DEMO', '1'],
  ...Object.keys(doubleVariables).map((name) => [
    name,
    name === 'INTEGRATION_ORIGINS' ? `https://api.example=${double}` : double,
  ]),
])('it does not start with %s, and says so', async (name = '', value = '') => {
  await expect(start({ [name]: value })).rejects.toThrow(`${name} can’t be set in production.`)
})

test('a local product does not start for others, and says how it would', async () => {
  const started = start({ APP_ENV: 'local', HOST: '0.0.0.0' })

  await expect(started).rejects.toThrow('set APP_ENV=production to serve others')
})
