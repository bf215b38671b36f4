/** What each figure of a site means: for the screens, the files and the mails. Safe in the browser. */
import type { PixelEventType } from '../../contract/pixel-events.ts'

/** In the order in which they are shown. */
export const metrics = [
  'visitors',
  'eligible',
  'impressions',
  'hovers',
  'clicks',
  'closes',
  'goals',
] as const
export type Metric = (typeof metrics)[number]

type Definition = { name: string; meaning: string }

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
}

export const clickRateDefinition: Definition = {
  name: 'Click rate',
  meaning: 'Clicks per impression.',
}

export const pageViewsDefinition: Definition = {
  name: 'Page views',
  meaning: 'Pages with the pixel that were opened. Bots are left out.',
}

/** The metrics that are counted event by event. */
export const eventsOf = {
  impressions: 'impression',
  hovers: 'hover',
  clicks: 'click',
  closes: 'close',
  goals: 'goal',
} as const satisfies Partial<Record<Metric, PixelEventType>>

export const isMetric = (word: string | null): word is Metric =>
  metrics.some((metric) => metric === word)
