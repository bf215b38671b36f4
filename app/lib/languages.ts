/** The languages that the screens speak. Specification section 1: only English is configured. */

export const languages = [{ code: 'en', name: 'English' }] as const
export type Language = (typeof languages)[number]['code']

export const defaultLanguage: Language = 'en'

export const isLanguage = (code: string): code is Language =>
  languages.some((one) => one.code === code)
