/**
 * The only reader of the environment. Invalid values prevent the start, with the variable's name.
 */
import path from 'node:path'
import { z } from 'zod'
import {
  bigcommerceOf,
  bigcommerceVariables,
  doubledOrigins,
  type BigCommerceAccount,
} from './config-bigcommerce.server.ts'
import { eventLogOf, eventLogVariables, type EventLogSettings } from './config-event-log.server.ts'
import {
  integrationAppsOf,
  integrationVariables,
  originsOf,
  type IntegrationApp,
} from './config-integrations.server.ts'
import { keyOfFolder } from './config-key-file.server.ts'
import { stripeOf, stripeVariables, type StripeAccount } from './config-stripe.server.ts'
import { doubleVariables, flag, readUse, useVariables } from './config-use.server.ts'
import { tracesOf, traceVariables, type TraceCollector } from './config-traces.server.ts'
import { frameAncestorsOf, frameVariables, type FrameAncestors } from './config-frames.server.ts'
import { wixOf, wixVariables, type WixAccount } from './config-wix.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import { productName } from '#app/lib/product.ts'
import { secondMillis } from '#app/lib/time.ts'

const variables = z.object({
  ...useVariables,
  ...doubleVariables,
  ...eventLogVariables,
  ...traceVariables,
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  APP_KEY: z
    .string()
    .refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  APP_PREVIOUS_KEYS: z
    .string()
    .default('')
    .transform((value) => value.split(',').filter(Boolean)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  RAW_EVENT_DAYS: z.coerce.number().int().min(15).max(3650).default(90),
  TRUST_PROXY: flag.default(false),
  RAW_SOCKETS: flag.default(true),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}]*[^\s@]@[^\s@]+$/u, 'must be an address, or a name and <an address>')
    .optional(),
  SUPPORT_EMAIL: z.email().optional(),
  TERMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  TERMS_VERSION: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'must be a date like 2026-11-01, or up to 40 letters, digits and dots')
    .optional(),
  PRIVACY_URL: z.url({ protocol: /^https?$/ }).optional(),
  TWILIO_URL: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+\d{7,15}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/,
      'must be a number, a service or a name',
    )
    .optional(),
  SHOPIFY_API_KEY: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'must be the app’s client id')
    .optional(),
  SHOPIFY_API_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SHOPIFY_PREVIOUS_API_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SHOPIFY_APP_HANDLE: z
    .string()
    .max(256)
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be the handle of the app in Shopify’s admin')
    .optional(),
  SHOPIFY_PRICING: z.enum(['billing_api', 'app_pricing']).default('billing_api'),
  SHOPIFY_DISTRIBUTION: z.enum(['app_store', 'custom']).default('app_store'),
  SHOPIFY_CONTENT_POLICY: z.enum(['enforce', 'report']).default('enforce'),
  SHOPIFY_LISTING_URL: z
    .string()
    .regex(
      /^https:\/\/apps\.shopify\.com\/[a-z0-9-]+$/,
      'must be the app’s page in the App Store, like https://apps.shopify.com/footfall',
    )
    .optional(),
  ...stripeVariables,
  ...wixVariables,
  ...bigcommerceVariables,
  ...frameVariables,
  ...integrationVariables,
  TEMPLATE_FILE: z.string().optional(),
})

type Variables = z.output<typeof variables>

