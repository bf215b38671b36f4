import { Form, Link, useNavigation } from '@remix-run/react'
import type { ReadyType } from '#app/presenters/nudge-list/gallery.server.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { HomeLive } from '#app/presenters/home/home.server.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { firstNudgeOnly, Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import { HomePanel } from './home-panel.tsx'

type RecommendedProps = {
  types: readonly ReadyType[]
  /** Previews of the types, or an example. */
  pictures: PixelPayload | null
  counts: HomeLive['counts']
  /** Others see the list without buttons. */
  mayEdit: boolean
}

/** For sites without a published nudge: types that have data today. */
export function Recommended({ types, pictures, counts, mayEdit }: RecommendedProps) {
  return (
    <HomePanel id="nudges-heading" title="Your first nudge">
      {types.length === 0 && <Example pictures={pictures} />}
      <p className="muted prose home-empty">
        You don’t have any live nudges. {describeDrafts(counts.drafts)}
        {types.length === 0 &&
          'Recommendations appear here once orders, sign-ups or reviews arrive. '}
        <Link className="text-link" to="/onboarding?step=nudge">
          Choose your first nudge
        </Link>{' '}
        or{' '}
        <Link className="text-link" to="/popup-nudges">
          browse all types
        </Link>
      </p>
      {types.length > 0 && (
        <ul className="plain-list home-rows mt-8 home-ready" aria-label="Recommended nudges">
          {types.map((ready) => (
            <Recommendation key={ready.type} ready={ready} pictures={pictures} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
    </HomePanel>
  )
}

/** A preview of the nudge that the first order will become. */
const Example = ({ pictures }: { pictures: PixelPayload | null }) => (
  <div className="stack gap-6 mb-12">
    <Thumbnail payload={pictures} label="Example" isLarge />
    <p className="muted small">Example. Yours shows your own orders.</p>
  </div>
)

type RecommendationProps = { ready: ReadyType } & Pick<RecommendedProps, 'pictures' | 'mayEdit'>

function Recommendation({ ready, pictures, mayEdit }: RecommendationProps) {
  const { type, name, about, readiness } = ready
  const { state, formData } = useNavigation()
  return (
    <li className="line between gap-16">
      <Thumbnail payload={firstNudgeOnly(pictures, type)} label={name} />
      <div>
        <p className="strong">{name}</p>
        <p className="muted prose">{about}</p>
        <p className="mt-4 medium good">{readiness.sentence}</p>
      </div>
      {mayEdit && (
        <Form method="post" action="/popup-nudges">
          <input type="hidden" name="type" value={type} />
          <Button
            submit
            accessibilityLabel={`Use ${name}`}
            loading={state !== 'idle' && formData?.get('type') === type}
          >
            Use
          </Button>
        </Form>
      )}
    </li>
  )
}

function describeDrafts(count: number) {
  if (count === 0) return null
  return (
    <>
      <Link className="text-link" to="/popup-nudges/list?state=draft">
        {count === 1 ? '1 draft' : `${count.toLocaleString('en')} drafts`}
      </Link>{' '}
      {count === 1 ? 'is' : 'are'} waiting to be published.{' '}
    </>
  )
}
