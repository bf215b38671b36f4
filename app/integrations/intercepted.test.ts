/** A firewall, or a redirect, that answers in a service's place ends no connection. */
import { expect, test } from 'vitest'
import { ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import { connect } from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { createClock } from '#tests/support/clock.ts'
import { BlockedList } from './kit/partial-failures.ts'
import { integrations } from './registry.ts'

const asked = integrations.flatMap((integration) => {
  const known = cases[integration.name]
  return known ? [[integration.name, integration, known] as const] : []
})

const faults = [
  'firewall',
  'challenge',
  'html',
  { status: 401, text: '<html><head><title>401</title></head></html>', type: 'text/html' },
  { status: 301, headers: { Location: 'https://elsewhere.example/' } },
] as const

test.each(asked)('%s', async (_name, integration, known) => {
  const { caller, world } = await connect(integration, known, { clock: createClock() })
  const { double } = world
  double.ignorePublished()
  for (const fault of faults) {
    double.failBy(() => fault)
    const failures = [
      await integration.test?.(caller()).catch((error: unknown) => error),
      await integration.pull
        ?.page(caller(), null)
        // All lists are asked with the connection's test before anything is said about one of them.
        .then(({ failure }) => (failure instanceof BlockedList ? failure.cause : failure))
        .catch((error: unknown) => error),
    ]
    for (const failure of failures.filter((one) => one !== undefined)) {
      expect(failure).not.toBeInstanceOf(ConnectionLost)
      expect(failure).toBeInstanceOf(TryLater)
    }
    expect(failures.some((one) => one instanceof TryLater)).toBe(true)
  }
})
