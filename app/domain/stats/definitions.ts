/** Definitions of all metrics, for screens, files and emails. Safe in the browser. */
import type { PixelEventType } from '#app/contract/pixel-events.ts'

/** In display order. */
export const metrics = [
  'visitors',
  'eligible',
  'impressions',
  'hovers',
  'clicks',
  'closes',
  'goals',
  'after',
] as const
export type Metric = (typeof metrics)[number]

export type Definition = { name: string; meaning: string }

const viewThroughLimits =
  'Visitors are never followed past midnight UTC, with or without consent. Numbers are added shortly after midnight UTC. Many of these visitors would have converted anyway, so this isn’t the nudges’ impact. For that, see Impact.'

export const definitions: Record<Metric, Definition> = {
  visitors: {
    name: 'Visitors',
    meaning:
      'People whose browser loaded the pixel. Without consent, visitors aren’t recognized after midnight UTC, so a person who visits before and after counts as two visitors. With consent, a person counts once per month, on the day of their first visit. Bots are excluded.',
  },
  eligible: {
    name: 'Eligible visitors',
    meaning:
      'Visitors who could be shown nudges: everyone except the holdout group and people who visited while nudges were paused.',
  },
  impressions: {
    name: 'Impressions',
    meaning:
      'Times a nudge was seen: at least half of it was in view. Bots, previews and the holdout group never count.',
  },
  hovers: {
    name: 'Hovers',
    meaning: 'Impressions on which a mouse pointer moved. Touch doesn’t count.',
  },
  clicks: {
    name: 'Clicks',
    meaning: 'Impressions that were clicked. Repeat clicks on the same impression don’t count.',
  },
  closes: {
    name: 'Dismissals',
    meaning: 'Impressions the visitor closed or turned off.',
  },
  goals: {
    name: 'Conversions',
    meaning:
      'Times your goals were reached, by all visitors, whether or not they saw a nudge. Your pages, your server or both can report a conversion. It counts once, on the day it happened. The conversions of deleted goals are deleted too. This says nothing about the cause. For that, see Impact.',
  },
  after: {
    name: 'View-through conversions',
    meaning: `Visitors who reached a goal on the same day (UTC) after seeing a nudge. Each visitor counts once. ${viewThroughLimits}`,
  },
}

export const viewThroughDefinition: Definition = {
  name: 'View-through',
  meaning: `Visitors who reached a goal on the same day (UTC) after seeing this nudge. Visitors who saw several nudges count for each one. ${viewThroughLimits}`,
}

export const pageConversionsDefinition: Definition = {
  name: 'Conversions from pages',
  meaning:
    'Conversions reported by pages with the pixel. Conversions that your server reported first have no page, device or country. Deleted goals are included.',
}

export const clickRateDefinition: Definition = {
  name: 'Click-through rate',
  meaning: 'Clicks divided by impressions.',
}

export const pageViewsDefinition: Definition = {
  name: 'Page views',
  meaning: 'Times a page with the pixel was opened. Bots are excluded.',
}

export const productViewsDefinition: Definition = {
  name: 'Product views',
  meaning: 'Times your pages reported a view of this product. Bots are excluded.',
}

export const cartsDefinition: Definition = {
  name: 'Added to cart',
  meaning: 'Times your pages reported adding this product to a cart. Bots are excluded.',
}

export const productPagesDefinition: Definition = {
  name: 'Page views',
  meaning: 'Times a page that reports this product was opened.',
}

/** Metrics that count events. Conversions are counted from what reached the goals. */
export const eventsOf = {
  impressions: 'impression',
  hovers: 'hover',
  clicks: 'click',
  closes: 'close',
} as const satisfies Partial<Record<Metric, PixelEventType>>
