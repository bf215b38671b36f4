/** A message while it is written: its checks, and how systems draw it. */
import type { PushKind } from '#app/contract/push.ts'
import type { PushContent } from '#app/contract/push-settings.ts'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import type { PushFinding } from '#app/presenters/push/findings.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PushPictures } from '#app/ui/push-pictures/push-pictures.tsx'
import { useLate } from '#app/ui/use-late.ts'
import { PushFindings } from './push-findings.tsx'
import { ShowHere } from './show-here.tsx'

type Texts = Pick<PushContent, 'title' | 'body' | 'image'>

export type TypedMessage = { content: Texts; contentB: Texts | null }

export function readTyped(form: FormData): TypedMessage {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const image = text('content.image') || null
  const textsOf = (texts: 'content' | 'contentB') => ({
    title: text(`${texts}.title`),
    body: text(`${texts}.body`),
    image,
  })
  return {
    content: textsOf('content'),
    contentB: form.get('hasB') === 'on' ? textsOf('contentB') : null,
  }
}

/** The lists of claims are large, and the saved message was checked by the server. */
const loadLinter = () => import('#app/presenters/push/findings.ts')

type MessageStudioProps = {
  typed: TypedMessage
  /** The server's, of the saved message. */
  checked: readonly PushFinding[]
  kind?: PushKind
  /** The saved image, and its URL. */
  saved: { url: string | null; source: ImageSource | null }
  host: string
  siteName: string
}

export function MessageStudio(props: MessageStudioProps) {
  const { typed, checked, kind, saved, host, siteName } = props
  const { content, contentB } = typed
  const linter = useLate(loadLinter)
  const pictured = (texts: Texts) => ({
    ...texts,
    image: texts.image === saved.url ? saved.source : ('unsaved' as const),
  })
  return (
    <>
      <PushFindings findings={linter?.findingsOf(typed, kind) ?? checked} />
      <Panel>
        <h2 className="part-title">Preview</h2>
        <p className="part-lead">
          Systems draw messages differently. Lengths are approximate: they depend on screen and
          font.
        </p>
        <PushPictures message={pictured(content)} {...{ host, siteName, buttons }} />
        {contentB !== null && (
          <>
            <h3 className="strong mt-20 mb-8">Text B</h3>
            <PushPictures message={pictured(contentB)} {...{ host, siteName, buttons }} />
          </>
        )}
        <ShowHere content={content} />
      </Panel>
    </>
  )
}

/** Labels of the worker’s buttons in English. */
const buttons = ['Open', 'Stop these']
