/** Shows a member of staff that they impersonate someone, and for how long. */
import { useEffect, useState } from 'react'
import { ApiError } from '#app/browser/api-client.ts'
import { useApi, useSession } from '#app/browser/session.tsx'
import type { ShellData } from '#app/platforms/shell-data.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { Button } from '#app/ui/kit/button.tsx'

type Props = Pick<ShellData, 'now'> & {
  account: { id: number; name: string }
  impersonator: NonNullable<ShellData['impersonator']>
}

export function ImpersonationBar({ account, impersonator: { name, endsAt }, now }: Props) {
  const api = useApi()
  const { clear } = useSession()
  const left = useMinutesLeft(endsAt, now)
  const [isStopping, setIsStopping] = useState(false)

  const leave = () => {
    clear()
    window.location.assign(`/kiosk/users/${String(account.id)}`)
  }
  const stop = () => {
    setIsStopping(true)
    const body = new FormData()
    body.set('intent', 'stop')
    api.send('POST', 'impersonation', { body }).then(leave, (error: unknown) => {
      // It expired in the meantime, so there is nothing to stop.
      if (error instanceof ApiError && error.status === 409) leave()
      else setIsStopping(false)
    })
  }

  return (
    <section aria-label="Impersonation" className="shell-staff row between gap-8">
      <p>
        <strong>{name}</strong>, you’re impersonating <strong>{account.name}</strong>.{' '}
        {left > 0
          ? `Ends in ${String(left)} ${left === 1 ? 'minute' : 'minutes'}.`
          : 'Impersonation has ended. Your own account loads next.'}
      </p>
      <Button disabled={isStopping} onClick={stop}>
        Stop impersonating
      </Button>
    </section>
  )
}

/** Starts with the server's time, so that the first render matches in the browser. */
function useMinutesLeft(endsAt: Date, now: Date): number {
  const [at, setAt] = useState(now.getTime())

  useEffect(() => {
    const read = () => {
      setAt(Date.now())
    }
    const timer = setInterval(read, minuteMillis / 2)
    return () => {
      clearInterval(timer)
    }
  }, [])

  return Math.max(0, Math.ceil((endsAt.getTime() - at) / minuteMillis))
}
