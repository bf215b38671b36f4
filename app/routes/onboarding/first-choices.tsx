/** The first nudge, chosen by its picture. Those with data come first. Choosing one publishes nothing. */
import { Form, useNavigation } from '@remix-run/react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { GalleryType } from '#app/presenters/nudge-list/gallery.server.ts'
import { Details } from '#app/ui/details.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { firstNudgeOnly, Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'

export type FirstChoice = Pick<
  GalleryType,
  'type' | 'name' | 'about' | 'readiness' | 'isExample' | 'isForm'
>

type FirstChoicesProps = {
  choices: readonly FirstChoice[]
  /** Each choice as the pixel draws it, by its type. Null: the site no longer exists. */
  pictures: PixelPayload | null
}

/** A list with one choice open, so all of them are in view. */
export const FirstChoices = ({ choices, pictures }: FirstChoicesProps) => (
  <ul className="first-nudges plain-list">
    {choices.map((choice, index) => (
      <Choice key={choice.type} choice={choice} pictures={pictures} isOpen={index === 0} />
    ))}
  </ul>
)

const tones = { ready: 'success', yours: 'info', needs: undefined } as const

type ChoiceProps = { choice: FirstChoice; pictures: PixelPayload | null; isOpen: boolean }

function Choice({ choice, pictures, isOpen }: ChoiceProps) {
  const { type, name, about, readiness, isExample } = choice
  const { state, formData } = useNavigation()
  const tone = tones[readiness.state]
  const isFilled = readiness.state !== 'needs'
  return (
    <li>
      <Details
        isRow
        isOpen={isOpen}
        group="first-nudge"
        summary={
          <span>
            <h2 className="step__heading">{name}</h2>
            <Badge {...(tone === undefined ? {} : { tone })}>{readiness.sentence}</Badge>
          </span>
        }
      >
        <div className="first-nudge__body">
          <div className="first-nudge__picture">
            <Thumbnail payload={firstNudgeOnly(pictures, type)} label={name} isLarge />
            {isExample && <span className="example-tag">Example</span>}
          </div>
          <div className="stack gap-12">
            <p className="step__text">{about}</p>
            <Form method="post" action="/onboarding">
              <input type="hidden" name="intent" value="choose" />
              <input type="hidden" name="type" value={type} />
              <Button
                submit
                {...(isFilled ? { variant: 'primary' as const } : {})}
                loading={state !== 'idle' && formData?.get('type') === type}
              >
                {`Use ${name}`}
              </Button>
            </Form>
          </div>
        </div>
      </Details>
    </li>
  )
}
