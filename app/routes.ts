/**
 * THE URL TABLE, in the order of specification section 2.
 *
 * `unbuilt` addresses are known and answer the not-found page; tests/product/access-table.ts lists
 * each of them, and docs/spec-map.md says what is missing.
 */
import { index, layout, route, type RouteConfig } from '@remix-run/route-config'

/** One module serves all screens, one all calls; the id keeps them apart. */
const unbuilt = (path: string) => route(path, 'routes/catch-all.tsx', { id: `unbuilt:${path}` })
const unbuiltCall = (path: string) =>
  route(path, 'routes/api/unbuilt.ts', { id: `unbuilt:${path}` })

/** Spec §2. */
const integrations = [
  'active_campaign',
  'agoda',
  'airbnb',
  'aliexpress',
  'bigcommerce',
  'booking_com',
  'capterra_reviews',
  'capterra',
  'etsy',
  'eventbrite',
  'facebook',
  'form_submissions',
  'google_my_business_reviews',
  'google_places',
  'google_shopping',
  'hotels_com',
  'javascript',
  'magento',
  'mailchimp',
  'paypal',
  'prestashop',
  'product_hunt',
  'rest_api',
  'reviews_io',
  'shopify',
  'stripe',
  'tripadvisor',
  'trust_radius',
  'trusted_shops',
  'trustpilot',
  'vitals',
  'wix',
  'wordpress',
  'yelp',
  'zapier',
]

