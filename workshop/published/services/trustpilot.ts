/** Facts that Trustpilot publishes about what Footfall asks it. Compared with the sources on November 27, 2026. */
import { all, flag, text, upTo, whole, type PublishedService } from '../facts.ts'

export const trustpilot: PublishedService = {
  sources: [
    'trustpilot/documentation-bruno-collection 84c3db1f (2024-12-13)',
    'developers.trustpilot.com (2026)',
  ],
  access: ['apikey'],
  operations: [
    {
      method: 'GET',
      path: '/v1/business-units/find',
      query: { 'name!': text },
      answer: {
        ...all('text', 'id displayName? websiteUrl? country? status?'),
        'name?': { 'identifying?': 'text', 'referring?': ['text'] },
        'numberOfReviews?': { 'total?': 'whole', 'usedForTrustScoreCalculation?': 'whole' },
        'score?': { 'stars?': 'number', 'trustScore?': 'number' },
        'links?': 'list',
      },
    },
    {
      method: 'GET',
      path: '/v1/business-units/{businessUnitId}/reviews',
      query: {
        ...all(text, 'stars language orderBy internalLocationId tagGroup tagValue'),
        page: whole,
        perPage: upTo(100, 1),
        responded: flag,
        includeReportedReviews: flag,
      },
      answer: {
        'links?': 'list',
        reviews: [
          {
            ...all('text', 'id title? text? language? createdAt status?'),
            stars: 'whole',
            'updatedAt?': 'text|null',
            'isVerified?': 'boolean',
            'companyReply?': 'object|null',
            consumer: {
              'id?': 'text',
              'displayName?': 'text',
              'numberOfReviews?': 'whole',
              'links?': 'list',
            },
            'businessUnit?': 'object',
            'links?': 'list',
          },
        ],
      },
    },
    {
      method: 'GET',
      path: '/v1/business-units/{businessUnitId}/all-reviews',
      query: { pageToken: text },
    },
  ],
}
