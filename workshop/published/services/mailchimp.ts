/**
 * Facts that Mailchimp publishes about what Footfall asks it. Compared with the sources on November 27, 2026, the
 * approval and deliveries on the 28th.
 */
import {
  all,
  among,
  flag,
  only,
  oneOf,
  text,
  upTo,
  whole,
  type PublishedService,
} from '../facts.ts'

const memberStatus = among('archived cleaned pending subscribed transactional unsubscribed')

export const mailchimp: PublishedService = {
  sources: [
    'api-evangelist/mailchimp 649b1e63 (2026-08-22)',
    'mailchimp/mailchimp-client-lib-codegen 69fce606 (2026-04-30)',
    'mailchimp.com/developer/marketing/docs (2026)',
    'mailchimp.com/developer/marketing/guides/access-user-data-oauth-2 (2026)',
    'mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks (2026)',
  ],
  access: ['authorization'],
  refusal: { type: 'text', title: 'text', status: 'whole', detail: 'text', instance: 'text' },
  operations: [
    {
      method: 'GET',
      path: '/3.0/lists',
      query: {
        ...all(
          text,
          'fields exclude_fields before_date_created since_date_created before_campaign_last_sent since_campaign_last_sent email',
        ),
        count: upTo(1000),
        offset: whole,
        sort_field: oneOf('date_created'),
        sort_dir: oneOf('ASC', 'DESC'),
        has_ecommerce_store: flag,
        include_total_contacts: flag,
      },
      answer: only({ lists: [only({ 'id?': 'text', 'name?': 'text' })] }),
    },
    {
      method: 'GET',
      path: '/3.0/lists/{list_id}',
      query: { fields: text, exclude_fields: text },
      answer: 'any',
    },
    {
      method: 'GET',
      path: '/3.0/lists/{list_id}/members',
      query: {
        ...all(
          text,
          'fields exclude_fields email_type since_timestamp_opt before_timestamp_opt since_last_changed before_last_changed unique_email_id interest_category_id interest_ids unsubscribed_since',
        ),
        count: upTo(1000),
        offset: whole,
        status: oneOf(
          'subscribed',
          'unsubscribed',
          'cleaned',
          'pending',
          'transactional',
          'archived',
        ),
        vip_only: flag,
        since_last_campaign: flag,
        interest_match: oneOf('any', 'all', 'none'),
        sort_field: oneOf('timestamp_opt', 'timestamp_signup', 'last_changed'),
        sort_dir: oneOf('ASC', 'DESC'),
      },
      answer: only({
        'members?': [
          only({
            ...all(
              'text',
              'id? email_address? unique_email_id? email_type? ip_signup? ip_opt? timestamp_opt? last_changed? source? list_id?',
            ),
            'status?': memberStatus,
            'merge_fields?': 'object',
            'location?': only({ 'country_code?': 'text', 'timezone?': 'text' }),
          }),
        ],
        'list_id?': 'text',
      }),
    },
    {
      method: 'GET',
      path: '/3.0/lists/{list_id}/members/{subscriber_hash}',
      query: { fields: text, exclude_fields: text },
      answer: only({
        ...all(
          'text',
          'id? email_address? unique_email_id? email_type? ip_signup? ip_opt? timestamp_opt? last_changed? source? list_id?',
        ),
        'status?': memberStatus,
        'merge_fields?': 'object',
        'location?': only({ 'country_code?': 'text', 'timezone?': 'text' }),
      }),
    },
    {
      method: 'GET',
      path: '/3.0/lists/{list_id}/webhooks',
      answer: only({
        'webhooks?': [
          only({
            ...all('text', 'id? url? list_id?'),
            'events?': only({ ...all('boolean', 'subscribe? unsubscribe? profile? cleaned?') }),
            'sources?': only({ ...all('boolean', 'user? admin? api?') }),
          }),
        ],
        'list_id?': 'text',
      }),
    },
    {
      method: 'POST',
      path: '/3.0/lists/{list_id}/webhooks',
      json: only({
        'url?': 'text',
        'events?': only({ ...all('boolean', 'subscribe? unsubscribe? profile? cleaned?') }),
        'sources?': only({ ...all('boolean', 'user? admin? api?') }),
      }),
      answer: only({
        ...all('text', 'id? url? list_id?'),
        'events?': only({ ...all('boolean', 'subscribe? unsubscribe? profile? cleaned?') }),
        'sources?': only({ ...all('boolean', 'user? admin? api?') }),
      }),
    },
    { method: 'DELETE', path: '/3.0/lists/{list_id}/webhooks/{webhook_id}', statuses: [204] },
    {
      method: 'GET',
      path: '/oauth2/authorize',
      query: {
        'response_type!': oneOf('code'),
        ...all(text, 'client_id! redirect_uri! state'),
      },
      back: [all(text, 'code! state'), all(text, 'error! error_description state')],
      isOpen: true,
    },
    {
      method: 'GET',
      path: '/oauth2/metadata',
      answer: only({
        ...all('text', 'dc role accountname login_url api_endpoint'),
        // A number for some accounts, and text for others.
        user_id: 'whole|text',
        login: 'object',
      }),
      refusal: { error: 'text' },
    },
    {
      method: 'POST',
      path: '/oauth2/token',
      form: {
        'grant_type!': oneOf('authorization_code'),
        ...all(text, 'client_id! client_secret! redirect_uri! code!'),
      },
      // Tokens don't end, and are said to do so in 0 seconds.
      answer: only({ access_token: 'text', expires_in: 'whole', scope: 'text|null' }),
      refusal: { error: 'text' },
      isOpen: true,
    },
  ],
  deliveries: [
    {
      topics: ['subscribe'],
      headers: [],
      form: all(
        text,
        'type! fired_at! data[id]! data[list_id]! data[email]! data[email_type]! data[ip_opt] data[ip_signup] data[merges][{name}]',
      ),
    },
    {
      topics: ['unsubscribe'],
      headers: [],
      form: all(
        text,
        'type! fired_at! data[action]! data[reason]! data[id]! data[list_id]! data[email]! data[email_type]! data[ip_opt] data[campaign_id] data[merges][{name}]',
      ),
    },
    {
      topics: ['cleaned'],
      headers: [],
      form: all(
        text,
        'type! fired_at! data[list_id]! data[campaign_id] data[reason]! data[email]!',
      ),
    },
  ],
}
