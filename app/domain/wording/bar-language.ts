/** Languages of the bars on the owner's page, which only owners see. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'

const barLanguages = ['en', 'de', 'fr', 'nl', 'es', 'ar'] as const
export type BarLanguage = (typeof barLanguages)[number]

/** The language of the nudges where the bars have it. Otherwise English, like the dashboard. */
export const barLanguageOf = (language: NudgeLanguage): BarLanguage =>
  barLanguages.find((one) => one === language) ?? 'en'
