/** Documentation of the page API, with a place to try it. */
import { useFetcher } from '@remix-run/react'
import { useState } from 'react'
import type { ReportCheck } from '#app/contract/pixel-events.ts'
import { Button } from '../kit/button.tsx'
import { TextField } from '../kit/text-field.tsx'
import { Panel } from '../panel.tsx'
import { Cell, Row, RowHead, Table } from '../table.tsx'
import { checkCall, type CallCheck } from './check-call.ts'

const calls: readonly { call: string; when: string; example: string }[] = [
  {
    call: 'Product',
    when: 'On product pages, for visitor counts and stock levels.',
    example: `['set', { product: { id: '41', stock: 3, image: '/cup.jpg' } }]`,
  },
  {
    call: 'Cart',
    when: 'After each cart change, for free delivery progress.',
    example: `['set', { cart: { amount: 24.9, currency: 'EUR' } }]`,
  },
  {
    call: 'Variables',
    when: 'Values for {braces} in your custom text.',
    example: `['set', { variables: { name: 'Ann' } }]`,
  },
  {
    call: 'Page type',
    when: 'If your theme doesn’t indicate it: home, product, collection, cart or checkout.',
    example: `['set', { kind: 'cart' }]`,
  },
  {
    call: 'Add to cart',
    when: 'For cart counts.',
    example: `['track', 'cart', '41']`,
  },
  {
    call: 'Goal',
    when: 'When a visitor reaches a goal. Copy the call from the goal’s page.',
    example: `['goal', 'uuid of the goal', { order: '1001', value: 49.9, currency: 'EUR' }]`,
  },
  {
    call: 'Purchase, sign-up, review',
    when: 'If you can’t send it from your server. Needs your approval.',
    example: `['track', 'signup', { id: '7', first_name: 'Ann' }]`,
  },
  {
    call: 'Consent',
    when: 'When a visitor gives or withdraws consent. Use ask to read it from your consent manager.',
    example: `['consent', true]`,
  },
]

type PageApiPanelProps = { goals: readonly { uuid: string; name: string; isActive: boolean }[] }

export function PageApiPanel({ goals }: PageApiPanelProps) {
  const [text, setText] = useState('')
  const checked = text.trim() === '' ? null : checkCall(text, goals)
  return (
    <Panel>
      <h2 className="part-title">JavaScript API</h2>
      <p className="part-lead">
        Call <code>window.footfall.push(…)</code> to send data from your pages. Before the pixel has
        loaded, <code>window.footfall = window.footfall || []</code> creates the queue for your
        calls.
      </p>
      <Table
        caption="JavaScript API calls"
        columns={[{ label: 'Call' }, { label: 'When' }, { label: 'Example' }]}
      >
        {calls.map(({ call, when, example }) => (
          <Row key={call}>
            <RowHead>{call}</RowHead>
            <Cell label="When" isText>
              {when}
            </Cell>
            <Cell label="Example" isText>
              <code className="call-example small">{example}</code>
            </Cell>
          </Row>
        ))}
      </Table>
      <div className="mt-20">
        <TextField
          label="Test a call"
          autoComplete="off"
          multiline={4}
          spellCheck={false}
          monospaced
          helpText="Paste a call, its array or the object for set. It’s checked in your browser with the pixel’s own code."
          value={text}
          onChange={setText}
        />
        <div role="status">{checked && <CallCheckResult checked={checked} />}</div>
        {checked?.ok && checked.event && (
          <StoredCheck key={text} event={JSON.stringify(checked.event)} />
        )}
      </div>
    </Panel>
  )
}

const CallCheckResult = ({ checked }: { checked: CallCheck }) => (
  <>
    <p className="mt-12 strong">{checked.words}</p>
    {checked.ok && checked.fields.length > 0 && (
      <ul className="call-fields break-anywhere">
        {checked.fields.map(({ field, isTaken, words }) => (
          <li key={field} className={isTaken ? undefined : 'bad'}>
            <code>{field}</code> {words}
          </li>
        ))}
      </ul>
    )}
  </>
)

/** The server's check of the event. The server knows more rules than the pixel. */
function StoredCheck({ event }: { event: string }) {
  const { submit, state, data } = useFetcher<ReportCheck>()
  return (
    <>
      <Button
        loading={state !== 'idle'}
        onClick={() => {
          submit({ event }, { method: 'post', action: '/integrations/javascript' })
        }}
      >
        Check what is stored
      </Button>
      <div role="status">
        {data?.ok === true && <p className="mt-12 strong">{data.message}</p>}
        {data?.ok === false && (
          <>
            <p className="mt-12 strong">Nothing would be stored.</p>
            <ul className="call-fields break-anywhere">
              {data.problems.map(({ field, message }) => (
                <li key={field} className="bad">
                  <code>{field}</code> {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}
