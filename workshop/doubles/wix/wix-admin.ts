/**
 * The part of Wix in which people open the app: the dashboard that frames it, the installer, the check of signed
 * instances, embedded scripts and the report of a finished setup.
 *
 * Sources: dev.wix.com (Token Info; Parse the App Instance Query Parameter; iframe Query Parameters for Dashboard
 * Extensions; Embed Script; Send BI Event; external install flow).
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { htmlPage } from '../stripe-billing/pages.ts'
import type { DoubleReply, SeenRequest } from '../shops/shop-double.ts'
import type { Instance } from './wix-server.ts'

/** Who looks at a page of the app. */
type Viewer = {
  /** Wix' ID of them. Null: a visitor who isn't logged in. */
  personId: string | null
  /** Whether they manage the site. Default: yes. */
  isManager?: boolean
}

export type WixAdmin = {
  /** The person who is logged in to Wix. */
  owner: string
  /** The parameter `instance`. @param more facts in place of these */
  sign: (instanceId: string, viewer?: Viewer, more?: Record<string, unknown>) => string
  /** Parameters of the address that a dashboard frames. */
  query: (instanceId: string, viewer?: Viewer) => string
  /** Parameters of the script on the pages of a site. Undefined: it isn't there. */
  scripts: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Sites whose setup was reported as finished. */
  finished: ReadonlySet<string>
  /** The app's page, as it is entered at Wix. */
  appPage: string
  tokenInfo: (body: Record<string, unknown>) => DoubleReply
  /** Answers a POST with access to the instance. Undefined: it's none of these. */
  api: (instance: Instance, path: string, body: Record<string, unknown>) => DoubleReply | undefined
  page: (request: SeenRequest) => DoubleReply | undefined
}

type Parts = {
  appId: string
  appSecret: string
  now: () => Date
  instances: ReadonlyMap<string, Instance>
  install: () => Instance
}

/** For so long a signed instance works. */
const instanceHours = 4

/** Names of the parameters in the app's snippet. */
const scriptKeys = ['siteId']

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function createWixAdmin({ appId, appSecret, now, instances, install }: Parts): WixAdmin {
  const scripts = new Map<string, Record<string, string>>()
  const finished = new Set<string>()
  const owner = '0a1b2c3d-1111-4222-8333-444455556666'
  const signatureOf = (payload: string) => createHmac('sha256', appSecret).update(payload).digest()

  const sign: WixAdmin['sign'] = (instanceId, viewer = { personId: owner }, more = {}) => {
    const at = now().getTime()
    const { personId, isManager = true } = viewer
    const payload = encoded({
      instanceId,
      appDefId: appId,
      signDate: new Date(at).toISOString(),
      expirationDate: new Date(at + instanceHours * 3_600_000).toISOString(),
      demoMode: false,
      siteOwnerId: owner,
      ...(personId === null ? { aid: randomUUID() } : { uid: personId }),
      ...(personId !== null && isManager ? { permissions: 'OWNER' } : {}),
      ...more,
    })
    return `${signatureOf(payload).toString('base64url')}.${payload}`
  }

  const query: WixAdmin['query'] = (instanceId, viewer) =>
    new URLSearchParams({
      instance: sign(instanceId, viewer),
      locale: 'en',
      viewMode: 'dashboard',
      cacheKiller: randomUUID(),
      isPublish: 'true',
      containerProtocol: 'https',
    }).toString()

  function tokenInfo({ token }: Record<string, unknown>): DoubleReply {
    const [signature = '', payload = '', ...more] = String(token).split('.')
    const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(payload)]
    const isSigned =
      more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
    if (!isSigned) return { status: 400, json: { message: 'invalid token' } }
    const facts = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>
    const { instanceId = '', appDefId = appId, uid, permissions, signDate = '' } = facts
    const signed = Date.parse(signDate)
    const ends = Math.min(
      Date.parse(facts['expirationDate'] ?? '') || Infinity,
      signed + 24 * 3_600_000,
    )
    const at = now().getTime()
    const isActive = signed <= at + 60_000 && at <= ends && instances.has(instanceId.toLowerCase())
    if (!isActive || appDefId !== appId) return { json: { active: false } }
    return {
      json: {
        active: true,
        subjectType: uid === undefined ? 'VISITOR' : permissions === 'OWNER' ? 'USER' : 'MEMBER',
        subjectId: uid ?? facts['aid'] ?? '',
        exp: String(Math.floor(ends / 1_000)),
        iat: String(Math.floor(signed / 1_000)),
        clientId: appId,
        siteId: instanceId,
        instanceId,
      },
    }
  }

  function embed(instance: Instance, body: Record<string, unknown>): DoubleReply {
    const { parameters = {}, disabled = false } = body['properties'] as {
      parameters?: Record<string, unknown>
      disabled?: boolean
    }
    const isComplete =
      Object.keys(parameters).sort().join() === scriptKeys.join() &&
      Object.values(parameters).every((value) => /^[a-z0-9]+$/i.test(String(value)))
    if (!isComplete) return { status: 400, json: { message: 'INVALID_ARGUMENT' } }
    const texts = Object.fromEntries(
      Object.entries(parameters).map(([key, value]) => [key, String(value)]),
    )
    if (disabled) scripts.delete(instance.id)
    else scripts.set(instance.id, texts)
    return { json: { properties: { parameters: texts, disabled } } }
  }

  const html = (title: string, body: string, status = 200): DoubleReply => ({
    status,
    text: htmlPage(title, body),
    type: 'text/html; charset=utf-8',
  })

  function dashboard(instanceId: string): DoubleReply {
    if (!instances.get(instanceId)?.isInstalled) {
      return html('Dashboard of Wix', '<p>The app isn’t installed on this site.</p>', 404)
    }
    const address = `${admin.appPage}?${query(instanceId).replaceAll('&', '&amp;')}`
    return html(
      'Dashboard of Wix',
      `<iframe title="App" width="1200" height="900" src="${address}"></iframe>`,
    )
  }

  /** Asks for consent, and leads back with the new site's instance. */
  function installer({ method, query: asked }: SeenRequest): DoubleReply {
    const back = asked.get('postInstallationUrl') ?? ''
    if (asked.get('appId') !== appId || back === '') return html('App not found', '', 404)
    if (method !== 'POST') {
      return html('Install the app?', '<form method="post"><button>Agree and add</button></form>')
    }
    const { id } = install()
    const target = new URL(back)
    target.searchParams.set('appId', appId)
    target.searchParams.set('tenantId', id)
    target.searchParams.set('instanceId', id)
    target.searchParams.set('signedInstance', sign(id))
    return { status: 303, headers: { Location: target.href } }
  }

  const admin: WixAdmin = {
    owner,
    sign,
    query,
    scripts,
    finished,
    appPage: '',
    tokenInfo,
    api(instance, path, body) {
      if (path === '/apps/v1/scripts') return embed(instance, body)
      if (path !== '/apps/v1/bi-event') return undefined
      finished.add(instance.id)
      return { json: {} }
    },
    page(request) {
      const [, instanceId] = /^\/dashboard\/([\w-]+)$/.exec(request.path) ?? []
      if (instanceId !== undefined) return dashboard(instanceId)
      return request.path === '/app-installer' ? installer(request) : undefined
    },
  }
  return admin
}
