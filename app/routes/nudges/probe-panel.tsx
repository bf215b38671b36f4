/** Whether the nudge would be shown on a simulated page, and if not, why. */
import { useEffect, useState } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import { kindChoices } from '#app/domain/nudges/editing/field-labels.ts'
import { notShownWords } from '#app/domain/stats/not-shown-words.ts'
import { Picker } from '#app/ui/forms/picker.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { SamplePage } from '#app/ui/nudge-preview/sample-page.ts'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { Select } from '#app/ui/kit/select.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'

/** Nothing is ever shown on checkouts, so rules can't choose them. */
const sampleKinds = [
  ...kindChoices.map(([value, label]) => ({ value, label })),
  { value: 'checkout', label: 'Checkout' },
]

/** Whether the nudge would be shown on such a page, according to the pixel's own rules. */
export function ProbePanel({ preview }: { preview: EditorPreview }) {
  const [typed, setTyped] = useState(fresh)
  const verdict = useVerdict(preview, typed)
  const change = (name: keyof typeof fresh) => (value: string) => {
    setTyped({ ...typed, [name]: value })
  }
  return (
    <Panel>
      <h2 className="part-title">Test targeting</h2>
      <p className="part-lead">
        Describe a page and a visitor to see whether the nudge would show. Leave a field blank if
        it’s unknown.
      </p>
      <div className="columns gap-16 at-top">
        <TextField label="Path" value={typed.path} onChange={change('path')} autoComplete="off" />
        <Select
          label="Page type"
          options={sampleKinds}
          value={typed.kind}
          onChange={change('kind')}
        />
        <Select
          label="Device"
          options={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
          value={typed.device}
          onChange={change('device')}
        />
        <Select
          label="Visitor"
          options={[
            { value: 'new', label: 'New or unrecognized' },
            { value: 'returning', label: 'Returning' },
          ]}
          value={typed.visitor}
          onChange={change('visitor')}
        />
        <Picker
          id="probe-country"
          of="country"
          label="Country"
          value={typed.country}
          onChange={change('country')}
        />
        <TextField
          label="Stock"
          inputMode="numeric"
          value={typed.stock}
          onChange={change('stock')}
          autoComplete="off"
        />
        <TextField
          label="Other visitors on the page"
          inputMode="numeric"
          value={typed.others}
          onChange={change('others')}
          autoComplete="off"
        />
        <TextField
          label="Cart total"
          inputMode="decimal"
          value={typed.cart}
          onChange={change('cart')}
          autoComplete="off"
        />
      </div>
      <p role="status" className="mt-16 strong prose">
        {verdict}
      </p>
    </Panel>
  )
}

const fresh = {
  path: '/',
  kind: 'product',
  device: 'desktop',
  visitor: 'new',
  country: '',
  stock: '',
  others: '',
  cart: '',
}

/** Uses the pixel's own code, which loads after the screen. */
function useVerdict({ payload, windows }: EditorPreview, typed: typeof fresh): string {
  const [verdict, setVerdict] = useState('')
  useEffect(() => {
    if (!payload) {
      setVerdict('Complete the required fields first.')
      return
    }
    let isOver = false
    void import('#app/ui/nudge-preview/nudge-preview-drawing.ts').then(({ evaluatePage }) => {
      if (isOver) return
      const reason = evaluatePage(payload, pageOf(payload, typed))
      const opens = isClosed(payload) ? windows?.[0] : undefined
      setVerdict(
        opens === undefined
          ? describeReason(reason)
          : `Not shown: outside its schedule. Next: ${opens}.`,
      )
    })
    return () => {
      isOver = true
    }
  }, [payload, windows, typed])
  return verdict
}

/** Its schedule or start is still ahead. */
const isClosed = ({ nudges: [nudge] }: PixelPayload): boolean =>
  (nudge?.rules?.from ?? 0) * 1000 > Date.now()

function describeReason(reason: NotShownReason | null): string {
  if (reason === null) return 'Shown on this page.'
  const { name, meaning } = notShownWords[reason]
  return `Not shown: ${name}. ${meaning}`
}

function pageOf(payload: PixelPayload, typed: typeof fresh): SamplePage {
  const currency = payload.nudges[0]?.items[0]?.threshold?.currency ?? ''
  return {
    path: typed.path === '' ? '/' : typed.path,
    kind: typed.kind,
    isMobile: typed.device === 'phone',
    isReturning: typed.visitor === 'returning',
    country: typed.country === '' ? null : typed.country.toUpperCase(),
    ...(isCount(typed.stock) ? { stock: Number(typed.stock) } : {}),
    ...(isCount(typed.others) ? { others: Number(typed.others) } : {}),
    ...(/^\d{1,9}([.,]\d{1,2})?$/.test(typed.cart)
      ? { cart: { amount: Number(typed.cart.replace(',', '.')), currency } }
      : {}),
  }
}

const isCount = (text: string) => /^\d{1,9}$/.test(text)
