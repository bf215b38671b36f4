/** The words of all languages. Only on the server: they are more than a browser should load. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { LanguageWords } from './language-words.ts'
import { nl } from './nl.ts'

export const languageWords: Record<NudgeLanguage, LanguageWords> = { en, de, fr, nl, es, ar }
