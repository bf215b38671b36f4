/** Facts that Eventbrite publishes about what Footfall asks it. Compared with the sources on November 27, 2026. */
import { all, text, whole, type PublishedService } from '../facts.ts'

export const eventbrite: PublishedService = {
  sources: [
    'eventbrite/eventbrite-sdk-python f19ecabf (2020-03-17)',
    'eventbrite.com/platform/api (as quoted by public integrations) (2026)',
  ],
  access: ['authorization'],
  refusal: { error: 'text', status_code: 'whole' },
  operations: [
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
}
