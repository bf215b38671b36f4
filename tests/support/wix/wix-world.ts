/** A world with a double of Wix on the same clock, and an organization with a site there. */
import { onTestFinished } from 'vitest'
import { createWixChannel } from '#app/domain/billing/channels/wix-channel.server.ts'
import { linkWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import type { BillingChannel, BillingCustomer, PlanOrder } from '#app/domain/billing/channel.ts'
import type { WixApp } from '#app/domain/billing/channels/wix.ts'
import { findPlan, type Plan } from '#app/domain/plans/catalog.ts'
import { startWix, type Instance, type WixDouble } from '#workshop/doubles/wix/wix-server.ts'
import type { Clock } from '../clock.ts'
import type { TestSite } from '../makers.ts'
import { createWorld, type World } from '../world.ts'

export type WixTeam = { wixSite: TestSite; instance: Instance; customer: BillingCustomer }

export type WixWorld = World &
  WixTeam & {
    wix: WixDouble
    app: WixApp
    channel: BillingChannel
    /** Another organization with a site in Wix. */
    wixTeam: () => Promise<WixTeam>
    order: (planId: string, wanted?: Partial<PlanOrder>) => PlanOrder
    /** The owner's answer on the page that a step leads to. */
    answer: (page: string, answer: 'approve' | 'decline') => Promise<Response>
  }

/** Variables with which the product uses the double. */
export const wixEnvironment = ({ url, account }: Pick<WixDouble, 'url' | 'account'>) => ({
  WIX_APP_ID: account.appId,
  WIX_APP_SECRET: account.appSecret,
  WIX_PUBLIC_KEY: account.publicKey,
  WIX_DOUBLE_URL: url,
})

export const planOf = (id: string): Plan => {
  const plan = findPlan(id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan
}

/** @param environment variables in addition to Wix' */
export async function createWixWorld(
  environment: Record<string, string> = {},
  packages?: readonly string[],
): Promise<WixWorld> {
  const shared: { clock?: Clock } = {}
  const wix = await startWix(() => shared.clock?.now() ?? new Date(0), packages ? { packages } : {})
  onTestFinished(wix.stop)
  const world = await createWorld({ environment: { ...wixEnvironment(wix), ...environment } })
  shared.clock = world.clock
  const { services } = world
  const app = services.wix
  if (!app) throw new Error('The product is no app in Wix.')

  async function wixTeam(): Promise<WixTeam> {
    const wixSite = await world.site()
    const instance = wix.install()
    const { teamId, siteId } = wixSite.scope
    await linkWixInstance(services, wixSite.team.scope, { instanceId: instance.id, siteId })
    return { wixSite, instance, customer: { teamId, providerId: instance.id } }
  }

  return {
    ...world,
    ...(await wixTeam()),
    wix,
    app,
    wixTeam,
    channel: createWixChannel(services, app),
    order: (planId, wanted = {}) => ({
      plan: planOf(planId),
      quantity: 1,
      coupon: null,
      operation: 'f7a3c2d4-0000-4000-8000-000000000001',
      returnUrl: 'http://footfall.test/billing/returned/success',
      ...wanted,
    }),
    answer: (page, answer) =>
      fetch(page, {
        method: 'POST',
        body: new URLSearchParams({ answer }),
        redirect: 'manual',
      }),
  }
}
