/** Facts that the server knows about the document it renders. */
import { createContext } from 'react'
import { defaultUiLanguage, type UiLanguage } from '#app/lib/languages.ts'

/** CSP nonce of this response's scripts. Empty in the browser, which hides it. */
export const NonceContext = createContext('')

/** False for documents at a URL that the browser's router can't read. */
export const HasScriptsContext = createContext(true)

/** The page's language. In the browser, read from `<html lang>`. */
export const LanguageContext = createContext<UiLanguage>(defaultUiLanguage)