export type Config = EventLogSettings & {
  /** Absent: nothing is traced. */
  traces: TraceCollector | undefined
  isProduction: boolean
  port: number
  host: string
  /** Origin of the product, without a trailing slash. Used in emails and the installation code. */
  appUrl: string
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  appKey: string
  previousKeys: readonly string[]
  /** Origin of a shop that answers at `/demo`, to try the product with. Never in production. */
  demoShopUrl: string | undefined
  logLevel: string
  /** How long a stopping node goes on accepting connections, until its proxy knows. */
  drainMillis: number
  /** How long single events are kept. Their sums are kept permanently. */
  rawEventDays: number
  /**
   * Whether to take the client's address from X-Forwarded-For, which is only safe behind our own
   * proxy.
   */
  trustsProxy: boolean
  /** Reads pages' plain requests without Node's parser (docs/decisions/0010-raw-read-path.md). */
  hasRawSockets: boolean
  /** Bearer token of /metrics. Absent: it answers requests from this machine only. */
  metricsToken: string | undefined
  /** Absent: emails become files in `dataDir`/outbox. */
  smtpUrl: string | undefined
  /** Value of the From header. */
  mailFrom: string
  /** Gets each message to support by email. Absent: they are in the kiosk alone. */
  supportEmail: string | undefined
  /** The operator's terms of service. Absent: there is no document to accept. */
  terms: TermsPage | undefined
  /** URL of the operator's privacy policy. */
  privacyUrl: string | undefined
  /** Absent: no text messages. */
  twilio: TwilioAccount | undefined
  /** Absent: the product isn't an app in Shopify. */
  shopify: ShopifyApp | undefined
  /** Absent: no payments by card. */
  stripe: StripeAccount | undefined
  /** Absent: the product isn't an app in Wix. */
  wix: WixAccount | undefined
  /** Absent: the product isn't an app in BigCommerce. */
  bigcommerce: BigCommerceAccount | undefined
  /** Origins that can frame the product, for systems that add no script to their admin's frame. */
  frameAncestors: FrameAncestors
  /** Origin on this machine that webhooks may be sent to, in development and tests. Never in production. */
  webhookReceiver: string | undefined
  /** Origin on this machine that replaces push services, in development and tests. Never in production. */
  pushService: string | undefined
  /** Footfall's apps at services that approve connections by OAuth, by the integration's name. */
  integrationApps: ReadonlyMap<string, IntegrationApp>
  /** Token of the account at the review aggregator. Absent: reviews of public pages can't be read. */
  aggregatorToken: string | undefined
  /** Page of the published Zapier app, or its invitation. Undefined: the app isn't published. */
  zapierAppUrl: string | undefined
  /** Doubles to call in place of services, by the services' origins. */
  integrationOrigins: ReadonlyMap<string, string>
  /** A dump of an empty embedded database, for a faster start. */
  templateFile: string | undefined
}

/** `version` is stored with each consent. */
type TermsPage = { url: string; version: string }

export type TwilioAccount = {
  /** Origin of the API, without a trailing slash. */
  url: string
  accountSid: string
  authToken: string
  /** A number in E.164, the SID of a messaging service, or a name where networks allow one. */
  from: string
}

/** The app as Shopify knows it. */
export type ShopifyApp = {
  /** The client id, which is public. */
  apiKey: string
  apiSecret: string
  /** Shopify still signs with it for a while after the secret was replaced. */
  previousApiSecret: string | undefined
  /** Last part of the app's URL in the admin. The client id works there as well. */
  handle: string
  /** Who shows and sells the plans: the app by the Billing API, or Shopify on its own plan page. */
  pricing: 'billing_api' | 'app_pricing'
  /** How shops find the app. Only with `custom` can people enter a shop's domain on our pages. */
  distribution: 'app_store' | 'custom'
  /** With `report`, the frame's content policy only reports most of what it would block. */
  contentPolicy: 'enforce' | 'report'
  /** The app's page in the App Store. Absent: it has none, or none yet. */
  listingUrl: string | undefined
  /** Origin of a store that replaces Shopify in development and tests. Never in production. */
  double: string | undefined
}

export type { BigCommerceAccount, StripeAccount, WixAccount }

