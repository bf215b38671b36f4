/** Tabs above the filters of a list: everything, and the views that the person has named. */
import { Link, useActionData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import {
  stateOfViews,
  viewParameter,
  viewQuery,
  type SavedView,
  type ViewList,
} from '#app/domain/views/view.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '../forms/action-form.tsx'
import { TextInput } from '../forms/fields.tsx'
import type { Saved } from '../forms/form-fetcher.ts'
import { SummaryButton } from '../kit/button.tsx'
import { Tabs } from '../tabs.tsx'
import css from './saved-views.css?url'

export const savedViewLinks = [{ rel: 'stylesheet', href: css }]

export type ListViews = {
  list: ViewList
  views: readonly SavedView[]
  /** The view that the address names. Null: none of them. */
  began: string | null
}

/** For links within the list, to keep the view that is being changed. */
export const withView = (query: URLSearchParams, { began }: ListViews): URLSearchParams =>
  began === null ? query : new URLSearchParams([...query, [viewParameter, began]])

/** Goes with the filters of the list, to change the view that is open. */
export const ViewInput = ({ began }: Pick<ListViews, 'began'>) =>
  began === null ? null : <input type="hidden" name={viewParameter} value={began} />

type SavedViewsProps = ListViews & {
  path: string
  /** Filters and order of the list, as it is shown. */
  query: URLSearchParams
}

/** Nothing for those who filter nothing and have saved nothing. */
export function SavedViews({ list, views, began, path, query: shown }: SavedViewsProps) {
  const query = viewQuery(list, shown)
  const { current, isChanged } = stateOfViews(views, query, began)
  const box = useRef<HTMLDivElement>(null)
  const shownViews = JSON.stringify([views, isChanged])
  const before = useRef(shownViews)

  // The button that was pressed left with what it did.
  useEffect(() => {
    const hasChanged = before.current !== shownViews
    before.current = shownViews
    if (!hasChanged || document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>('[aria-current="page"], summary')?.focus()
  }, [shownViews])

  if (views.length === 0 && !isChanged) return null
  const addressOf = ({ uuid, query: kept }: SavedView) =>
    `${path}?${new URLSearchParams([...new URLSearchParams(kept), [viewParameter, uuid]]).toString()}`

  return (
    <div ref={box} className="views row">
      {views.length > 0 && (
        <Tabs
          label="Saved views"
          tabs={[
            { to: path, label: 'All', isCurrent: current === null && query === '' },
            ...views.map((view) => ({
              to: addressOf(view),
              label: view.name,
              isCurrent: view.uuid === current?.uuid,
            })),
          ]}
        />
      )}
      <div className="row">
        {current && isChanged && (
          <>
            <ActionForm
              action="Save changes"
              hidden={{ view: 'change', uuid: current.uuid, query }}
              className=""
            />
            <Link className="text-link" to={addressOf(current)} preventScrollReset>
              Undo changes
            </Link>
          </>
        )}
        {isChanged && (
          <NamedView
            key={`save ${query}`}
            label={current ? 'Save as…' : 'Save view…'}
            act="Save view"
            fields={{ view: 'save', query }}
          />
        )}
        {current && !isChanged && (
          <>
            <NamedView
              key={`rename ${current.uuid} ${current.name}`}
              label="Rename view…"
              act="Rename"
              fields={{ view: 'rename', uuid: current.uuid }}
              name={current.name}
            />
            <ActionForm
              action="Delete view"
              hidden={{ view: 'delete', uuid: current.uuid }}
              className=""
            />
          </>
        )}
      </div>
    </div>
  )
}

type NamedViewProps = {
  label: string
  act: string
  fields: Readonly<Record<string, string>>
  name?: string
}

/** Unfolds a name and its button, without a script too. */
function NamedView({ label, act, fields, name = '' }: NamedViewProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // Result of a form that was sent without a script.
  const given = useActionData<FormResponse | Saved>()
  const early = given && 'errors' in given && 'name' in given.errors ? given : undefined

  return (
    <details ref={details} className="view-name" open={early !== undefined}>
      <SummaryButton>{label}</SummaryButton>
      <ActionForm
        action={act}
        hidden={fields}
        className="toolbar mt-8"
        onDone={() => {
          if (details.current) details.current.open = false
        }}
      >
        {(answer = early) => (
          <TextInput
            name="name"
            label="View name"
            autoComplete="off"
            initial={name}
            answer={answer}
          />
        )}
      </ActionForm>
    </details>
  )
}
