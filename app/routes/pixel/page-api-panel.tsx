/** Documentation of the page API, with a place to try it. */
import { TextField } from '@shopify/polaris'
import { useState } from 'react'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { checkCall, type CallCheck } from './check-call.ts'

const calls: readonly { call: string; when: string; example: string }[] = [
  {
    call: 'Product',
    when: 'On the page of a product: who else looks at it, what is left of it.',
    example: `['set', { product: { id: '41', stock: 3, image: '/cup.jpg' } }]`,
  },
  {
    call: 'Cart',
    when: 'After each change: how much is missing for free delivery.',
    example: `['set', { cart: { amount: 24.9, currency: 'EUR' } }]`,
  },
  {
    call: 'Variables',
    when: 'Values that your own texts name in braces.',
    example: `['set', { variables: { name: 'Ann' } }]`,
  },
  {
    call: 'Kind of page',
    when: 'Where the theme does not say it: home, product, collection, cart, checkout.',
    example: `['set', { kind: 'cart' }]`,
  },
  {
    call: 'Put into the cart',
    when: 'For how many have a product in the cart.',
    example: `['track', 'cart', '41']`,
  },
  {
    call: 'Goal',
    when: 'When a goal of yours is reached. Each goal’s screen has its call.',
    example: `['goal', 'uuid of the goal', { order: '1001', value: 49.9, currency: 'EUR' }]`,
  },
  {
    call: 'Purchase, sign-up, review',
    when: 'Where no server of yours can tell it. It waits for your approval.',
    example: `['track', 'signup', { id: '7', first_name: 'Ann' }]`,
  },
  {
    call: 'Consent',
    when: 'When the visitor agrees or takes it back; ask lets the consent manager say it.',
    example: `['consent', true]`,
  },
]

type PageApiPanelProps = { goals: readonly { uuid: string; name: string; isActive: boolean }[] }

export function PageApiPanel({ goals }: PageApiPanelProps) {
  const [text, setText] = useState('')
  const checked = text.trim() === '' ? null : checkCall(text, goals)
  return (
    <Panel>
      <h2 className="part-title">What a page may tell the pixel</h2>
      <p className="part-lead">
        Each is one call: <code>window.footfall.push(…)</code>. Before the pixel has loaded,{' '}
        <code>window.footfall = window.footfall || []</code> makes the list that takes it.
      </p>
      <Table
        caption="Calls of the page"
        columns={[{ label: 'Call' }, { label: 'When' }, { label: 'Example' }]}
      >
        {calls.map(({ call, when, example }) => (
          <Row key={call}>
            <RowHead>{call}</RowHead>
            <Cell label="When">{when}</Cell>
            <Cell label="Example">
              <code className="call-example">{example}</code>
            </Cell>
          </Row>
        ))}
      </Table>
      <div className="call-try">
        <TextField
          label="Try a call"
          autoComplete="off"
          multiline={4}
          spellCheck={false}
          monospaced
          helpText="Paste a call, its list or what set would be given. The pixel’s own code judges it in your browser; nothing is sent."
          value={text}
          onChange={setText}
        />
        <div role="status">{checked && <CallCheckResult checked={checked} />}</div>
      </div>
    </Panel>
  )
}

const CallCheckResult = ({ checked }: { checked: CallCheck }) => (
  <>
    <p className="call-try__sum">{checked.words}</p>
    {checked.ok && checked.fields.length > 0 && (
      <ul className="call-try__fields">
        {checked.fields.map(({ field, isTaken, words }) => (
          <li key={field} className={isTaken ? undefined : 'call-try__left-out'}>
            <code>{field}</code> {words}
          </li>
        ))}
      </ul>
    )}
  </>
)
