import type { StoredPause } from '#app/domain/sites/pause/pause.ts'
import { RelativeTime } from '../format/relative-time.tsx'
import { Banner } from '../kit/banner.tsx'
import { Button } from '../kit/button.tsx'
import { PauseForm } from './pause-form.tsx'
import { PauseMenu } from './pause-menu.tsx'
import { ResumesIn } from './resumes-in.tsx'

type PauseBannerProps = StoredPause & {
  host: string
  timeZone: string
  now: Date
  /** Name of the field that holds the act. Null: the person sees the state without buttons. */
  field: 'intent' | 'act' | null
}

/** Shows that all nudges are paused, and how long. Nothing while they aren't. */
export function PauseBanner({ pausedAt, pausedUntil, field, ...shown }: PauseBannerProps) {
  const { host, timeZone, now } = shown
  if (!pausedAt) return null
  return (
    <Banner tone="warning" title="All nudges are paused">
      <p>
        Visitors to {host} see no nudges. Paused <RelativeTime at={pausedAt} now={now} />.
      </p>
      {pausedUntil && <ResumesIn key={now.getTime()} at={pausedUntil} {...{ now, timeZone }} />}
      {field && (
        <div className="row gap-12 mt-12">
          <PauseForm hidden={{ [field]: 'resume' }}>
            {(isBusy) => (
              <Button submit loading={isBusy}>
                Resume nudges
              </Button>
            )}
          </PauseForm>
          <PauseMenu hidden={{ [field]: 'pause' }} label="Change end" />
        </div>
      )}
    </Banner>
  )
}
