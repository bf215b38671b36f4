/** Where an inline nudge is shown: pointed at on the owner's page, or typed as a selector. */
import { useRef, useState, type ReactNode } from 'react'
import type { PointedPlace } from '#app/contract/pointed-place.ts'
import { guessPageKind } from '#app/domain/serving/guess-page-kind.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import type { Edits } from '../use-edits.ts'
import { usePointing, type Pointing } from './use-pointing.ts'

type PointAtPlaceProps = {
  uuid: string
  put: Edits['put']
  /** Paths that visitors opened, the most visited first. */
  seenPages: readonly string[]
  host: string
}

export function PointAtPlace({ uuid, put, seenPages, host }: PointAtPlaceProps) {
  const pointing = usePointing(uuid, put)
  const [page, setPage] = useState('')
  const part = useRef<HTMLDivElement>(null)
  const { step, error, start } = pointing
  const go = () => {
    start(page === '' ? choosePage(seenPages, part.current?.closest('form')) : page)
  }
  return (
    <div
      ref={part}
      className="stack gap-12"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        // Otherwise it saves the form.
        event.preventDefault()
        go()
      }}
    >
      <div className="row gap-12">
        <Button variant="primary" loading={step === 'opening'} onClick={go}>
          Point at the place
        </Button>
        <p className="muted prose">
          Opens your site in a new tab, where you select the spot. Only you see it.
        </p>
      </div>
      <TextField
        label="Page to open"
        autoComplete="off"
        placeholder={seenPages[0] ?? '/'}
        value={page}
        onChange={setPage}
        error={error ?? false}
        helpText={`A path on ${host}. Leave blank for your most visited page of the types selected below.`}
      />
      <div role="status">
        <Outcome pointing={pointing} host={host} />
      </div>
    </div>
  )
}

function Outcome({ pointing, host }: { pointing: Pointing; host: string }) {
  const { step, link, place, opened } = pointing
  const notes: Partial<Record<typeof step, ReactNode>> = {
    blocked: (
      <>
        Your browser blocked the new tab.{' '}
        {link !== null && (
          <a
            className="text-link"
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            onClick={opened}
          >
            Open {host}
          </a>
        )}
      </>
    ),
    waiting: 'Opening your page…',
    open: 'Your page is open. Select the spot there, and it appears here.',
    silent:
      'Your page hasn’t answered. The pixel may be missing there, or a content security policy blocks it. Check your installation under Pixel, or enter a selector under Advanced.',
    expired: 'The link has expired. Select “Point at the place” again.',
    placed: place && <Placed place={place} />,
  }
  const note = notes[step]
  return note ? <p className="muted prose break-anywhere">{note}</p> : null
}

const whereWords: Record<PointedPlace['where'], string> = {
  before: 'Before',
  append: 'Inside',
  after: 'After',
}

const kindWords: Record<PointedPlace['kind'], string> = {
  home: 'similar',
  product: 'product',
  collection: 'collection',
  cart: 'cart',
  other: 'similar',
}

const Placed = ({
  place: { selector, where, page, kind, found, missing },
}: {
  place: PointedPlace
}) => (
  <>
    {whereWords[where]} <code>{selector}</code>, chosen on {page}.{' '}
    {found + missing.length > 0 &&
      `Found on ${String(found)} of ${String(found + missing.length)} other ${kindWords[kind]} pages. `}
    {missing.length > 0 &&
      `Missing on ${missing.join(', ')}: choose another place if the nudge should show there. `}
    Publish to show it to visitors.
  </>
)

/** By the page rules as they are now, saved or not. */
function choosePage(
  seenPages: readonly string[],
  form: HTMLFormElement | null | undefined,
): string {
  const fields = form ? new FormData(form) : new FormData()
  const exact = [...fields].find(
    ([name, value]) => /^rules\.pages\.\w+\.match$/.test(name) && value === 'exact',
  )
  const named = exact && fields.get(exact[0].replace(/match$/, 'value'))
  if (typeof named === 'string' && named.startsWith('/')) return named
  const kinds = fields.getAll('rules.kinds')
  return seenPages.find((path) => kinds.includes(guessPageKind(path))) ?? ''
}
