import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { eastern } from './eastern.ts'
import { northern } from './northern.ts'
import type { PushWords } from './push-words-type.ts'
import { western } from './western.ts'

const all: Readonly<Record<NudgeLanguage, PushWords>> = { ...western, ...northern, ...eastern }

export const pushWordsOf = (language: NudgeLanguage): PushWords => all[language]
