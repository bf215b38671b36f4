/**
 * The app in Wix: instances and their sites, plans, checkouts, embedded scripts and webhooks.
 *
 * Sources: Wix developer documentation (OAuth 2 with client credentials, App Instance, App Billing, Embedded
 * Scripts, Send BI Event, Site Properties, the external install flow, webhooks), https://dev.wix.com/docs. The names of the
 * installer's parameters are those of several public apps.
 */
import { z } from 'zod'
import type { WixAccount } from '#app/config.server.ts'
import { ChargeRefused } from '#app/domain/billing/channel.ts'
import { InstanceRefused, type WixApp, type WixPlan } from '#app/domain/billing/channels/wix.ts'
import { secondMillis } from '#app/lib/time.ts'
import type {
  ProviderClient,
  ProviderClients,
  ProviderRequest,
} from '#app/lib/web/provider-client.server.ts'
import { BadRecord, ConnectionLost, isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { createEventReader } from './events.ts'
import { createInstanceCheck } from './instance-check.server.ts'
import { wixOrigins } from './wix-origins.ts'

/** Far above what one site's owner needs; it stops a loop that went wrong. */
const budget = { requests: 100, seconds: 60 }

/** People wait for the answer. */
const maxPauseMillis = 2 * secondMillis

/** A token that ends while a request is on its way is refused. */
const spareSeconds = 60

/** Instances whose tokens are kept. */
const mostTokens = 1_000

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
})

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

const instanceAnswer = z.object({
  instance: z.object({
    instanceId: z.string(),
    isFree: z.boolean(),
    billing: z
      .object({
        packageName: z.string().min(1).max(255),
        billingCycle: z.string().max(50).default('NO_CYCLE'),
        timeStamp: moment,
        expirationDate: moment.nullish(),
        autoRenewing: z.boolean().nullish(),
      })
      .nullish(),
  }),
})

const siteAnswer = z.object({
  site: z
    .object({
      siteDisplayName: z.string().nullish().catch(null),
      url: z.string().nullish().catch(null),
    })
    .nullish(),
})

const propertiesAnswer = z.object({
  properties: z.object({ timeZone: z.string().nullish().catch(null) }).nullish(),
})

const checkoutAnswer = z.object({ checkoutUrl: z.url({ protocol: /^https?$/ }), token: z.string() })

type Parts = {
  account: WixAccount
  providers: ProviderClients
  now: () => Date
}

type Token = { text: string; endsAt: number }

