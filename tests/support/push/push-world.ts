/** A world with browsers that subscribe to a site, and their push service. */
import { onTestFinished } from 'vitest'
import type { PushKind, PushMessage, SubscribeAnswer } from '#app/contract/push.ts'
import { campaignInput, type CampaignInput } from '#app/contract/push-settings.ts'
import { sendPushJob } from '#app/domain/push/jobs.ts'
import { createCampaign, startCampaign } from '#app/domain/push/campaigns.server.ts'
import { sendDuePush } from '#app/domain/push/send-due.server.ts'
import { saveDelivery, savePrompt } from '#app/domain/push/site-settings.server.ts'
import { defaultDelivery, defaultPrompt } from '#app/contract/push-settings.ts'
import { handle } from '#app/jobs/job.ts'
import {
  startPushService,
  type BrowserSubscription,
  type PushService,
} from '#workshop/doubles/push-service.ts'
import type { TestSite } from '../makers.ts'
import { serveEdge } from '../pages.ts'
import { createWorld, type World } from '../world.ts'

export type PushShop = {
  world: World
  site: TestSite
  push: PushService
  /** The site's public key. */
  key: string
  /** Posts to the edge as a page of the site. */
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
  subscriptionsPath: string
  /** A browser that subscribes. */
  subscribe: (wanted?: Record<string, unknown>) => Promise<Subscriber>
  /** Changes a subscription with its token. */
  change: (subscriber: Subscriber, change: Record<string, unknown>) => Promise<Response>
  /** Creates and starts a campaign. */
  start: (wanted?: Partial<CampaignInput>) => Promise<string>
  send: (options?: Parameters<typeof sendDuePush>[1]) => Promise<void>
  /** Messages that a browser got, oldest first. */
  messagesOf: (subscriber: Subscriber) => PushMessage[]
}

type Subscriber = SubscribeAnswer & { browser: BrowserSubscription; path: string }

/** No quiet hours and high caps, unless they are what the test is about. */
const atAnyTime = {
  ...defaultDelivery,
  quietFrom: '00:00',
  quietUntil: '00:00',
  perDay: 10,
  perWeek: 30,
}

export const consent = { wording: 'Yes, send me news of Shop.' }

export async function openPushShop(
  delivery: Partial<typeof defaultDelivery> = {},
): Promise<PushShop> {
  const push = await startPushService()
  onTestFinished(() => push.stop())
  const world = await createWorld({ environment: { PUSH_SERVICE_URL: push.origin } })
  // Starting a campaign sends a job, whose queue has to exist. Tests choose when to send.
  await world.queue.start([handle(sendPushJob, () => Promise.resolve())], world.services)
  return shopIn(world, push, delivery)
}

/** Another site of the same world. */
export async function shopIn(
  world: World,
  push: PushService,
  delivery: Partial<typeof defaultDelivery> = {},
): Promise<PushShop> {
  const { services } = world
  const site = await world.site()
  await savePrompt(services, site.scope, defaultPrompt)
  const { key } = await saveDelivery(services, site.scope, { ...atAnyTime, ...delivery })
  if (key === null) throw new Error('The site has no key.')
  const edge = await serveEdge(services)
  const subscriptionsPath = `/api/push/${site.uuid}/subscriptions`
  const post: PushShop['post'] = (path, body, headers = {}) =>
    fetch(edge.baseUrl + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { Origin: site.url, ...headers },
    })

  return {
    world,
    site,
    push,
    key,
    post,
    subscriptionsPath,
    async subscribe(wanted = {}) {
      const browser = push.subscribe(key)
      const response = await post(subscriptionsPath, { ...bodyOf(browser), ...wanted })
      if (!response.ok) throw new Error(await response.text())
      const answer = (await response.json()) as SubscribeAnswer
      return { ...answer, browser, path: new URL(browser.endpoint).pathname }
    },
    change: ({ id, token }, change) => post(`${subscriptionsPath}/${id}`, { token, ...change }),
    async start(wanted = {}) {
      const input = { ...campaign, ...wanted }
      const uuid = await createCampaign(services, site.scope, { input, userId: null })
      await startCampaign(services, site.scope, uuid)
      return uuid
    },
    send: (options) => sendDuePush(services, { perSecond: Infinity, ...options }),
    messagesOf: ({ path }) =>
      push.received
        .filter((one) => one.path === path)
        .map(({ text }) => JSON.parse(text) as PushMessage),
  }
}

/** The body that a page sends for a browser. */
export const bodyOf = (browser: BrowserSubscription) => ({
  ...browser,
  consent,
  kinds: ['news'] as PushKind[],
  timeZone: 'Europe/Amsterdam',
  language: 'en',
  page: '/linen',
})

export const campaign: CampaignInput = campaignInput.parse({
  name: 'Autumn',
  content: { title: 'New linen', body: 'The autumn colors are in.', url: '/linen' },
})
