/** The calls `user` and `spark-variables`, over HTTP. */
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import {
  apiTokens,
  passkeys,
  sessions,
  subscriptions,
  teams,
  twoFactors,
  users,
} from '#app/db/schema/index.ts'
import { saveAttribution } from '#app/domain/accounts/login/credentials.server.ts'
import { askForUserErasure } from '#app/domain/lifecycle/staff/erase-by-staff.server.ts'
import { featureFlags } from '#app/domain/plans/feature-flags.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { createSecurityWorld } from '../../support/two-factor.ts'
import { createWorld } from '../../support/world.ts'

const withoutLogin = {
  currency: 'usd',
  currencyLocale: 'en',
  roles: [],
  usesTeams: true,
  user: null,
  team: null,
}

test('a person who is logged in is described, without any secret', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const { fetch } = await world.serve()

  const response = await fetch('/api/user', { headers: { Cookie: owner.cookie } })

  expect(response.headers.get('cache-control')).toBe('no-store')
  const { user } = (await response.json()) as { user: Record<string, unknown> }
  expect(user).toMatchObject({
    id: owner.id,
    name: owner.name,
    first_name: 'Person',
    email: owner.email,
    is_admin: false,
    owned_teams: [{ id: team.scope.teamId, role: 'owner' }],
  })
  const names = Object.keys(user).filter((name) => name !== 'affiliate_token')
  expect(names.join()).not.toMatch(/hash|password$|token/)
})

test('a person reads where they came from, and whether their account stays', async () => {
  const world = await createSecurityWorld()
  world.services.config = { ...world.services.config, trustsProxy: true }
  const ann = await world.user()
  const staff = await world.user({ isStaff: true })
  await saveAttribution(world.services, ann.id, { utm_source: 'news', affiliate_token: 'bob' })
  const { fetch } = await world.serve()
  const headers = { Cookie: ann.cookie, 'CF-IPCountry': 'NL' }
  const ask = async () =>
    ((await (await fetch('/api/user', { headers })).json()) as { user: object }).user

  expect(await ask()).toMatchObject({
    utm_source: 'news',
    utm_term: null,
    referer: null,
    affiliate_token: 'bob',
    affiliate_id: null,
    provider: null,
    provider_id: null,
    shopify_user_data: null,
    geoip_data: { country_code: 'NL' },
    preserve_account: true,
  })
  await askForUserErasure(world.services, {
    userId: ann.id,
    actor: { staffId: staff.id, address: '192.0.2.1' },
    reason: 'They asked for it.',
    lastActId: null,
  })
  expect(await ask()).toMatchObject({ preserve_account: false })
})

test('a request without a login describes no one', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()

  const response = await fetch('/api/user')

  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ message: 'Please log in to continue' })
})

test.each(['/api/user', '/api/spark-variables'])(
  'an API token does not speak for a person at %s',
  async (address) => {
    const world = await createWorld()
    const { owner, team } = await world.site()
    const token = await world.token(team)
    const { fetch } = await world.serve()

    const headers = { Cookie: owner.cookie, Authorization: `Bearer ${token}` }
    const response = await fetch(address, { headers })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      message: 'API tokens only work for URLs under /api/v1.',
    })
    expect(response.headers.get('set-cookie')).toBeNull()
  },
)

/** The Authorization header of a session. */
const bearerOf = ({ cookie }: { cookie: string }) => ({
  Authorization: `Bearer ${cookie.slice('token='.length)}`,
})

test('a session works as a Bearer token, and a cookie next to it is ignored', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.user(), await world.user()]
  const { fetch } = await world.serve()
  const ask = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(path, { headers })
    return { status: response.status, body: (await response.json()) as Bootstrap }
  }

  for (const path of ['/api/user', '/api/spark-variables']) {
    for (const headers of [bearerOf(ann), { ...bearerOf(ann), Cookie: bob.cookie }]) {
      expect((await ask(path, headers)).body.user).toMatchObject({ email: ann.email })
    }
  }
  const forged = { Authorization: 'Bearer no-such-session', Cookie: bob.cookie }
  expect((await ask('/api/user', forged)).status).toBe(401)
  expect((await ask('/api/spark-variables', forged)).body).toMatchObject({ user: null })
  // Screens accept only the cookie.
  const screen = await fetch('/account/general', { headers: bearerOf(ann) })
  expect(screen.headers.get('location')).toMatch(/^\/auth\/login/)
})

