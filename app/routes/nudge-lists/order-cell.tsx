/** A row's handle for dragging and its arrows for the keyboard. */
import { ArrowDownIcon, ArrowUpIcon, DragHandleIcon } from '@shopify/polaris-icons'
import { Cell } from '#app/ui/table.tsx'
import type { Drag } from './use-order.ts'

/** Rendered once: repeated in each row they would be a fifth of the page. */
export const RowIcons = () => (
  <span hidden>
    <DragHandleIcon id="row-grip" />
    <ArrowUpIcon id="row-up" />
    <ArrowDownIcon id="row-down" />
  </span>
)

const Icon = ({ name }: { name: 'grip' | 'up' | 'down' }) => (
  <svg viewBox="0 0 20 20" aria-hidden>
    <use href={`#row-${name}`} />
  </svg>
)

type OrderProps = { uuid: string; name: string; start: Drag['start'] }

export const OrderCell = ({ uuid, name, start }: OrderProps) => (
  <Cell label="" place="start">
    <span className="nudge-order stack">
      <button id={`up-${uuid}`} name="act" value={`up ${uuid}`} aria-label={`Move ${name} up`}>
        <Icon name="up" />
      </button>
      <span className="nudge-order__grip stack" draggable onDragStart={start} aria-hidden>
        <Icon name="grip" />
      </span>
      <button
        id={`down-${uuid}`}
        name="act"
        value={`down ${uuid}`}
        aria-label={`Move ${name} down`}
      >
        <Icon name="down" />
      </button>
    </span>
  </Cell>
)
