/** Reasons why a nudge wasn't shown, and what an owner can do. Safe in the browser. */
import type { NotShownReason } from '#app/contract/pixel-events.ts'

export const notShownWords: Record<NotShownReason, { name: string; meaning: string }> = {
  no_data: {
    name: 'No data to show',
    meaning: 'There was no purchase, sign-up or count this nudge could show on this page.',
  },
  below_minimum: {
    name: 'Below minimum',
    meaning: 'The count was below the nudge’s minimum.',
  },
  page_rule: {
    name: 'Targeting',
    meaning:
      'The nudge’s targeting or schedule excludes this page, device, country, time or type of visitor.',
  },
  capped: {
    name: 'Frequency limit reached',
    meaning: 'The visitor had already seen as many nudges as your settings allow.',
  },
  seen: {
    name: 'Already seen',
    meaning: 'The visitor had already seen this item, or it was their own action.',
  },
  holdout: {
    name: 'Holdout group',
    meaning: 'The visitor is in the holdout group, which sees no nudges so you can measure impact.',
  },
  plan_limit: {
    name: 'Plan limit reached',
    meaning: 'Your organization reached its monthly plan limit, so nudges were paused.',
  },
  paused: { name: 'Paused', meaning: 'All nudges on the site were paused.' },
  consent: {
    name: 'No consent',
    meaning: 'The visitor turned nudges off or hadn’t given the consent this nudge needs.',
  },
  stale: {
    name: 'Data too old',
    meaning: 'The data the page had loaded was too old to show.',
  },
  no_place: {
    name: 'No placement on the page',
    meaning: 'No element on the page matches the nudge’s selector.',
  },
  no_room: {
    name: 'No room',
    meaning:
      'A popup would have covered a button, a link or a field at every edge. An inline nudge would have moved what the visitor was reading: the compact layout needs less room, or your theme can reserve it.',
  },
  no_page_data: {
    name: 'Page data missing',
    meaning: 'The page hadn’t reported a value the nudge shows.',
  },
  checkout: {
    name: 'Checkout',
    meaning: 'Nudges never show at checkout.',
  },
  busy: {
    name: 'Visitor busy',
    meaning:
      'A cookie bar or a dialog was open, or the visitor was typing, until they left the page. Popups wait until then, for most cookie bars up to 10 seconds.',
  },
}
