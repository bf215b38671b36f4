/**
 * Number of sign-ups. Not of people, since reports without an email address can't be distinguished.
 */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

/** `{within}`: the time frame; `{goal}`: what for, in the shop's words. */
export type ConversionsWords = { signups: Forms; forGoal: Forms }

export const conversionsWords: Record<NudgeLanguage, ConversionsWords> = {
  en: {
    signups: { one: '# sign-up {within}', other: '# sign-ups {within}' },
    forGoal: { one: '# sign-up for {goal} {within}', other: '# sign-ups for {goal} {within}' },
  },
  de: {
    signups: { one: '# Anmeldung {within}', other: '# Anmeldungen {within}' },
    forGoal: { one: '# Anmeldung {within}: {goal}', other: '# Anmeldungen {within}: {goal}' },
  },
  fr: {
    signups: { one: '# inscription {within}', other: '# inscriptions {within}' },
    forGoal: { one: '# inscription {within} : {goal}', other: '# inscriptions {within} : {goal}' },
  },
  nl: {
    signups: { one: '# aanmelding {within}', other: '# aanmeldingen {within}' },
    forGoal: { one: '# aanmelding {within}: {goal}', other: '# aanmeldingen {within}: {goal}' },
  },
  es: {
    signups: { one: '# registro {within}', other: '# registros {within}' },
    forGoal: { one: '# registro {within}: {goal}', other: '# registros {within}: {goal}' },
  },
  ar: {
    signups: {
      zero: 'لا تسجيلات {within}',
      one: 'تسجيل واحد {within}',
      two: 'تسجيلان {within}',
      few: '# تسجيلات {within}',
      many: '# تسجيلًا {within}',
      other: '# تسجيل {within}',
    },
    forGoal: {
      zero: 'لا تسجيلات {within}: {goal}',
      one: 'تسجيل واحد {within}: {goal}',
      two: 'تسجيلان {within}: {goal}',
      few: '# تسجيلات {within}: {goal}',
      many: '# تسجيلًا {within}: {goal}',
      other: '# تسجيل {within}: {goal}',
    },
  },
}
