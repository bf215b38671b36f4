/** Facts that Datashake publishes about what Footfall asks it. Compared with the sources on November 27, 2026. */
import { all, either, flag, only, text, whole, type PublishedService } from '../facts.ts'

export const datashake: PublishedService = {
  sources: ['reviewshake-app/datashake-ruby-sdk cff39308 (2024-09-02)'],
  access: ['spiderman-token'],
  operations: [
    {
      method: 'POST',
      path: '/api/v2/profiles/add',
      query: {
        ...all(text, 'url query place_id from_date callback external_identifier'),
        blocks: whole,
        diff: whole,
        priority_job: flag,
      },
      answer: { success: 'boolean', status: 'whole', 'message?': 'text', 'job_id?': 'any' },
    },
    {
      method: 'GET',
      path: '/api/v2/profiles/info',
      query: { 'job_id!': whole },
      answer: {
        'success?': 'boolean',
        ...all('whole', 'status? result_count? credits_used?'),
        ...all('text', 'message? source_url? source_name? crawl_status?'),
        'job_id?': 'any',
        'meta_data?': 'any',
        ...all('text|null', 'place_id? external_identifier? unique_id? last_crawl? from_date?'),
        'review_count?': 'whole|null',
        'blocks?': 'whole|null',
        'average_rating?': 'number|null',
        'percentage_complete?': 'number',
      },
    },
    {
      method: 'GET',
      path: '/api/v2/profiles/reviews',
      query: {
        ...all(whole, 'job_id! page per_page'),
        from_date: text,
        language_code: text,
        allow_response: flag,
      },
      answer: {
        'success?': 'boolean',
        'status?': 'whole',
        'result_count?': 'whole',
        'message?': 'text',
        'job_id?': 'any',
        'reviews?': [
          {
            id: 'whole',
            ...all('text', 'name date url? unique_id'),
            rating_value: 'number',
            ...all(
              'text|null',
              'review_text? location? review_title? language_code? reviewer_title?',
            ),
            'verified_order?': 'boolean',
            'meta_data?': 'text|object|null',
            'response?': 'object',
          },
        ],
      },
    },
    {
      method: 'GET',
      path: '/api/v2/profiles/jobs',
      query: { page: whole, per_page: whole, crawl_status: text, from_created_at: text },
      // A refusal has status 200, and its own in the body.
      answer: either(
        { jobs: 'list', ...all('whole', 'total? per_page? page?') },
        only({ success: 'boolean', status: 'whole', 'message?': 'text' }),
      ),
    },
  ],
}
