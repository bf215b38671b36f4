import { expect, test } from 'vitest'
import { findIntegration } from '#app/integrations/registry.ts'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { connect } from '#tests/integrations/callers.ts'
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
