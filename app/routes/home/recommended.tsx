import { Form, Link, useNavigation } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import type { ReadyType } from '#app/presenters/nudge-list/gallery.server.ts'
import type { HomeLive } from '#app/presenters/home/home.server.ts'

type RecommendedProps = {
  types: readonly ReadyType[]
  counts: HomeLive['counts']
  /** Others see the list without buttons. */
  mayEdit: boolean
}

/** For sites without a published nudge: types that have data today. */
export function Recommended({ types, counts, mayEdit }: RecommendedProps) {
  return (
    <>
      <p className="home-empty">
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
        <ul className="recommended" aria-label="Recommended nudges">
          {types.map((ready) => (
            <Recommendation key={ready.type} ready={ready} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
    </>
  )
}

function Recommendation({ ready, mayEdit }: { ready: ReadyType; mayEdit: boolean }) {
  const { type, name, about, readiness } = ready
  const { state, formData } = useNavigation()
  return (
    <li className="recommended__row">
      <div className="recommended__words">
        <p className="recommended__name">{name}</p>
        <p className="recommended__about">{about}</p>
        <p className="recommended__ready">{readiness.sentence}</p>
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
