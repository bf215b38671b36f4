/** Shows the message as a notification of this device, without any push service. */
import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { PushContent } from '#app/contract/push-settings.ts'
import { Button } from '#app/ui/kit/button.tsx'

type ShowHereProps = { content: Pick<PushContent, 'title' | 'body'> }

const sentences = {
  shown: 'Shown. If you don’t see it, check your device’s notification settings.',
  refused: 'Your browser doesn’t allow notifications of this site. Allow them, then try again.',
  impossible:
    'This browser can’t show it from here. Open the dashboard in its own tab on a computer.',
} as const

/** Without a script there is no notification, and no button. */
export function ShowHere({ content }: ShowHereProps) {
  const isHydrated = useHydrated()
  const [answer, setAnswer] = useState<keyof typeof sentences | null>(null)
  if (!isHydrated) return null
  return (
    <div className="row gap-12 mt-20">
      <Button
        disabled={content.title === ''}
        onClick={() => {
          void show(content).then(setAnswer)
        }}
      >
        Show on this device
      </Button>
      <p className="muted" role="status">
        {answer === null ? 'As your system draws it. Nothing is sent.' : sentences[answer]}
      </p>
    </div>
  )
}

async function show({ title, body }: ShowHereProps['content']): Promise<keyof typeof sentences> {
  if (!('Notification' in window)) return 'impossible'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return 'refused'
  try {
    new Notification(title, { body, tag: 'footfall-preview' })
    return 'shown'
  } catch {
    // Android shows notifications of workers only.
    return 'impossible'
  }
}
