/**
 * Who gets what at each address of app/routes.ts: address × person × method. An address without a
 * row fails the test, and so does a row without an address.
 *
 * - nobody: no cookie, no token. - member and owner: of the team whose site the address names.
 * - otherTeam: owner of another team. - admin: staff without a team.
 *
 * A number is a status; `login`, `home`, `onboarding`, `general` are redirects to there.
 */
export const people = ['nobody', 'member', 'owner', 'otherTeam', 'admin'] as const
export type Person = (typeof people)[number]

export type Answer = number | 'login' | 'home' | 'onboarding' | 'general'
export type Access = {
  state: 'built' | 'not built yet'
  GET: Record<Person, Answer>
  POST: Record<Person, Answer>
}

const all = (answer: Answer): Record<Person, Answer> => ({
  nobody: answer,
  member: answer,
  owner: answer,
  otherTeam: answer,
  admin: answer,
})

const notBuilt: Access = { state: 'not built yet', GET: all(404), POST: all(404) }

/** Token callers: everybody but `nobody` and `admin` carries a token of the own team. */
const withToken = (answers: { member: Answer; otherTeam: Answer }): Record<Person, Answer> => ({
  nobody: 401,
  member: answers.member,
  owner: answers.member,
  otherTeam: answers.otherTeam,
  admin: 401,
})

/** What an empty form or an empty JSON object is answered. */
const guestOnly = (answer: Answer): Record<Person, Answer> => ({ ...all('home'), nobody: answer })
const signedIn = (answer: Answer): Record<Person, Answer> => ({ ...all(answer), nobody: 'login' })

const built: Record<string, Omit<Access, 'state'>> = {
  '/': {
    GET: { ...signedIn(200), admin: 'onboarding' },
    // The home screen's own form posts to `/?index`; the layout around it takes nothing.
    POST: all(405),
  },
  '/account': { GET: signedIn('general'), POST: all(405) },
  '/account/devices': { GET: signedIn(200), POST: signedIn(422) },
  '/account/general': { GET: signedIn(200), POST: signedIn(422) },
  '/auth/login': { GET: guestOnly(200), POST: guestOnly(422) },
  '/auth/register': { GET: guestOnly(200), POST: guestOnly(422) },
  '/auth/forgot': { GET: guestOnly(200), POST: guestOnly(422) },
  // A link that was never made reads as one that was used.
  '/auth/reset/:token': { GET: all(410), POST: all(410) },
  '/auth/verify': { GET: all(404), POST: all(404) },
  '/onboarding': { GET: signedIn(200), POST: signedIn(422) },
  '/onboarding/token': {
    GET: all(405),
    POST: { ...signedIn(200), admin: 'onboarding' },
  },
  '/api/logout': { GET: all(405), POST: all(200) },
  '/api/user': { GET: { ...all(200), nobody: 401 }, POST: all(405) },
  '/api/spark-variables': { GET: all(200), POST: all(405) },
  '/api/v1/openapi.json': { GET: all(200), POST: all(405) },
  '/api/v1/me': { GET: withToken({ member: 200, otherTeam: 200 }), POST: all(405) },
  '/api/v1/sites': { GET: withToken({ member: 200, otherTeam: 200 }), POST: all(405) },
  '/api/v1/sites/:uuid/claims/:id': {
    GET: withToken({ member: 404, otherTeam: 404 }),
    POST: all(405),
  },
  '/api/v1/sites/:uuid/activities': {
    GET: withToken({ member: 200, otherTeam: 404 }),
    POST: withToken({ member: 422, otherTeam: 404 }),
  },
  '/api/v1/sites/:uuid/goals': {
    GET: withToken({ member: 200, otherTeam: 404 }),
    POST: withToken({ member: 422, otherTeam: 404 }),
  },
  '/api/v1/sites/:uuid/goals/:id': {
    GET: withToken({ member: 404, otherTeam: 404 }),
    POST: all(405),
  },
  '/api/v1/sites/:uuid/goals/:id/conversions': {
    GET: all(405),
    POST: withToken({ member: 404, otherTeam: 404 }),
  },
  '/*': { GET: all(404), POST: all(404) },
}

const unbuilt = [
  '/bc',
  '/bc/error',
  '/billing',
  '/billing/checkout/success',
  '/billing/checkout/add-ons/success',
  '/billing/checkout/visitor-boost/success',
  '/data-feeds',
  '/goals',
  '/statistics',
  '/inline-nudges',
  '/inline-nudges/library',
  '/popup-nudges',
  '/popup-nudges/list',
  '/push-nudges',
  '/site-settings',
  '/pixel/:id',
  '/settings/teams',
  '/settings/teams/:id',
  '/integrations',
  '/integrations/active_campaign',
  '/integrations/agoda',
  '/integrations/airbnb',
  '/integrations/aliexpress',
  '/integrations/bigcommerce',
  '/integrations/booking_com',
  '/integrations/capterra_reviews',
  '/integrations/capterra',
  '/integrations/etsy',
  '/integrations/eventbrite',
  '/integrations/facebook',
  '/integrations/form_submissions',
  '/integrations/google_my_business_reviews',
  '/integrations/google_places',
  '/integrations/google_shopping',
  '/integrations/hotels_com',
  '/integrations/javascript',
  '/integrations/magento',
  '/integrations/mailchimp',
  '/integrations/paypal',
  '/integrations/prestashop',
  '/integrations/product_hunt',
  '/integrations/rest_api',
  '/integrations/reviews_io',
  '/integrations/shopify',
  '/integrations/stripe',
  '/integrations/tripadvisor',
  '/integrations/trust_radius',
  '/integrations/trusted_shops',
  '/integrations/trustpilot',
  '/integrations/vitals',
  '/integrations/wix',
  '/integrations/wordpress',
  '/integrations/yelp',
  '/integrations/zapier',
  '/integrations/eventbrite/callback',
  '/integrations/google_my_business_reviews/callback',
  '/integrations/stripe/callback',
  '/integrations/mailchimp/callback',
  '/integrations/smart-integration/:id',
  '/integrations/smart-webhook',
  '/integrations/smart-webhook/:id/edit',
  '/integrations/smart-webhook/:id/preset',
  '/kiosk',
  '/kiosk/:section',
  '/kiosk/teams/:id',
  '/kiosk/users/:id',
  '/shopify',
  '/shopify/auth',
  '/shopify/auth/error',
  '/shopify/billing',
  '/shopify/billing/success',
  '/wix/auth',
  '/wix/auth/dashboard',
  '/wix/auth/error',
  '/wix/auth/install',
  '/wix/pricing',
  '/api/integrations/shopify/webhook-sync',
  '/api/v1/sites/:uuid',
  '/api/v1/sites/:uuid/reviews',
  '/api/v1/sites/:uuid/products',
  '/api/v1/sites/:uuid/nudges',
  '/api/v1/sites/:uuid/statistics',
  '/api/v1/hooks',
  '/hooks/stripe',
  '/hooks/shopify',
  '/hooks/wix',
  '/hooks/bigcommerce',
  '/hooks/:integration/:token',
]

export const accessTable: Record<string, Access> = {
  ...Object.fromEntries(unbuilt.map((address) => [address, notBuilt])),
  ...Object.fromEntries(
    Object.entries(built).map(([address, access]) => [address, { state: 'built', ...access }]),
  ),
}
