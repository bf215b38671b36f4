/**
 * Facts that ActiveCampaign publishes about what Footfall asks it. Compared with the sources on November 27, 2026,
 * deliveries on the 28th.
 */
import { all, only, text, upTo, whole, type PublishedService } from '../facts.ts'

export const activeCampaign: PublishedService = {
  sources: [
    'api-evangelist/activecampaign 6295cc55 (2026-08-22)',
    'developers.activecampaign.com (2026), page/webhooks for deliveries',
  ],
  access: ['api-token'],
  refusal: { 'message?': 'text', 'errors?': 'list' },
  operations: [
    {
      method: 'GET',
      path: '/api/3/contacts',
      query: {
        ...all(
          text,
          'email email_like search listid status seriesid tagid segmentid formid exclude ids id_greater datetime include orders[{name}] filters[{name}] offset in_group_lists waitid',
        ),
        limit: upTo(100, 1),
      },
      answer: { contacts: [{ id: 'text', 'cdate?': 'text|null' }] },
    },
    {
      method: 'GET',
      path: '/api/3/lists/{id}',
      answer: only({
        'list?': only({ ...all('text', 'stringid? name? cdate? id?'), 'udate?': 'any' }),
      }),
    },
    {
      method: 'GET',
      path: '/api/3/contacts/{id}',
      answer: only({
        'contactLists?': [
          only({
            ...all('text', 'contact? list? status? first_name? last_name? id?'),
            ...all('any', 'form? sdate? udate? campaign? automation?'),
          }),
        ],
        'contact?': only({
          ...all('text', 'cdate? email? phone? firstName? lastName? ip? deleted? id?'),
          'udate?': 'any',
          'contactLists?': ['text'],
        }),
      }),
    },
    {
      method: 'GET',
      path: '/api/3/webhooks',
      query: {
        ...all(text, 'filters[name] filters[url] filters[listid]'),
        limit: upTo(100),
        offset: whole,
      },
      answer: {
        'webhooks?': [
          {
            ...all('text', 'cdate? listid? name? url? id?'),
            'events?': ['text'],
            'sources?': ['text'],
          },
        ],
        'meta?': 'object',
      },
    },
    {
      method: 'POST',
      path: '/api/3/webhooks',
      json: only({
        'webhook?': only({
          name: 'text',
          url: 'text',
          events: ['text'],
          sources: ['text'],
          'listid?': 'whole',
        }),
      }),
      answer: only({
        'webhook?': only({
          ...all('text', 'cdate? listid? name? url? id?'),
          'events?': ['text'],
          'sources?': ['text'],
        }),
      }),
      statuses: [201],
    },
    { method: 'DELETE', path: '/api/3/webhooks/{id}', answer: 'object' },
  ],
  deliveries: [
    {
      topics: ['subscribe'],
      headers: [],
      form: all(
        text,
        'type! date_time! initiated_from! initiated_by! list! form[id] contact[id]! contact[email]! contact[{name}] customer_acct_name customer_acct_id',
      ),
    },
    {
      topics: ['unsubscribe'],
      headers: [],
      form: all(
        text,
        'type! date_time! initiated_from! initiated_by! list! contact[id]! contact[email]! contact[{name}] unsubscribe[reason] customer_acct_name customer_acct_id',
      ),
    },
  ],
}