/**
 * @param keyOf the key without `APP_KEY`; absent: the one of the folder, or a new one
 * @throws ConfigError naming all invalid variables
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  keyOf: (dataDir: string) => string = keyOfFolder,
): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const parsed = variables.safeParse(present)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`)
    throw new ConfigError(`Configuration: ${lines.join('; ')}`)
  }

  const { data } = parsed
  const isProduction = readUse(data)
  const dataDir = path.resolve(data.DATA_DIR)
  const appUrl = new URL(data.APP_URL ?? `http://${nameOf(data.HOST)}:${String(data.PORT)}`)
  if (isProduction && data.DATABASE_URL && !data.APP_KEY) {
    throw new ConfigError('Configuration: APP_KEY is required in production on PostgreSQL.')
  }

  return {
    isProduction,
    port: data.PORT,
    host: data.HOST,
    appUrl: appUrl.origin,
    dataDir,
    databaseUrl: data.DATABASE_URL,
    appKey: data.APP_KEY ?? keyOf(dataDir),
    previousKeys: data.APP_PREVIOUS_KEYS,
    demoShopUrl: data.DEMO_SHOP_URL && new URL(data.DEMO_SHOP_URL).origin,
    // In a terminal, request logs would hide the URL and the login that new users need.
    logLevel: data.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    drainMillis: data.DRAIN_SECONDS * secondMillis,
    rawEventDays: data.RAW_EVENT_DAYS,
    trustsProxy: data.TRUST_PROXY,
    ...eventLogOf(data),
    traces: tracesOf(data),
    hasRawSockets: data.RAW_SOCKETS,
    metricsToken: data.METRICS_TOKEN,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `${productName} <no-reply@${appUrl.hostname}>`,
    supportEmail: data.SUPPORT_EMAIL,
    terms: termsOf(data),
    privacyUrl: data.PRIVACY_URL,
    twilio: twilioOf(data, isProduction),
    shopify: shopifyOf(data),
    stripe: stripeOf(data),
    wix: wixOf(data),
    bigcommerce: bigcommerceOf(data),
    frameAncestors: frameAncestorsOf(data, isProduction),
    integrationApps: integrationAppsOf(data),
    aggregatorToken: data.DATASHAKE_TOKEN,
    zapierAppUrl: data.ZAPIER_APP_URL,
    integrationOrigins: new Map([...doubledOrigins(data), ...originsOf(data)]),
    webhookReceiver: data.WEBHOOK_RECEIVER_URL && new URL(data.WEBHOOK_RECEIVER_URL).origin,
    pushService: data.PUSH_SERVICE_URL && new URL(data.PUSH_SERVICE_URL).origin,
    templateFile: data.TEMPLATE_FILE,
  }
}

/** A consent is worth nothing when no one knows to which text. */
function termsOf({ TERMS_URL, TERMS_VERSION }: Variables): TermsPage | undefined {
  if (TERMS_URL && TERMS_VERSION) return { url: TERMS_URL, version: TERMS_VERSION }
  if (!TERMS_URL && !TERMS_VERSION) return undefined
  throw new ConfigError('Configuration: TERMS_URL and TERMS_VERSION go together.')
}

function twilioOf(data: Variables, isProduction: boolean): TwilioAccount | undefined {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM } = data
  if (!TWILIO_ACCOUNT_SID && !TWILIO_AUTH_TOKEN && !TWILIO_FROM) return undefined
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM) {
    throw new ConfigError(
      'Configuration: TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together.',
    )
  }
  const { origin, protocol } = new URL(data.TWILIO_URL)
  if (isProduction && protocol !== 'https:') {
    throw new ConfigError('Configuration: TWILIO_URL must be an address of https in production.')
  }
  return {
    url: origin,
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
  }
}

function shopifyOf(data: Variables): ShopifyApp | undefined {
  const { SHOPIFY_API_KEY, SHOPIFY_API_SECRET, SHOPIFY_APP_HANDLE, SHOPIFY_DOUBLE_URL } = data
  if (!SHOPIFY_API_KEY && !SHOPIFY_API_SECRET) return undefined
  if (!SHOPIFY_API_KEY || !SHOPIFY_API_SECRET) {
    throw new ConfigError('Configuration: SHOPIFY_API_KEY and SHOPIFY_API_SECRET go together.')
  }
  if (data.SHOPIFY_PRICING === 'app_pricing' && !SHOPIFY_APP_HANDLE) {
    throw new ConfigError('Configuration: SHOPIFY_PRICING=app_pricing needs SHOPIFY_APP_HANDLE.')
  }
  return {
    apiKey: SHOPIFY_API_KEY,
    apiSecret: SHOPIFY_API_SECRET,
    previousApiSecret: data.SHOPIFY_PREVIOUS_API_SECRET,
    handle: SHOPIFY_APP_HANDLE ?? SHOPIFY_API_KEY,
    pricing: data.SHOPIFY_PRICING,
    distribution: data.SHOPIFY_DISTRIBUTION,
    contentPolicy: data.SHOPIFY_CONTENT_POLICY,
    listingUrl: data.SHOPIFY_LISTING_URL,
    double: SHOPIFY_DOUBLE_URL && new URL(SHOPIFY_DOUBLE_URL).origin,
  }
}

/** A listening address like 0.0.0.0 can't be opened in a browser. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
