import { expect, test } from 'vitest'
import { shapeOfPath } from './tracing.ts'

test.each([
  ['/', '/'],
  ['/nudges', '/nudges'],
  ['/nudges.data', '/nudges.data'],
  ['/nudges/6f1e3c1c-7a52-4a3c-9d58-3f2b6d1d7f10/place', '/nudges/{}/place'],
  ['/goals/17', '/goals/{}'],
  ['/auth/reset/Zr4nD0m_t0ken-of-24-bytes', '/auth/reset/{}'],
  [
    '/api/v1/sites/6f1e3c1c-7a52-4a3c-9d58-3f2b6d1d7f10/nudges/9/pause',
    '/api/v1/sites/{}/nudges/{}/pause',
  ],
  ['/api/v1/sites/1/reviews/by-id/ann', '/api/v1/sites/{}/reviews/by-id/{}'],
  ['/api/v1/sites/1/activities/by-id/review/ann', '/api/v1/sites/{}/activities/by-id/{}/{}'],
  ['/auth/reset/letters-only', '/auth/reset/{}'],
  ['/invitations/letters', '/invitations/{}'],
  ['/ann', '/{}'],
  ['/ann/smith', '/{}'],
  [`/nudges/${'a/'.repeat(40)}`, '/nudges/a/a/a/a/a/a/a'],
])('the shape of %s is %s', (path, shape) => {
  expect(shapeOfPath(path)).toBe(shape)
})
