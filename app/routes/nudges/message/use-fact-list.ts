/** The list of facts to insert: opened by its button, or by typing a brace. */
import { useState, type KeyboardEvent } from 'react'
import { templateVariables, type TemplateVariable } from '#app/domain/nudges/message-template.ts'

type Open = { from: number; query: string; at: number }

export function useFactList(offers: readonly TemplateVariable[]) {
  const [open, setOpen] = useState<Open | null>(null)
  const options = open ? offers.filter((offer) => isMatch(offer, open.query)) : []
  const isOpen = options.length > 0
  const at = open ? Math.min(open.at, options.length - 1) : 0
  const close = () => {
    setOpen(null)
  }

  return {
    /** Null: closed. */
    options: isOpen ? options : null,
    at,
    /** Where the fact begins: at the brace that was typed. */
    from: open?.from ?? 0,
    close,
    open: (field: HTMLTextAreaElement) => {
      const { selectionEnd } = field
      field.focus()
      field.setSelectionRange(selectionEnd, selectionEnd)
      setOpen({ from: selectionEnd, query: '', at: 0 })
    },
    /** Called with each change of the text. */
    follow: ({ value, selectionEnd }: HTMLTextAreaElement) => {
      const typed = /\{(\w*)$/.exec(value.slice(0, selectionEnd))
      setOpen(typed && { from: typed.index, query: typed[1] ?? '', at: 0 })
    },
    /** Whether the key was for the list. */
    press: (event: KeyboardEvent, insert: (fact: TemplateVariable) => void): boolean => {
      if (!open || !isOpen) return false
      const { key } = event
      const chosen = options[at]
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : options.length - 1
        setOpen({ ...open, at: (at + step) % options.length })
      } else if (key === 'Enter' && chosen) insert(chosen)
      else if (key === 'Escape') close()
      else {
        // The caret goes elsewhere.
        if (/^(Arrow|Home|End|Page)/.test(key)) close()
        return false
      }
      event.preventDefault()
      return true
    },
    aria: (id: string) =>
      ({
        'aria-autocomplete': 'list',
        'aria-controls': `${id}-facts`,
        'aria-activedescendant': `${id}-fact-${String(at)}`,
      }) as const,
  }
}

const isMatch = (offer: TemplateVariable, query: string) =>
  offer.startsWith(query.toLowerCase()) ||
  templateVariables[offer].toLowerCase().startsWith(query.toLowerCase())