export default [
  // Core routes
  layout('routes/layouts/default.tsx', [
    index('routes/home.tsx'),
    route('account', 'routes/account/layout.tsx', [
      index('routes/account/index.ts'),
      route('api-tokens', 'routes/account/api-tokens.tsx'),
      route('api-tokens/:id', 'routes/account/api-token.tsx'),
      route('devices', 'routes/account/devices.tsx'),
      route('export', 'routes/account/export.ts'),
      route('general', 'routes/account/general.tsx'),
      route('language', 'routes/account/language.ts'),
      route('notifications', 'routes/account/notifications.tsx'),
      route('phone', 'routes/account/phone.ts'),
      route('photo', 'routes/account/photo.ts'),
      route('privacy', 'routes/account/privacy.tsx'),
      route('security', 'routes/account/security.tsx'),
      route('security/app', 'routes/account/security-app.tsx'),
      route('security/new-passkey', 'routes/account/new-passkey.ts'),
      route('security/passkeys', 'routes/account/passkeys.ts'),
      route('security/phone', 'routes/account/security-phone.tsx'),
    ]),
    route('support', 'routes/support/support.tsx'),
    route('settings/outbox', 'routes/settings/outbox.tsx'),
    route('settings/outbox/:id', 'routes/settings/outbox-mail.tsx'),
    route('settings/teams', 'routes/settings/teams.tsx'),
    route('settings/teams/:id', 'routes/settings/team-layout.tsx', [
      index('routes/settings/team.tsx'),
      route('members', 'routes/settings/members.tsx'),
      route('members/:member', 'routes/settings/member.tsx'),
      route('invitations', 'routes/settings/invitations.tsx'),
      route('log', 'routes/settings/log.tsx'),
      route('ownership', 'routes/settings/ownership.tsx'),
    ]),
  ]),
  layout('routes/layouts/guest.tsx', [
    route('auth/login', 'routes/auth/login.tsx'),
    route('auth/register', 'routes/auth/register.tsx'),
    route('auth/forgot', 'routes/auth/forgot.tsx'),
    route('auth/reset/:token', 'routes/auth/reset.tsx'),
    route('auth/verify', 'routes/auth/verify.tsx'),
    route('invitations/:token', 'routes/auth/invitation.tsx'),
    route('auth/two-factor', 'routes/auth/two-factor.tsx'),
    route('auth/emergency', 'routes/auth/emergency.tsx'),
    route('auth/passkey', 'routes/auth/passkey.ts'),
    route('unsubscribe', 'routes/account/unsubscribe.tsx'),
  ]),
  unbuilt('bc'),
  unbuilt('bc/error'),
  unbuilt('billing'),
  unbuilt('billing/checkout/success'),
  unbuilt('billing/checkout/add-ons/success'),
  unbuilt('billing/checkout/visitor-boost/success'),
  unbuilt('data-feeds'),
  unbuilt('goals'),
  unbuilt('statistics'),
  unbuilt('inline-nudges'),
  unbuilt('inline-nudges/library'),
  unbuilt('popup-nudges'),
  unbuilt('popup-nudges/list'),
  unbuilt('push-nudges'),
  unbuilt('site-settings'),
  unbuilt('pixel/:id'),
  layout('routes/layouts/onboarding.tsx', [
    route('onboarding', 'routes/onboarding/onboarding.tsx'),
  ]),
  route('onboarding/token', 'routes/onboarding/token.ts'),
  route('settings/current', 'routes/settings/current.ts'),

  // Integration routes
  unbuilt('integrations'),
  ...integrations.map((name) => unbuilt(`integrations/${name}`)),
  unbuilt('integrations/eventbrite/callback'),
  unbuilt('integrations/google_my_business_reviews/callback'),
  unbuilt('integrations/stripe/callback'),
  unbuilt('integrations/mailchimp/callback'),
  unbuilt('integrations/smart-integration/:id'),
  unbuilt('integrations/smart-webhook'),
  unbuilt('integrations/smart-webhook/:id/edit'),
  unbuilt('integrations/smart-webhook/:id/preset'),

  // Admin kiosk
  unbuilt('kiosk'),
  unbuilt('kiosk/:section'),
  unbuilt('kiosk/teams/:id'),
  unbuilt('kiosk/users/:id'),

  // Platform install pages
  unbuilt('shopify'),
  unbuilt('shopify/auth'),
  unbuilt('shopify/auth/error'),
  unbuilt('shopify/billing'),
  unbuilt('shopify/billing/success'),
  unbuilt('wix/auth'),
  unbuilt('wix/auth/dashboard'),
  unbuilt('wix/auth/error'),
  unbuilt('wix/auth/install'),
  unbuilt('wix/pricing'),

  // The calls of section 7
  route('api/logout', 'routes/api/logout.ts'),
  route('api/user', 'routes/api/user.ts'),
  route('api/spark-variables', 'routes/api/spark-variables.ts'),
  unbuiltCall('api/integrations/shopify/webhook-sync'),
  route('api/image', 'routes/api/image.ts'),
  route('api/announcements/read', 'routes/api/announcements-read.ts'),
  route('api/impersonation', 'routes/api/impersonation.ts'),

  // The REST API
  route('api/v1/openapi.json', 'routes/api/openapi.ts'),
  route('api/v1/me', 'routes/api/me.ts'),
  route('api/v1/sites', 'routes/api/sites.ts'),
  route('api/v1/sites/:uuid/activities', 'routes/api/activities.ts'),
  route('api/v1/sites/:uuid/claims/:id', 'routes/api/claim.ts'),
  route('api/v1/sites/:uuid/goals', 'routes/api/goals.ts'),
  route('api/v1/sites/:uuid/goals/:id', 'routes/api/goal.ts'),
  route('api/v1/sites/:uuid/goals/:id/conversions', 'routes/api/conversions.ts'),
  unbuiltCall('api/v1/sites/:uuid'),
  unbuiltCall('api/v1/sites/:uuid/reviews'),
  unbuiltCall('api/v1/sites/:uuid/products'),
  unbuiltCall('api/v1/sites/:uuid/nudges'),
  unbuiltCall('api/v1/sites/:uuid/statistics'),
  unbuiltCall('api/v1/hooks'),

  // Webhooks in
  unbuiltCall('hooks/stripe'),
  unbuiltCall('hooks/shopify'),
  unbuiltCall('hooks/wix'),
  unbuiltCall('hooks/bigcommerce'),
  unbuiltCall('hooks/:integration/:token'),

  // Catch-all
  route('*', 'routes/catch-all.tsx', { id: 'catch-all' }),
] satisfies RouteConfig
