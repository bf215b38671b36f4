/**
 * Calls of a Shopify shop's Admin API, for a site that isn't the app's own shop.
 *
 * Apps come from Shopify's Dev Dashboard and get tokens of 24 hours with their client ID and secret
 * (shopify.dev, "Authenticate an app for stores in your organization", 2026). Apps that a merchant created
 * in the shop's admin have a token that lasts; since January 1, 2026 no new ones can be created
 * (help.shopify.com, "Custom apps").
 */
import { z } from 'zod'
import { apiError, readRefusals } from '#app/lib/shopify/refusals.ts'
import { queryCost, throttledMillis } from '#app/lib/shopify/throttle.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import {
  BadRecord,
  ConnectionLost,
  HeldUp,
  Intercepted,
  isFailedCall,
  TryLater,
} from '#app/lib/web/provider-errors.ts'
import type { ProviderRequest } from '#app/lib/web/provider-client.server.ts'
import type { Caller, MadeToken } from '../integration.ts'
import { madeTokenOf } from './oauth.ts'
import { loose } from './shapes.ts'
import { WrongSetting } from './wrong-setting.ts'

export const settings = z
  .object({
    shop: z
      .string('Enter the address of your shop.')
      .trim()
      .toLowerCase()
      .max(300, 'Use 300 characters or fewer.')
      .transform((typed) => typed.replace(/^https?:\/\//, '').split('/', 1)[0])
      .pipe(
        z
          .string()
          .regex(
            /^[a-z\d][a-z\d-]{0,60}\.myshopify\.com$/,
            'Enter the address that ends with .myshopify.com.',
          ),
      )
      .meta({
        label: 'Shop address',
        help: 'Shopify admin › Settings › Domains shows the address that ends with .myshopify.com.',
        placeholder: 'your-shop.myshopify.com',
      }),
    clientId: z
      .string()
      .trim()
      .regex(/^[\w-]{0,100}$/, 'Copy the whole client ID.')
      .default('')
      .meta({
        label: 'Client ID',
        help: 'Dev Dashboard › Apps › your app › Settings.',
        isUsual: true,
      }),
    secret: z
      .string()
      .trim()
      .min(10, 'Copy the whole client secret.')
      .max(200, 'Use 200 characters or fewer.')
      .meta({
        label: 'Client secret',
        help: 'On the same page. A custom app from before 2026 calls it API secret key.',
        isSecret: true,
      }),
    token: z
      .string()
      .trim()
      .regex(/^(?:shpat_\w{10,200})?$/, 'An access token begins with shpat_.')
      .default('')
      .meta({
        label: 'Admin API access token',
        help: 'Only for a custom app from before 2026, which has no client ID.',
        isSecret: true,
        placeholder: 'shpat_…',
      }),
  })
  .refine(({ clientId, token }) => clientId !== '' || token !== '', {
    path: ['clientId'],
    message: 'Enter the client ID of your app.',
  })
export type Shop = Caller<z.output<typeof settings>>

/** Version of the Admin API. A custom app's webhooks have the version that the app is set to. */
const apiVersion = '2026-07'

const answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(apiError)
    .nullish()
    // A text instead of a list.
    .catch([{ message: '' }]),
  extensions: loose(z.object({ cost: loose(queryCost) })),
})

/** Codes of errors that pass (shopify.dev, "Response status and error codes"). */
const passing: ReadonlySet<unknown> = new Set(['INTERNAL_SERVER_ERROR', 'TIMEOUT'])

/** After a failure that passes. */
const passMillis = 20 * secondMillis

/**
 * Refusals of the shop as a whole, for its owner. They end without new credentials (shopify.dev, "Response
 * status and error codes").
 */
const closedShops: Readonly<Record<number, string>> = {
  402: 'Shopify has frozen your shop because a bill is open. Pay it in Shopify.',
  403: 'Shopify doesn’t let the app use your shop. Check your shop’s status in Shopify, and the scopes of the app.',
  404: 'Shopify can’t find your shop. Check that its address is right, and in Shopify that it’s still open.',
  423: 'Shopify has locked your shop. Ask Shopify Support to unlock it.',
}

