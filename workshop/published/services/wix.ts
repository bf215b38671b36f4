/**
 * Facts that Wix publishes about what Footfall asks it. Compared with the sources on November 27, 2026, members and
 * deliveries on the 28th.
 */
import {
  all,
  among,
  only,
  type Members,
  type PublishedDelivery,
  type PublishedService,
  type Shape,
} from '../facts.ts'

const cycle = among('NO_CYCLE ONE_TIME MONTHLY YEARLY TWO_YEARS THREE_YEARS FOUR_YEARS FIVE_YEARS')

const order: Shape = only({
  ...all('text|null', 'id? createdDate? updatedDate? currency? purchasedDate?'),
  'number?': 'text',
  'paymentStatus?': among(
    'UNSPECIFIED NOT_PAID PAID PARTIALLY_REFUNDED FULLY_REFUNDED PENDING PARTIALLY_PAID PENDING_MERCHANT CANCELED DECLINED',
  ),
  'status?': among('INITIALIZED APPROVED CANCELED PENDING REJECTED'),
  'lineItems?': [
    only({
      'id?': 'text',
      'productName?': only({ 'original?': 'text' }),
      'quantity?': 'number',
      'image?': only({ 'id?': 'text', 'url?': 'text' }),
      'price?': only({ 'amount?': 'text', 'formattedAmount?': 'text' }),
    }),
  ],
  'buyerInfo?': only({ 'contactId?': 'text|null', 'email?': 'text|null' }),
  'priceSummary?': only({ 'total?': only({ 'amount?': 'text', 'formattedAmount?': 'text' }) }),
  'billingInfo?': only({
    'address?': only({ 'country?': 'text|null', 'city?': 'text|null' }),
    'contactDetails?': only({ 'firstName?': 'text|null', 'lastName?': 'text|null' }),
  }),
  'settings?': 'object',
  'imported?': 'boolean',
  'demo?': 'boolean',
})

/** The claims of the token, whose data is JSON in JSON in JSON. */
function unwrapped(body: string): unknown {
  const claims = Buffer.from(body.split('.')[1] ?? '', 'base64url').toString()
  const { data } = JSON.parse(claims) as { data: string }
  const outer = JSON.parse(data) as { data: string }
  return { ...outer, data: JSON.parse(outer.data) as unknown }
}

const deliveryOf = (data: Shape): Shape => ({
  ...all('text', 'eventType instanceId identity?'),
  data,
})

const eventOf = (more: Members): Shape =>
  deliveryOf({
    ...all('text', 'id entityFqdn slug entityId eventTime'),
    'triggeredByAnonymizeRequest?': 'boolean',
    ...more,
  })

/** @param more members beside the plan and the moment */
const planEvent = (more: Members = {}): Shape =>
  deliveryOf(
    only({
      'operationTimeStamp?': 'text|null',
      ...all('text', 'vendorProductId? cycle?'),
      ...more,
    }),
  )

const eventAbout = (topic: string, json: Shape): PublishedDelivery => ({
  topics: [topic],
  headers: [],
  unwrapped,
  json,
})

