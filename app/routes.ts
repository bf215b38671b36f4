/**
 * THE URL TABLE, in the order in which the specification lists its screens and calls.
 *
 * `unbuilt` URLs are known and lead to the not-found page. tests/product/tenancy/access-table.ts
 * lists each of them, and docs/spec-map.md says what is missing.
 */
import { index, layout, route, type RouteConfig } from '@remix-run/route-config'

/** One module serves all screens and calls, another all webhooks. The id distinguishes them. */
const unbuilt = (path: string) => route(path, 'routes/catch-all.tsx', { id: `unbuilt:${path}` })
const unbuiltHook = (path: string) =>
  route(path, 'routes/api/unbuilt.ts', { id: `unbuilt:${path}` })

/** Integrations that are connected: one module serves the screens of all, each with its own URL. */
const connectable = [
  'active_campaign',
  'bigcommerce',
  'etsy',
  'eventbrite',
  'google_my_business_reviews',
  'magento',
  'mailchimp',
  'paypal',
  'prestashop',
  'shopify',
  'stripe',
  'wix',
  'wordpress',
]

/** Of these, those that can be connected by OAuth 2.0. */
const approvedByOAuth = ['etsy', 'eventbrite', 'google_my_business_reviews', 'mailchimp', 'stripe']

/** Integrations that the specification names, and that aren't built. */
const unbuiltIntegrations = [
  'agoda',
  'airbnb',
  'aliexpress',
  'booking_com',
  'capterra_reviews',
  'capterra',
  'facebook',
  'google_places',
  'hotels_com',
  'product_hunt',
  'reviews_io',
  'tripadvisor',
  'trust_radius',
  'trusted_shops',
  'trustpilot',
  'yelp',
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
      route('second-proof', 'routes/account/two-factor/step-up.ts'),
      route('security', 'routes/account/security.tsx'),
      route('security/app', 'routes/account/two-factor/security-app.tsx'),
      route('security/new-passkey', 'routes/account/two-factor/new-passkey.ts'),
      route('security/passkeys', 'routes/account/two-factor/passkeys.ts'),
      route('security/phone', 'routes/account/two-factor/security-phone.tsx'),
    ]),
    route('billing', 'routes/billing/billing.tsx'),
    route('billing/cancel', 'routes/billing/cancel.tsx'),
    route('billing/card', 'routes/billing/card.tsx'),
    route('billing/details', 'routes/billing/details.tsx'),
    route('billing/plan/:id', 'routes/billing/plan.tsx'),
    route('billing/checkout/success', 'routes/billing/checkout-success.tsx'),
    route('billing/checkout/add-ons/success', 'routes/billing/add-ons-success.tsx'),
    route('billing/checkout/visitor-boost/success', 'routes/billing/visitor-boost-success.tsx'),
    route('data-feeds', 'routes/data-feeds/activities.tsx'),
    route('data-feeds/activities/:uuid', 'routes/data-feeds/activity.tsx'),
    route('data-feeds/counts', 'routes/data-feeds/counts.tsx'),
    route('data-feeds/exclusions', 'routes/data-feeds/exclusions.tsx'),
    route('data-feeds/imports', 'routes/data-feeds/imports.tsx'),
    route('data-feeds/imports/sample', 'routes/data-feeds/import-sample.ts'),
    route('data-feeds/imports/:uuid', 'routes/data-feeds/import.tsx'),
    route('data-feeds/imports/:uuid/faults', 'routes/data-feeds/import-invalid-rows.ts'),
    route('data-feeds/messages', 'routes/data-feeds/messages.tsx'),
    route('data-feeds/products', 'routes/data-feeds/products.tsx'),
    // One screen per kind of activity.
    route('data-feeds/reviews', 'routes/data-feeds/activities.tsx', { id: 'data-feeds:reviews' }),
    route('data-feeds/signups', 'routes/data-feeds/activities.tsx', { id: 'data-feeds:signups' }),
    route('integrations', 'routes/integrations/integrations.tsx'),
    ...connectable.map((name) =>
      route(`integrations/${name}`, 'routes/integrations/integration.tsx', {
        id: `integrations:${name}`,
      }),
    ),
    route('integrations/connections/:uuid', 'routes/integrations/connection.tsx'),
    route('integrations/form_submissions', 'routes/integrations/forms/form-submissions.tsx'),
    route('integrations/google_shopping', 'routes/integrations/google-shopping.tsx'),
    route('integrations/javascript', 'routes/integrations/javascript.tsx'),
    route('integrations/rest_api', 'routes/integrations/rest-api.tsx'),
    route('integrations/smart-integration/:id', 'routes/integrations/smart-webhooks/recipe.tsx'),
    route('integrations/smart-webhook', 'routes/integrations/smart-webhooks/create.tsx'),
    route('integrations/smart-webhook/:id/edit', 'routes/integrations/smart-webhooks/edit.tsx'),
    route('integrations/smart-webhook/:id/preset', 'routes/integrations/smart-webhooks/preset.tsx'),
    route('integrations/vitals', 'routes/integrations/vitals.tsx'),
    route('integrations/zapier', 'routes/integrations/zapier.tsx'),
    route('inline-nudges', 'routes/nudge-lists/inline-nudges.tsx'),
    route('inline-nudges/library', 'routes/nudge-lists/library.tsx'),
    route('popup-nudges', 'routes/nudge-lists/popup-nudges.tsx'),
    route('popup-nudges/list', 'routes/nudge-lists/list.tsx'),
    route('goals', 'routes/goals/goals.tsx'),
    route('goals/new', 'routes/goals/new.tsx'),
    route('goals/:id', 'routes/goals/goal.tsx'),
    route('nudges/:id', 'routes/nudges/nudge.tsx'),
    route('nudges/:id/preview', 'routes/nudges/preview.ts'),
    route('nudges/:id/place', 'routes/nudges/place.ts'),
    route('statistics', 'routes/statistics/overview.tsx'),
    route('statistics/effect', 'routes/statistics/effect.tsx'),
    route('statistics/meter', 'routes/statistics/meter.ts'),
    route('statistics/not-shown', 'routes/statistics/not-shown.tsx'),
    route('statistics/nudges', 'routes/statistics/nudges.tsx'),
    route('statistics/pages', 'routes/statistics/pages.tsx'),
    route('statistics/products', 'routes/statistics/products.tsx'),
    route('statistics/reports', 'routes/statistics/reports.tsx'),
    route('statistics/speed', 'routes/statistics/web-vitals.tsx'),
    route('pixel/:id', 'routes/pixel/pixel.tsx'),
    route('support', 'routes/support/support.tsx'),
    route('support/:id', 'routes/support/conversation.tsx'),
    route('site-settings', 'routes/site-settings/layout.tsx', [
      index('routes/site-settings/general.tsx'),
      route('danger', 'routes/site-settings/danger.tsx'),
      route('look', 'routes/site-settings/look.tsx'),
      route('moderation', 'routes/site-settings/moderation.ts'),
      route('privacy', 'routes/site-settings/privacy.tsx'),
      route('timing', 'routes/site-settings/timing.tsx'),
      route('titles', 'routes/site-settings/titles.tsx'),
      route('webhooks', 'routes/site-settings/webhooks/webhooks.tsx'),
      route('webhooks/:id', 'routes/site-settings/webhooks/webhook.tsx'),
    ]),
    route('site-settings/logo', 'routes/site-settings/logo.ts'),
    route('site-settings/preview', 'routes/site-settings/preview.ts'),
    route('sites/new', 'routes/sites/new.tsx'),
    route('settings/open', 'routes/settings/open.tsx'),
    route('settings/outbox', 'routes/settings/outbox.tsx'),
    route('settings/outbox/:id', 'routes/settings/outbox-mail.tsx'),
    route('settings/teams', 'routes/settings/teams.tsx'),
    route('settings/teams/:id/logo', 'routes/settings/team-logo.ts'),
    route('settings/teams/:id/plan/export', 'routes/settings/plan-export.ts'),
    route('settings/teams/:id', 'routes/settings/team-layout.tsx', [
      index('routes/settings/team.tsx'),
      route('plan', 'routes/settings/plan.tsx'),
      route('members', 'routes/settings/members.tsx'),
      route('members/:member', 'routes/settings/member.tsx'),
      route('invitations', 'routes/settings/invitations.ts'),
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
    route('data-export', 'routes/account/data-export.tsx'),
    route('unsubscribe', 'routes/account/unsubscribe.tsx'),
    route('unsubscribe/report', 'routes/statistics/unsubscribe.tsx'),
  ]),
  route('data-export/file', 'routes/account/data-export-file.ts'),
  unbuilt('bc'),
  unbuilt('bc/error'),
  route('billing/invoices/:uuid.pdf', 'routes/billing/invoice-pdf.ts'),
  route('billing/returned/:page', 'routes/billing/returned.ts'),
  route('statistics/export', 'routes/statistics/export.ts'),
  unbuilt('push-nudges'),
  layout('routes/layouts/onboarding.tsx', [
    route('onboarding', 'routes/onboarding/onboarding.tsx'),
  ]),
  route('home/live', 'routes/home/live.tsx'),
  route('popup-nudges/cards', 'routes/nudge-lists/cards.ts'),
  route('onboarding/orders', 'routes/onboarding/orders.ts'),
  route('onboarding/token', 'routes/onboarding/token.ts'),
  route('palette', 'routes/layouts/palette.ts'),
  route('settings/current', 'routes/settings/current.ts'),

  // Integration routes
  route('integrations/approved/:uuid', 'routes/integrations/approved.ts'),
  ...unbuiltIntegrations.map((name) => unbuilt(`integrations/${name}`)),
  // Where services send people back to, without the login's cookie.
  layout('routes/layouts/guest.tsx', { id: 'routes/layouts/guest:integrations' }, [
    ...approvedByOAuth.map((name) =>
      route(`integrations/${name}/callback`, 'routes/integrations/callback.tsx', {
        id: `integrations:${name}:callback`,
      }),
    ),
  ]),

  // Admin kiosk
  layout('routes/kiosk/layout.tsx', [
    route('kiosk', 'routes/kiosk/overview.tsx'),
    route('kiosk/announcements', 'routes/kiosk/announcements.tsx'),
    route('kiosk/metrics', 'routes/kiosk/money/metrics.tsx'),
    route('kiosk/coupons', 'routes/kiosk/money/coupons.tsx'),
    route('kiosk/billing', 'routes/kiosk/money/billing.tsx'),
    route('kiosk/teams/:id/plan', 'routes/kiosk/money/team-plan.tsx'),
    route('kiosk/users', 'routes/kiosk/users.tsx'),
    route('kiosk/users/:id', 'routes/kiosk/user.tsx'),
    route('kiosk/teams', 'routes/kiosk/teams.tsx'),
    route('kiosk/teams/:id', 'routes/kiosk/team.tsx'),
    route('kiosk/sites', 'routes/kiosk/sites.tsx'),
    route('kiosk/support', 'routes/kiosk/support/requests.tsx'),
    route('kiosk/support/:id', 'routes/kiosk/support/request.tsx'),
    route('kiosk/deliveries', 'routes/kiosk/operation/deliveries.tsx'),
    route('kiosk/jobs', 'routes/kiosk/operation/jobs.tsx'),
    route('kiosk/audit', 'routes/kiosk/audit.tsx'),
  ]),
  unbuilt('kiosk/:section'),

  // Platform install pages
  layout('routes/layouts/guest.tsx', { id: 'routes/layouts/guest:shopify' }, [
    route('shopify', 'routes/shopify/entry.tsx'),
    route('shopify/auth/error', 'routes/shopify/auth-error.tsx'),
    route('shopify/join/:token', 'routes/shopify/join-link.tsx'),
  ]),
  layout('routes/layouts/default.tsx', { id: 'routes/layouts/default:shopify' }, [
    route('shopify/billing', 'routes/billing/billing.tsx', { id: 'shopify:billing' }),
    route('shopify/billing/success', 'routes/billing/checkout-success.tsx', {
      id: 'shopify:billing-success',
    }),
  ]),
  route('shopify/auth', 'routes/shopify/auth.ts'),
  route('shopify/exit-iframe', 'routes/shopify/exit-iframe.ts'),
  route('shopify/join', 'routes/shopify/join.ts'),
  route('shopify/session-token', 'routes/shopify/session-token.ts'),
  unbuilt('wix/auth'),
  unbuilt('wix/auth/dashboard'),
  unbuilt('wix/auth/error'),
  unbuilt('wix/auth/install'),
  layout('routes/layouts/guest.tsx', { id: 'routes/layouts/guest:wix' }, [
    route('wix/pricing', 'routes/billing/wix-pricing.tsx'),
  ]),

  // Calls of the specification
  route('api/logout', 'routes/api/session-calls/logout.ts'),
  route('api/user', 'routes/api/session-calls/user.ts'),
  route('api/spark-variables', 'routes/api/session-calls/spark-variables.ts'),
  route('api/integrations/shopify/webhook-sync', 'routes/api/session-calls/webhook-sync.ts'),
  route('api/image', 'routes/api/session-calls/image.ts'),
  route('api/announcements/read', 'routes/api/session-calls/announcements-read.ts'),
  route('api/impersonation', 'routes/api/session-calls/impersonation.ts'),

  // The REST API
  route('api/v1/hooks', 'routes/api/hooks/hooks.ts'),
  route('api/v1/hooks/:id', 'routes/api/hooks/hook.ts'),
  route('api/docs', 'routes/api/description/docs.tsx'),
  route('api/v1/openapi.json', 'routes/api/description/openapi.ts'),
  route('api/v1/me', 'routes/api/me.ts'),
  route('api/v1/sites', 'routes/api/sites.ts'),
  route('api/v1/sites/:uuid', 'routes/api/site.ts'),
  route('api/v1/sites/:uuid/activities', 'routes/api/activities.ts'),
  route('api/v1/sites/:uuid/activities/:id', 'routes/api/activity.ts'),
  route('api/v1/sites/:uuid/claims/:id', 'routes/api/claim.ts'),
  route('api/v1/sites/:uuid/goals', 'routes/api/goals.ts'),
  route('api/v1/sites/:uuid/goals/:id', 'routes/api/goal.ts'),
  route('api/v1/sites/:uuid/goals/:id/conversions', 'routes/api/conversions.ts'),
  route('api/v1/sites/:uuid/nudges', 'routes/api/nudges.ts'),
  route('api/v1/sites/:uuid/nudges/:id', 'routes/api/nudge.ts'),
  route('api/v1/sites/:uuid/products', 'routes/api/products.ts'),
  route('api/v1/sites/:uuid/products/:id', 'routes/api/product.ts'),
  route('api/v1/sites/:uuid/reviews', 'routes/api/reviews.ts'),
  route('api/v1/sites/:uuid/reviews/:id', 'routes/api/review.ts'),
  route('api/v1/sites/:uuid/statistics', 'routes/api/statistics.ts'),

  // Webhooks in
  route('hooks/stripe', 'routes/hooks/stripe.ts'),
  route('hooks/shopify', 'routes/hooks/shopify.ts'),
  route('hooks/wix', 'routes/hooks/wix.ts'),
  unbuiltHook('hooks/bigcommerce'),

  // Catch-all
  route('*', 'routes/catch-all.tsx', { id: 'catch-all' }),
] satisfies RouteConfig
