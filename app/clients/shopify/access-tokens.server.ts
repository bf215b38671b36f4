/** Access tokens of shops: exchanged for a session token, and refreshed. */
import { z } from 'zod'
import type { ShopifyApp } from '#app/config.server.ts'
import {
  GrantEnded,
  SessionRefused,
  type OfflineGrant,
  type Shopify,
} from '#app/domain/shops/shopify.ts'
import type { ProviderClients } from '#app/lib/web/provider-client.server.ts'
import { BadRecord, isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { refusedBy } from './closed-shop.ts'
import { jsonOf } from './json-of.ts'
import type { ShopifyOrigins } from './shopify-origins.ts'

type AccessTokens = Pick<Shopify, 'exchangeOffline' | 'exchangeOnline' | 'refresh'>

/** People wait for an exchange. Far above what a shop's staff need; it stops a loop that went wrong. */
const budget = { requests: 60, seconds: 60 }

const offlineAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string(),
  expires_in: z.number().int().positive(),
  refresh_token: z.string().min(1),
  refresh_token_expires_in: z.number().int().positive(),
})

const onlineAnswer = z.object({
  associated_user: z.object({
    id: z.union([z.number(), z.string()]).transform(String),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    email: z.string().nullish(),
    email_verified: z.boolean().nullish(),
    account_owner: z.boolean().nullish(),
  }),
})

const refusal = z.object({ error: z.string() })

type Parts = {
  app: ShopifyApp
  origins: ShopifyOrigins
  providers: ProviderClients
  now: () => Date
}

export function createAccessTokens({ app, origins, providers, now }: Parts): AccessTokens {
  const credentials = { client_id: app.apiKey, client_secret: app.apiSecret }

  async function post(shop: string, body: Record<string, string>): Promise<ProviderReply> {
    const client = providers({
      key: `shopify tokens ${shop}`,
      budget,
      maxPauseMillis: 0,
    })
    try {
      const json = { ...credentials, ...body }
      return await client.request({
        method: 'POST',
        url: origins.accessToken(shop),
        json,
      })
    } catch (error) {
      throw outcomeOf(error, now())
    }
  }

  const exchange = (shop: string, sessionToken: string, type: 'offline' | 'online') =>
    post(shop, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: sessionToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      requested_token_type: `urn:shopify:params:oauth:token-type:${type}-access-token`,
      ...(type === 'offline' ? { expiring: '1' } : {}),
    })

  return {
    exchangeOffline: async (shop, token) => grantOf(await exchange(shop, token, 'offline'), now()),

    async exchangeOnline(shop, token) {
      const reply = await exchange(shop, token, 'online')
      const { associated_user: staff } = readExact(reply, onlineAnswer, now())
      return {
        id: staff.id,
        firstName: staff.first_name ?? '',
        lastName: staff.last_name ?? '',
        email: staff.email ?? '',
        isEmailVerified: staff.email_verified ?? false,
        isOwner: staff.account_owner ?? false,
      }
    },

    refresh: async (shop, refreshToken) =>
      grantOf(
        await post(shop, {
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
        }),
        now(),
      ),
  }
}

function grantOf(reply: ProviderReply, at: Date): OfflineGrant {
  const answer = readExact(reply, offlineAnswer, at)
  return {
    accessToken: answer.access_token,
    expiresIn: answer.expires_in,
    refreshToken: answer.refresh_token,
    refreshTokenExpiresIn: answer.refresh_token_expires_in,
    scopes: answer.scope.split(',').filter(Boolean),
  }
}

/** @throws TryLater for an answer that isn’t JSON; BadRecord for one of another shape */
function readExact<Shape extends z.ZodType>(
  reply: ProviderReply,
  shape: Shape,
  at: Date,
): z.output<Shape> {
  const read = shape.safeParse(jsonOf(reply, at))
  if (read.success) return read.data
  throw new BadRecord('Shopify’s answer can’t be read.', reply)
}

function outcomeOf(error: unknown, at: Date): unknown {
  if (!isFailedCall(error) || !error.reply) return error
  const code = error.reply.find(refusal)?.error
  if (code === 'invalid_subject_token') return new SessionRefused()
  if (code === 'invalid_grant') return new GrantEnded()
  return refusedBy(error, at) ?? error
}
