/** Replaces the name when none can be shown. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'

export const someone: Record<NudgeLanguage, string> = {
  en: 'Someone',
  de: 'Jemand',
  fr: 'Quelqu’un',
  nl: 'Iemand',
  es: 'Alguien',
  ar: 'شخص ما',
}