const inactiveShop = 'Your shop isn’t active at Shopify. Check its status there.'

/** @throws HeldUp while the shop is closed; ConnectionLost, TryLater, BadRecord */
async function send({ http, now }: Shop, request: ProviderRequest) {
  try {
    return await http.request(request)
  } catch (error) {
    // A page says nothing about the shop.
    if (error instanceof Intercepted) throw error
    const sentence = isFailedCall(error) ? closedShops[error.reply?.status ?? 0] : undefined
    if (!isFailedCall(error) || sentence === undefined) throw error
    throw new HeldUp(sentence, error instanceof TryLater ? error.at : inAMinute(now), error.reply)
  }
}

const inAMinute = (now: Date) => new Date(now.getTime() + minuteMillis)

/** The query's data. @throws ConnectionLost, TryLater, BadRecord */
export async function ask(caller: Shop, query: string, variables: Record<string, unknown> = {}) {
  const { data, refusals, reply } = await answerOf(caller, query, variables)
  if (refusals) throw new ConnectionLost('The custom app may not read this.', reply)
  return data
}

/** Data, and refusals of parts of it. @throws ConnectionLost, TryLater, BadRecord */
export async function answerOf(caller: Shop, query: string, variables: Record<string, unknown>) {
  const { clientId, token } = caller.settings
  // Settings from before there were client IDs have none.
  const access = clientId ? await caller.token(() => makeToken(caller)) : token
  const reply = await send(caller, {
    method: 'POST',
    url: `${originOf(caller)}/admin/api/${apiVersion}/graphql.json`,
    headers: { 'X-Shopify-Access-Token': access },
    json: { query, variables },
  })
  const { data, errors, extensions } = reply.read(answer)
  if (!errors || errors.length === 0) return { data, refusals: null, reply }
  const codes = errors.map(({ extensions }) => extensions?.code)
  const later = (message: string, millis: number) =>
    new TryLater(message, new Date(caller.now.getTime() + millis), reply)
  if (codes.includes('THROTTLED')) {
    const wait = throttledMillis(extensions?.cost ?? undefined)
    throw later('Shopify throttles the shop’s calls.', wait)
  }
  if (codes.some((code) => passing.has(code))) throw later('Shopify failed to answer.', passMillis)
  if (codes.includes('SHOP_INACTIVE')) {
    throw new HeldUp(inactiveShop, inAMinute(caller.now), reply)
  }
  const refusals = readRefusals(errors)
  if (refusals) return { data, refusals, reply }
  throw new BadRecord('Shopify refused the query.', reply)
}

const originOf = ({ origin, settings: { shop } }: Shop) => origin(`https://${shop}`)

/** Reasons for which Shopify makes no token, as the setting to correct. */
const tokenFaults: Readonly<Record<string, readonly [field: string, sentence: string]>> = {
  shop_not_permitted: [
    'clientId',
    'The app and the shop belong to different organizations at Shopify. Create the app in the Dev Dashboard of the shop’s organization.',
  ],
  app_not_installed: [
    'clientId',
    'The app isn’t installed in this shop. Install it from the Dev Dashboard.',
  ],
}

const unknownApp = [
  'secret',
  'Shopify doesn’t know this client ID and secret. Copy both again.',
] as const

/** @throws WrongSetting, ConnectionLost, TryLater, BadRecord */
async function makeToken(caller: Shop): Promise<MadeToken> {
  const { clientId, secret } = caller.settings
  try {
    const reply = await send(caller, {
      method: 'POST',
      url: `${originOf(caller)}/admin/oauth/access_token`,
      form: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
    })
    return madeTokenOf(reply, caller.now)
  } catch (error) {
    if (!(error instanceof BadRecord) || error.reply?.status !== 400) throw error
    // The reason may come as JSON or on a page.
    const { text } = error.reply
    const named = Object.keys(tokenFaults).find((reason) => text.includes(reason))
    throw new WrongSetting(...((named && tokenFaults[named]) || unknownApp))
  }
}
