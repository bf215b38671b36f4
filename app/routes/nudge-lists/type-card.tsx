import { Form, Link, useNavigation } from '@remix-run/react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { MissingData } from '#app/domain/nudges/types/kit/readiness.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { PlanGate } from '#app/ui/plan-gate.tsx'
import type { GalleryScreen } from './gallery.server.ts'
import { firstNudgeOnly, Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'

type TypeCardProps = {
  one: GalleryScreen['types'][number]
  pictures: PixelPayload | null
  /** Whether the person may create one. */
  mayEdit: boolean
  siteUuid: string
}

/** A nudge type as it looks, what it needs, and the way to it. All of the card creates one. */
export function TypeCard({ one, pictures, mayEdit, siteUuid }: TypeCardProps) {
  const { type, name, about, readiness, isExample, neededPlan } = one
  const { state, formData } = useNavigation()
  const way = readiness.state === 'needs' ? wayTo(readiness.missing, siteUuid) : null
  return (
    <li className="type-card">
      <Thumbnail payload={firstNudgeOnly(pictures, type)} label={name} isLarge />
      <div className="row between gap-8 mt-8">
        <h3 className="strong">{name}</h3>
        {isExample ? <Badge>Example</Badge> : <Badge tone="success">Your data</Badge>}
      </div>
      <p className="muted prose">{about}</p>
      <p className={`small prose ${readiness.state === 'ready' ? 'good' : 'muted'}`}>
        <span>{readiness.sentence}</span>
        {way && (
          <>
            {' · '}
            <Link className="text-link type-card__way" to={way.to}>
              {way.label}
            </Link>
          </>
        )}
      </p>
      {mayEdit && (
        <Form method="post" className="type-card__form">
          <input type="hidden" name="type" value={type} />
          <PlanGate plan={neededPlan}>
            <Button
              submit
              disabled={neededPlan !== null}
              accessibilityLabel={`Create ${name}`}
              loading={state !== 'idle' && formData?.get('type') === type}
            >
              Create
            </Button>
          </PlanGate>
        </Form>
      )}
    </li>
  )
}

/** Where an owner gets what a type needs. */
function wayTo(missing: MissingData, siteUuid: string): { to: string; label: string } {
  const pixel = `/pixel/${siteUuid}`
  return {
    purchase: { to: '/data-feeds/imports?kind=purchase', label: 'Import orders' },
    signup: { to: '/data-feeds/imports?kind=signup', label: 'Import sign-ups' },
    review: { to: '/data-feeds/imports?kind=review', label: 'Import reviews' },
    stock: { to: '/data-feeds/products', label: 'Add a product feed' },
    carts: { to: `${pixel}?part=developers`, label: 'Set up your pages' },
    pixel: { to: pixel, label: 'Install the pixel' },
  }[missing]
}
