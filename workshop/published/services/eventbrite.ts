/**
 * Facts that Eventbrite publishes about what Footfall asks it. Compared with the sources on November 27, 2026, the
 * approval and deliveries on the 28th.
 */
import { all, oneOf, only, text, whole, type PublishedService } from '../facts.ts'

export const eventbrite: PublishedService = {
  sources: [
    'eventbrite/eventbrite-sdk-python f19ecabf (2020-03-17)',
    'eventbrite.com/platform/api (as quoted by public integrations) (2026)',
    'eventbrite.com/platform/docs/app-oauth-flow (2026). State is that of RFC 6749, which developer.eventbrite.com names',
    'eventbrite.com/platform/docs/webhooks (2026)',
  ],
  access: ['authorization'],
  refusal: { error: 'text', status_code: 'whole' },
  operations: [
    {
      method: 'GET',
      path: '/oauth/authorize',
      query: {
        'response_type!': oneOf('code'),
        ...all(text, 'client_id! redirect_uri! state'),
      },
      back: [all(text, 'code! state'), all(text, 'error! error_description state')],
      isOpen: true,
    },
    {
      method: 'POST',
      path: '/oauth/token',
      form: {
        'grant_type!': oneOf('authorization_code'),
        ...all(text, 'client_id! client_secret! code! redirect_uri!'),
      },
      answer: only({ access_token: 'text', token_type: 'text' }),
      refusal: { error: 'text' },
      isOpen: true,
    },
    {
      method: 'GET',
      path: '/v3/users/me/organizations/',
      query: { continuation: text },
      answer: {
        pagination: { 'has_more_items?': 'boolean', 'continuation?': 'text' },
        organizations: 'list',
      },
    },
    {
      method: 'GET',
      path: '/v3/orders/{order_id}/',
      query: { expand: text },
      answer: {
        ...all('text', 'id created changed? name? first_name? last_name? email? status event_id'),
        costs: { 'gross?': { ...all('text', 'currency major_value? display?'), value: 'whole' } },
        'event?': 'object',
        'attendees?': 'list',
      },
    },
    {
      method: 'GET',
      path: '/v3/organizations/{organization_id}/orders/',
      query: {
        ...all(
          text,
          'expand status changed_since only_emails exclude_emails continuation time_filter',
        ),
        page_size: whole,
        page: whole,
      },
      answer: {
        pagination: { 'has_more_items?': 'boolean', 'continuation?': 'text' },
        orders: [
          {
            ...all(
              'text',
              'id created changed? name? first_name? last_name? email? status event_id',
            ),
            costs: {
              'gross?': { ...all('text', 'currency major_value? display?'), value: 'whole' },
            },
            'event?': 'object',
            'attendees?': 'list',
          },
        ],
      },
    },
    {
      method: 'GET',
      path: '/v3/organizations/{organization_id}/webhooks/',
      query: { continuation: text },
      answer: {
        'pagination?': { 'has_more_items?': 'boolean', 'continuation?': 'text' },
        'webhooks?': 'list',
      },
    },
    {
      method: 'POST',
      path: '/v3/organizations/{organization_id}/webhooks/',
      json: { ...all('text', 'endpoint_url actions? event_id?') },
      answer: 'object',
    },
    { method: 'DELETE', path: '/v3/webhooks/{webhook_id}/', answer: 'object' },
  ],
  deliveries: [
    {
      topics: ['order.placed', 'order.updated', 'order.refunded'],
      headers: ['x-eventbrite-event', 'x-eventbrite-delivery'],
      json: { config: all('text', 'action endpoint_url user_id webhook_id'), api_url: 'text' },
    },
  ],
}
