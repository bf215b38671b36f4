/**
 * Expected responses for each URL of app/routes.ts: URL × person × method. A URL without a row
 * fails the test, and so does a row without a URL.
 *
 * - `nobody`: no cookie, no token.
 * - `analyst`, `editor`, `teamAdmin`, `owner`: of the team, and of the site, in the URL.
 * - `former`: was removed from that team and is in no other.
 * - `otherTeam`: owner of another team.
 * - `staff`: a member of our staff, without a team and without a second factor.
 * - `confirmedStaff`: the same with a second factor, given in this moment.
 *
 * A number is a status; `login`, `home`, `onboarding`, `general`, `privacy`, `security` and `billing`
 * are redirects.
 */
export const people = [
  'nobody',
  'analyst',
  'editor',
  'teamAdmin',
  'owner',
  'former',
  'otherTeam',
  'staff',
  'confirmedStaff',
] as const
export type AccessPerson = (typeof people)[number]

export type ExpectedAnswer =
  | number
  | 'login'
  | 'home'
  | 'onboarding'
  | 'general'
  | 'privacy'
  | 'security'
  | 'billing'
export type AddressAccess = {
  GET: Record<AccessPerson, ExpectedAnswer>
  POST: Record<AccessPerson, ExpectedAnswer>
}

const all = (answer: ExpectedAnswer): Record<AccessPerson, ExpectedAnswer> => ({
  nobody: answer,
  analyst: answer,
  editor: answer,
  teamAdmin: answer,
  owner: answer,
  former: answer,
  otherTeam: answer,
  staff: answer,
  confirmedStaff: answer,
})

/**
 * API calls by token: members use a token of their team. It can't do more than its creator: an
 * analyst's can't write.
 */
const withToken = (answers: {
  member: ExpectedAnswer
  otherTeam: ExpectedAnswer
  analyst?: ExpectedAnswer
}): Record<AccessPerson, ExpectedAnswer> => ({
  ...all(answers.member),
  nobody: 401,
  former: 401,
  staff: 401,
  confirmedStaff: 401,
  analyst: answers.analyst ?? answers.member,
  otherTeam: answers.otherTeam,
})

const tokenReads: AddressAccess = {
  GET: withToken({ member: 200, otherTeam: 404 }),
  POST: all(405),
}
/** For URLs that name something that doesn't exist. */
const tokenReadsMissing: AddressAccess = {
  GET: withToken({ member: 404, otherTeam: 404 }),
  POST: all(405),
}
const tokenWritesMissing: AddressAccess = {
  GET: all(405),
  POST: withToken({ member: 404, otherTeam: 404, analyst: 403 }),
}
const tokenReadsAndWrites: AddressAccess = {
  GET: withToken({ member: 200, otherTeam: 404 }),
  POST: withToken({ member: 422, otherTeam: 404, analyst: 403 }),
}

/** People without a team are treated like new users. */
const withoutTeam = (answer: ExpectedAnswer) => ({
  former: answer,
  staff: answer,
  confirmedStaff: answer,
})

/** A screen of the team in the URL, which doesn't exist for others. */
const ofTeam = (answer: ExpectedAnswer): Record<AccessPerson, ExpectedAnswer> => ({
  ...all(answer),
  nobody: 'login',
  former: 404,
  otherTeam: 404,
  staff: 404,
  confirmedStaff: 404,
})
const ofAdmins = (answer: ExpectedAnswer): Record<AccessPerson, ExpectedAnswer> => ({
  ...ofTeam(answer),
  analyst: 403,
  editor: 403,
})
const ofOwner = (answer: ExpectedAnswer): Record<AccessPerson, ExpectedAnswer> => ({
  ...ofAdmins(answer),
  teamAdmin: 403,
})

/** Response to an empty form or an empty JSON object. */
const guestOnly = (answer: ExpectedAnswer): Record<AccessPerson, ExpectedAnswer> => ({
  ...all('home'),
  nobody: answer,
})
const signedIn = (answer: ExpectedAnswer): Record<AccessPerson, ExpectedAnswer> => ({
  ...all(answer),
  nobody: 'login',
})

/** A screen of the site for viewing only. */
const statistics: AddressAccess = {
  GET: { ...signedIn(200), ...withoutTeam('onboarding') },
  POST: all(405),
}

