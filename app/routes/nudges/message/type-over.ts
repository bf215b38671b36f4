/**
 * Replaces the text between the position and the caret as if it were typed, so the browser's undo
 * reverts it.
 */
export function typeOver(field: HTMLTextAreaElement, from: number, text: string): void {
  const until = field.selectionEnd
  field.focus()
  field.setSelectionRange(from, until)
  // Deprecated without a replacement: nothing else keeps the history of undo.
  const isDone = text === '' ? command('delete') : command('insertText', text)
  if (isDone) return
  field.setRangeText(text, from, until, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

// oxlint-disable-next-line typescript/no-deprecated -- see above
const command = (name: string, text?: string) => document.execCommand(name, false, text)
