import { Form, useNavigation } from '@remix-run/react'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'

type PauseSwitchProps = {
  pausedAt: Date | null
  host: string
  now: Date
  /** Others see the state without the button. */
  mayPause: boolean
}

/** Stops all nudges of the site, whatever their own state is. */
export function PauseSwitch({ pausedAt, host, now, mayPause }: PauseSwitchProps) {
  if (!pausedAt) return <Switch intent="pause" label="Pause all nudges" />
  return (
    <Banner tone="warning" title="All nudges are paused">
      <p>
        Visitors to {host} see no nudges. Paused <RelativeTime at={pausedAt} now={now} />.
      </p>
      {mayPause && (
        <div className="mt-12">
          <Switch intent="resume" label="Resume nudges" />
        </div>
      )}
    </Banner>
  )
}

function Switch({ intent, label }: { intent: 'pause' | 'resume'; label: string }) {
  const { state, formData } = useNavigation()

  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button submit loading={state !== 'idle' && formData?.get('intent') === intent}>
        {label}
      </Button>
    </Form>
  )
}
