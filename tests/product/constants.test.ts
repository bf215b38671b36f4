/** Timers and constants of the specification that the shell uses. */
import { expect, test } from 'vitest'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { languageCookie } from '#app/auth/language-cookie.server.ts'
import { densities } from '#app/domain/images/image-url.ts'
import { buildCheckMillis, idleCheckMillis } from '#app/browser/build-watch.ts'
import { errorCatalog } from '#app/lib/errors.ts'
import { reloadGuardMillis } from '#app/browser/reload-guard.ts'
import { lastRouteMillis } from '#app/browser/last-route.ts'
import {
  maxToasts,
  toastMillis,
  toastRemovalMillis,
  toastSwipeThreshold,
} from '#app/browser/toast-queue.ts'
import { tooltipDelayMillis, tooltipSkipMillis } from '#app/ui/toasts/tooltip-times.ts'

const config = { appUrl: 'https://app.example' }

/** Section of docs/spec-map.md, the specification's text, our value. */
const constants: [string, unknown, unknown][] = [
  ['9: Build-update check every 3,600,000 ms', 3_600_000, buildCheckMillis],
  ['9: Reload guard 10 s', 10_000, reloadGuardMillis],
  ['9: Build-meta idle check about 1 s after start', 1_000, idleCheckMillis],
  ['9: Last-route save delay 100 ms', 100, lastRouteMillis],
  ['9: Toast removal delay 200 ms', 200, toastRemovalMillis],
  ['9: Toasts: at most 5 visible', 5, maxToasts],
  ['9: Toasts: default duration 5000 ms', 5_000, toastMillis],
  ['9: Toasts: swipe threshold 50', 50, toastSwipeThreshold],
  ['9: Tooltip delay 700 ms', 700, tooltipDelayMillis],
  ['9: Tooltip skip delay 300 ms', 300, tooltipSkipMillis],
  ['9: Images: densities 1 and 2', [1, 2], densities],
  ['8: not found', 'Page Not Found: /goals', errorCatalog.notFound('/goals')],
  ['8: network error without a message', 'Something went wrong', errorCatalog.somethingWrong],
  [
    '8: other texts',
    'Something went wrong. Please try again or contact customer support.',
    errorCatalog.somethingWrongLong,
  ],
  ['8: HTTP 401', 'Please log in to continue', errorCatalog.pleaseLogIn],
  ['8: other texts', 'Session Expired', errorCatalog.sessionExpired],
  [
    '8: other texts',
    'Your session has expired. Please login again to continue.',
    errorCatalog.sessionExpiredLong,
  ],
]

test.each(constants)('section %s: %j', (_section, quoted, built) => {
  expect(built).toEqual(quoted)
})

/** Attributes of our cookies. */
test.each([
  [
    'Token cookie: 365 days, path /, SameSite strict, Secure when the API base uses https',
    sessionCookie(config, 'abc'),
    [/Max-Age=31536000/, /Path=\//, /SameSite=Strict/, /Secure/],
  ],
  [
    'Language cookie: 365 days, SameSite lax',
    languageCookie(config, 'en'),
    [/Max-Age=31536000/, /SameSite=Lax/],
  ],
])('section 9: %s', (_quoted, cookie, parts) => {
  for (const part of parts) expect(cookie).toMatch(part)
})
