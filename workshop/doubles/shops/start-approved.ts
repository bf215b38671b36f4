/**
 * Doubles of the services that are approved only by OAuth 2.0, and settings for the product to use
 * them.
 */
import { startEtsyServer, type EtsyServer } from './etsy-server.ts'
import { startEventbriteServer, type EventbriteServer } from './eventbrite-server.ts'
import { startGoogleBusinessServer, type GoogleBusinessServer } from './google-business-server.ts'
import { startMailchimpServer, type MailchimpServer } from './mailchimp-server.ts'
import type { DoubleOptions } from './shop-double.ts'
import type { StripeServer } from './stripe-server.ts'

/** Makes the product call a double instead of the service. */
export type ReplacedService = {
  /** The double's address, by the service's origin. */
  origins: Readonly<Record<string, string>>
  /** The app at the service, as variables of the product. */
  app: Readonly<Record<string, string>>
}

export type ApprovedDoubles = {
  etsy: EtsyServer
  eventbrite: EventbriteServer
  google: GoogleBusinessServer
  mailchimp: MailchimpServer
  services: readonly ReplacedService[]
  stop: () => Promise<void>
}

/** @param optionsAt of each double, by its number from 0 to 3. Absent: any ports, and small ids */
export async function startApprovedDoubles(
  now: () => Date,
  optionsAt: (number: number) => DoubleOptions = () => ({}),
): Promise<ApprovedDoubles> {
  const [etsy, eventbrite, google, mailchimp] = await Promise.all([
    startEtsyServer(now, optionsAt(0)),
    startEventbriteServer(now, optionsAt(1)),
    startGoogleBusinessServer(now, optionsAt(2)),
    startMailchimpServer(now, optionsAt(3)),
  ])
  return {
    etsy,
    eventbrite,
    google,
    mailchimp,
    services: [
      {
        origins: originsOf(etsy, ['https://www.etsy.com', 'https://api.etsy.com']),
        app: { ETSY_CLIENT_ID: etsy.app.id, ETSY_CLIENT_SECRET: etsy.app.secret },
      },
      {
        origins: originsOf(eventbrite, [
          'https://www.eventbrite.com',
          'https://www.eventbriteapi.com',
        ]),
        app: {
          EVENTBRITE_CLIENT_ID: eventbrite.app.id,
          EVENTBRITE_CLIENT_SECRET: eventbrite.app.secret,
        },
      },
      {
        origins: originsOf(google, [
          'https://accounts.google.com',
          'https://oauth2.googleapis.com',
          'https://mybusiness.googleapis.com',
          'https://mybusinessaccountmanagement.googleapis.com',
          'https://mybusinessbusinessinformation.googleapis.com',
        ]),
        app: { GOOGLE_CLIENT_ID: google.app.id, GOOGLE_CLIENT_SECRET: google.app.secret },
      },
      {
        origins: originsOf(mailchimp, [
          'https://login.mailchimp.com',
          `https://${mailchimp.server}.api.mailchimp.com`,
        ]),
        app: {
          MAILCHIMP_CLIENT_ID: mailchimp.app.id,
          MAILCHIMP_CLIENT_SECRET: mailchimp.app.secret,
        },
      },
    ],
    async stop() {
      await Promise.all([etsy, eventbrite, google, mailchimp].map((double) => double.stop()))
    },
  }
}

/** Stripe by Connect. */
export const approvedStripe = (stripe: StripeServer): ReplacedService => ({
  origins: originsOf(stripe, ['https://connect.stripe.com', 'https://api.stripe.com']),
  app: { STRIPE_CONNECT_CLIENT_ID: stripe.app.id, STRIPE_CONNECT_SECRET: stripe.app.secret },
})

/** @returns the double for each of the service's origins */
const originsOf = ({ url }: { url: string }, origins: readonly string[]) =>
  Object.fromEntries(origins.map((origin) => [origin, url]))

/** @param more origins of services without an app @returns the variables of all of it */
export const environmentOf = (
  services: readonly ReplacedService[],
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const origins = Object.assign({}, more, ...services.map((one) => one.origins)) as typeof more
  const apps = Object.assign({}, ...services.map((one) => one.app)) as typeof more
  const pairs = Object.entries(origins).map((pair) => pair.join('='))
  return { ...apps, INTEGRATION_ORIGINS: pairs.join(',') }
}