export function createWixApp({ account, providers, now }: Parts): WixApp {
  const { appId, appSecret, products, shareUrlId, double } = account
  const origins = wixOrigins(double)
  const tokens = new Map<string, Token>()

  const clientOf = (instanceId: string): ProviderClient =>
    providers({ key: `wix ${instanceId}`, budget, maxPauseMillis })

  /** @throws InstanceRefused, TryLater, BadRecord */
  async function fetchToken(instanceId: string): Promise<string> {
    const reply = await clientOf(instanceId)
      .request({
        method: 'POST',
        url: `${origins.api}/oauth2/token`,
        json: {
          grant_type: 'client_credentials',
          client_id: appId,
          client_secret: appSecret,
          instance_id: instanceId,
        },
      })
      .catch((error: unknown) => {
        throw isRefusal(error) ? new InstanceRefused() : error
      })
    const { access_token: text, expires_in: seconds } = reply.read(tokenAnswer)
    const [oldest] = tokens.keys()
    if (tokens.size >= mostTokens && oldest !== undefined) tokens.delete(oldest)
    const lasting = Math.max(0, seconds - spareSeconds) * secondMillis
    tokens.set(instanceId, { text, endsAt: now().getTime() + lasting })
    return text
  }

  const tokenOf = async (instanceId: string): Promise<string> => {
    const known = tokens.get(instanceId)
    return known && known.endsAt > now().getTime() ? known.text : fetchToken(instanceId)
  }

  /** A token may have been withdrawn before its end: it's replaced once. */
  async function call(instanceId: string, request: ProviderRequest): Promise<ProviderReply> {
    const send = async (token: string) =>
      clientOf(instanceId).request({ ...request, headers: { Authorization: token } })
    try {
      return await send(await tokenOf(instanceId))
    } catch (error) {
      if (!(error instanceof ConnectionLost && error.reply)) throw error
      tokens.delete(instanceId)
    }
    try {
      return await send(await fetchToken(instanceId))
    } catch (error) {
      throw error instanceof ConnectionLost && error.reply ? new InstanceRefused() : error
    }
  }

  const planOf = (packageName: string): string =>
    [...products].find(([, product]) => product === packageName)?.[0] ?? packageName

  return {
    subscriptionsUrl: origins.subscriptions,

    async readPlan(instanceId) {
      const reply = await call(instanceId, { url: `${origins.api}/apps/v1/instance` })
      const { instance } = reply.read(instanceAnswer)
      if (instance.instanceId.toLowerCase() !== instanceId) {
        throw new BadRecord('Wix answered about another site.', reply)
      }
      if (instance.isFree) return null
      if (!instance.billing) throw new BadRecord('Wix names no plan for a paid site.', reply)
      const { packageName, billingCycle, timeStamp, expirationDate, autoRenewing } =
        instance.billing
      return {
        planId: planOf(packageName),
        packageName,
        cycle: billingCycle,
        purchasedAt: timeStamp,
        expiresAt: expirationDate ?? null,
        renews: autoRenewing !== false,
      } satisfies WixPlan
    },

    async createCheckout(instanceId, { planId, returnUrl, isTest }) {
      const reply = await call(instanceId, {
        method: 'POST',
        url: `${origins.api}/apps/v1/checkout`,
        json: {
          productId: products.get(planId) ?? planId,
          billingCycle: 'MONTHLY',
          successUrl: returnUrl,
          testCheckout: isTest,
        },
      }).catch((error: unknown) => {
        const isRefused = error instanceof BadRecord && error.reply !== null
        throw isRefused ? new ChargeRefused('other', 'Wix refused the checkout.') : error
      })
      const { checkoutUrl: url, token: id } = reply.read(checkoutAnswer)
      return { id, url }
    },

    readEvent: createEventReader(account, now),
    checkInstance: createInstanceCheck({ account, providers, now }),

    async readSite(instanceId) {
      const reply = await call(instanceId, { url: `${origins.api}/apps/v1/instance` })
      const { instance } = reply.read(instanceAnswer)
      if (instance.instanceId.toLowerCase() !== instanceId) {
        throw new BadRecord('Wix answered about another site.', reply)
      }
      const site = reply.find(siteAnswer)?.site
      return { name: site?.siteDisplayName?.trim() || null, url: site?.url?.trim() || null }
    },

    async readTimeZone(instanceId) {
      try {
        const url = `${origins.api}/site-properties/v4/properties`
        const reply = await call(instanceId, { url })
        return reply.find(propertiesAnswer)?.properties?.timeZone ?? null
      } catch (error) {
        // A site works without it, in UTC.
        if (error instanceof InstanceRefused || isFailedCall(error)) return null
        throw error
      }
    },

    async embedScript(instanceId, parameters) {
      await call(instanceId, {
        method: 'POST',
        url: `${origins.api}/apps/v1/scripts`,
        json: { properties: { parameters, disabled: false } },
      })
    },

    async reportSetup(instanceId) {
      await call(instanceId, {
        method: 'POST',
        url: `${origins.api}/apps/v1/bi-event`,
        json: { eventName: 'APP_FINISHED_CONFIGURATION' },
      })
    },

    installUrl(returnUrl) {
      const query = new URLSearchParams({ appId, postInstallationUrl: returnUrl })
      if (shareUrlId !== undefined) query.set('shareUrlId', shareUrlId)
      return `${origins.installer}?${query.toString()}`
    },
    dashboardUrl: (instanceId) =>
      double === undefined ? origins.sites : `${double}/dashboard/${instanceId}`,
  }
}

/** Wix answered, and not with a fault of its own. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof ConnectionLost || error instanceof BadRecord) &&
  error.reply !== null &&
  error.reply.status >= 400
