/**
 * Wix as an app sees it: access tokens for its instances, their plans, checkouts, the page on which owners
 * cancel, dashboards, and signed webhooks. It refuses what it doesn't know: paths, plans, fields.
 */
import { createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { deliveryDisagreements } from '../../published/check-exchange.ts'
import { noteDisagreements } from '../../published/disagreements.ts'
import { wix as published } from '../../published/services/wix.ts'
import { createWixAdmin, type WixAdmin } from './wix-admin.ts'
import { htmlPage } from '../stripe-billing/pages.ts'
import {
  startShopDouble,
  type DoubleOptions,
  type DoubleReply,
  type Fault,
  type SeenRequest,
} from '../shops/shop-double.ts'

/** The paid plan of an instance. */
type InstancePlan = {
  packageName: string
  cycle: 'MONTHLY' | 'YEARLY'
  purchasedAt: Date
  renews: boolean
}

export type Instance = {
  id: string
  isInstalled: boolean
  /** Null: the site isn't published. */
  siteUrl: string | null
  /** Null: free. */
  plan: InstancePlan | null
}

type SignedEvent = { eventType: string; instanceId: string; token: string }

/** Where webhooks are sent. */
type WixEndpoint = (init: RequestInit) => Promise<Response>

type Checkout = {
  token: string
  instanceId: string
  packageName: string
  successUrl: string
  isTest: boolean
  createdAt: Date
  state: 'open' | 'paid'
}

export type WixDouble = {
  url: string
  account: { appId: string; appSecret: string; publicKey: string }
  /** Each request that arrived, oldest first. */
  seen: SeenRequest[]
  checkouts: readonly Checkout[]
  /** After so many proper answers, each request meets this fault, until it is healed. */
  failAfter: (answers: number, fault: Fault) => void
  failNext: (...faults: Fault[]) => void
  heal: () => void
  /** JSON that is answered instead, by method and path. */
  answers: Map<string, unknown>
  /** Access tokens so far are refused from now on. */
  withdrawTokens: () => void
  /** Installs the app on another site, or with a clone of one. Returns its instance. */
  install: (id?: string, cloneOf?: string) => Instance
  /** The owner removes the app. The plan goes on. */
  remove: (id: string) => void
  /** The owner installs it again. */
  reinstall: (id: string) => void
  /** As a purchase at Wix' checkout. */
  buy: (id: string, packageName: string, cycle?: InstancePlan['cycle']) => void
  /** The owner cancels: the plan ends with its cycle. */
  cancel: (id: string) => void
  /** The owner turns the renewal on again. */
  reactivate: (id: string) => void
  /** The plan ends now, for example because Wix refunded it. */
  end: (id: string) => void
  /** The part in which people open the app. */
  admin: WixAdmin
  /** As Wix sends something that happened on a site. */
  report: (id: string, topic: string, event: Record<string, unknown>) => void
  /** All webhooks so far, oldest first. */
  events: readonly SignedEvent[]
  /** Signs a webhook. */
  sign: (event: WixToken) => string
  endpoints: Set<WixEndpoint>
  /** Catches up with the clock, and sends the webhooks that endpoints haven't accepted yet. */
  settle: () => Promise<void>
  stop: () => Promise<void>
}

export type WixToken = {
  eventType: string
  instanceId: string
  data?: Record<string, unknown>
  /** Default: the app's key. */
  by?: KeyObject
  alg?: string
  claims?: Record<string, unknown>
}

/** Package names of the app's plans at Wix. */
const wixPackages = ['lite1', 'plus1', 'genius1', 'agency1'] as const

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

const appSecret = 'wix-app-secret-0123456789'

const tokenSeconds = 14_400
const checkoutMillis = 48 * 3_600_000

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startWix(
  now: () => Date,
  {
    port,
    packages = wixPackages,
    appId = '5c1d7a42-6f0e-4f6e-9f0b-2f6a8f6b8d11',
  }: DoubleOptions & { packages?: readonly string[]; appId?: string } = {},
): Promise<WixDouble> {
  const at = now
  const instances = new Map<string, Instance>()
  const checkouts: Checkout[] = []
  const tokens = new Map<string, { instanceId: string; endsAt: number }>()
  const events: SignedEvent[] = []
  const sent = new Map<WixEndpoint, number>()
  const endpoints = new Set<WixEndpoint>()

  function sign({ eventType, instanceId, data = {}, by, alg = 'RS256', claims }: WixToken): string {
    const iat = Math.floor(now().getTime() / 1_000)
    const inner = JSON.stringify({ eventType, instanceId, data: JSON.stringify(data) })
    const payload = { data: inner, iat, exp: iat + 3_600, ...claims }
    const signed = `${encoded({ alg, typ: 'JWT' })}.${encoded(payload)}`
    const signature = createSign('RSA-SHA256')
      .update(signed)
      .sign(by ?? keys.privateKey, 'base64url')
    return `${signed}.${signature}`
  }

  function emit(eventType: string, instanceId: string, data: Record<string, unknown> = {}): void {
    const token = sign({ eventType, instanceId, data })
    noteDisagreements(
      deliveryDisagreements(published, { topic: eventType, headers: {}, body: token }),
    )
    events.push({ eventType, instanceId, token })
  }

  function install(id: string = randomUUID(), cloneOf?: string): Instance {
    const siteUrl = `https://${id.slice(0, 8)}.linen.example`
    const instance: Instance = { id, isInstalled: true, plan: null, siteUrl }
    instances.set(id, instance)
    emit('AppInstalled', id, { appId, ...(cloneOf ? { originInstanceId: cloneOf } : {}) })
    return instance
  }

  function emitPlan(
    eventType: string,
    instanceId: string,
    data: Record<string, unknown> = {},
  ): void {
    emit(eventType, instanceId, { operationTimeStamp: at().toISOString(), ...data })
  }

  const find = (id: string): Instance => {
    const found = instances.get(id)
    if (!found) throw new Error(`Wix has no instance ${id}.`)
    return found
  }

  const paid = (id: string): InstancePlan => {
    const { plan } = find(id)
    if (!plan) throw new Error(`The instance ${id} has no paid plan.`)
    return plan
  }

  function cycleEnd({ purchasedAt, cycle }: InstancePlan): Date {
    const end = new Date(purchasedAt)
    while (end <= at()) {
      if (cycle === 'YEARLY') end.setUTCFullYear(end.getUTCFullYear() + 1)
      else end.setUTCMonth(end.getUTCMonth() + 1)
    }
    return end
  }

  /** Ends what was canceled and is over by now. */
  const ends = new Map<string, Date>()
  function catchUp(): void {
    for (const [id, end] of ends) {
      if (end > at()) continue
      ends.delete(id)
      find(id).plan = null
      emitPlan('PaidPlanAutoRenewalCancelled', id)
    }
  }

  function buy(id: string, packageName: string, cycle: InstancePlan['cycle'] = 'MONTHLY'): void {
    const instance = find(id)
    const before = instance.plan
    instance.plan = { packageName, cycle, purchasedAt: at(), renews: true }
    ends.delete(id)
    const more = before ? { previousVendorProductId: before.packageName } : {}
    const data = { vendorProductId: packageName, cycle, ...more }
    emitPlan(before ? 'PaidPlanChanged' : 'PaidPlanPurchased', id, data)
  }

  function cancel(id: string): void {
    const plan = paid(id)
    if (!plan.renews) return
    ends.set(id, cycleEnd(plan))
    plan.renews = false
    emitPlan('PaidPlanAutoRenewalCancelled', id, { vendorProductId: plan.packageName })
  }

  function issueToken(body: Record<string, unknown>): DoubleReply {
    const { grant_type: grant, client_id: client, client_secret: secret, instance_id: id } = body
    if (grant !== 'client_credentials' || client !== appId || secret !== appSecret) {
      return { status: 401, json: { error: 'invalid_client' } }
    }
    const instance = typeof id === 'string' ? instances.get(id) : undefined
    if (!instance?.isInstalled) return { status: 404, json: { message: 'App instance not found' } }
    const token = `token-${randomUUID()}`
    tokens.set(token, { instanceId: instance.id, endsAt: at().getTime() + tokenSeconds * 1_000 })
    return { json: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds } }
  }

  function describe({ id, plan, siteUrl }: Instance): DoubleReply {
    const billing = plan && {
      packageName: plan.packageName,
      billingCycle: plan.cycle,
      timeStamp: plan.purchasedAt.toISOString(),
      autoRenewing: plan.renews,
      invoiceId: '1000001',
      source: '',
      freeTrialInfo: { status: 'NOT_AVAILABLE' },
      // Wix doesn't say when months end.
      ...(plan.cycle === 'YEARLY' ? { expirationDate: cycleEnd(plan).toISOString() } : {}),
    }
    const instance = { instanceId: id, appName: 'Footfall', isFree: plan === null, permissions: [] }
    return {
      json: {
        instance: { ...instance, ...(billing ? { billing } : {}) },
        site: { siteDisplayName: 'Linen', ...(siteUrl ? { url: siteUrl } : {}), locale: 'en' },
      },
    }
  }

  function createCheckout(instance: Instance, body: Record<string, unknown>): DoubleReply {
    const { productId, billingCycle, successUrl, testCheckout, ...others } = body
    const isKnown =
      packages.some((one) => one === productId) &&
      billingCycle === 'MONTHLY' &&
      typeof successUrl === 'string' &&
      typeof testCheckout === 'boolean' &&
      Object.keys(others).length === 0
    if (!isKnown) return { status: 400, json: { message: 'INVALID_ARGUMENT' } }
    const checkout: Checkout = {
      token: randomUUID(),
      instanceId: instance.id,
      packageName: String(productId),
      successUrl,
      isTest: testCheckout,
      createdAt: at(),
      state: 'open',
    }
    checkouts.push(checkout)
    const checkoutUrl = `${double.url}/checkout/${checkout.token}`
    return { json: { checkoutUrl, token: checkout.token } }
  }

  const html = (title: string, body: string, status = 200): DoubleReply => ({
    status,
    text: htmlPage(title, body),
    type: 'text/html; charset=utf-8',
  })

  const button = (name: string, value: string, label: string) =>
    `<button name="${name}" value="${value}">${label}</button>`

  function checkoutPage(token: string, { method, body }: SeenRequest): DoubleReply {
    const checkout = checkouts.find((one) => one.token === token)
    const isOpen =
      checkout?.state === 'open' && checkout.createdAt.getTime() + checkoutMillis > at().getTime()
    if (!isOpen) return html('This checkout is over', '', 410)
    const { packageName, instanceId, successUrl } = checkout
    if (method !== 'POST') {
      const form = `<form method="post">${button('answer', 'approve', 'Pay')}${button('answer', 'decline', 'Not now')}</form>`
      return html(`Checkout of Wix: ${packageName}`, form)
    }
    if (new URLSearchParams(body).get('answer') !== 'approve') {
      return html('Nothing was paid', '', 200)
    }
    checkout.state = 'paid'
    buy(instanceId, packageName)
    return { status: 303, headers: { Location: successUrl } }
  }

  function subscriptionsPage({ method, body }: SeenRequest): DoubleReply {
    if (method === 'POST') {
      const id = new URLSearchParams(body).get('cancel') ?? ''
      if (instances.get(id)?.plan) cancel(id)
      return { status: 303, headers: { Location: '/account/subscriptions' } }
    }
    const rows = [...instances.values()].map(({ id, plan }) => {
      if (!plan) return `<li>${id}: free</li>`
      const end = plan.renews ? button('cancel', id, 'Cancel') : 'canceled'
      return `<li>${id}: ${plan.packageName} <form method="post">${end}</form></li>`
    })
    return html('Subscriptions at Wix', `<ul>${rows.join('')}</ul>`)
  }

  function api({ method, path, headers, body }: SeenRequest): DoubleReply | undefined {
    if (method === 'POST' && path === '/oauth2/token') return issueToken(objectOf(body))
    if (method === 'POST' && path === '/oauth2/token-info') return admin.tokenInfo(objectOf(body))
    const known = tokens.get(headers.authorization ?? '')
    const instance = known && instances.get(known.instanceId)
    if (!known || !instance?.isInstalled || known.endsAt <= at().getTime()) {
      return { status: 403, json: { message: 'Forbidden' } }
    }
    if (method === 'GET' && path === '/apps/v1/instance') return describe(instance)
    if (method === 'GET' && path === '/site-properties/v4/properties') {
      return { json: { version: '1', properties: { timeZone: 'Europe/Lisbon' } } }
    }
    if (method === 'POST' && path === '/apps/v1/checkout') {
      return createCheckout(instance, objectOf(body))
    }
    const answer = method === 'POST' && admin.api(instance, path, objectOf(body))
    return answer || { status: 404, json: { message: 'Not found' } }
  }

  async function flush(): Promise<void> {
    for (const endpoint of endpoints) {
      for (let next = sent.get(endpoint) ?? 0; next < events.length; next += 1) {
        const response = await endpoint({ method: 'POST', body: events[next]?.token ?? '' })
        await response.arrayBuffer()
        if (!response.ok) return
        sent.set(endpoint, next + 1)
      }
    }
  }

  const admin = createWixAdmin({ appId, appSecret, now, instances, install })
  const pages = ['/checkout/', '/account/', '/dashboard/', '/app-installer']
  const double = await startShopDouble({
    port,
    published,
    isPage: (path) => pages.some((page) => path.startsWith(page)),
    answer(request) {
      catchUp()
      const [, token] = /^\/checkout\/([\w-]+)$/.exec(request.path) ?? []
      const isSubscriptions = request.path === '/account/subscriptions'
      const reply = token
        ? checkoutPage(token, request)
        : isSubscriptions
          ? subscriptionsPage(request)
          : (admin.page(request) ?? api(request))
      setImmediate(() => void flush().catch(() => undefined))
      return reply ?? { status: 404 }
    },
  })

  return {
    url: double.url,
    account: {
      appId,
      appSecret,
      publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    seen: double.seen,
    checkouts,
    failAfter: double.failAfter,
    failNext: double.failNext,
    heal: double.heal,
    answers: double.answers,
    withdrawTokens() {
      tokens.clear()
    },
    install,
    admin,
    report(id, topic, event) {
      emit(topic, id, event)
    },
    remove(id) {
      find(id).isInstalled = false
      emit('AppRemoved', id, { appId })
    },
    reinstall(id) {
      find(id).isInstalled = true
      emit('AppInstalled', id, { appId })
    },
    buy,
    cancel,
    reactivate(id) {
      paid(id).renews = true
      ends.delete(id)
      emitPlan('PlanReactivated', id)
    },
    end(id) {
      find(id).plan = null
      ends.delete(id)
      emitPlan('PaidPlanAutoRenewalCancelled', id)
    },
    events,
    sign,
    endpoints,
    async settle() {
      catchUp()
      await flush()
    },
    async stop() {
      await double.stop()
    },
  }
}

function objectOf(body: string): Record<string, unknown> {
  const read: unknown = JSON.parse(body)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}
