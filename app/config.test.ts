import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.server.ts'

const emptyFolder = () => mkdtempSync(path.join(tmpdir(), 'footfall-config-'))
const appKey = randomBytes(32).toString('base64')

test('with nothing set it runs in production: port 3000, embedded database', () => {
  const config = readConfig({ DATA_DIR: emptyFolder() })

  expect(config).toMatchObject({
    port: 3000,
    appUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    isProduction: true,
  })
  expect(readConfig({ DATA_DIR: emptyFolder(), APP_ENV: '' }).isProduction).toBe(true)
  expect(readConfig({ DATA_DIR: emptyFolder(), NODE_ENV: 'development' }).isProduction).toBe(true)
})

test.each([
  { HOST: 'localhost' },
  { HOST: '127.0.0.1' },
  { HOST: '127.8.0.1' },
  { HOST: '::1' },
  { APP_URL: 'http://localhost:4000' },
  { APP_URL: 'https://footfall.localhost' },
  { APP_URL: 'http://[::1]:3000' },
  { APP_URL: 'http://127.0.0.1:3000', HOST: 'localhost' },
])('a local product starts for this machine: %j', (address) => {
  expect(readConfig({ DATA_DIR: emptyFolder(), APP_ENV: 'local', ...address }).isProduction).toBe(
    false,
  )
})

test.each([
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '::' }],
  ['HOST', { HOST: '192.168.1.20' }],
  ['HOST', { HOST: 'shop.example' }],
  // A name that others can use for an address of their own.
  ['HOST', { HOST: 'localhost.example' }],
  ['HOST', { HOST: '127.0.0.1.example' }],
  ['HOST', { HOST: '0.0.0.0', APP_URL: 'http://localhost:3000' }],
  ['APP_URL', { APP_URL: 'https://footfall.example' }],
  ['APP_URL', { APP_URL: 'http://10.0.0.4:3000', HOST: 'localhost' }],
])('a local product refuses a %s of others: %j', (name, address) => {
  const start = () => readConfig({ DATA_DIR: emptyFolder(), APP_ENV: 'local', ...address })

  expect(start).toThrow(name)
  expect(start).toThrow('set APP_ENV=production')
})

/** The variables that .env.example says production refuses. */
const refusedInProduction = readFileSync('.env.example', 'utf8')
  .split(/(?<=^[A-Z_]+=.*\n)/m)
  .filter((part) => part.replaceAll('\n# ', ' ').includes('efused in production'))
  .map((part) => /^([A-Z_]+)=/m.exec(part)?.[1] ?? '')

const doubles = [
  'BIGCOMMERCE_DOUBLE_URL',
  'DEMO_SHOP_URL',
  'INTEGRATION_ORIGINS',
  'PUSH_SERVICE_URL',
  'SHOPIFY_DOUBLE_URL',
  'STRIPE_DOUBLE_URL',
  'WEBHOOK_RECEIVER_URL',
  'WIX_DOUBLE_URL',
]

test('the demo and all doubles are named as refused in production', () => {
  expect(refusedInProduction.sort()).toEqual([...doubles, 'DEMO'].sort())
})

test.each(['DEMO', ...doubles])('production refuses %s, whatever else is set', (name) => {
  const value = name === 'DEMO' ? '1' : 'http://127.0.0.1:9'

  expect(() => readConfig({ DATA_DIR: emptyFolder(), [name]: value })).toThrow(
    `${name} can’t be set in production`,
  )
})

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['APP_URL', 'shop'],
  ['DATABASE_URL', 'mysql://x'],
  ['APP_KEY', 'short'],
  ['DEMO', 'yes'],
  ['DEMO_SHOP_URL', 'localhost'],
  ['LOG_LEVEL', 'loud'],
  ['EVENT_LOG', 'redis'],
  ['TWILIO_URL', 'ftp://x'],
  ['TWILIO_FROM', 'a name that is too long'],
  // A sender without an account.
  ['TWILIO_FROM', '+15005550006'],
  ['TERMS_URL', 'terms.html'],
  ['TERMS_URL', 'javascript:alert(1)'],
  ['PRIVACY_URL', 'ftp://x'],
  // A consent to no version, and a version of no document.
  ['TERMS_URL', 'https://shop.example/terms'],
  ['TERMS_VERSION', '2026-11-01'],
  ['SHOPIFY_API_KEY', 'a key'],
  // A key without its secret.
  ['SHOPIFY_API_KEY', '0123456789abcdef0123456789abcdef'],
  ['SHOPIFY_API_SECRET', 'short'],
  ['SHOPIFY_APP_HANDLE', 'Foot fall'],
  ['SHOPIFY_PRICING', 'stripe'],
  ['SHOPIFY_DISTRIBUTION', 'store'],
  ['SHOPIFY_LISTING_URL', 'https://evil.example/footfall'],
  ['SHOPIFY_DOUBLE_URL', 'localhost'],
])('a wrong %s stops the start, by its name', (name, value) => {
  expect(() => readConfig({ DATA_DIR: emptyFolder(), [name]: value })).toThrow(name)
})

