/** Preview of the current settings, above the fields. */
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { useLate } from '#app/ui/use-late.ts'
import type { Edits } from './use-edits.ts'

export type StageProps = {
  preview: EditorPreview
  /** Null: this role can't change it. */
  put: Edits['put'] | null
}

/** Only a script draws it. The drawing begins to load with its frame. */
const loadDrawing = async () => {
  const [part] = await Promise.all([
    import('./stage-drawing.tsx'),
    import('#app/ui/nudge-preview/nudge-preview-drawing.ts'),
  ])
  return part
}

export function Stage(props: StageProps) {
  const part = useLate(loadDrawing)
  return (
    <section className="studio__stage stack gap-8 min-w-0" aria-label="Preview of this nudge">
      {part ? (
        <part.StageDrawing {...props} />
      ) : (
        <>
          <div className="stack gap-12">
            <div className="nudge-preview__looks" />
            <div className="nudge-preview__page" />
          </div>
          <div className="studio__source" />
        </>
      )}
    </section>
  )
}