/** A screen of the current organization’s payments. Others than the owner see or do less. */
const ofPayers = (
  owner: ExpectedAnswer,
  others: ExpectedAnswer = 403,
): Record<AccessPerson, ExpectedAnswer> => ({
  ...signedIn(others),
  ...withoutTeam('onboarding'),
  owner,
  otherTeam: owner,
})

/** The same where a plan can lack the screen: it has an error page within the layout, which is guarded. */
const planScreen: AddressAccess = {
  ...statistics,
  POST: { ...all(405), nobody: 'login' },
}

/** A screen of the site where editors change something. */
const ofSite: AddressAccess = {
  GET: { ...signedIn(200), ...withoutTeam('onboarding') },
  POST: { ...signedIn(422), ...withoutTeam('onboarding'), analyst: 403 },
}

/** The same for a part of the site that doesn't exist. */
const missingOfSite: AddressAccess = {
  GET: { ...signedIn(404), ...withoutTeam('onboarding') },
  POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
}

/** Tests have no app at the service, so that nothing can be finished. */
const oauthCallback: AddressAccess = {
  GET: all(200),
  POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
}

/** A screen of the site for admins. */
const ofSiteAdmins: AddressAccess = {
  GET: { ...ofSite.GET, analyst: 403, editor: 403 },
  POST: { ...ofSite.POST, editor: 403 },
}

/** Doesn't exist except for staff, who give their second factor first. */
const ofStaff = (answer: ExpectedAnswer): Record<AccessPerson, ExpectedAnswer> => ({
  ...signedIn(404),
  staff: 403,
  confirmedStaff: answer,
})
const kioskSection: AddressAccess = { GET: ofStaff(200), POST: all(405) }

