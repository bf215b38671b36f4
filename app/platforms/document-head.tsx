/** The start of a document's head on a platform whose admin has a script in the page. */
import { createContext, useContext } from 'react'

export type DocumentHead = {
  meta: readonly { name: string; content: string }[]
  /** URLs of scripts that run before all others. */
  scripts: readonly string[]
}

export const emptyHead: DocumentHead = { meta: [], scripts: [] }

export const HeadContext = createContext<DocumentHead>(emptyHead)

/** The admin's script demands to be the first one, without async, defer or a module's type. */
export function PlatformHead() {
  const { meta, scripts } = useContext(HeadContext)
  return (
    <>
      {meta.map(({ name, content }) => (
        <meta key={name} name={name} content={content} data-platform />
      ))}
      {scripts.map((src) => (
        <script key={src} src={src} data-platform />
      ))}
    </>
  )
}

/** As rendered by the server. */
export function readDocumentHead({ head }: Document): DocumentHead {
  const meta = [...head.querySelectorAll<HTMLMetaElement>('meta[data-platform]')]
  const scripts = [...head.querySelectorAll<HTMLScriptElement>('script[data-platform]')]
  return {
    meta: meta.map(({ name, content }) => ({ name, content })),
    scripts: scripts.map((script) => script.getAttribute('src') ?? ''),
  }
}
