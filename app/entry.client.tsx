import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { defaultLanguage, isLanguage } from './lib/languages.ts'
import { watchFailedParts } from './platforms/failed-part.ts'
import { LanguageContext } from './ui/language.ts'

/** As the server wrote it. */
function readLanguage() {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : defaultLanguage
}

watchFailedParts(window)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <LanguageContext.Provider value={readLanguage()}>
        <RemixBrowser />
      </LanguageContext.Provider>
    </StrictMode>,
  )
})
