/**
 * Which form of a screen the browser sent itself, before the page's script was there. A screen can have
 * many forms, and the answer belongs to one of them. Safe in the browser.
 */

/** Hidden fields that distinguish forms. Never a name that someone types into. */
const markNames = ['intent', 'act', 'view', 'uuid', 'id', 'member']

export type FormMarks = Readonly<Record<string, string>>

/** Added to an action's answer when the browser gets it as a document. */
export type Posted = { posted?: FormMarks }

export function formMarksOf(form: FormData): FormMarks {
  const marks: Record<string, string> = {}
  for (const name of markNames) {
    const value = form.get(name)
    if (typeof value === 'string') marks[name] = value
  }
  return marks
}

/** @param hidden the hidden fields of the form in question */
export function isSentBy(posted: FormMarks, hidden: FormMarks): boolean {
  const marks = markNames.filter((name) => name in hidden)
  // A form without marks is the only one of its screen that has none.
  if (marks.length === 0) return Object.keys(posted).length === 0
  return marks.every((name) => posted[name] === hidden[name])
}
