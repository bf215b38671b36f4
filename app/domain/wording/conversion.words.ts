/** Predicates for people who signed up, after their name. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'

export type ConversionWords = {
  /** `{goal}`: what for, in the shop's words. */
  forGoal: string
  signedUp: string
}

export const conversionWords: Record<NudgeLanguage, ConversionWords> = {
  en: { forGoal: 'signed up for {goal}', signedUp: 'signed up' },
  de: { forGoal: 'hat sich angemeldet: {goal}', signedUp: 'hat sich angemeldet' },
  fr: { forGoal: 'a validé son inscription : {goal}', signedUp: 'a validé son inscription' },
  nl: { forGoal: 'heeft zich aangemeld: {goal}', signedUp: 'heeft zich aangemeld' },
  es: { forGoal: 'se ha registrado: {goal}', signedUp: 'se ha registrado' },
  ar: { forGoal: 'تسجيل: {goal}', signedUp: 'تسجيل' },
}
