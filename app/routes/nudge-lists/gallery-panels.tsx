import { Link, useActionData } from '@remix-run/react'
import type { GalleryType } from '#app/presenters/nudge-list/gallery.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { GalleryScreen } from './gallery.server.ts'
import { subjects, typesOf } from './subjects.ts'
import { TypeCard } from './type-card.tsx'

const sections: { title: string; lead: string; has: (one: GalleryType) => boolean }[] = [
  {
    title: 'Ready now',
    lead: 'Your site has what these need.',
    has: ({ readiness, isForm }) => !isForm && readiness.state !== 'needs',
  },
  {
    title: 'One thing missing',
    lead: 'Create one now, or add what it needs first.',
    has: ({ readiness, isForm }) => !isForm && readiness.state === 'needs',
  },
  {
    title: 'You write it',
    lead: 'Offers, delivery times and messages that only you know.',
    has: ({ isForm }) => isForm,
  },
]

/** All types as the pixel draws them. Those that can be shown today come first. */
export function GalleryPanels({ screen }: { screen: GalleryScreen }) {
  const answer = useActionData<FormResponse>()
  const { types, pictures, subject, mayEdit, siteUuid } = screen
  const wanted = typesOf(subject)
  const shown = types.filter(({ type }) => wanted.includes(type))
  return (
    <>
      <FormMessage answer={answer} />
      <Filters {...{ types, subject }} />
      {sections.map(({ title, lead, has }) => {
        const inside = shown.filter(has)
        if (inside.length === 0) return null
        return (
          <Panel key={title}>
            <h2 className="part-title">
              {title} <span className="muted medium">{inside.length}</span>
            </h2>
            <p className="part-lead">{lead}</p>
            <ul className="type-cards plain-list">
              {inside.map((one) => (
                <TypeCard key={one.type} {...{ one, pictures, mayEdit, siteUuid }} />
              ))}
            </ul>
          </Panel>
        )
      })}
    </>
  )
}

/** Only subjects that the surface has. */
const Filters = ({ types, subject }: Pick<GalleryScreen, 'types' | 'subject'>) => (
  <nav className="row gap-8" aria-label="Filter by subject">
    {subjects
      .filter(({ value }) => types.some(({ type }) => typesOf(value).includes(type)))
      .map(({ value, label }) => (
        <Link
          key={value}
          className="chips__chip type-filter"
          to={value === 'all' ? '?' : `?show=${value}`}
          aria-current={value === subject ? 'page' : undefined}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
  </nav>
)
