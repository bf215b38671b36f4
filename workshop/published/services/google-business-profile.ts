/**
 * Facts that Google publishes about what Footfall asks it. Compared with the sources on November 27, 2026, the
 * approval on the 28th.
 */
import { all, among, only, oneOf, text, upTo, type PublishedService } from '../facts.ts'

export const googleBusinessProfile: PublishedService = {
  sources: [
    'googleapis/google-api-nodejs-client 7.0.1 (2026)',
    'googleapis/google-api-nodejs-client 8.0.2 (2026)',
    'bshaffer/google-mybusiness-php-client 61c4bdd5 (2022-12-15)',
    'developers.google.com/my-business/reference/rest/v4 (2026)',
    'developers.google.com/identity/protocols/oauth2/web-server (2026); PKCE as in oauth2/native-app',
  ],
  access: ['authorization'],
  operations: [
    {
      method: 'GET',
      path: '/o/oauth2/v2/auth',
      query: {
        ...all(
          text,
          'client_id! redirect_uri! scope! state include_granted_scopes login_hint code_challenge',
        ),
        'response_type!': oneOf('code'),
        access_type: oneOf('online', 'offline'),
        prompt: oneOf('none', 'consent', 'select_account'),
        code_challenge_method: oneOf('S256', 'plain'),
      },
      back: [
        all(text, 'code! state scope authuser prompt'),
        all(text, 'error! error_description error_subtype state'),
      ],
      isOpen: true,
    },
    {
      method: 'POST',
      path: '/token',
      form: [
        {
          'grant_type!': oneOf('authorization_code'),
          ...all(text, 'client_id! client_secret! code! redirect_uri! code_verifier'),
        },
        {
          'grant_type!': oneOf('refresh_token'),
          ...all(text, 'client_id! client_secret! refresh_token!'),
        },
      ],
      // The refresh token comes with a code alone, and goes on working.
      answer: only({
        ...all('text', 'access_token refresh_token? scope'),
        token_type: among('Bearer'),
        expires_in: 'whole',
        'refresh_token_expires_in?': 'whole',
      }),
      refusal: { error: 'text' },
      isOpen: true,
    },
    {
      method: 'GET',
      path: '/v1/accounts',
      query: { ...all(text, 'filter pageToken parentAccount'), pageSize: upTo(20, 1) },
      answer: only({
        'accounts?': [only({ 'name?': 'text|null', 'type?': 'text|null' })],
        'nextPageToken?': 'text|null',
      }),
    },
    {
      method: 'GET',
      path: '/v1/accounts/{account}/locations',
      query: { ...all(text, 'filter orderBy pageToken readMask!'), pageSize: upTo(100, 1) },
      answer: only({
        'locations?': [
          only({
            'metadata?': only({ 'mapsUri?': 'text|null' }),
            'name?': 'text|null',
            'title?': 'text|null',
            'storefrontAddress?': only({ 'locality?': 'text|null' }),
          }),
        ],
        'nextPageToken?': 'text|null',
      }),
    },
    {
      method: 'GET',
      path: '/v1/locations/{location}',
      query: { 'readMask!': text },
      answer: only({
        'metadata?': only({ 'mapsUri?': 'text|null' }),
        'name?': 'text|null',
        'title?': 'text|null',
        'storefrontAddress?': only({ 'locality?': 'text|null' }),
      }),
    },
    {
      method: 'GET',
      path: '/v4/accounts/{account}/locations/{location}/reviews',
      query: {
        pageSize: upTo(50),
        pageToken: text,
        orderBy: oneOf('rating', 'rating desc', 'updateTime desc'),
      },
      answer: only({
        'reviews?': [
          only({
            ...all('text', 'name? reviewId? comment? createTime? updateTime?'),
            'starRating?': among('STAR_RATING_UNSPECIFIED ONE TWO THREE FOUR FIVE'),
            'reviewer?': only({
              'profilePhotoUrl?': 'text',
              'displayName?': 'text',
              'isAnonymous?': 'boolean',
            }),
            'reviewReply?': { 'comment?': 'text', 'updateTime?': 'text' },
          }),
        ],
        'averageRating?': 'number',
        'totalReviewCount?': 'whole',
        'nextPageToken?': 'text',
      }),
    },
  ],
}
