/** Variables about the services that sites are connected with. */
import { z } from 'zod'
import { ConfigError } from '#app/lib/config-error.ts'
import { readUrl } from '#app/lib/read-url.ts'

const clientSecret = z.string().min(8, 'must have at least 8 characters').optional()
const clientId = z
  .string()
  .regex(/^[\w.-]{4,200}$/, 'must be the app’s client id')
  .optional()

export const integrationVariables = {
  ETSY_CLIENT_ID: clientId,
  ETSY_CLIENT_SECRET: clientSecret,
  EVENTBRITE_CLIENT_ID: clientId,
  EVENTBRITE_CLIENT_SECRET: clientSecret,
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  MAILCHIMP_CLIENT_ID: clientId,
  MAILCHIMP_CLIENT_SECRET: clientSecret,
  STRIPE_CONNECT_CLIENT_ID: clientId,
  STRIPE_CONNECT_SECRET: clientSecret,
  ZAPIER_APP_URL: z.url({ protocol: /^https$/, hostname: /^(?:www\.)?zapier\.com$/ }).optional(),
  DATASHAKE_TOKEN: z.string().min(8, 'must be the account’s token').optional(),
}

type IntegrationVariables = z.output<z.ZodObject<typeof integrationVariables>>

/** Client id and secret of an app at a service. */
export type IntegrationApp = { id: string; secret: string }

/** @throws ConfigError when one half of an app is missing */
export function integrationAppsOf(data: IntegrationVariables): ReadonlyMap<string, IntegrationApp> {
  const apps = [
    ['etsy', 'ETSY_CLIENT_ID', 'ETSY_CLIENT_SECRET'],
    ['eventbrite', 'EVENTBRITE_CLIENT_ID', 'EVENTBRITE_CLIENT_SECRET'],
    ['google_my_business_reviews', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['mailchimp', 'MAILCHIMP_CLIENT_ID', 'MAILCHIMP_CLIENT_SECRET'],
    ['stripe', 'STRIPE_CONNECT_CLIENT_ID', 'STRIPE_CONNECT_SECRET'],
  ] as const
  return new Map(
    apps.flatMap(([name, idVariable, secretVariable]) => {
      const [id, secret] = [data[idVariable], data[secretVariable]]
      if (id === undefined && secret === undefined) return []
      if (id === undefined || secret === undefined) {
        throw new ConfigError(`Configuration: ${idVariable} and ${secretVariable} go together.`)
      }
      return [[name, { id, secret }]]
    }),
  )
}

/** @throws ConfigError */
export function originsOf({
  INTEGRATION_ORIGINS: given = '',
}: {
  INTEGRATION_ORIGINS?: string | undefined
}): ReadonlyMap<string, string> {
  if (given === '') return new Map()
  const pairs = given.split(',').map((pair) => pair.split('=').map((address) => address.trim()))
  return new Map(
    pairs.map(([service = '', double = '']) => {
      const [from, to] = [readUrl(service), readUrl(double)]
      if (!from || !to) {
        throw new ConfigError('Configuration: INTEGRATION_ORIGINS must be pairs of origins.')
      }
      return [from.origin, to.origin]
    }),
  )
}
