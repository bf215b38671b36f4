import { Form, useNavigation } from '@remix-run/react'
import { Badge, Button } from '@shopify/polaris'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { ReadyType } from '#app/presenters/nudge-list/gallery.server.ts'
import { firstNudgeOnly, Thumbnail } from './thumbnail.tsx'

type TypeCardProps = {
  ready: ReadyType
  examples: PixelPayload | null
  /** Label of the button; null: no permission to create one. */
  action: string | null
  level: 'h3'
}

const tones = { ready: 'success', yours: 'info', needs: undefined } as const

/** A nudge type, what it needs, and what it would show today. */
export function TypeCard({ ready, examples, action, level: Heading }: TypeCardProps) {
  const { type, name, about, readiness } = ready
  const { state, formData } = useNavigation()
  const tone = tones[readiness.state]
  const example = firstNudgeOnly(examples, type)
  return (
    <li className="type-card">
      <Heading className="type-card__name">{name}</Heading>
      <p className="type-card__about">{about}</p>
      <p className="type-card__chip">
        <Badge {...(tone === undefined ? {} : { tone })}>{readiness.sentence}</Badge>
      </p>
      {readiness.state === 'ready' && example && (
        <Thumbnail payload={example} label={`${name}, current example`} isLarge />
      )}
      {action !== null && (
        <Form method="post" className="type-card__form">
          <input type="hidden" name="type" value={type} />
          <Button
            submit
            accessibilityLabel={`${action} ${name}`}
            loading={state !== 'idle' && formData?.get('type') === type}
          >
            {action}
          </Button>
        </Form>
      )}
    </li>
  )
}
