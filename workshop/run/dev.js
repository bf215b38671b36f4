/** `npm run dev`: the product on Vite's development server, reloading on change. */
import { createServer } from 'vite'
import { startDemo } from './demo-process.js'
import { devPorts } from './dev-ports.js'

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const { createMovedClock } = await vite.ssrLoadModule('/workshop/doubles/moved-clock.ts')
/** @type {import('../doubles/moved-clock.ts').MovedClock} */
const clock = createMovedClock()
const stopDoubles = await startDoubles()
const demo = await startDemo(process.env, { from: 'source' })
if (demo === null) process.exit(1)
Object.assign(process.env, demo.environment)
const { startDevelopment } = await vite.ssrLoadModule('/app/server/development.ts')
/** @type {import('../../app/server/development.ts').DevelopedProduct} */
const product = await startDevelopment({
  files: vite.middlewares,
  build: () => vite.ssrLoadModule('virtual:remix/server-build'),
  now: clock.now,
})
clock.onDay(() => demo.moveClock(clock.ahead()))
// After the doubles: what they sent that day is known by then.
clock.onDay(product.workOffDay)
demo.create()

/**
 * Starts a double of each provider that the environment does not name, and names the double in its
 * place: the product only knows the address of a provider.
 *
 * @returns {Promise<() => Promise<void>>} stops them
 */
async function startDoubles() {
  if (process.env.APP_ENV === 'production') return async () => {}
  const stops = [
    await startSmsDouble(),
    await startServices(),
    await startBilling(),
    await startWix(),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function startSmsDouble() {
  const { env } = process
  if (env.TWILIO_ACCOUNT_SID || env.TWILIO_AUTH_TOKEN || env.TWILIO_FROM) return async () => {}
  const { startSmsServer } = await vite.ssrLoadModule('/workshop/doubles/sms-server.ts')
  /** @type {import('../doubles/sms-server.ts').SmsServer} */
  const sms = await startSmsServer(
    (/** @type {import('../doubles/sms-server.ts').AcceptedMessage} */ { to, body }) => {
      process.stdout.write(`\nText message to ${to}: ${body}\n`)
    },
  )
  const { url, accountSid, authToken, from } = sms.account
  env.TWILIO_URL = url
  env.TWILIO_ACCOUNT_SID = accountSid
  env.TWILIO_AUTH_TOKEN = authToken
  env.TWILIO_FROM = from
  return sms.stop
}

/** Services that sites connect with. Their addresses are the only ones here that the product may call. */
async function startServices() {
  const { env } = process
  if (env.INTEGRATION_ORIGINS) return async () => {}
  const { startServiceDoubles } = await vite.ssrLoadModule(
    '/workshop/doubles/shops/start-services.ts',
  )
  /** @type {import('../doubles/shops/start-services.ts').ServiceDoubles} */
  const doubles = await startServiceDoubles(portOf(devPorts.services), env)
  Object.assign(env, doubles.environment)
  const lines = doubles.services.map(({ name, details }) => {
    const fields = Object.entries(details).map(([label, value]) => `${label} ${value}`)
    return `  ${name}: ${fields.join(', ') || 'approve on its own page'}`
  })
  process.stdout.write(`\nServices to connect, and to order from: ${doubles.deskUrl}\n`)
  process.stdout.write(`${lines.join('\n')}\n`)
  return doubles.stop
}

/** Stripe, where the demo organization pays by card. */
async function startBilling() {
  const { env } = process
  if (env.STRIPE_SECRET_KEY || env.STRIPE_DOUBLE_URL) return async () => {}
  const { startBillingDouble } = await vite.ssrLoadModule(
    '/workshop/doubles/stripe-billing/start-billing.ts',
  )
  /** @type {import('../doubles/stripe-billing/start-billing.ts').BillingDouble} */
  const billing = await startBillingDouble(appUrl(), portOf(devPorts.billing), clock)
  Object.assign(env, billing.environment)
  process.stdout.write(`\nCards to pay with: ${billing.deskUrl}\n`)
  return billing.stop
}

/** Wix, with a site in whose dashboard the app opens, and where its organization pays. */
async function startWix() {
  const { env } = process
  if (env.WIX_APP_ID || env.WIX_DOUBLE_URL) return async () => {}
  const { startDevelopmentWix } = await vite.ssrLoadModule('/workshop/doubles/wix/start-wix.ts')
  /** @type {import('../doubles/wix/start-wix.ts').DevelopmentWix} */
  const wix = await startDevelopmentWix(appUrl(), portOf(devPorts.wix), clock)
  Object.assign(env, wix.environment)
  process.stdout.write(`\nA site in Wix: ${wix.deskUrl}\n`)
  return wix.stop
}

/** @param {{ offset: number }} ports */
function portOf({ offset }) {
  return Number(process.env.PORT ?? 3000) + offset
}

function appUrl() {
  return `http://localhost:${process.env.PORT ?? 3000}`
}

let stoppingSince = 0
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (stoppingSince > 0) {
      // The terminal and npm both forward one Ctrl-C. A later one means "stop immediately".
      if (Date.now() - stoppingSince > 1_000) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    await product.stop()
    await demo.stop()
    await stopDoubles()
    await vite.close()
    process.exit(0)
  })
}
