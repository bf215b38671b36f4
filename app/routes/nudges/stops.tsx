/** Reasons that keep all nudges of the site from visitors, with the way out. */
import { Link } from '@remix-run/react'
import type { SiteStop } from '#app/presenters/why-not-shown/site-stops.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'

export const Stops = ({ stops }: { stops: readonly SiteStop[] }) =>
  stops.map(({ kind, sentence, fix }) => (
    <div key={kind} className="studio__stop row between gap-8 mb-16 prose" role="status">
      <p>
        {sentence}{' '}
        {fix !== null && fix !== 'resume' && (
          <Link className="text-link" to={fix.to}>
            {fix.label}
          </Link>
        )}
      </p>
      {fix === 'resume' && (
        <ActionForm className="stack" hidden={{ intent: 'resume' }} action="Resume nudges" />
      )}
    </div>
  ))
