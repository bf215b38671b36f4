/** The page's language. In the browser, read from `<html lang>`. */
import { createContext } from 'react'
import { defaultUiLanguage, type UiLanguage } from '#app/lib/languages.ts'

export const LanguageContext = createContext<UiLanguage>(defaultUiLanguage)
