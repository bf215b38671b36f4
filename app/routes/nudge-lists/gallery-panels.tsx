import { useActionData } from '@remix-run/react'
import { categories, categoryLabels } from '#app/presenters/nudge-list/words.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Empty } from '#app/ui/empty.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { GalleryScreen } from './gallery.server.ts'
import { TypeCard } from './type-card.tsx'

/** All types by category. Without a nudge so far, types that have data come first. */
export function GalleryPanels({ screen, action }: { screen: GalleryScreen; action: string }) {
  const { types, recommended, examples, isReadyOnly, mayEdit, host } = screen
  const answer = useActionData<FormResponse>()
  const shown = isReadyOnly ? types.filter(({ readiness }) => readiness.state === 'ready') : types
  const button = mayEdit ? action : null
  return (
    <>
      <FormMessage answer={answer} />
      {recommended.length > 0 && (
        <Panel>
          <h2 className="part-title">Recommended for you</h2>
          <p className="part-lead">You already have the data for these on {host}.</p>
          <ul className="type-cards">
            {recommended.map((ready) => (
              <TypeCard key={ready.type} {...{ ready, examples, action: button, level: 'h3' }} />
            ))}
          </ul>
        </Panel>
      )}
      {shown.length === 0 && (
        <Panel>
          <Empty title="No data for any nudge yet">
            Nudges you can use appear here once orders, sign-ups or reviews arrive.
          </Empty>
        </Panel>
      )}
      {categories.map((category) => {
        const inside = shown.filter((one) => one.category === category)
        if (inside.length === 0) return null
        const { title, lead } = categoryLabels[category]
        return (
          <Panel key={category}>
            <h2 className="part-title">{title}</h2>
            <p className="part-lead">{lead}</p>
            <ul className="type-cards">
              {inside.map((ready) => (
                <TypeCard key={ready.type} {...{ ready, examples, action: button, level: 'h3' }} />
              ))}
            </ul>
          </Panel>
        )
      })}
    </>
  )
}
