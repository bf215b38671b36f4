/** Code to paste elsewhere, with a copy button that confirms. */
import { ClipboardIcon } from '@shopify/polaris-icons'
import { useEffect, useRef, useState } from 'react'
import { Button } from './kit/button.tsx'

type CopyCodeProps = { code: string; name: string }

const confirmMillis = 3_000

/** @param name of the code, for the button: "Copy installation code" */
export function CopyCode({ code, name }: CopyCodeProps) {
  const text = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected' | null>(null)

  useEffect(() => {
    // The hint about keys still to press stays on the screen.
    if (outcome !== 'copied') return
    const timer = setTimeout(() => {
      setOutcome(null)
    }, confirmMillis)
    return () => {
      clearTimeout(timer)
    }
  }, [outcome])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setOutcome('copied')
    } catch {
      // The clipboard is only available on https and localhost. Selecting works everywhere.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setOutcome('selected')
    }
  }

  return (
    <div className="copy-code box">
      <pre className="copy-code__text">
        <code ref={text}>
          {code
            .split(/(\s+)/)
            .map((part, place) => (part.trim() === '' ? part : <span key={place}>{part}</span>))}
        </code>
      </pre>
      <div className="row gap-12 medium">
        <Button
          icon={ClipboardIcon}
          accessibilityLabel={`Copy ${name}`}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <span role="status">
          {outcome === 'copied' && <span className="good">Copied</span>}
          {outcome === 'selected' &&
            'Your browser blocked copying. The code is selected: press Ctrl+C or ⌘C to copy it.'}
        </span>
      </div>
    </div>
  )
}