test('a Bearer token logs its own session out, from any origin, and leaves the cookie', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.user(), await world.user()]
  const { fetch } = await world.serve()
  const statusOf = async (person: { cookie: string }) =>
    (await fetch('/api/user', { headers: { Cookie: person.cookie } })).status
  const foreign = { Origin: 'https://admin.shop.example', 'Sec-Fetch-Site': 'cross-site' }

  const byCookie = await fetch('/api/logout', {
    method: 'POST',
    headers: { ...foreign, Cookie: bob.cookie },
  })
  const byBearer = await fetch('/api/logout', {
    method: 'POST',
    headers: { ...foreign, ...bearerOf(ann), Cookie: bob.cookie },
  })

  expect([byCookie.status, byBearer.status]).toEqual([403, 200])
  expect(byBearer.headers.get('set-cookie')).toBeNull()
  expect([await statusOf(ann), await statusOf(bob)]).toEqual([401, 200])
})

test('a Bearer token begins no impersonation: its answer is a cookie', async () => {
  const world = await createWorld()
  const [staff, ann] = [await world.confirmedStaff(), await world.user()]
  const { fetch } = await world.serve()
  const form = { intent: 'start', user: String(ann.id), reason: 'They asked for it.' }

  const response = await fetch('/api/impersonation', {
    method: 'POST',
    headers: bearerOf(staff),
    body: new URLSearchParams(form),
  })

  expect(response.status).toBe(403)
  expect(response.headers.get('set-cookie')).toBeNull()
})

const taken = 'token=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'

test.each([
  ['a call', '/api/user', 401],
  ['a screen', '/account/general', 302],
  ['a screen’s data', '/account/general.data', 401],
])('%s takes the cookie of a session back that is over', async (_what, path, status) => {
  const world = await createWorld()
  const { fetch } = await world.serve()
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(path, { headers })
    return [response.status, response.headers.get('set-cookie')]
  }

  expect(await ask({ Cookie: 'token=over' })).toEqual([status, taken])
  expect(await ask({})).toEqual([status, null])
})

test('a refused right, or a Bearer token that is over, takes no cookie back', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const analyst = await world.member(team, { role: 'analyst' })
  const { fetch } = await world.serve()

  const right = await fetch('/site-settings/danger', { headers: { Cookie: analyst.cookie } })
  const headers = { Authorization: 'Bearer over', Cookie: owner.cookie }
  const call = await fetch('/api/user', { headers })

  expect([right.status, right.headers.get('set-cookie')]).toEqual([403, null])
  expect([call.status, call.headers.get('set-cookie')]).toEqual([401, null])
})

test('the settings show each person what their role can see', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const member = await world.member(team)
  const { fetch } = await world.serve()
  const read = async (cookie?: string) => {
    const response = await fetch(
      '/api/spark-variables',
      cookie ? { headers: { Cookie: cookie } } : {},
    )
    return (await response.json()) as { team: object | null }
  }

  const [nobodys, members, owners] = [
    await read(),
    await read(member.cookie),
    await read(owner.cookie),
  ]

  expect(nobodys).toMatchObject(withoutLogin)
  expect(owners).toMatchObject({
    user: { email: owner.email },
    team: {
      id: team.scope.teamId,
      current_billing_plan: 'free',
      onFreePlan: true,
      metadata: { visit_limit_exceeded: false },
      billingPath: '/billing',
      billingVisitorBoosterPath: `/settings/teams/${String(team.scope.teamId)}#/visitor-boosts`,
      addons_billing_path: `/settings/teams/${String(team.scope.teamId)}#/add-ons`,
      free_plan: 'free',
      tax_rate: 0,
      onGenericTrial: false,
      // The specification's status of the free plan.
      subscriptions: [{ stripe_status: 'active', stripe_plan: 'free', provider_plan: 'free' }],
      plan: { name: 'Free', price: 0, features: { visitorLimit: 1000, reviewsLimit: 1 } },
    },
  })
  expect(members).toMatchObject({ user: { email: member.email } })
  expect(Object.keys(members.team ?? {}).sort()).toEqual([
    ...['bc_store_id', 'id', 'isShopify', 'name', 'owner_id', 'photo_url', 'shop_id', 'slug'],
  ])
})

