/** Data that has arrived already, a line each. Each line opens. */
import { Link } from '@remix-run/react'
import { CheckCircleIcon, ClockIcon, FileIcon } from '@shopify/polaris-icons'
import { useState, type ReactNode } from 'react'
import type { ActivityKind } from '#app/contract/activities.ts'
import { Details } from '#app/ui/details.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { countWithNoun, formatCount } from '#app/ui/format/format-number.ts'
import { formatNames } from '#app/lib/name-list.ts'
import { FileReview, isFileRead, nameFile, type WaitingFile } from './orders-file.tsx'

/** In the words that visitors would read. */
export type ArrivedOrder = { title: string; text: string }

/** Reported by a page, and not approved yet. */
export type WaitingOrder = ArrivedOrder & { uuid: string }

export type ArrivedProps = {
  /** A type has something to show. */
  isReady: boolean
  /** Counts of the last 30 days, as far as they can be shown. */
  arrived: Readonly<Record<ActivityKind, number>>
  /** Orders that can be shown, the newest ones. */
  newest: readonly ArrivedOrder[]
  waiting: readonly WaitingOrder[]
  /** Also of those that aren't listed. */
  waitingCount: number
  /** Uploaded orders that aren't imported yet. */
  file: WaitingFile | null
}

/** Lines that the step waits for are open, until there is something to show. */
export function Arrived(props: ArrivedProps) {
  const { isReady, arrived, newest, waiting, waitingCount, file } = props
  // Approving one order keeps the others open.
  const [isOpen] = useState(!isReady)

  return (
    <ul className="arrived plain-list">
      {isReady && (
        <Row
          icon={<CheckCircleIcon aria-hidden className="arrived__done" />}
          summary={<span role="status">{describeArrived(arrived)}</span>}
        >
          {newest.length > 0 && <Orders orders={newest} />}
          <p className="step__text">You have data for the nudges marked “Ready”.</p>
        </Row>
      )}
      {waiting.length > 0 && (
        <Row
          icon={<ClockIcon aria-hidden />}
          isOpen={isOpen}
          summary={
            waitingCount === 1
              ? '1 order needs your approval'
              : `${formatCount(waitingCount)} orders need your approval`
          }
        >
          <Approvals orders={waiting} count={waitingCount} />
        </Row>
      )}
      {file !== null && (
        <Row
          icon={<FileIcon aria-hidden />}
          isOpen={isOpen || !isFileRead(file)}
          summary={nameFile(file)}
        >
          <FileReview file={file} isNext={!isReady} />
        </Row>
      )}
    </ul>
  )
}

type RowProps = { icon: ReactNode; summary: ReactNode; isOpen?: boolean; children: ReactNode }

const Row = ({ icon, summary, isOpen = false, children }: RowProps) => (
  <li>
    <Details
      isRow
      isOpen={isOpen}
      summary={
        <span>
          {icon}
          {summary}
        </span>
      }
    >
      <div className="step__form arrived__body">{children}</div>
    </Details>
  </li>
)

const Orders = ({ orders }: { orders: readonly ArrivedOrder[] }) => (
  <ul className="order-samples plain-list">
    {orders.map(({ title, text }, at) => (
      <li key={`${title} ${text} ${String(at)}`}>
        {title} {text}
      </li>
    ))}
  </ul>
)

type ApprovalsProps = { orders: readonly WaitingOrder[]; count: number }

/** Approves only listed orders, so no one approves orders that they haven't seen. */
const Approvals = ({ orders, count }: ApprovalsProps) => (
  <>
    <p className="step__text">
      Your page reported them, and anyone could send data as your page. Approve the ones you know
      from your shop.
    </p>
    <ul className="waiting-orders">
      {orders.map(({ uuid, title, text }) => (
        <li key={uuid}>
          <span>
            {title} {text}
          </span>
          <ActionForm
            className="brief-form"
            to="/onboarding"
            hidden={{ intent: 'approve', activities: uuid }}
            action="Approve"
            actionLabel={`Approve: ${title} ${text}`}
          />
        </li>
      ))}
    </ul>
    {orders.length > 1 && (
      <ActionForm
        className="brief-form"
        to="/onboarding"
        hidden={{ intent: 'approve', activities: orders.map(({ uuid }) => uuid).join(',') }}
        action={`Approve all ${String(orders.length)}`}
      />
    )}
    {count > orders.length && (
      <p className="step__text">
        These are the newest ones.{' '}
        <Link className="text-link" to="/data-feeds?state=waiting">
          Review all {formatCount(count)}
        </Link>
      </p>
    )}
  </>
)

/** "45 orders and 8 reviews in the last 30 days". */
function describeArrived({ purchase, signup, review }: ArrivedProps['arrived']): string {
  const parts = [
    purchase > 0 ? countWithNoun(purchase, 'order') : '',
    signup > 0 ? countWithNoun(signup, 'sign-up') : '',
    review > 0 ? countWithNoun(review, 'review') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'Your data is ready' : `${formatNames(parts, 3)} in the last 30 days`
}