test('legal pages are the operator’s own, and there are none by default', () => {
  const set = {
    TERMS_URL: 'https://shop.example/terms',
    TERMS_VERSION: '2026-11-01',
    PRIVACY_URL: 'https://shop.example/privacy',
  }
  const { terms, privacyUrl } = readConfig({ DATA_DIR: emptyFolder(), ...set })

  expect(terms).toEqual({ url: set.TERMS_URL, version: set.TERMS_VERSION })
  expect(privacyUrl).toBe(set.PRIVACY_URL)
  expect(readConfig({ DATA_DIR: emptyFolder() })).toMatchObject({
    terms: undefined,
    privacyUrl: undefined,
  })
  expect(() =>
    readConfig({ DATA_DIR: emptyFolder(), ...set, TERMS_VERSION: 'the first one' }),
  ).toThrow('TERMS_VERSION')
})

test('production on PostgreSQL insists on its own key', () => {
  const production = {
    APP_ENV: 'production',
    DATABASE_URL: 'postgres://localhost/footfall',
    DATA_DIR: emptyFolder(),
  }

  expect(() => readConfig(production)).toThrow('APP_KEY')
  expect(readConfig({ ...production, APP_KEY: appKey }).isProduction).toBe(true)
})

test('a log in the database needs PostgreSQL', () => {
  const logged = { DATA_DIR: emptyFolder(), EVENT_LOG: 'postgres' }

  expect(() => readConfig(logged)).toThrow('EVENT_LOG=postgres needs DATABASE_URL')
  expect(
    readConfig({ ...logged, APP_KEY: appKey, DATABASE_URL: 'postgres://localhost/footfall' })
      .eventLog,
  ).toBe('postgres')
})

test('production sends credentials over TLS alone', () => {
  const production = {
    APP_ENV: 'production',
    DATA_DIR: emptyFolder(),
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: 'Footfall',
  }
  const withUrl = (TWILIO_URL: string) => () => readConfig({ ...production, TWILIO_URL })

  expect(withUrl('http://127.0.0.1:4000')).toThrow('TWILIO_URL')
  expect(withUrl('https://sms.example/')().twilio?.url).toBe('https://sms.example')
})

test('the key is made once, kept beside the data and readable by its owner alone', () => {
  const folder = emptyFolder()

  const first = readConfig({ DATA_DIR: folder })
  const second = readConfig({ DATA_DIR: folder })

  const file = path.join(folder, 'app-key')
  expect(second.appKey).toBe(first.appKey)
  expect(readFileSync(file, 'utf8')).toBe(first.appKey)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a host to listen on everywhere is visited by name', () => {
  const config = readConfig({ DATA_DIR: emptyFolder(), HOST: '0.0.0.0', PORT: '8080' })

  expect(config.appUrl).toBe('http://localhost:8080')
})

const shopifyApp = {
  SHOPIFY_API_KEY: '0123456789abcdef0123456789abcdef',
  SHOPIFY_API_SECRET: 'a secret of the app in Shopify',
}

test('the product is an app in Shopify once it has a key and a secret', () => {
  expect(readConfig({ DATA_DIR: emptyFolder() }).shopify).toBeUndefined()
  expect(readConfig({ DATA_DIR: emptyFolder(), ...shopifyApp }).shopify).toEqual({
    apiKey: shopifyApp.SHOPIFY_API_KEY,
    apiSecret: shopifyApp.SHOPIFY_API_SECRET,
    previousApiSecret: undefined,
    handle: shopifyApp.SHOPIFY_API_KEY,
    pricing: 'billing_api',
    distribution: 'app_store',
    contentPolicy: 'enforce',
    listingUrl: undefined,
    double: undefined,
  })
})

test('Shopify’s plan page is found by the app’s handle', () => {
  const hosted = { DATA_DIR: emptyFolder(), ...shopifyApp, SHOPIFY_PRICING: 'app_pricing' }

  expect(() => readConfig(hosted)).toThrow('SHOPIFY_APP_HANDLE')
  expect(readConfig({ ...hosted, SHOPIFY_APP_HANDLE: 'footfall' }).shopify?.pricing).toBe(
    'app_pricing',
  )
})

test('a demo shop is an origin', () => {
  const DEMO_SHOP_URL = 'http://127.0.0.1:4000/demo'
  const config = readConfig({ DATA_DIR: emptyFolder(), APP_ENV: 'local', DEMO_SHOP_URL })

  expect(config.demoShopUrl).toBe('http://127.0.0.1:4000')
})

test('a store can replace Shopify in a local product', () => {
  const double = {
    APP_ENV: 'local',
    DATA_DIR: emptyFolder(),
    ...shopifyApp,
    SHOPIFY_DOUBLE_URL: 'http://localhost:4100/store',
  }

  expect(readConfig(double).shopify?.double).toBe('http://localhost:4100')
})

test('no key is created for data that was written with another one', () => {
  const folder = emptyFolder()
  mkdirSync(path.join(folder, 'pg'))
  writeFileSync(path.join(folder, 'pg/PG_VERSION'), '17\n')

  expect(() => readConfig({ DATA_DIR: folder })).toThrow(`${folder} holds data without a key`)
  expect(existsSync(path.join(folder, 'app-key'))).toBe(false)
  expect(readConfig({ DATA_DIR: folder, APP_KEY: appKey }).appKey).toBe(appKey)
})
