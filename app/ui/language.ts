/** The language of this page: `<html lang>` says it. In the browser it is read from there. */
import { createContext } from 'react'
import { defaultUiLanguage, type UiLanguage } from '#app/lib/languages.ts'

export const LanguageContext = createContext<UiLanguage>(defaultUiLanguage)