export const wix: PublishedService = {
  sources: [
    'wix (package @wix/auto_sdk_ecom_orders) 1.0.300 (2026)',
    'wix (package @wix/auto_sdk_members_members) 1.0.135 (2026)',
    'wix (package @wix/auto_sdk_app-management_app-instances) 1.0.49 (2026)',
    'wix (package @wix/auto_sdk_app-management_billing) 1.0.46 (2026)',
    'dev.wix.com (2026)',
  ],
  access: ['authorization'],
  refusal: { message: 'text' },
  operations: [
    {
      method: 'POST',
      path: '/oauth2/token',
      json: { ...all('text', 'grant_type client_id client_secret? instance_id?') },
      answer: { access_token: 'text', expires_in: 'whole' },
      isOpen: true,
    },
    {
      method: 'POST',
      path: '/ecom/v1/orders/search',
      json: only({
        'search?': only({
          'cursorPaging?': only({ 'limit?': 'number|null', 'cursor?': 'text|null' }),
          'filter?': 'object|null',
          'sort?': [only({ 'fieldName?': 'text', 'order?': 'text', 'origin?': 'object' })],
        }),
      }),
      answer: only({
        'orders?': [order],
        'metadata?': only({
          'cursors?': only({ 'next?': 'text|null' }),
          'hasNext?': 'boolean|null',
          'total?': 'number|null',
        }),
      }),
    },
    {
      method: 'POST',
      path: '/members/v1/members/query',
      json: only({
        'query?': only({
          'filter?': only(
            all(
              'any',
              'id? loginEmail? contactId? contact.firstName? contact.lastName? profile.nickname? profile.slug? privacyStatus?',
            ),
          ),
          'sort?': [only({ fieldName: 'text', 'order?': 'text' })],
          'paging?': only({ 'limit?': 'whole', 'offset?': 'whole' }),
        }),
        'fieldsets?': ['text'],
      }),
      answer: { 'members?': ['object'], 'metadata?': 'object' },
    },
    {
      // https://dev.wix.com/docs/sdk/api-reference/business-tools/site-properties/get-site-properties
      method: 'GET',
      path: '/site-properties/v4/properties',
      answer: only({ 'version?': 'text', 'properties?': 'object' }),
    },
    {
      method: 'GET',
      path: '/apps/v1/instance',
      answer: only({
        'instance?': only({
          ...all('text', 'instanceId? appName?'),
          'isFree?': 'boolean',
          'permissions?': ['text'],
          'billing?': only({
            ...all('text', 'packageName? timeStamp?'),
            'billingCycle?': cycle,
            ...all('text|null', 'expirationDate? invoiceId? source?'),
            'autoRenewing?': 'boolean|null',
            'freeTrialInfo?': only({
              'status?': among('NOT_AVAILABLE IN_PROGRESS ENDED'),
              'endDate?': 'text|null',
            }),
          }),
        }),
        'site?': only({ ...all('text|null', 'siteDisplayName? url?'), 'locale?': 'text' }),
      }),
    },
    {
      method: 'POST',
      path: '/apps/v1/checkout',
      json: only({
        productId: 'text',
        'successUrl?': 'text|null',
        'testCheckout?': 'boolean',
        'billingCycle?': cycle,
      }),
      answer: only({ 'checkoutUrl?': 'text', 'token?': 'text|null' }),
    },
    {
      method: 'POST',
      path: '/oauth2/token-info',
      json: only({ token: 'text' }),
      answer: only({
        'active?': 'boolean',
        ...all('text', 'subjectType? subjectId? clientId?'),
        ...all('text|null', 'exp? iat? siteId? instanceId? accountId?'),
      }),
      isOpen: true,
    },
    {
      method: 'POST',
      path: '/apps/v1/scripts',
      json: only({ properties: only({ 'parameters?': 'object', 'disabled?': 'boolean' }) }),
      answer: only({ 'properties?': only({ 'parameters?': 'object', 'disabled?': 'boolean' }) }),
    },
    {
      method: 'POST',
      path: '/apps/v1/bi-event',
      json: only({ 'eventName?': 'text', 'customEventName?': 'text', 'eventData?': 'object' }),
      answer: 'object',
    },
  ],
  deliveries: [
    {
      topics: ['order_approved', 'order_payment_status_updated', 'order_canceled'].map(
        (name) => `wix.ecom.v1.${name}`,
      ),
      headers: [],
      unwrapped,
      json: eventOf({ actionEvent: { body: { order } } }),
    },
    {
      topics: ['wix.members.v1.member_created'],
      headers: [],
      unwrapped,
      json: eventOf({ createdEvent: { entity: 'object' } }),
    },
    {
      // https://dev.wix.com/docs/velo/api-reference/wix-ecom-backend/events/on-order-updated, its form:
      // https://dev.wix.com/docs/rest/articles/get-started/webhook-structure
      topics: ['wix.ecom.v1.order_updated'],
      headers: [],
      unwrapped,
      json: eventOf({ updatedEvent: { currentEntity: 'object' } }),
    },
    {
      // https://dev.wix.com/docs/sdk/backend-modules/members/members/on-member-deleted
      topics: ['wix.members.v1.member_deleted'],
      headers: [],
      unwrapped,
      json: eventOf({ 'deletedEvent?': 'object' }),
    },
    eventAbout(
      'AppInstalled',
      deliveryOf(only({ 'appId?': 'text', 'originInstanceId?': 'text|null' })),
    ),
    eventAbout('AppRemoved', deliveryOf(only({ 'appId?': 'text' }))),
    eventAbout(
      'PaidPlanPurchased',
      planEvent(all('text|null', 'expiresOn? couponName? invoiceId?')),
    ),
    eventAbout(
      'PaidPlanChanged',
      planEvent({
        ...all('text|null', 'previousVendorProductId? couponName? invoiceId?'),
        'previousCycle?': 'text',
      }),
    ),
    eventAbout(
      'PaidPlanAutoRenewalCancelled',
      planEvent({
        ...all('text|null', 'cancelReason? userReason? subscriptionCancellationType?'),
        'cancelledDuringFreeTrial?': 'text',
      }),
    ),
    eventAbout('PlanConvertedToPaid', planEvent({ 'expiresOn?': 'text|null' })),
    eventAbout('PlanTransferred', planEvent({ 'invoiceId?': 'text|null' })),
    eventAbout(
      'PlanReactivated',
      planEvent({ ...all('text|null', 'expiresOn? invoiceId?'), 'reason?': 'text' }),
    ),
  ],
}
