/** Reasons why a nudge wasn't shown, and what an owner can do. Safe in the browser. */
import type { NotShownReason } from '#app/contract/pixel-events.ts'

export const notShownWords: Record<NotShownReason, { name: string; meaning: string }> = {
  no_data: {
    name: 'Nothing to tell',
    meaning: 'There was no purchase, sign-up or count that the nudge could tell on this page.',
  },
  below_minimum: {
    name: 'Fewer than the minimum',
    meaning: 'The count was smaller than the minimum in the nudge’s own settings.',
  },
  page_rule: {
    name: 'Page rule',
    meaning:
      'The nudge’s rules leave out this page, device, country or kind of visitor. Checkouts are always left out.',
  },
  capped: {
    name: 'Enough for this page or visit',
    meaning: 'The visitor had seen as many nudges as the settings allow.',
  },
  seen: {
    name: 'Seen before',
    meaning: 'The visitor had seen the same thing already, or had done it themselves.',
  },
  holdout: {
    name: 'Hold-out',
    meaning: 'The visitor belongs to those who get no nudges, so that the effect can be measured.',
  },
  plan_limit: {
    name: 'Plan used up',
    meaning: 'The organization’s plan was used up for the month, so nudges paused.',
  },
  paused: { name: 'Paused', meaning: 'All nudges of the site were paused.' },
  consent: {
    name: 'No consent',
    meaning: 'The visitor had turned nudges off, or had not agreed to what the nudge needs.',
  },
  stale: {
    name: 'Too old',
    meaning: 'What the page had loaded was too old to be told as it was.',
  },
}
