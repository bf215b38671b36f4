import { expect, test } from 'vitest'
import { findIntegration } from '#app/integrations/registry.ts'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { connect, readThrough } from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { paypal as paypalCase } from '#tests/integrations/cases/paypal.ts'
import { createClock } from '#tests/support/clock.ts'
import { isStillAccepted } from './still-accepted.server.ts'

const refusal = new ConnectionLost(
  'The provider answered 403.',
  new ProviderReply({ status: 403, headers: {}, text: '' }),
)

async function openAccount() {
  const integration = findIntegration('paypal')
  if (!integration) throw new Error('PayPal is not in the registry.')
  const { world, caller } = await connect(integration, paypalCase, { clock: createClock() })
  /** No token is kept, so the test makes one. */
  const unkept = {
    ...caller(),
    token: async (make: () => Promise<{ token: string }>) => (await make()).token,
  }
  return { integration, double: world.double, caller: unkept }
}

test('a service that makes a token and refuses all else refuses the connection', async () => {
  const { integration, double, caller } = await openAccount()
  double.failBy(({ path }) =>
    path.endsWith('/oauth2/token') ? undefined : { status: 403, json: {} },
  )

  expect(await isStillAccepted(integration, caller, refusal)).toBe(false)
})

test('a service that answers the test refuses a part alone', async () => {
  const { integration, caller } = await openAccount()

  expect(await isStillAccepted(integration, caller, refusal)).toBe(true)
})

/** Without a word of the service: what it says of a right that is missing differs. */
const forbidden = { status: 403, json: {} }

async function openService(name: string) {
  const integration = findIntegration(name)
  const one = cases[name]
  if (!integration || !one) throw new Error(`${name} is not in the registry.`)
  const { world, caller } = await connect(integration, one, { clock: createClock() })
  const { double } = world
  await world.placeOrder()
  // These refusals are in our words, and not as a service publishes them.
  double.ignorePublished()
  return { integration, double, caller }
}

/** Services with several lists, each of which may need its own right. */
const services = [
  'active_campaign',
  'bigcommerce',
  'etsy',
  'magento',
  'mailchimp',
  'paypal',
  'prestashop',
  'stripe',
  'wix',
  'wordpress',
]

test.each(services)('%s: each right that is missing alone keeps the connection', async (name) => {
  const { integration, double, caller } = await openService(name)
  double.seen.length = 0
  await integration.test?.(caller())
  await readThrough(integration, caller, null)
  const paths = [...new Set(double.seen.map(({ path }) => path))]
  expect(paths.length).toBeGreaterThan(1)

  const kept = []
  for (const path of paths) {
    double.failBy((request) => (request.path === path ? forbidden : undefined))
    kept.push([path, await isStillAccepted(integration, caller(), refusal)])
  }

  expect(kept).toEqual(paths.map((path) => [path, true]))
})

test.each(services)('%s: when all rights are missing, the connection is refused', async (name) => {
  const { integration, double, caller } = await openService(name)
  double.failBy(() => forbidden)

  expect(await isStillAccepted(integration, caller(), refusal)).toBe(false)
})
