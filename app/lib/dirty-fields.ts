/** Detects input that a page would lose if it were reloaded. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type DirtyFieldsWatch = {
  /** True from the first key until the field is empty or removed, saved or not. */
  isDirty: () => boolean
  end: () => void
}

export function watchDirtyFields(page: Document): DirtyFieldsWatch {
  const touched = new Set<Field>()
  const note = ({ target }: Event) => {
    if (isField(target)) touched.add(target)
  }
  page.addEventListener('input', note, true)

  return {
    isDirty() {
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