export const accessTable: Record<string, AddressAccess> = {
  '/': {
    GET: { ...signedIn(200), ...withoutTeam('onboarding') },
    // Home's own form posts to `/?index`; its layout accepts none.
    POST: all(405),
  },
  '/account': { GET: signedIn('general'), POST: all(405) },
  '/account/devices': { GET: signedIn(200), POST: signedIn(422) },
  '/account/export': { GET: all('privacy'), POST: signedIn(422) },
  '/account/general': { GET: signedIn(200), POST: signedIn(422) },
  '/account/language': { GET: all('general'), POST: signedIn(422) },
  '/account/notifications': { GET: signedIn(200), POST: signedIn(422) },
  '/account/phone': { GET: all('general'), POST: signedIn(422) },
  '/account/photo': { GET: all('general'), POST: signedIn(422) },
  '/account/privacy': { GET: signedIn(200), POST: signedIn(422) },
  '/account/second-proof': { GET: signedIn('security'), POST: signedIn(422) },
  '/account/security': { GET: signedIn(200), POST: signedIn(422) },
  '/account/security/app': { GET: signedIn(200), POST: signedIn(422) },
  '/account/security/new-passkey': { GET: signedIn('security'), POST: signedIn(422) },
  '/account/security/passkeys': { GET: signedIn('security'), POST: signedIn(422) },
  '/account/security/phone': { GET: signedIn(200), POST: signedIn(422) },
  '/auth/login': { GET: guestOnly(200), POST: guestOnly(422) },
  '/auth/register': { GET: guestOnly(200), POST: guestOnly(422) },
  '/auth/forgot': { GET: guestOnly(200), POST: guestOnly(422) },
  // There is no pending login here.
  '/auth/two-factor': { GET: guestOnly('login'), POST: guestOnly('login') },
  '/auth/emergency': { GET: guestOnly('login'), POST: guestOnly('login') },
  '/auth/passkey': { GET: guestOnly('login'), POST: guestOnly(422) },
  // A link that never existed looks like a used one.
  '/auth/reset/:token': { GET: all(410), POST: all(410) },
  '/auth/verify': { GET: all(404), POST: all(404) },
  // Needs our signature.
  '/data-export': { GET: all(404), POST: all(405) },
  '/data-export/file': { GET: all(405), POST: all(404) },
  '/unsubscribe': { GET: all(404), POST: all(404) },
  '/unsubscribe/report': { GET: all(404), POST: all(404) },
  '/push/:token': { GET: all(404), POST: all(404) },
  // People who can't set anything up are redirected, also after an invalid form.
  '/onboarding': {
    GET: { ...signedIn(200), analyst: 'home' },
    POST: { ...signedIn(422), analyst: 'home' },
  },
  '/onboarding/orders': {
    GET: all(405),
    POST: { ...signedIn(422), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/onboarding/token': {
    GET: all(405),
    POST: { ...signedIn(200), ...withoutTeam('onboarding'), analyst: 403, editor: 403 },
  },
  '/kiosk': kioskSection,
  '/kiosk/users': kioskSection,
  // The analyst.
  '/kiosk/users/:id': { GET: ofStaff(200), POST: ofStaff(422) },
  '/kiosk/teams': kioskSection,
  '/kiosk/teams/:id': { GET: ofStaff(200), POST: ofStaff(422) },
  '/kiosk/sites': kioskSection,
  '/kiosk/audit': kioskSection,
  '/kiosk/announcements': { GET: ofStaff(200), POST: ofStaff(422) },
  '/kiosk/metrics': kioskSection,
  '/kiosk/coupons': { GET: ofStaff(200), POST: ofStaff(422) },
  '/kiosk/billing': { GET: ofStaff(200), POST: ofStaff(422) },
  '/kiosk/deliveries': { GET: ofStaff(200), POST: ofStaff(422) },
  '/kiosk/jobs': { GET: ofStaff(200), POST: ofStaff(422) },
  '/kiosk/teams/:id/plan': { GET: ofStaff(200), POST: ofStaff(422) },
  '/kiosk/support': kioskSection,
  // The owner’s.
  '/kiosk/support/:id': { GET: ofStaff(200), POST: ofStaff(422) },
  '/settings/outbox': kioskSection,
  // There is no such email.
  '/settings/outbox/:id': { GET: ofStaff(404), POST: all(405) },
  '/account/api-tokens': {
    GET: signedIn(200),
    POST: { ...signedIn(422), ...withoutTeam(409), analyst: 403, editor: 403 },
  },
  // Belongs to the editor.
  '/account/api-tokens/:id': {
    GET: { ...ofTeam(200), analyst: 404 },
    POST: { ...ofTeam(422), analyst: 404 },
  },
  // Doesn't exist.
  '/invitations/:token': { GET: signedIn(404), POST: signedIn(404) },
  '/billing': { GET: ofPayers(200, 200), POST: ofPayers(422) },
  // Nothing is paid for.
  '/billing/cancel': { GET: ofPayers('billing'), POST: ofPayers('billing') },
  '/billing/card': { GET: ofPayers(200), POST: ofPayers(422) },
  '/billing/details': { GET: ofPayers(200), POST: ofPayers(422) },
  // There is no such plan.
  '/billing/plan/:id': { GET: ofPayers(404), POST: ofPayers(404) },
  '/billing/checkout/success': { GET: ofPayers(200, 200), POST: all(405) },
  '/billing/checkout/add-ons/success': { GET: ofPayers(200, 200), POST: all(405) },
  '/billing/checkout/visitor-boost/success': { GET: ofPayers(200, 200), POST: all(405) },
  '/billing/invoices/:uuid.pdf': { GET: ofPayers(404), POST: all(405) },
  // Leads on to a screen, and says nothing.
  '/billing/returned/:page': { GET: all(200), POST: all(405) },
  '/settings/teams': { GET: signedIn(200), POST: signedIn(422) },
  // The first screen's own form posts to `?index`; its layout accepts none.
  '/settings/teams/:id': { GET: ofTeam(200), POST: all(405) },
  '/settings/teams/:id/plan': { GET: ofTeam(200), POST: ofOwner(422) },
  '/settings/teams/:id/plan/export': { GET: ofTeam(200), POST: all(405) },
  '/settings/teams/:id/logo': { GET: all(302), POST: ofAdmins(422) },
  '/settings/teams/:id/members': { GET: ofTeam(200), POST: ofAdmins(422) },
  '/settings/teams/:id/members/:member': { GET: ofAdmins(200), POST: ofAdmins(422) },
  '/settings/teams/:id/log': { GET: ofAdmins(200), POST: all(405) },
  '/settings/teams/:id/ownership': { GET: ofOwner(200), POST: ofOwner(422) },
  // The first screen's own form posts to `?index`; its layout accepts none.
  '/site-settings': { ...ofSite, POST: all(405) },
  '/site-settings/danger': ofSiteAdmins,
  '/site-settings/look': ofSite,
  '/site-settings/privacy': ofSite,
  '/site-settings/timing': ofSite,
  '/site-settings/titles': ofSite,
  '/site-settings/webhooks': ofSite,
  // Doesn't exist.
  '/site-settings/webhooks/:id': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/site-settings/logo': { GET: all(302), POST: ofSite.POST },
  // The query names no screen.
  '/site-settings/preview': {
    GET: { ...signedIn(422), ...withoutTeam('onboarding') },
    POST: all(405),
  },
  '/sites/new': ofSiteAdmins,
  '/settings/open': { GET: signedIn(404), POST: all(405) },
  '/settings/current': { GET: all(405), POST: signedIn(422) },
  '/api/logout': { GET: all(405), POST: all(200) },
  '/api/user': { GET: { ...all(200), nobody: 401 }, POST: all(405) },
  '/api/image': { GET: all(400), POST: all(405) },
  '/api/spark-variables': { GET: all(200), POST: all(405) },
  '/statistics': planScreen,
  '/statistics/effect': ofSite,
  '/statistics/export': { GET: { ...signedIn(404), ...withoutTeam('onboarding') }, POST: all(405) },
  '/statistics/not-shown': planScreen,
  '/statistics/nudges': planScreen,
  '/statistics/pages': planScreen,
  '/statistics/products': planScreen,
  '/statistics/speed': planScreen,
  // For oneself, so analysts can as well.
  '/statistics/reports': {
    GET: { ...signedIn(200), ...withoutTeam('onboarding') },
    POST: { ...signedIn(422), ...withoutTeam('onboarding') },
  },
  '/support': { GET: signedIn(200), POST: signedIn(422) },
  // A request of the owner. No one else in the organization sees it.
  '/support/:id': {
    GET: { ...signedIn(404), owner: 200 },
    POST: { ...signedIn(404), owner: 422 },
  },
  // Supports PUT, which forms send as `_method`.
  '/api/announcements/read': { GET: all(405), POST: { ...all(405), nobody: 401 } },
  // For members of a shop's organization.
  '/api/integrations/shopify/webhook-sync': {
    GET: all(405),
    POST: { ...all(404), nobody: 401, analyst: 403 },
  },
  // Doesn't exist except for staff, who sent neither a person nor a reason.
  '/api/impersonation': {
    GET: all(405),
    POST: { ...ofStaff(422), nobody: 401 },
  },
  '/home/live': statistics,
  '/integrations': statistics,
  // Browsers come from another website, without the cookie.
  '/integrations/approved/:uuid': { GET: all(200), POST: all(405) },
  // No connection has the site's uuid.
  '/integrations/connections/:uuid': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/integrations/form_submissions': ofSite,
  '/integrations/google_shopping': statistics,
  '/integrations/javascript': {
    GET: ofSite.GET,
    // Anyone can check a call: nothing is stored.
    POST: { ...signedIn(422), ...withoutTeam('onboarding') },
  },
  '/integrations/rest_api': { ...ofSite, POST: { ...ofSite.POST, editor: 403 } },
  '/integrations/active_campaign': ofSite,
  '/integrations/agoda': ofSite,
  '/integrations/airbnb': ofSite,
  '/integrations/aliexpress': ofSite,
  '/integrations/bigcommerce': ofSite,
  '/integrations/booking_com': ofSite,
  '/integrations/capterra': ofSite,
  '/integrations/capterra_reviews': ofSite,
  '/integrations/etsy': ofSite,
  // Browsers come from another website, without the cookie.
  '/integrations/etsy/callback': oauthCallback,
  '/integrations/eventbrite': ofSite,
  '/integrations/eventbrite/callback': oauthCallback,
  '/integrations/facebook': ofSite,
  '/integrations/google_places': ofSite,
  '/integrations/google_my_business_reviews': ofSite,
  '/integrations/google_my_business_reviews/callback': oauthCallback,
  '/integrations/hotels_com': ofSite,
  '/integrations/mailchimp': ofSite,
  '/integrations/mailchimp/callback': oauthCallback,
  '/integrations/magento': ofSite,
  '/integrations/paypal': ofSite,
  '/integrations/prestashop': ofSite,
  '/integrations/product_hunt': ofSite,
  '/integrations/reviews_io': ofSite,
  '/integrations/shopify': ofSite,
  '/integrations/stripe': ofSite,
  '/integrations/stripe/callback': oauthCallback,
  '/integrations/tripadvisor': ofSite,
  '/integrations/trust_radius': ofSite,
  '/integrations/trusted_shops': ofSite,
  '/integrations/trustpilot': ofSite,
  '/integrations/wix': ofSite,
  // No recipe and no smart webhook has this id.
  '/integrations/smart-integration/:id': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/integrations/smart-webhook': ofSite,
  '/integrations/smart-webhook/:id/edit': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/integrations/smart-webhook/:id/preset': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/integrations/wordpress': ofSite,
  '/integrations/vitals': planScreen,
  '/integrations/yelp': ofSite,
  '/integrations/zapier': planScreen,
  '/inline-nudges': ofSite,
  '/inline-nudges/library': ofSite,
  '/palette': { GET: signedIn(200), POST: all(405) },
  '/popup-nudges': ofSite,
  '/popup-nudges/cards': statistics,
  '/popup-nudges/list': ofSite,
  '/data-feeds': ofSite,
  // The site's uuid is not an activity's.
  '/data-feeds/activities/:uuid': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(422), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/data-feeds/counts': statistics,
  '/data-feeds/exclusions': ofSite,
  '/data-feeds/imports': ofSite,
  // The site's uuid is not an import's.
  '/data-feeds/imports/:uuid': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/data-feeds/imports/:uuid/faults': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: all(405),
  },
  '/data-feeds/imports/sample': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: all(405),
  },
  '/data-feeds/messages': ofSite,
  '/data-feeds/products': ofSite,
  '/data-feeds/reviews': ofSite,
  '/data-feeds/signups': ofSite,
  // Not a site's uuid.
  '/pixel/:id': { GET: signedIn(404), POST: signedIn(404) },
  // The first tab.
  '/push-nudges': { GET: { ...signedIn(302), ...withoutTeam('onboarding') }, POST: all(405) },
  '/push-nudges/automations': ofSite,
  // There is no such kind.
  '/push-nudges/automations/:kind': missingOfSite,
  '/push-nudges/campaigns': statistics,
  '/push-nudges/campaigns/new': {
    GET: { ...ofSite.GET, analyst: 403 },
    POST: ofSite.POST,
  },
  // There is no such campaign.
  '/push-nudges/campaigns/:id': missingOfSite,
  '/push-nudges/delivery': ofSite,
  '/push-nudges/prompt': ofSite,
  '/push-nudges/subscribers': ofSite,
  '/push-nudges/worker-file': statistics,
  '/push-nudges/subscribers/export': {
    GET: { ...signedIn(200), ...withoutTeam('onboarding'), analyst: 403 },
    POST: all(405),
  },
  '/goals': {
    GET: { ...signedIn(200), ...withoutTeam('onboarding') },
    POST: { ...signedIn(422), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/goals/new': {
    GET: { ...signedIn(200), ...withoutTeam('onboarding'), analyst: 403 },
    POST: { ...signedIn(422), ...withoutTeam('onboarding'), analyst: 403 },
  },
  // Doesn't exist.
  '/goals/:id': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
  },
  // Doesn't exist.
  '/nudges/:id': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding') },
    POST: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
  },
  '/nudges/:id/preview': {
    GET: all(405),
    POST: { ...signedIn(404), ...withoutTeam('onboarding') },
  },
  // Names no link.
  '/nudges/:id/place': {
    GET: { ...signedIn(404), ...withoutTeam('onboarding'), analyst: 403 },
    POST: all(405),
  },
  // Its form names no shop.
  '/shopify': { GET: all(200), POST: all(405) },
  // Redirects to the reason: nothing is signed.
  '/shopify/auth': { GET: all(302), POST: all(405) },
  '/shopify/auth/error': { GET: all(200), POST: all(405) },
  // The teams are no shop's.
  '/shopify/billing': { GET: ofPayers(404, 404), POST: ofPayers(404, 404) },
  '/shopify/billing/success': { GET: ofPayers(404, 404), POST: all(405) },
  // Without an address to open.
  '/shopify/exit-iframe': { GET: all(400), POST: all(405) },
  '/shopify/session-token': { GET: all(400), POST: all(405) },
  // Only while the frame's content policy is on trial.
  '/shopify/policy-reports': { GET: all(404), POST: all(404) },
  '/shopify/return': { GET: all(405), POST: all(401) },
  '/shopify/join': { GET: all(405), POST: signedIn(422) },
  // Not a link.
  '/shopify/join/:token': { GET: signedIn(404), POST: signedIn(404) },
  // In the frames of admins without a script alone.
  '/frame/closed': { GET: all(404), POST: all(405) },
  '/frame/session': { GET: all(404), POST: all(404) },
  // With a ticket of a frame alone it leads to the screens of billing.
  '/frame/top': { GET: all('home'), POST: all(405) },
  // Signed webhooks alone get another answer.
  '/hooks/shopify': { GET: all(405), POST: all(400) },
  // Without keys of Stripe there is no such address.
  '/hooks/stripe': { GET: all(405), POST: all(404) },
  // Nor without the keys of the app in Wix.
  '/wix/auth': { GET: all(404), POST: all(405) },
  '/wix/auth/dashboard': { GET: all(404), POST: all(405) },
  '/wix/auth/error': { GET: all(404), POST: all(405) },
  '/wix/auth/install': { GET: all(404), POST: all(405) },
  '/wix/pricing': { GET: all(404), POST: all(405) },
  '/hooks/wix': { GET: all(405), POST: all(404) },
  // Nor without the keys of the app in BigCommerce.
  '/bc': { GET: all(404), POST: all(404) },
  '/bc/auth': { GET: all(404), POST: all(405) },
  '/bc/error': { GET: all(404), POST: all(405) },
  '/bc/load': { GET: all(404), POST: all(405) },
  '/bc/remove-user': { GET: all(404), POST: all(405) },
  '/bc/uninstall': { GET: all(404), POST: all(405) },
  '/hooks/bigcommerce': { GET: all(405), POST: all(404) },
  '/api/v1/openapi.json': { GET: all(200), POST: all(405) },
  '/api/v1/me': { GET: withToken({ member: 200, otherTeam: 200 }), POST: all(405) },
  '/api/v1/sites': { GET: withToken({ member: 200, otherTeam: 200 }), POST: all(405) },
  // Public documentation, the same for everyone.
  '/api/docs': { GET: all(200), POST: all(405) },
  '/api/v1/sites/:uuid': tokenReads,
  '/api/v1/sites/:uuid/activities/:id': tokenReadsMissing,
  '/api/v1/sites/:uuid/activities/by-id/:kind/:externalId': tokenReadsMissing,
  '/api/v1/sites/:uuid/reviews/by-id/:externalId': tokenReadsMissing,
  '/api/v1/sites/:uuid/nudges': tokenReadsAndWrites,
  '/api/v1/sites/:uuid/nudges/:id/pause': tokenWritesMissing,
  '/api/v1/sites/:uuid/nudges/:id/publish': tokenWritesMissing,
  '/api/v1/sites/:uuid/nudges/:id/versions': tokenReadsMissing,
  '/api/v1/sites/:uuid/nudges/:id': tokenReadsMissing,
  '/api/v1/sites/:uuid/products': tokenReadsAndWrites,
  '/api/v1/sites/:uuid/products/:id': tokenReadsMissing,
  '/api/v1/sites/:uuid/reviews': tokenReadsAndWrites,
  '/api/v1/sites/:uuid/reviews/:id': tokenReadsMissing,
  '/api/v1/sites/:uuid/statistics': tokenReads,
  '/api/v1/sites/:uuid/claims/:id': {
    GET: withToken({ member: 404, otherTeam: 404 }),
    POST: all(405),
  },
  '/api/v1/sites/:uuid/activities': {
    GET: withToken({ member: 200, otherTeam: 404 }),
    POST: withToken({ member: 422, otherTeam: 404, analyst: 403 }),
  },
  '/api/v1/hooks': {
    GET: withToken({ member: 200, otherTeam: 200, analyst: 403 }),
    POST: withToken({ member: 422, otherTeam: 422, analyst: 403 }),
  },
  '/api/v1/hooks/:id': {
    GET: all(405),
    POST: all(405),
  },
  '/api/v1/sites/:uuid/goals': {
    GET: withToken({ member: 200, otherTeam: 404 }),
    POST: withToken({ member: 422, otherTeam: 404, analyst: 403 }),
  },
  '/api/v1/sites/:uuid/goals/:id': {
    GET: withToken({ member: 404, otherTeam: 404 }),
    POST: all(405),
  },
  '/api/v1/sites/:uuid/goals/:id/conversions': {
    GET: all(405),
    POST: withToken({ member: 404, otherTeam: 404, analyst: 403 }),
  },
  '/api/v1/sites/:uuid/push': {
    GET: withToken({ member: 200, otherTeam: 404 }),
    POST: all(405),
  },
  '/api/v1/sites/:uuid/push/campaigns': {
    GET: withToken({ member: 200, otherTeam: 404 }),
    POST: all(405),
  },
  '/api/v1/sites/:uuid/push/shipments': {
    GET: all(405),
    POST: withToken({ member: 422, otherTeam: 404, analyst: 403 }),
  },
  '/*': { GET: all(404), POST: all(404) },
}
