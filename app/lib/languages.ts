/** The languages of the screens. Only English is configured. */

export const uiLanguages = [{ code: 'en', name: 'English' }] as const
export type UiLanguage = (typeof uiLanguages)[number]['code']

export const defaultUiLanguage: UiLanguage = 'en'

export const isUiLanguage = (code: string): code is UiLanguage =>
  uiLanguages.some((one) => one.code === code)
