/** Where on the page an inline nudge is. */
import type { NudgeType } from '#app/contract/nudges.ts'
import { fieldLabels, whereChoices } from '#app/domain/nudges/editing/field-labels.ts'
import { Details } from '#app/ui/details.tsx'
import { useLate } from '#app/ui/use-late.ts'
import { Choice, Section, EditorTextField, useEditing } from '../field.tsx'
import type { Edits } from '../use-edits.ts'

type PlacementProps = {
  loaded: {
    uuid: string
    type: NudgeType
    /** Link to the theme editor, for a site that is a Shopify shop. */
    blockLink: string | null
    seenPages: readonly string[]
    host: string
  }
  edits: Edits
}

const loadParts = () => import('./placement-parts.tsx')

/** Must not be drawn again when something is undone: it may wait for a place on the owner's page. */
export function PlacementFields({ loaded, edits }: PlacementProps) {
  const { uuid, type, blockLink, seenPages, host } = loaded
  const { answer } = useEditing()
  const parts = useLate(loadParts)
  return (
    <Section
      title={fieldLabels.placement}
      lead="Next to or inside an element of your page. Pages without it don’t show the nudge."
    >
      {parts && <parts.PointAtPlace {...{ uuid, seenPages, host }} put={edits.put} />}
      {parts && blockLink !== null && <parts.ThemeBlock type={type} url={blockLink} />}
      <Details isOpen={answer?.errors['placement.selector'] !== undefined} summary="Advanced">
        <div className="form">
          <div className="columns gap-16 at-top" key={edits.round}>
            <EditorTextField
              name="placement.selector"
              label="CSS selector"
              help="For example .product-price or #buy. The first match counts."
            />
            <Choice name="placement.where" label="Where" of={whereChoices} />
          </div>
          {parts && <parts.Placeholder uuid={uuid} />}
        </div>
      </Details>
      <p className="muted prose">
        An inline nudge pushes down the content below it. To avoid layout shift, pick an element low
        on the screen or give its container a fixed height.
      </p>
    </Section>
  )
}
