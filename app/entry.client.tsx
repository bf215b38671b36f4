import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { defaultLanguage, isLanguage } from '#app/lib/languages.ts'
import { watchFailedParts } from '#app/browser/chunk-reload.ts'
import { LanguageContext } from '#app/ui/language.ts'

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
