/** Footfall in Zapier: what other apps can hear from a site, and send to it. */
import { authentication, readProblem, sendToken } from './authentication.js'
import { createPurchase } from './creates/purchase.js'
import { createReview } from './creates/review.js'
import { createSignup } from './creates/signup.js'
import { goalReached } from './triggers/goal-reached.js'
import { newActivity } from './triggers/new-activity.js'
import { newReview } from './triggers/new-review.js'
import { siteList } from './triggers/site-list.js'

/** Zapier keeps the last of all that share a key, so each has its own. */
const byKey = (...parts) => Object.fromEntries(parts.map((part) => [part.key, part]))

export default {
  version: '1.0.0',
  platformVersion: '19.1.0',
  authentication,
  beforeRequest: [sendToken],
  afterResponse: [readProblem],
  triggers: byKey(siteList, newActivity, newReview, goalReached),
  creates: byKey(createPurchase, createSignup, createReview),
  searches: {},
}
