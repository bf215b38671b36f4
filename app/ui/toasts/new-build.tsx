/**
 * Reloads the page when the server runs a newer build. With unsaved input it shows a bar instead
 * and lets the person decide when.
 */
import { useEffect, useState } from 'react'
import { isBuild, watchBuilds, type Build } from '#app/browser/build-watch.ts'
import { useHost } from '#app/browser/host.ts'
import { watchDirtyFields } from '#app/lib/dirty-fields.ts'
import { productName } from '#app/lib/product.ts'
import { Button } from '../kit/button.tsx'

export function NewBuild() {
  const [isWaiting, setIsWaiting] = useState(false)
  const { reload } = useHost()

  useEffect(() => {
    // In development the build changes all the time, and Vite updates the page itself.
    if (import.meta.env.DEV) return
    const fields = watchDirtyFields(document)
    const end = watchBuilds({
      runningId: window.__remixManifest.version,
      read,
      after,
      onNewer: () => {
        if (fields.isDirty()) setIsWaiting(true)
        // Once: servers that alternate between two builds would make it a loop.
        else reload()
      },
    })
    return () => {
      end()
      fields.end()
    }
  }, [reload])

  return (
    <div role="status">
      {isWaiting && (
        <div className="new-build floating row between gap-12">
          <p>A new version of {productName} is available. Save your work, then reload.</p>
          <Button
            variant="primary"
            onClick={() => {
              window.location.reload()
            }}
          >
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}

async function read(address: string): Promise<Build | null> {
  try {
    const response = await fetch(address, { headers: { Accept: 'application/json' } })
    const answer: unknown = response.ok ? await response.json() : null
    return isBuild(answer) ? answer : null
  } catch {
    return null
  }
}

function after(millis: number, act: () => void): () => void {
  const timer = setTimeout(act, millis)
  return () => {
    clearTimeout(timer)
  }
}
