/** Who it was, when no name may be told. */
import type { Language } from '#app/contract/site-options.ts'

export const someone: Record<Language, string> = {
  en: 'Someone',
  de: 'Jemand',
  fr: 'Quelqu’un',
  nl: 'Iemand',
  es: 'Alguien',
  ar: 'شخص ما',
}
