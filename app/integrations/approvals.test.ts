/** Each approval by OAuth, from the page that asks to the end of the access, as the service publishes it. */
import { expect, test } from 'vitest'
import { BadRecord, ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import type { BatteryCase } from '#tests/integrations/battery-case.ts'
import { connect } from '#tests/integrations/callers.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { createClock } from '#tests/support/clock.ts'
import type { AnyIntegration, App, Caller, Grant, OAuth } from './integration.ts'
import { approvalAddress, exchangeCode, newVerifier, refreshGrant } from './kit/oauth.ts'
import { integrations } from './registry.ts'

const approved = integrations.flatMap((integration) => {
  const one = cases[integration.name]
  return integration.oauth && one ? [[integration.name, integration, one] as const] : []
})

const redirectUrl = 'https://footfall.test/integrations/callback'

type Asking = { integration: AnyIntegration; one: BatteryCase }

async function begin({ integration, one }: Asking) {
  const connected = await connect(integration, one, { clock: createClock() })
  const { oauth } = integration
  const { app = null } = connected.world
  if (!oauth || !app) throw new Error(`${integration.name} has no app.`)
  const verifier = oauth.usesPkce ? newVerifier() : null
  const { origin } = connected.caller()
  const page = approvalAddress(oauth, { app, redirectUrl, state: 'state-1', verifier }, origin)
  return { ...connected, oauth, app, verifier, page }
}

/** Presses a button on the service's page. @returns the parameters that the browser comes back with */
async function choose(page: string, choice: 'allow' | 'deny'): Promise<URLSearchParams> {
  const body = new URLSearchParams({ choice })
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(redirectUrl)
  expect(back.searchParams.get('state')).toBe('state-1')
  return back.searchParams
}

/** A caller of the connection that the grant makes. */
async function callerBy(grant: Grant, integration: AnyIntegration, caller: () => Caller) {
  const token = () => Promise.resolve(grant.accessToken)
  const named = (await integration.settingsOf?.(grant, { ...caller(), token })) ?? {}
  const begun = { ...caller(), token, settings: named }
  const { choice } = integration
  const [account] = (await choice?.list(begun)) ?? []
  const chosen = choice && account ? { [choice.field]: account.id } : {}
  return { ...begun, settings: { ...named, ...chosen } }
}

test('every integration with an approval has an app in its fixtures', () => {
  expect(approved.map(([name]) => name)).toEqual(
    integrations.filter(({ oauth }) => oauth).map(({ name }) => name),
  )
})

test.each(approved)(
  '%s: what is approved can be read, renewed and given back',
  async (...parts) => {
    const [, integration, one] = parts
    const { caller, oauth, verifier, page } = await begin({ integration, one })
    expect((await fetch(page)).status).toBe(200)
    const code = (await choose(page, 'allow')).get('code') ?? ''

    const grant = await exchangeCode(caller(), oauth, { code, redirectUrl, verifier })

    const approvedCaller = await callerBy(grant, integration, caller)
    expect((await integration.test?.(approvedCaller))?.label).not.toBe('')
    // The code works once.
    await expect(exchangeCode(caller(), oauth, { code, redirectUrl, verifier })).rejects.toThrow(
      ConnectionLost,
    )
    await renewed(grant, { integration, oauth, caller })
    await integration.revoke?.(approvedCaller)
    // A second time there is nothing to give back.
    if (integration.revoke) await expect(integration.revoke(approvedCaller)).rejects.toThrow()
  },
)

type Renewing = { integration: AnyIntegration; oauth: OAuth; caller: () => Caller }

async function renewed(grant: Grant, { integration, oauth, caller }: Renewing): Promise<void> {
  // Access that doesn't end is never renewed.
  if (grant.expiresAt === null || grant.refreshToken === null) return
  const first = await refreshGrant(caller(), oauth, grant.refreshToken)
  const again = await refreshGrant(caller(), oauth, first.refreshToken ?? grant.refreshToken)
  const later = await callerBy({ ...grant, ...again }, integration, caller).catch(() => null)
  expect(again.accessToken).not.toBe(grant.accessToken)
  expect(later === null || (await integration.test?.(later)) !== undefined).toBe(true)
  await expect(refreshGrant(caller(), oauth, 'unheard-of')).rejects.toThrow(ConnectionLost)
}

test.each(approved)('%s: a person who refuses comes back without a code', async (...parts) => {
  const [, integration, one] = parts
  const { page } = await begin({ integration, one })

  const back = await choose(page, 'deny')

  expect([back.get('error'), back.get('code')]).toEqual(['access_denied', null])
})

const others: readonly [string, (app: App) => App][] = [
  ['another ID', (app) => ({ ...app, id: 'another' })],
  ['another secret', (app) => ({ ...app, secret: 'another' })],
]

test.each(
  approved.flatMap((row) => others.map(([name, change]) => [...row, name, change] as const)),
)('%s: its operator hears of an app with a wrong name', async (...parts) => {
  const [, integration, one, name, change] = parts
  const { caller, oauth, app, verifier, page } = await begin({ integration, one })
  const code = (await choose(page, 'allow')).get('code') ?? ''
  const asked = { ...caller(), app: change(app) }

  const failure: unknown = await exchangeCode(asked, oauth, { code, redirectUrl, verifier }).catch(
    (error: unknown) => error,
  )

  // A value that isn't sent can't be wrong.
  const isSent = name === 'another ID' ? oauth.clientAuth !== 'secret' : oauth.clientAuth !== 'id'
  expect(failure).not.toBeInstanceOf(BadRecord)
  expect(failure instanceof TryLater).toBe(isSent)
})