test('a subscription is described in the specification’s spelling, only to the owner', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const member = await world.member(team, { role: 'admin' })
  const at = world.clock.now()
  await world.services.db.system.insert(subscriptions).values({
    teamId: team.scope.teamId,
    channel: 'card',
    providerId: 'sub_1',
    planId: 'plus',
    providerPlan: 'price_plus',
    state: 'active',
    providerStatus: 'active',
    unitCents: 2_900,
    currentPeriodEndsAt: at,
    createdAt: at,
    updatedAt: at,
  })
  const { fetch } = await world.serve()
  const read = async (cookie: string) => {
    const response = await fetch('/api/spark-variables', { headers: { Cookie: cookie } })
    return ((await response.json()) as { team: Record<string, unknown> }).team
  }

  expect((await read(member.cookie))['subscriptions']).toBeUndefined()
  const [subscription] = (await read(owner.cookie))['subscriptions'] as Record<string, unknown>[]
  expect(subscription).toMatchObject({
    team_id: team.scope.teamId,
    type: 'default',
    stripe_id: 'sub_1',
    stripe_plan: 'price_plus',
    stripe_status: 'active',
    provider_plan: 'plus',
    lifetime_fowarded_impressions: null,
    data: {
      channel: 'card',
      state: 'active',
      unit_cents: 2_900,
      currency: 'usd',
      past_due_since: null,
    },
    items: [
      {
        subscription_id: subscription?.['id'],
        stripe_plan: 'price_plus',
        stripe_price: 'price_plus',
        provider_plan: 'plus',
        quantity: 1,
        unit_cents: 2_900,
      },
    ],
  })
  expect(Object.keys(subscription ?? {}).sort()).toEqual(
    [
      ...['id', 'team_id', 'name', 'type', 'stripe_id', 'stripe_plan', 'stripe_price'],
      ...['stripe_status', 'quantity', 'discount', 'data', 'trial_ends_at', 'ends_at'],
      ...['current_period_started_at', 'current_period_ends_at', 'is_lifetime'],
      ...['payment_receipt_url', 'lifetime_fowarded_impressions', 'provider_plan', 'items'],
    ].sort(),
  )
})

test('sites that a volume discount counts are named for plans that include one', async () => {
  const world = await createWorld()
  const { owner, team, uuid } = await world.site()
  const { fetch } = await world.serve()
  const eligible = async () => {
    const response = await fetch('/api/spark-variables', { headers: { Cookie: owner.cookie } })
    const { team: shown } = (await response.json()) as { team: Record<string, unknown> }
    return shown['discountEligibleSites']
  }

  expect(await eligible()).toEqual([])
  const features = { volume_discount: true }
  await setPlan(world.services, team.scope, { planId: 'agency', overrides: { features } })
  expect(await eligible()).toEqual([uuid])
})

test('features and plans are described by the same rules as the controls they gate', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const { fetch } = await world.serve()
  const read = async (cookie?: string) => {
    const init = cookie ? { headers: { Cookie: cookie } } : {}
    return (await (await fetch('/api/spark-variables', init)).json()) as {
      availableFeatures: object
      availablePlans: PublicPlan[]
    }
  }
  await setPlan(world.services, team.scope, { planId: 'lite' })

  const { availableFeatures, availablePlans } = await read(owner.cookie)
  const strangers = await read()

  expect(availableFeatures).toMatchObject({
    'nudge_query_options.skipSeenNudges': { isIncluded: true, neededPlan: null },
    'options.branding': { isIncluded: false, neededPlan: 'Genius' },
    analytics: { isIncluded: true, neededPlan: null },
  })
  expect(Object.keys(availableFeatures)).toEqual(featureFlags)
  expect(strangers.availableFeatures).toMatchObject({
    'nudge_query_options.skipSeenNudges': { isIncluded: false, neededPlan: 'Lite' },
  })
  const planOf = (id: string) => availablePlans.find((plan) => plan.id === id)
  expect(planOf('free')).toMatchObject({
    group: 'default',
    type: 'team',
    features: {
      summary: [],
      nudges: { custom: true, free_delivery: true },
      options: { branding: false, inlineBranding: false, acceleratedMode: true },
      nudge_query_options: { skipSeenNudges: false, ago: true },
      inline_nudges: expect.arrayContaining(['custom', 'stock_level']) as string[],
      reviewsLimit: 1,
      datafeed: true,
      ai_engine: false,
      volume_discount: false,
      datashake_limits: expect.objectContaining({ trustpilot: 1, yelp: 1 }) as object,
    },
    attributes: {
      billingType: 'visitors',
      interval: 'monthly',
      impressionLimit: 300,
      cancellationDiscountPrice: 124,
      wixPlanId: null,
      shopifyPlanId: 'free-shopify',
      isWixActive: false,
    },
  })
  expect(planOf('genius1')?.features).toMatchObject({
    summary: ['options.branding', 'options.inlineBranding', 'nudge_query_options.skipSeenNudges'],
    options: {
      branding: true,
      timingMode: { custom: true, standard: true, accelerated: true },
    },
  })
  expect(planOf('genius')?.attributes).toMatchObject({ wixPlanId: 'genius1', isWixActive: true })
  expect(planOf('lite-shopify')?.attributes).toMatchObject({ billingType: 'impressions' })
  expect(planOf('enterprise')?.features).toMatchObject({ reviewsLimit: 300 })
})

