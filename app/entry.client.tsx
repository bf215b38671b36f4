import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { defaultUiLanguage, isUiLanguage } from '#app/lib/languages.ts'
import { reloadAfterFailedChunks } from '#app/browser/chunk-reload.ts'
import { allowSessionStorage } from '#app/browser/kept-storage.ts'
import { keepScreens } from '#app/browser/keep-screen.ts'
import { loadPage } from '#app/browser/load-page.ts'
import { HeadContext, readDocumentHead } from '#app/platforms/document-head.tsx'
import { frameParameters } from '#app/platforms/frame-parameters.ts'
import { loadHost } from '#app/platforms/hosts.ts'
import { PlatformContext, readPlatformName } from '#app/platforms/platform-name.ts'
import { LanguageContext } from '#app/ui/document-contexts.ts'

/** As rendered by the server. */
function readLanguage() {
  const { lang } = document.documentElement
  return isUiLanguage(lang) ? lang : defaultUiLanguage
}

const platform = readPlatformName(document)

allowSessionStorage(window)
reloadAfterFailedChunks(window, (path) => loadPage(window, frameParameters[platform], path))
keepScreens(window)

void loadHost(platform).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <LanguageContext.Provider value={readLanguage()}>
          <PlatformContext.Provider value={platform}>
            <HeadContext.Provider value={readDocumentHead(document)}>
              <RemixBrowser />
            </HeadContext.Provider>
          </PlatformContext.Provider>
        </LanguageContext.Provider>
      </StrictMode>,
    )
  })
  void import('#app/browser/prefetch.ts').then(({ prefetchScreens }) => prefetchScreens(window))
})
