/** A site that is connected by OAuth with doubles of the services, in a product that is served. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import { activities, connections, oauthApprovals } from '#app/db/schema/index.ts'
import { connectionsJob, sendLossEmail } from '#app/jobs/connections.server.ts'
import type { EtsyServer } from '#workshop/doubles/shops/etsy-server.ts'
import type { EventbriteServer } from '#workshop/doubles/shops/eventbrite-server.ts'
import type { GoogleBusinessServer } from '#workshop/doubles/shops/google-business-server.ts'
import type { MailchimpServer } from '#workshop/doubles/shops/mailchimp-server.ts'
import type { OAuthDesk } from '#workshop/doubles/shops/oauth-desk.ts'
import {
  approvedStripe,
  environmentOf,
  startApprovedDoubles,
} from '#workshop/doubles/shops/start-approved.ts'
import { startStripeServer, type StripeServer } from '#workshop/doubles/shops/stripe-server.ts'
import { createClock } from '../clock.ts'
import type { TestSite } from '../makers.ts'
import type { Served } from '../serve.ts'
import { createWorld, type World } from '../world.ts'

type Name = 'etsy' | 'eventbrite' | 'google_my_business_reviews' | 'mailchimp' | 'stripe'

/** The response that a person sees after returning from the service. */
type Arrived = { status: number; text: string; location: string | null }

export type ApprovedWorld = Omit<World, 'site'> & {
  etsy: EtsyServer
  eventbrite: EventbriteServer
  google: GoogleBusinessServer
  mailchimp: MailchimpServer
  stripe: StripeServer
  desks: Record<Name, OAuthDesk>
  served: Served
  site: TestSite
  /** A site of another organization. */
  makeOther: () => Promise<TestSite>
  /** Chooses to connect. @returns the service's page that asks */
  begin: (name: Name, more?: { cookie?: string; reconnects?: string }) => Promise<string>
  /** Presses a button there. @returns the path with its query that the browser is sent back to */
  choose: (approveUrl: string, choice?: 'allow' | 'deny') => Promise<string>
  /** Automatic requests of the page that the browser returned to. */
  arrive: (path: string, cookie?: string) => Promise<Arrived>
  /** All of it. @returns the connection's uuid */
  connect: (name: Name) => Promise<string>
  /** Asks for everything that is due. */
  pull: () => Promise<void>
  stored: {
    connection: (uuid: string) => Promise<typeof connections.$inferSelect | undefined>
    connections: () => Promise<(typeof connections.$inferSelect)[]>
    activities: () => Promise<(typeof activities.$inferSelect)[]>
    approvals: () => Promise<(typeof oauthApprovals.$inferSelect)[]>
  }
}

/** @param environment changes of the variables */
export async function createApprovedWorld(
  environment: Record<string, string> = {},
): Promise<ApprovedWorld> {
  const { now } = createClock()
  // Services and worlds have clocks of the same beginning; the services' follow the world's.
  let time = now
  const approved = await startApprovedDoubles(() => time())
  const { etsy, eventbrite, google, mailchimp } = approved
  const stripe = await startStripeServer(() => time())
  for (const double of [approved, stripe]) onTestFinished(double.stop)
  const world = await createWorld({
    environment: {
      ...environmentOf([...approved.services, approvedStripe(stripe)]),
      ...environment,
    },
  })
  time = world.clock.now
  const served = await world.serve()
  world.services.config = { ...world.services.config, appUrl: served.baseUrl }
  const desks = {
    etsy: etsy.desk,
    eventbrite: eventbrite.desk,
    google_my_business_reviews: google.desk,
    mailchimp: mailchimp.desk,
    stripe: stripe.desk,
  }
  for (const [name, desk] of Object.entries(desks)) {
    desk.registered.add(`${served.baseUrl}/integrations/${name}/callback`)
  }
  await world.queue.start([sendLossEmail], world.services)
  const site = await world.site()
  const { system } = world.services.db

  const begin: ApprovedWorld['begin'] = async (name, { cookie, reconnects } = {}) => {
    const response = await served.fetch(`/integrations/${name}`, {
      method: 'POST',
      headers: { Cookie: cookie ?? site.owner.cookie },
      body: new URLSearchParams({ way: 'oauth', ...(reconnects ? { reconnects } : {}) }),
    })
    expect(response.status).toBe(200)
    const link = /href="(http[^"]*response_type=code[^"]*)"/.exec(await response.text())?.[1]
    if (link === undefined) throw new Error('There is no link to the service.')
    return link.replaceAll('&amp;', '&')
  }
  const choose: ApprovedWorld['choose'] = async (approveUrl, choice = 'allow') => {
    const body = new URLSearchParams({ choice })
    const response = await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.origin).toBe(served.baseUrl)
    return back.pathname + back.search
  }
  const arrive: ApprovedWorld['arrive'] = async (path, cookie = site.owner.cookie) => {
    const response = await served.fetch(path, { method: 'POST', headers: { Cookie: cookie } })
    const text = (await response.text()).replaceAll('<!-- -->', '').replaceAll('&#x27;', "'")
    return { status: response.status, text, location: response.headers.get('location') }
  }
  return {
    ...world,
    etsy,
    eventbrite,
    google,
    mailchimp,
    stripe,
    desks,
    served,
    site,
    makeOther: () => world.site(),
    begin,
    choose,
    arrive,
    async connect(name) {
      const { location } = await arrive(await choose(await begin(name)))
      const uuid = /^\/integrations\/connections\/([\w-]{36})\?connected$/.exec(location ?? '')?.[1]
      if (uuid === undefined) throw new Error(`It led to ${String(location)}.`)
      return uuid
    },
    pull: () => connectionsJob.run(world.services, {}),
    stored: {
      async connection(uuid) {
        const [row] = await system.select().from(connections).where(eq(connections.uuid, uuid))
        return row
      },
      connections: () => system.select().from(connections).orderBy(connections.id),
      activities: () => system.select().from(activities).orderBy(activities.id),
      approvals: () => system.select().from(oauthApprovals),
    },
  }
}
