/** Whether a page holds something that a person typed: it must not be reloaded under their hands. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type TypingWatch = {
  /** True from the first key until the field is empty again or gone, saved or not. */
  hasTyped: () => boolean
  end: () => void
}

export function watchTyping(page: Document): TypingWatch {
  const touched = new Set<Field>()
  const note = ({ target }: Event) => {
    if (isField(target)) touched.add(target)
  }
  page.addEventListener('input', note, true)

  return {
    hasTyped() {
      for (const field of touched) if (!field.isConnected) touched.delete(field)
      return [...touched].some(holdsInput)
    },
    end() {
      page.removeEventListener('input', note, true)
    },
  }
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

function holdsInput(field: Field): boolean {
  const isTicked = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
  return isTicked || field.value !== ''
}
