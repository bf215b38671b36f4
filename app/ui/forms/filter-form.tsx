/**
 * Filters of a list, in the URL, to bookmark and share a result. A choice applies immediately,
 * typed text after a pause. Without a script there is a button.
 */
import { Form, useSubmit } from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../kit/button.tsx'

/** Milliseconds without typing after which text applies. */
const typingPause = 300

type FilterFormProps = {
  /** The list's address. */
  path: string
  /** The list's current filters, by the fields' names. */
  values: Readonly<Record<string, string>>
  className?: string
  /** Fields, which begin with the current filters. */
  children: ReactNode
}

export function FilterForm({ path, values, className = 'toolbar', children }: FilterFormProps) {
  const submit = useSubmit()
  const timer = useRef<number>(undefined)
  const shown = keyOf(path, values)
  const [form, setForm] = useState({ shown, sent: shown, version: 0 })

  // Filters from elsewhere, for example a link, replace the fields. Those that the fields sent
  // don't, so typing can go on.
  if (shown !== form.shown) {
    setForm({ shown, sent: shown, version: form.version + (shown === form.sent ? 0 : 1) })
  }

  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
    },
    [],
  )

  const apply = (element: HTMLFormElement) => {
    window.clearTimeout(timer.current)
    const entries = new Map(
      [...new FormData(element)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value.trim() : '',
      ]),
    )
    const names = Object.keys(values)
    const sent = keyOf(
      path,
      Object.fromEntries(names.map((name) => [name, entries.get(name) ?? ''])),
    )
    setForm((current) => ({ shown: current.shown, sent, version: current.version }))
    submit(new URLSearchParams([...entries].filter(([, value]) => value !== '')), {
      action: path,
      replace: true,
      preventScrollReset: true,
    })
  }

  return (
    <Form
      key={form.version}
      method="get"
      action={path}
      role="search"
      className={className}
      onChange={({ target, currentTarget }) => {
        window.clearTimeout(timer.current)
        const isTyped = target instanceof HTMLInputElement
        timer.current = window.setTimeout(apply, isTyped ? typingPause : 0, currentTarget)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
    >
      {children}
      <noscript>
        <Button submit>Filter</Button>
      </noscript>
    </Form>
  )
}

const keyOf = (path: string, values: Readonly<Record<string, string>>) =>
  JSON.stringify([path, values])
