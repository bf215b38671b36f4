/** Facts that Trusted Shops publishes about what Footfall asks it. Compared with the sources on November 27, 2026. */
import { all, among, flag, oneOf, text, whole, type PublishedService } from '../facts.ts'

export const trustedShops: PublishedService = {
  sources: [
    'krystianslowik/trustedshops-typescript-sdk 1077b259 (2024-08-26)',
    'developers.etrusted.com (as quoted by public integrations) (2026)',
  ],
  access: ['authorization'],
  operations: [
    {
      method: 'POST',
      path: '/oauth/token',
      form: {
        'grant_type!': oneOf('client_credentials'),
        'client_id!': text,
        'client_secret!': text,
        'audience!': oneOf('https://api.etrusted.com'),
      },
      answer: { access_token: 'text', 'token_type?': 'text', expires_in: 'whole' },
      isOpen: true,
    },
    {
      method: 'GET',
      path: '/channels',
      answer: [
        {
          ...all(
            'text',
            'id createdAt? updatedAt? name address? url? logoUrl? accountRef? locale?',
          ),
        },
      ],
    },
    {
      method: 'GET',
      path: '/reviews',
      query: {
        ...all(
          text,
          'channels after before submittedAfter submittedBefore rating status additionalInformation query sku',
        ),
        count: whole,
        type: oneOf('SERVICE_REVIEW', 'PRODUCT_REVIEW'),
        hasReply: flag,
        ignoreStatements: flag,
        orderBy: oneOf('submittedAt', 'updatedAt', 'lastEditedAt', 'editedAt'),
      },
      answer: {
        paging: {
          'count?': 'whole',
          'cursor?': { 'before?': 'text', 'after?': 'text' },
          'links?': { 'next?': 'text' },
        },
        items: [
          {
            ...all('text', 'id accountRef? channelRef createdAt? updatedAt? submittedAt'),
            'feedbackType?': among('REVIEW STATEMENT'),
            ...all(among('APPROVED DISCARDED MODERATION REJECTED SUBMITTED'), 'state? status?'),
            type: among('PRODUCT_REVIEW SERVICE_REVIEW'),
            'verificationType?': among('UNDEFINED VERIFIED'),
            rating: 'whole',
            'title?': 'text|null',
            'comment?': 'text|null',
            'customer?': { ...all('text', 'firstName? lastName? email?') },
            'transaction?': { 'reference?': 'text', 'date?': 'text' },
            'reply?': 'object',
          },
        ],
      },
    },
  ],
}
