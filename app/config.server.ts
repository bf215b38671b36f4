/** The only reader of the environment. Wrong values stop the start, by the variable's name. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { productName } from '#app/lib/product.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')

const variables = z.object({
  APP_ENV: z.enum(['local', 'production']).default('local'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
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
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  RAW_EVENT_DAYS: z.coerce.number().int().min(15).max(3650).default(90),
  TRUST_PROXY: flag.default(false),
  RAW_SOCKETS: flag.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}]*[^\s@]@[^\s@]+$/u, 'must be an address, or a name and <an address>')
    .optional(),
  SUPPORT_EMAIL: z.email().optional(),
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
  TEMPLATE_FILE: z.string().optional(),
})

export type Config = {
  isProduction: boolean
  port: number
  host: string
  /** Origin of the product, no trailing slash. Mails and the installation code name it. */
  appUrl: string
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  appKey: string
  previousKeys: readonly string[]
  hasDemo: boolean
  logLevel: string
  /** How long single events are kept; their sums stay. */
  rawEventDays: number
  /** The client's address is taken from X-Forwarded-For only behind our own proxy. */
  trustsProxy: boolean
  /** Pages' plain requests are answered without Node's parser (0010-raw-read-path.md). */
  hasRawSockets: boolean
  /** Absent: mails become files in `dataDir`/outbox. */
  smtpUrl: string | undefined
  /** As a From line says it. */
  mailFrom: string
  /** Who answers requests for help. Absent: they stay in the database. */
  supportEmail: string | undefined
  /** Absent: no text messages are sent. */
  twilio: TwilioAccount | undefined
  /** A prepared dump of an empty embedded database. */
  templateFile: string | undefined
}

export type TwilioAccount = {
  /** Origin of the API, no trailing slash. */
  url: string
  accountSid: string
  authToken: string
  /** A number in E.164, the sid of a messaging service, or a name where networks allow one. */
  from: string
}

/** A variable that can't be used. The message names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** @throws ConfigError naming each wrong variable */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const parsed = variables.safeParse(present)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`)
    throw new ConfigError(`Configuration: ${lines.join('; ')}`)
  }

  const { data } = parsed
  const isProduction = data.APP_ENV === 'production'
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
    appKey: data.APP_KEY ?? keyOfFolder(dataDir),
    previousKeys: data.APP_PREVIOUS_KEYS,
    hasDemo: data.DEMO ?? !isProduction,
    // At a terminal the requests would bury the address and the login that a newcomer needs.
    logLevel: data.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    rawEventDays: data.RAW_EVENT_DAYS,
    trustsProxy: data.TRUST_PROXY,
    hasRawSockets: data.RAW_SOCKETS,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `${productName} <no-reply@${appUrl.hostname}>`,
    supportEmail: data.SUPPORT_EMAIL,
    twilio: twilioOf(data, isProduction),
    templateFile: data.TEMPLATE_FILE,
  }
}

function twilioOf(
  data: z.output<typeof variables>,
  isProduction: boolean,
): TwilioAccount | undefined {
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

/** A host to listen on is not always one to visit. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** In embedded use the key is made once and kept beside the data, readable by its owner alone. */
function keyOfFolder(dataDir: string): string {
  const file = path.join(dataDir, 'app-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const key = randomBytes(32).toString('base64')
  try {
    writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
    return key
  } catch {
    // Another process of ours was quicker: its key is the one that holds.
    return readFileSync(file, 'utf8').trim()
  }
}
