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

type Definition = { name: string; meaning: string }

const viewThroughLimits =
  'Nobody is followed beyond the day, with or without consent. Today is added soon after midnight UTC. Many of them would have come to the goal anyway, so this is no effect of the nudges: see Effect for that.'

export const definitions: Record<Metric, Definition> = {
  visitors: {
    name: 'Visitors',
    meaning:
      'People whose pages loaded the pixel. Without consent nobody is recognised the day after, so a person who comes on two days is two visitors. With consent a person is one in each month, counted on the day of the first visit. Bots are left out.',
  },
  eligible: {
    name: 'Eligible visitors',
    meaning:
      'Visitors to whom nudges may be shown: all but the hold-out and those who came while the nudges were paused.',
  },
  impressions: {
    name: 'Impressions',
    meaning:
      'How often a nudge was seen: half of it stood inside of the window. Bots, previews and the hold-out are never counted.',
  },
  hovers: {
    name: 'Hovers',
    meaning: 'Impressions on which a pointer moved. A finger does not count.',
  },
  clicks: {
    name: 'Clicks',
    meaning: 'Impressions that were clicked. A second click on the same one does not count.',
  },
  closes: {
    name: 'Closes',
    meaning: 'Impressions that the visitor closed or turned off.',
  },
  goals: {
    name: 'Goals reached',
    meaning:
      'How often your goals were reached on pages with the pixel, by all visitors, whether they saw a nudge or not. It says nothing about the cause: the effect does.',
  },
  after: {
    name: 'Reached a goal after seeing a nudge',
    meaning: `Visitors who reached a goal on the same day (UTC), after they saw a nudge. ${viewThroughLimits}`,
  },
}

export const viewThroughDefinition: Definition = {
  name: 'Goal after seeing',
  meaning: `Visitors who reached a goal on the same day (UTC), after they saw this nudge. Who saw several nudges counts for each of them. ${viewThroughLimits}`,
}

export const clickRateDefinition: Definition = {
  name: 'Click rate',
  meaning: 'Clicks per impression.',
}

export const pageViewsDefinition: Definition = {
  name: 'Page views',
  meaning: 'Pages with the pixel that were opened. Bots are left out.',
}

export const productViewsDefinition: Definition = {
  name: 'Product views',
  meaning: 'How often pages said that this product was looked at. Bots are left out.',
}

export const cartsDefinition: Definition = {
  name: 'Put into the cart',
  meaning: 'How often pages said that this product was put into the cart. Bots are left out.',
}

export const productPagesDefinition: Definition = {
  name: 'Page views',
  meaning: 'Pages that were opened and told the pixel that they are about this product.',
}

/** Metrics that count events. */
export const eventsOf = {
  impressions: 'impression',
  hovers: 'hover',
  clicks: 'click',
  closes: 'close',
  goals: 'goal',
} as const satisfies Partial<Record<Metric, PixelEventType>>

export const isMetric = (word: string | null): word is Metric =>
  metrics.some((metric) => metric === word)