type PublicPlan = { id: string; features: object; attributes: object }

const tables: readonly PgTable[] = [users, sessions, twoFactors, passkeys, apiTokens, teams]
/**
 * Every stored column of a person or a team. Columns that aren't listed below must never be sent.
 */
const stored = tables.flatMap((table) => getTableConfig(table).columns.map(({ name }) => name))

/** Fields that the specification sends to the person's own browser. */
const userFields = [
  ...['id', 'name', 'first_name', 'last_name', 'email', 'email_verified_at', 'photo_url'],
  ...['uses_two_factor_auth', 'country_code', 'phone', 'last_read_announcements_at'],
  ...['current_site_id', 'current_team_id', 'password_created_at', 'is_admin'],
  ...['owned_teams', 'teams', 'created_at', 'updated_at', 'extra_attributes'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'referer'],
  ...['affiliate_token', 'affiliate_id', 'provider', 'provider_id', 'shopify_user_data'],
  ...['geoip_data', 'preserve_account'],
]

/** Only the owner gets those from the second line on. */
const teamFields = [
  ...['id', 'owner_id', 'name', 'slug', 'photo_url', 'isShopify', 'shop_id', 'bc_store_id'],
  ...['current_billing_plan', 'visitor_boost', 'visitor_boost_expires_at', 'onFreePlan', 'plan'],
  'metadata',
  ...['billingPath', 'billingVisitorBoosterPath', 'addons_billing_path', 'stripe_id'],
  ...['card_brand', 'card_last_four', 'card_country', 'card_exp_month', 'card_exp_year'],
  ...['billing_address', 'billing_address_line_2', 'billing_city', 'billing_state'],
  ...['billing_zip', 'billing_country', 'vat_id', 'extra_billing_information'],
  ...['trial_ends_at', 'app_sumo_code', 'tax_rate', 'free_plan', 'onGenericTrial'],
  ...['onAppSumoPlan', 'pricePerSite', 'activeDiscount', 'hasShopifySubscription'],
  ...['shopifySubscription', 'hasWixSubscription', 'isWix', 'subscriptions'],
  'discountEligibleSites',
]

test('no column leaves the server but those that are named', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch } = await world.serve()
  const headers = { Cookie: owner.cookie }

  const [self, settings] = await Promise.all(
    ['/api/user', '/api/spark-variables'].map(
      async (path) => (await (await fetch(path, { headers })).json()) as Bootstrap,
    ),
  )

  expect(Object.keys(self?.user ?? {}).sort()).toEqual([...userFields].sort())
  expect(settings?.user).toEqual(self?.user)
  expect(Object.keys(settings?.team ?? {}).sort()).toEqual([...teamFields].sort())
  const secret = stored.filter((name) => /hash|seed|token|reset_code|public_key|counter/.test(name))
  expect(secret).toContain('two_factor_reset_code')
  expect([...userFields, ...teamFields].filter((name) => secret.includes(name))).toEqual([])
})

type Bootstrap = { user?: Record<string, unknown>; team?: Record<string, unknown> }
