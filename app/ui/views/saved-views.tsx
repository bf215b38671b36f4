/** Tabs above the filters of a list: everything, and the views that the person has named. */
import { Link, useActionData } from '@remix-run/react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import {
  maxViewName,
  stateOfViews,
  viewParameter,
  viewQuery,
  type SavedView,
  type ViewList,
} from '#app/domain/views/view.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useFormFetcher, type Saved } from '../forms/form-fetcher.ts'
import { Tabs } from '../tabs.tsx'
import css from './saved-views.css?url'

export const savedViewLinks = [{ rel: 'stylesheet', href: css }]

export type ListViews = {
  list: ViewList
  views: readonly SavedView[]
  /** The view that the address names. Null: none of them. */
  began: string | null
}

/** For links within the list, so that a view stays the one that is being changed. */
export const withView = (query: URLSearchParams, { began }: ListViews): URLSearchParams =>
  began === null ? query : new URLSearchParams([...query, [viewParameter, began]])

/** Goes with the filters of the list, so that they change the view that is open. */
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

  return (
    <div ref={box} className="views">
      {views.length > 0 && (
        <Tabs
          label="Saved views"
          className="view-tabs"
          tabs={[
            { to: path, label: 'All', isCurrent: current === null && query === '' },
            ...views.map((view) => ({
              to: `${path}?${withView(new URLSearchParams(view.query), { list, views, began: view.uuid }).toString()}`,
              label: view.name,
              isCurrent: view.uuid === current?.uuid,
            })),
          ]}
        />
      )}
      <div className="views__acts">
        {current && isChanged && (
          <>
            <ViewButton fields={{ view: 'change', uuid: current.uuid, query }}>
              Save changes
            </ViewButton>
            <Link
              className="text-link"
              to={`${path}?${withView(new URLSearchParams(current.query), { list, views, began: current.uuid }).toString()}`}
              preventScrollReset
            >
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
            <ViewButton fields={{ view: 'delete', uuid: current.uuid }}>Delete view</ViewButton>
          </>
        )}
      </div>
    </div>
  )
}

type Fields = Readonly<Record<string, string>>

const Hidden = ({ fields }: { fields: Fields }) =>
  Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))

function ViewButton({ fields, children }: { fields: Fields; children: ReactNode }) {
  const { Form, ref, isBusy } = useFormFetcher()
  return (
    <Form ref={ref} method="post">
      <Hidden fields={fields} />
      <button className="plain-button" disabled={isBusy}>
        {children}
      </button>
    </Form>
  )
}

type NamedViewProps = {
  label: string
  act: string
  fields: Fields
  name?: string
}

/** Unfolds a name and its button, without a script too. */
function NamedView({ label, act, fields, name = '' }: NamedViewProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const id = useId()
  const { Form, ref, answer, isBusy } = useFormFetcher(() => {
    if (details.current) details.current.open = false
  })
  // Result of a form that was sent without a script.
  const given = useActionData<FormResponse | Saved>()
  const refused = answer ?? (given && 'errors' in given ? given : undefined)
  const error = refused?.errors['name']?.[0]

  return (
    <details
      ref={details}
      className="view-name"
      open={error !== undefined}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open)
          currentTarget.querySelector<HTMLInputElement>('[name=name]')?.focus()
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary className="plain-button">{label}</summary>
      <Form ref={ref} method="post" className="view-name__form" noValidate>
        <Hidden fields={fields} />
        <label htmlFor={id}>View name</label>
        <input
          id={id}
          name="name"
          className="view-name__input"
          defaultValue={name}
          maxLength={maxViewName}
          autoComplete="off"
          required
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { 'aria-describedby': `${id}-error` })}
        />
        <button className="solid-button" disabled={isBusy}>
          {act}
        </button>
        {error !== undefined && (
          <p id={`${id}-error`} className="view-name__error">
            {error}
          </p>
        )}
      </Form>
    </details>
  )
}
